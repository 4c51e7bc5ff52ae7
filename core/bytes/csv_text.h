#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::bytes {

/// Finds the end of the first record of a text: a line break outside quotes.
class CsvRecordEnd
{
public:
    /// Returns the record's length with its line break; nullopt if \p text ends before. The next call may pass a longer text with the same
    /// beginning and continues there.
    std::optional<std::size_t> find(std::string_view text);

    bool isInQuotes() const { return m_inQuotes; }

private:
    std::size_t m_scanned = 0;
    bool m_inQuotes = false;
    bool m_mayOpen = true; ///< true if only blanks followed the cell's start, or a quote just closed
};

/// Splits \p record into \p cells without quotes and surrounding blanks. A \p delimiter of ' ' matches any number of blanks.
/// Ignores cells after the first \p most.
void splitCells(std::string_view record, char delimiter, std::size_t most, std::vector<std::string> &cells);

/// Returns the delimiter that gives two consecutive records the same number of cells, at most \p most; otherwise the one with the most cells in
/// both.
char likelyDelimiter(std::string_view first, std::string_view second, std::size_t most);

/// Returns true if the cell means a missing value: empty, NA, null, ...
bool isMissing(std::string_view cell);

/// Returns the number in a cell, also NaN and infinity in common spellings. Accepts a decimal comma unless it is the delimiter; nullopt if
/// invalid.
std::optional<double> cellNumber(std::string_view cell, char delimiter);

} // namespace lensboard::bytes
