#include "core/import/tables/csv_importer.h"

#include "core/bytes/blanks.h"
#include "core/bytes/csv_text.h"
#include "core/bytes/lower_case.h"
#include "core/import/tables/csv_reader.h"

#include <algorithm>
#include <vector>

namespace lensboard::imports {

namespace {

/// Returns the first complete lines that are neither blank nor comments.
std::vector<std::string_view> firstLines(std::string_view text)
{
    constexpr std::size_t kEnough = 20;
    std::vector<std::string_view> lines;
    for (std::size_t end = text.find('\n'); end != text.npos && lines.size() < kEnough; end = text.find('\n')) {
        const std::string_view line = bytes::trimmed(text.substr(0, end));
        if (!line.empty() && !line.starts_with('#'))
            lines.push_back(line);
        text.remove_prefix(end + 1);
    }
    return lines;
}

bool isNumber(const std::string &cell)
{
    return asNumber(cell).isNumber();
}

/// Returns true for a header of short names with rows of as many cells, mostly numbers. A header alone needs a name for the row's place.
bool isTable(std::string_view text)
{
    constexpr std::size_t kLongestName = 100;
    const std::vector<std::string_view> lines = firstLines(text);
    if (lines.empty())
        return false;
    const char delimiter = bytes::likelyDelimiter(lines.front(), lines[lines.size() > 1], kMaxCsvColumns);
    std::vector<std::string> names, cells;
    bytes::splitCells(lines.front(), delimiter, kMaxCsvColumns, names);
    const auto isName = [](const std::string &cell) { return !cell.empty() && cell.size() < kLongestName && !isNumber(cell) && cell.find_first_of("{}=\\") == cell.npos; };
    if (delimiter == ' ' || names.size() < 2 || !std::ranges::all_of(names, isName))
        return false;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        bytes::splitCells(lines[i], delimiter, kMaxCsvColumns, cells);
        const auto measured = static_cast<std::size_t>(std::ranges::count_if(cells, [](const std::string &cell) { return isNumber(cell) || bytes::isMissing(cell); }));
        if (cells.size() != names.size() || (2 * measured < cells.size() && cells != names))
            return false;
    }
    return lines.size() > 1 || std::ranges::any_of(names, [](const std::string &name) { return isPlace(stampField(name)); });
}

} // namespace

bool CsvImporter::recognises(std::string_view firstBytes, const std::filesystem::path &path)
{
    const std::string extension = bytes::lowerCase(path.extension().string());
    const bool isNamedTable = extension == ".csv" || extension == ".tsv" || extension == ".dat" || extension == ".txt";
    return firstBytes.find('\0') == firstBytes.npos && (isNamedTable || isTable(firstBytes));
}

std::unique_ptr<Importer> CsvImporter::reader()
{
    return std::make_unique<CsvReader>(m_path, m_sample, m_choice);
}

} // namespace lensboard::imports
