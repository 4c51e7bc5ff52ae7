#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lensboard::record {

/// Returns \p pattern with %1 … %9 replaced by the arguments of these numbers.
std::string filledIn(std::string_view pattern, std::initializer_list<std::string> arguments);

/// A text for the user, in English, with the pattern and the arguments that it was made from. The window translates these. The structure
/// is optional: texts of other programs have none.
///
/// A Message is a std::string, so that all code that needs only the English text accepts it. A copy to a std::string loses the structure.
/// A change of the text through std::string's own functions invalidates the structure, see parts().
class Message : public std::string
{
public:
    /// Pattern and arguments, or a list of messages.
    struct Parts
    {
        std::string pattern;            ///< in English; for a list, its separator, used in all languages
        std::vector<Message> arguments; ///< of %1 … %9; for a list, its items
        std::optional<std::uint64_t> count = {}; ///< number for %n
        bool isList = false;

        /// Returns the English text.
        std::string text() const;
    };

    Message() = default;
    /// Makes a message without structure.
    Message(std::string text) : std::string(std::move(text)) {} // NOLINT(google-explicit-constructor)
    /// Makes a message without structure.
    Message(const char *text) : std::string(text) {} // NOLINT(google-explicit-constructor)
    /// Makes the English text of \p parts.
    explicit Message(Parts parts);

    /// Returns a list of \p items with \p separator between them.
    static Message joined(std::vector<Message> items, std::string separator);

    /// Returns null without structure, and if the text was changed since the structure was set.
    const Parts *parts() const;

    /// Appends \p more, like operator+().
    Message &operator+=(const Message &more);

private:
    std::shared_ptr<const Parts> m_parts; ///< shared by copies
};

/// Returns a list of both without a separator. A text without structure stays as it is in translations.
Message operator+(const Message &a, const Message &b);
/// \overload
inline Message operator+(const Message &a, std::string b) { return a + Message(std::move(b)); }
/// \overload
inline Message operator+(const Message &a, const char *b) { return a + Message(b); }
/// \overload
inline Message operator+(const Message &a, char b) { return a + Message(std::string(1, b)); }
/// \overload
inline Message operator+(std::string a, const Message &b) { return Message(std::move(a)) + b; }
/// \overload
inline Message operator+(const char *a, const Message &b) { return Message(a) + b; }
/// \overload
inline Message operator+(char a, const Message &b) { return Message(std::string(1, a)) + b; }

/// Returns \p name, the name of a lens, monitor, recorder or rule, or a help text of the schema, as a message that the window translates.
Message schemaWord(const std::string &name);
/// Returns the operating system's text for \p error, a value of errno.
Message systemError(int error);

namespace detail {
template<typename T>
Message messageArgument(const T &argument)
{
    if constexpr (std::is_same_v<T, Message>)
        return argument;
    else if constexpr (std::is_same_v<T, char>)
        return std::string{argument};
    else if constexpr (std::is_arithmetic_v<T>)
        return std::to_string(argument);
    else
        return std::string(argument);
}
} // namespace detail

/// A text for the user, in English: `message("%1: no such file", path.string())`. Arguments that are messages are translated with it;
/// all others, such as paths and names, are shown unchanged.
///
/// \p pattern must be a literal. All patterns in core are collected for the translators.
template<typename... Arguments>
Message message(const char *pattern, const Arguments &...arguments)
{
    return Message(Message::Parts{pattern, {detail::messageArgument(arguments)...}});
}

/// Name of a plotted quantity, in English: `term("%1 Norm", "Weight")`. Terms have a translation table of their own, so that a layer called
/// "value" inside a message is not translated.
template<typename... Arguments>
std::string term(const char *pattern, const Arguments &...arguments)
{
    return filledIn(pattern, {detail::messageArgument(arguments)...});
}

/// Marks \p pattern, a literal in a table, for translation. Another place passes it to messageOfPattern().
constexpr const char *messagePattern(const char *pattern)
{
    return pattern;
}

/// Marks a literal that becomes a term(), like messagePattern().
constexpr const char *termPattern(const char *pattern)
{
    return pattern;
}

/// Returns message(\p pattern, \p arguments…). \p pattern must be a messagePattern().
template<typename... Arguments>
Message messageOfPattern(const char *pattern, const Arguments &...arguments)
{
    return Message(Message::Parts{pattern, {detail::messageArgument(arguments)...}});
}

/// `counted(n, "%n value", "%n values")` returns "1 value" or "2 values". Both are patterns; %n accepts only the number.
template<typename... Arguments>
Message counted(std::uint64_t count, const char *one, const char *several, const Arguments &...arguments)
{
    return Message(Message::Parts{count == 1 ? one : several, {detail::messageArgument(arguments)...}, count});
}

} // namespace lensboard::record
