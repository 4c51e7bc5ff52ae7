#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Receives the parts of a JSON document in order. Texts are valid during the call only.
class JsonSink
{
public:
    virtual ~JsonSink() = default;

    virtual void null() = 0;
    virtual void boolean(bool value) = 0;
    /// Called with integers of 64 bits.
    virtual void integer(std::int64_t value) = 0;
    /// Called with all other numbers. \p written is the number in the document.
    virtual void number(double value, std::string_view written) = 0;
    virtual void text(std::string_view text) = 0;
    virtual void beginObject() = 0;
    virtual void key(std::string_view key) = 0;
    virtual void endObject() = 0;
    virtual void beginArray() = 0;
    virtual void endArray() = 0;
};

/// The first part of a text that is no JSON.
struct JsonFault
{
    std::size_t position = 0; ///< number of bytes up to its end; one more than there are if the text ends too early
    std::string found;
};

/// Passes a JSON document to \p sink, after a byte order mark. Nesting takes no stack. Accepts NaN, Infinity and -Infinity, Python's notation. Rounds numbers beyond the
/// range of doubles to infinity or zero. Returns nullopt if \p text is one whole document.
std::optional<JsonFault> scanJson(std::string_view text, JsonSink &sink);

/// Returns the value of the words NaN, Infinity and -Infinity, or nullopt.
std::optional<double> nonFiniteWord(std::string_view text);

} // namespace lensboard::imports
