#include "core/remote/location.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace lensboard::remote {

namespace {

constexpr std::string_view kScheme = "ssh://";

/// Returns true if \p text is safe for ssh: no option and no characters special to a shell.
bool isName(std::string_view text)
{
    return !text.empty() && text.front() != '-'
        && std::ranges::all_of(text, [](unsigned char c) { return (std::isalnum(c) != 0) || c > 0x7f || std::string_view("._-%+").find(static_cast<char>(c)) != std::string_view::npos; });
}

/// Returns true for an IPv6 address in brackets.
bool isAddress(std::string_view text)
{
    return text.size() > 2 && text.front() == '[' && text.back() == ']'
        && text.substr(1, text.size() - 2).find_first_not_of("0123456789abcdefABCDEF:.%") == std::string_view::npos;
}

} // namespace

std::string Location::url() const
{
    return std::string(kScheme) + (user.empty() ? "" : user + "@") + host + (port == 0 ? "" : ":" + std::to_string(port)) + path;
}

std::string Location::pathThere() const
{
    return path.starts_with("/~/") || path == "/~" ? path.substr(1) : path;
}

Location Location::below(const std::string &relative) const
{
    Location place = *this;
    if (!relative.empty())
        place.path += (place.path.ends_with('/') ? "" : "/") + relative;
    return place;
}

bool isRemote(std::string_view text)
{
    return text.starts_with(kScheme);
}

Location locationFrom(const std::string &url)
{
    const auto wrong = [&url](const record::Message &what) { return record::InvalidArgument(record::message("%1: %2", url, what)); };
    if (!isRemote(url))
        throw wrong(record::message("is no ssh://[user@]host[:port]/path"));
    const std::size_t begin = kScheme.size(), slash = url.find('/', begin);
    std::string_view machine = std::string_view(url).substr(begin, slash == std::string::npos ? slash : slash - begin);
    Location place;
    if (const auto at = machine.rfind('@'); at != std::string_view::npos) {
        place.user = machine.substr(0, at);
        machine.remove_prefix(at + 1);
        if (!isName(place.user))
            throw wrong(record::message("is no ssh://[user@]host[:port]/path: its user has characters that none has"));
    }
    if (const auto colon = machine.rfind(':'); colon != std::string_view::npos && machine.find(']', colon) == std::string_view::npos) {
        const std::string_view port = machine.substr(colon + 1);
        const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), place.port);
        if (error != std::errc() || end != port.data() + port.size() || place.port < 1 || place.port > 65535)
            throw wrong(record::message("is no ssh://[user@]host[:port]/path: a port is a number from 1 to 65535"));
        machine = machine.substr(0, colon);
    }
    place.host = machine;
    if (!isName(machine) && !isAddress(machine))
        throw wrong(record::message("is no ssh://[user@]host[:port]/path: its host has characters that none has"));
    place.path = slash == std::string::npos ? "/~" : url.substr(slash);
    if (std::ranges::any_of(place.path, [](unsigned char c) { return c == '\\' || c < 0x20 || c == 0x7f; })) // shells treat them differently
        throw wrong(record::message("is no ssh://[user@]host[:port]/path: its path has a backslash or a control character"));
    if (place.path == "/")
        return place;
    while (place.path.size() > 1 && place.path.ends_with('/'))
        place.path.pop_back();
    return place;
}

} // namespace lensboard::remote
