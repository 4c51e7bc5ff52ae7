#include "core/bytes/valid_utf8.h"

#include <algorithm>

namespace lensboard::bytes {

std::size_t characterLength(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80)
        return first == 0 ? 0 : 1;
    const std::size_t length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 && first < 0xF0 ? 3 : first >= 0xC2 && first < 0xE0 ? 2 : 0;
    if (length == 0 || text.size() < length)
        return 0;
    std::uint32_t code = first & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (byte & 0x3Fu);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    return overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

void appendUtf8(std::string &text, std::uint32_t code)
{
    const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto putRest = [&put](std::uint32_t bits) { put(0x80 | (bits & 0x3F)); };
    if (code < 0x80)
        return put(code);
    if (code < 0x800) {
        put(0xC0 | code >> 6);
    } else {
        put(code < 0x10000 ? 0xE0 | code >> 12 : 0xF0 | code >> 18);
        if (code >= 0x10000)
            putRest(code >> 12);
        putRest(code >> 6);
    }
    putRest(code);
}

std::string validUtf8(std::string_view text)
{
    if (std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) > 0; }))
        return std::string(text);
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        valid += length ? text.substr(0, length) : std::string_view("\xEF\xBF\xBD");
        text.remove_prefix(length ? length : 1);
    }
    return valid;
}

std::string printable(std::string_view text)
{
    constexpr char kDigits[] = "0123456789abcdef";
    const std::string valid = validUtf8(text);
    std::string shown;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const auto byte = static_cast<unsigned char>(valid[i]);
        const auto next = i + 1 < valid.size() ? static_cast<unsigned char>(valid[i + 1]) : 0;
        const bool isC1 = byte == 0xc2 && next < 0xa0; // U+0080 to U+009F
        if (isC1 || byte == 0x7f || (byte < 0x20 && byte != '\n' && byte != '\t')) {
            const unsigned char code = isC1 ? next : byte;
            shown.append({'\\', 'x', kDigits[code >> 4], kDigits[code & 15]});
            i += isC1;
        } else {
            shown += valid[i];
        }
    }
    return shown;
}

std::string clipped(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return validUtf8(text);
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80)
        --bytes;
    return validUtf8(text.substr(0, bytes)) + "…";
}

} // namespace lensboard::bytes
