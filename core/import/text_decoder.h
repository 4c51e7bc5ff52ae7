#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Makes UTF-8 of text as it comes: of UTF-16 by its byte order mark; a carriage return alone ends a line as well.
class TextDecoder
{
public:
    /// Appends \p bytes, which follow those before, decoded. The last few may wait for those that follow them.
    void append(std::string_view bytes, std::string &text);

    /// Whether the text has another length than its bytes.
    bool isRecoded() const { return m_encoding == Encoding::Utf16Le || m_encoding == Encoding::Utf16Be; }

private:
    enum class Encoding { Unknown, Bytes, Utf16Le, Utf16Be };

    void findEncoding();
    void appendUtf16(std::string &text);
    std::optional<unsigned> unitAt(std::size_t position) const;
    void endLines(std::string &text, std::size_t from);

    Encoding m_encoding = Encoding::Unknown;
    std::string m_waiting; ///< bytes that are not all of a character
    bool m_returnWaits = false;
    bool m_returnsEndLines = false; ///< one did
};

/// The text that begins with \p firstBytes.
std::string decodedBeginning(std::string_view firstBytes);

} // namespace lensboard::imports
