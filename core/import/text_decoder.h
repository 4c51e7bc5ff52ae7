#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Converts text to UTF-8 piece by piece. Detects UTF-16 by its byte order mark. A lone carriage return ends a line, too.
class TextDecoder
{
public:
    /// Decodes the next \p bytes and appends the result to \p text. An incomplete character at the end waits for the next call.
    void append(std::string_view bytes, std::string &text);

    /// Returns true if the text's length differs from its bytes'.
    bool isRecoded() const { return m_encoding == Encoding::Utf16Le || m_encoding == Encoding::Utf16Be; }

private:
    enum class Encoding { Unknown, Bytes, Utf16Le, Utf16Be };

    void findEncoding();
    void appendUtf16(std::string &text);
    std::optional<unsigned> unitAt(std::size_t position) const;
    void endLines(std::string &text, std::size_t from);

    Encoding m_encoding = Encoding::Unknown;
    std::string m_waiting; ///< bytes of an incomplete character
    bool m_returnWaits = false;
    bool m_returnsEndLines = false; ///< a lone carriage return has ended a line
};

/// Returns the text of a file that begins with \p firstBytes.
std::string decodedBeginning(std::string_view firstBytes);

} // namespace lensboard::imports
