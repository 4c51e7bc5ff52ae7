#include "core/record/valid_utf8.h"

#include <cstdint>

namespace lensboard::record {

namespace {

/// Bytes of the character that \p text begins with; 0 if that is none, or NUL.
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

} // namespace

std::string validUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        valid += length ? text.substr(0, length) : std::string_view("\xEF\xBF\xBD");
        text.remove_prefix(length ? length : 1);
    }
    return valid;
}

std::string clipped(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return validUtf8(text);
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80)
        --bytes;
    return validUtf8(text.substr(0, bytes)) + "…";
}

} // namespace lensboard::record
