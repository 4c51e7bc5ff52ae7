#include "core/bytes/csv_text.h"

#include "core/bytes/lower_case.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <array>

namespace lensboard::bytes {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\r' || text.back() == '\n'))
        text.remove_suffix(1);
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    return text;
}

/// Removes a quoted cell, with its quotes, from the front of \p text and returns its content.
std::string takeQuoted(std::string_view &text)
{
    std::string cell;
    std::size_t i = 1;
    for (; i < text.size(); ++i) {
        if (text[i] == '"' && (i + 1 == text.size() || text[i + 1] != '"'))
            break;
        i += text[i] == '"';
        cell += text[i];
    }
    text.remove_prefix(std::min(text.size(), i + 1));
    return cell;
}

} // namespace

std::optional<std::size_t> CsvRecordEnd::find(std::string_view text)
{
    const std::size_t end = text.find('\n', m_scanned);
    if (!m_inQuotes && end != text.npos && text.substr(m_scanned, end - m_scanned).find('"') == text.npos) {
        *this = {};
        return end + 1;
    }
    for (std::size_t i = m_scanned; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') { // ordinary character within an unquoted cell: 5" disks
            m_mayOpen = m_mayOpen || m_inQuotes;
            m_inQuotes = !m_inQuotes && m_mayOpen;
        } else if (m_inQuotes) {
            continue;
        } else if (c == '\n') {
            *this = {};
            return i + 1;
        } else if (!isBlank(c)) {
            m_mayOpen = std::string_view(",;|").find(c) != std::string_view::npos;
        } else {
            m_mayOpen = m_mayOpen || c == '\t';
        }
    }
    m_scanned = text.size();
    return std::nullopt;
}

void splitCells(std::string_view record, char delimiter, std::size_t most, std::vector<std::string> &cells)
{
    while (!record.empty() && (record.back() == '\n' || record.back() == '\r'))
        record.remove_suffix(1);
    const auto skipBlanks = [&] {
        while (!record.empty() && isBlank(record.front()) && (delimiter == ' ' || record.front() != delimiter))
            record.remove_prefix(1);
    };
    std::size_t count = 0;
    for (bool more = true; more && count < most; ++count) {
        if (count == cells.size())
            cells.emplace_back();
        cells[count].clear();
        skipBlanks();
        if (record.starts_with('"'))
            cells[count] = takeQuoted(record);
        const std::size_t end = std::min(delimiter == ' ' ? record.find_first_of(" \t") : record.find(delimiter), record.size());
        cells[count].append(trimmed(record.substr(0, end)));
        record.remove_prefix(end);
        if (delimiter == ' ')
            skipBlanks();
        more = !record.empty();
        if (more && delimiter != ' ')
            record.remove_prefix(1);
    }
    cells.resize(count);
}

char likelyDelimiter(std::string_view first, std::string_view second, std::size_t most)
{
    static constexpr std::array<char, 5> kDelimiters = {'\t', ';', '|', ',', ' '};
    char best = ',';
    std::size_t bestCount = 1;
    for (const char delimiter : kDelimiters) {
        std::vector<std::string> a, b;
        splitCells(first, delimiter, most, a);
        splitCells(second, delimiter, most, b);
        if (a.size() == b.size() && a.size() > 1)
            return delimiter;
        if (const std::size_t count = std::min(a.size(), b.size()); count > bestCount) {
            best = delimiter;
            bestCount = count;
        }
    }
    return best;
}

bool isMissing(std::string_view cell)
{
    static constexpr std::array<std::string_view, 8> kWords = {"", "-", "--", "na", "n/a", "#n/a", "null", "none"};
    if (cell.size() > 4)
        return false;
    return std::find(kWords.begin(), kWords.end(), lowerCase(cell)) != kWords.end();
}

std::optional<double> cellNumber(std::string_view cell, char delimiter)
{
    if (const auto number = record::numberFromText(cell))
        return number;
    const std::size_t comma = cell.find(',');
    if (delimiter == ',' || comma == cell.npos || cell.size() > 400)
        return std::nullopt;
    std::string withPoint(cell);
    withPoint[comma] = '.';
    return record::numberFromText(withPoint);
}

} // namespace lensboard::bytes
