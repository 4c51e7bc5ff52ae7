#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Converts text to UTF-8 piece by piece. Detects UTF-16 by its byte order mark.
class TextDecoder
{
public:
    /// Use of a lone carriage return. Kept: the text after it overwrites the text before it, as in a terminal.
    enum class Returns { EndLines, Kept };

    explicit TextDecoder(Returns returns = Returns::EndLines) : m_returns(returns) {}

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

    Returns m_returns;
    Encoding m_encoding = Encoding::Unknown;
    std::string m_waiting; ///< bytes of an incomplete character
    bool m_returnWaits = false;
    bool m_returnsEndLines = false; ///< a lone carriage return has ended a line
};

/// Returns the text of a file that begins with \p firstBytes.
std::string decodedBeginning(std::string_view firstBytes);

} // namespace lensboard::imports
