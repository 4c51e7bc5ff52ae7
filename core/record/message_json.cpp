#include "core/record/message_json.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace lensboard::record {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongest = std::size_t{64} << 10; ///< in bytes
constexpr std::size_t kLongestText = std::size_t{1} << 20;
constexpr int kDeepest = 16;

Json toJson(const Message &message)
{
    const Message::Parts *parts = message.parts();
    if (!parts)
        return static_cast<const std::string &>(message);
    Json arguments = Json::array();
    for (const Message &each : parts->arguments)
        arguments.push_back(toJson(each));
    Json json{{parts->isList ? "separator" : "pattern", parts->pattern}, {"arguments", arguments}};
    if (parts->count)
        json["count"] = *parts->count;
    return json;
}

/// Returns the longest text that \p parts can have. A pattern may repeat an argument.
std::size_t longestText(const Message::Parts &parts)
{
    std::size_t size = 0;
    for (const Message &each : parts.arguments)
        size += each.size();
    return parts.isList ? size + parts.pattern.size() * parts.arguments.size() : size * (parts.pattern.size() / 2) + parts.pattern.size();
}

/// Returns nullopt if \p json is no message.
std::optional<Message> fromJson(const Json &json, int depth)
{
    if (json.is_string())
        return Message(json.get<std::string>());
    if (!json.is_object() || depth > kDeepest)
        return std::nullopt;
    const auto separator = json.find("separator"), end = json.end();
    const bool isList = separator != end;
    const auto pattern = isList ? separator : json.find("pattern"), arguments = json.find("arguments"), count = json.find("count");
    if (pattern == end || !pattern->is_string() || arguments == end || !arguments->is_array() || (count != end && !count->is_number_unsigned()))
        return std::nullopt;
    Message::Parts parts{*pattern, {}, {}, isList};
    if (count != end)
        parts.count = count->get<std::uint64_t>();
    for (const Json &each : *arguments) {
        auto argument = fromJson(each, depth + 1);
        if (!argument)
            return std::nullopt;
        parts.arguments.push_back(std::move(*argument));
    }
    return longestText(parts) > kLongestText ? std::nullopt : std::optional(Message(std::move(parts)));
}

} // namespace

std::string structureJson(const Message &message)
{
    if (!message.parts())
        return {};
    std::string json = toJson(message).dump(-1, ' ', false, Json::error_handler_t::replace);
    return json.size() > kLongest || messageFrom(message, json).parts() == nullptr ? std::string() : json;
}

Message messageFrom(std::string english, std::string_view json)
{
    if (json.empty() || json.size() > kLongest)
        return english;
    const Json parsed = Json::parse(json, nullptr, false);
    const auto message = parsed.is_object() ? fromJson(parsed, 1) : std::nullopt;
    return message && *message == english ? *message : Message(std::move(english));
}

} // namespace lensboard::record
