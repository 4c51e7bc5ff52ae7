#include "core/record/message.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace lensboard::record {

namespace {

template<typename Text>
std::string filled(std::string_view pattern, std::span<const Text> arguments, const std::optional<std::uint64_t> &count = {})
{
    std::string text;
    while (!pattern.empty()) {
        const std::size_t mark = std::min(pattern.find('%'), pattern.size());
        text += pattern.substr(0, mark);
        pattern.remove_prefix(mark);
        if (pattern.empty())
            break;
        const std::size_t number = pattern.size() > 1 ? static_cast<std::size_t>(pattern[1] - '1') : arguments.size();
        const bool isArgument = number < arguments.size(), isCount = count && pattern.starts_with("%n");
        text += isCount ? std::to_string(*count) : std::string(isArgument ? std::string_view(arguments[number]) : pattern.substr(0, 1));
        pattern.remove_prefix(isArgument || isCount ? 2 : 1);
    }
    return text;
}

} // namespace

std::string filledIn(std::string_view pattern, std::initializer_list<std::string> arguments)
{
    return filled(pattern, std::span<const std::string>(arguments.begin(), arguments.size()));
}

std::string Message::Parts::text() const
{
    if (!isList)
        return filled(pattern, std::span<const Message>(arguments), count);
    std::string all;
    for (const Message &item : arguments)
        all.append(&item == arguments.data() ? "" : pattern).append(item);
    return all;
}

Message::Message(Parts parts) : std::string(parts.text()), m_parts(std::make_shared<const Parts>(std::move(parts))) {}

Message Message::joined(std::vector<Message> items, std::string separator)
{
    return Message(Parts{std::move(separator), std::move(items), {}, true});
}

const Message::Parts *Message::parts() const
{
    return m_parts && m_parts->text() == *this ? m_parts.get() : nullptr;
}

Message &Message::operator+=(const Message &more)
{
    return *this = *this + more;
}

Message operator+(const Message &a, const Message &b)
{
    if (a.empty() || b.empty())
        return a.empty() ? b : a;
    std::vector<Message> items{a};
    if (const Message::Parts *parts = a.parts(); parts && parts->isList && parts->pattern.empty())
        items = parts->arguments;
    items.push_back(b);
    return Message::joined(std::move(items), {});
}

Message schemaWord(const std::string &name)
{
    return Message(Message::Parts{name, {}});
}

Message systemError(int error)
{
    return Message(Message::Parts{std::strerror(error), {}});
}

} // namespace lensboard::record
