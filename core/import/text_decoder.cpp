#include "core/import/text_decoder.h"

#include "core/bytes/valid_utf8.h"

#include <utility>

namespace lensboard::imports {

namespace {

bool isHighSurrogate(unsigned unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

bool isLowSurrogate(unsigned unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

} // namespace

void TextDecoder::append(std::string_view bytes, std::string &text)
{
    const std::size_t from = text.size();
    if (m_returnWaits)
        text += '\r';
    m_returnWaits = false;
    if (m_encoding == Encoding::Bytes) {
        text += bytes;
    } else {
        m_waiting += bytes;
        findEncoding();
        if (m_encoding == Encoding::Bytes)
            text += std::exchange(m_waiting, {});
        else if (m_encoding != Encoding::Unknown)
            appendUtf16(text);
    }
    if (m_returns == Returns::EndLines)
        endLines(text, from);
}

void TextDecoder::findEncoding()
{
    constexpr std::size_t kMarkBytes = 2;
    const bool isLe = m_waiting.starts_with("\xFF\xFE");
    if (m_encoding != Encoding::Unknown || m_waiting.empty() || m_waiting == "\xFF" || m_waiting == "\xFE")
        return;
    m_encoding = isLe ? Encoding::Utf16Le : m_waiting.starts_with("\xFE\xFF") ? Encoding::Utf16Be : Encoding::Bytes;
    if (m_encoding != Encoding::Bytes)
        m_waiting.erase(0, kMarkBytes);
}

std::optional<unsigned> TextDecoder::unitAt(std::size_t position) const
{
    if (position + 2 > m_waiting.size())
        return std::nullopt;
    const auto first = static_cast<unsigned char>(m_waiting[position]), second = static_cast<unsigned char>(m_waiting[position + 1]);
    return m_encoding == Encoding::Utf16Le ? first | second << 8 : second | first << 8;
}

void TextDecoder::appendUtf16(std::string &text)
{
    constexpr unsigned kReplacement = 0xFFFD;
    std::size_t position = 0;
    while (const auto unit = unitAt(position)) {
        unsigned code = isLowSurrogate(*unit) ? kReplacement : *unit;
        if (isHighSurrogate(*unit)) {
            const auto low = unitAt(position + 2);
            if (!low)
                break;
            code = isLowSurrogate(*low) ? 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00) : kReplacement;
            position += code == kReplacement ? 0 : 2;
        }
        bytes::appendUtf8(text, code);
        position += 2;
    }
    m_waiting.erase(0, position);
}

void TextDecoder::endLines(std::string &text, std::size_t from)
{
    for (std::size_t at = text.find('\r', from); at != text.npos; at = text.find('\r', at + 1)) {
        const bool isLast = at + 1 == text.size();
        if (isLast && !m_returnsEndLines) {
            m_returnWaits = true;
            text.pop_back();
            return;
        }
        if (!isLast && text[at + 1] == '\n')
            continue;
        text[at] = '\n';
        m_returnsEndLines = true;
    }
}

std::string decodedBeginning(std::string_view firstBytes)
{
    std::string text;
    TextDecoder().append(firstBytes, text);
    return text;
}

} // namespace lensboard::imports
