#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::bytes {

/// Finds where the record ends that a text begins with: at a line break outside of quotes.
class CsvRecordEnd
{
public:
    /// The record's length with its line break; empty if \p text ends before. Called again with a longer text of the
    /// same beginning it goes on where it stopped.
    std::optional<std::size_t> find(std::string_view text);

    bool isInQuotes() const { return m_inQuotes; }

private:
    std::size_t m_scanned = 0;
    bool m_inQuotes = false;
    bool m_mayOpen = true; ///< nothing but blanks since the cell began, or a quote just closed
};

/// The cells of \p record, without their quotes and the blanks around them. A \p delimiter of ' ' is any number of
/// blanks. Of more than \p most cells the rest is left out.
void splitCells(std::string_view record, char delimiter, std::size_t most, std::vector<std::string> &cells);

/// The delimiter of two consecutive records: the one by which both have the same number of cells, at most \p most.
char likelyDelimiter(std::string_view first, std::string_view second, std::size_t most);

/// Whether a cell says that nothing was measured: empty, NA, null, ...
bool isMissing(std::string_view cell);

/// Any double, or what people call one; with a decimal comma unless that parts cells. Empty if it is none.
std::optional<double> cellNumber(std::string_view cell, char delimiter);

} // namespace lensboard::bytes
