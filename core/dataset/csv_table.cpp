#include "core/dataset/csv_table.h"

#include "core/bytes/valid_utf8.h"
#include "core/dataset/csv_columns.h"
#include "core/dataset/csv_records.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::dataset {

namespace {

using Cells = std::vector<std::string>;
using Role = CsvColumn::Role;

constexpr std::size_t kMaxColumns = 100'000;
constexpr std::size_t kMaxCategories = 10'000; ///< per column
constexpr std::size_t kMaxInputs = 200'000;    ///< input columns, including one for each category
constexpr std::size_t kMaxClasses = 65'536;
constexpr std::size_t kLargestTable = std::size_t{16} << 30; ///< bytes of inputs
constexpr std::size_t kAbsent = std::numeric_limits<std::size_t>::max();

bool isMissing(const std::string &cell)
{
    return bytes::isMissing(cell) || cell == "?";
}

/// The rows of one file: numbers, and the codes of categories and classes.
struct Part
{
    CsvRows rows;
    std::vector<std::vector<std::uint32_t>> codes; ///< by column; empty for columns without codes
    std::vector<record::Message> notices;
};

/// Reads one file. The training file defines the columns, categories and classes; the other files must match it.
class PartReader
{
public:
    PartReader(const settings::CsvTable &wanted, const std::string &path, CsvColumns &columns, const ReadReport &report)
        : m_wanted(wanted), m_path(path), m_columns(columns), m_defines(columns.all.empty()),
          m_records(path, wanted.skipLines, report)
    {
    }

    Part read()
    {
        readFirst();
        std::string record;
        while (m_records.next(record)) {
            m_line = m_records.line();
            bytes::splitCells(record, m_delimiter, kMaxColumns + 1, m_cells);
            addRow();
        }
        if (m_part.rows.count == 0)
            failFile(m_columns.hasHeader && m_dropped == 0 ? record::message("has a header and no rows") : record::message("has no rows without missing values"));
        if (m_dropped)
            m_part.notices.push_back(record::message("%1: %2 of %3 rows have missing values: they are left out.",
                                                     m_path, m_dropped, m_part.rows.count + m_dropped));
        return std::move(m_part);
    }

private:
    [[noreturn]] void failFile(const record::Message &what) const { throw DatasetError(record::message("%1: %2", m_path, what)); }

    [[noreturn]] void failCell(std::size_t column, const record::Message &what) const
    {
        m_records.fail(m_line, m_columns.hasHeader ? record::message("column %1 (%2): %3", m_places[column], m_columns.shown(column), what)
                                                   : record::message("column %1: %2", m_places[column], what));
    }

    const std::string &cell(std::size_t column) const { return m_cells[m_places[column]]; }

    /// Reads the header, if there is one, and the first row.
    void readFirst()
    {
        std::string first, second;
        if (!m_records.next(first))
            failFile(record::message("is empty, expected a table as CSV"));
        m_line = m_records.line();
        const bool hasSecond = m_records.next(second);
        chooseDelimiter(first, hasSecond ? second : first);
        Cells cells, below;
        bytes::splitCells(first, m_delimiter, kMaxColumns + 1, cells);
        bytes::splitCells(hasSecond ? second : first, m_delimiter, kMaxColumns + 1, below);
        if (cells.size() > kMaxColumns)
            m_records.fail(m_line, record::message("more than 100000 columns"));
        if (cells.size() != below.size())
            m_records.fail(m_records.line(), record::message("%1 cells, line %2 has %3; set dataset.skip_lines if the first "
                                                             "lines are not part of the table, or dataset.delimiter",
                                                             below.size(), m_line, cells.size()));
        m_width = cells.size();
        if (m_defines)
            defineColumns(cells, below);
        else
            findColumns(cells);
        m_part.codes.resize(m_columns.all.size());
        if (!m_columns.hasHeader) {
            m_cells = cells;
            addRow();
        }
        if (hasSecond) {
            m_line = m_records.line();
            m_cells = below;
            addRow();
        }
    }

    void chooseDelimiter(const std::string &first, const std::string &second)
    {
        switch (m_wanted.delimiter) {
            using enum settings::CsvTable::Delimiter;
        case Auto: m_delimiter = bytes::likelyDelimiter(first, second, kMaxColumns + 1); return;
        case Comma: m_delimiter = ','; return;
        case Semicolon: m_delimiter = ';'; return;
        case Tab: m_delimiter = '\t'; return;
        case Pipe: m_delimiter = '|'; return;
        case Blank: m_delimiter = ' '; return;
        }
    }

    void defineColumns(const Cells &cells, const Cells &below)
    {
        chooseHeader(cells, below);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            m_columns.all.push_back({m_columns.hasHeader ? bytes::validUtf8(cells[i]) : std::to_string(i)});
            m_places.push_back(i);
        }
        m_columns.choose(m_wanted);
    }

    void chooseHeader(const Cells &cells, const Cells &below)
    {
        using Header = settings::CsvTable::Header;
        m_columns.hasHeader = m_wanted.header == Header::Yes;
        if (m_wanted.header != Header::Auto)
            return;
        const auto isNumber = [&](const std::string &cell) { return bytes::cellNumber(cell, m_delimiter).has_value(); };
        bool anyNumber = false, textOverNumber = false;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            anyNumber = anyNumber || isNumber(cells[i]);
            textOverNumber = textOverNumber || (!isNumber(cells[i]) && !isMissing(cells[i]) && isNumber(below[i]));
        }
        m_columns.hasHeader = textOverNumber || !anyNumber;
        if (m_columns.hasHeader && !textOverNumber)
            m_part.notices.push_back(record::message("%1: the first line is taken for the header; if it is none, set "
                                                     "dataset.header to \"no\".",
                                                     m_path));
    }

    /// Finds the columns by name, in any order and among other columns; by number if the table has no header.
    void findColumns(const Cells &cells)
    {
        if (!m_columns.hasHeader && cells.size() != m_columns.all.size())
            m_records.fail(m_line, record::message("%1 columns, expected %2 as in %3",
                                                   cells.size(), m_columns.all.size(), m_columns.path));
        std::vector<bool> taken(cells.size());
        for (std::size_t i = 0; i < m_columns.all.size(); ++i) {
            std::size_t place = m_columns.hasHeader ? 0 : i;
            while (m_columns.hasHeader && place < cells.size() && (taken[place] || bytes::validUtf8(cells[place]) != m_columns.all[i].name))
                ++place;
            if (place < cells.size())
                taken[place] = true;
            else if (m_columns.all[i].role != Role::Ignored)
                m_records.fail(m_line, record::message("lacks the column %1 (column %2 of %3); expected the same columns, "
                                                       "in any order",
                                                       m_columns.shown(i), i, m_columns.path));
            m_places.push_back(place < cells.size() ? place : kAbsent);
        }
    }

    /// Returns true if the row lacks a value and must be skipped.
    bool isIncomplete() const
    {
        for (std::size_t i = 0; i < m_columns.all.size(); ++i) {
            const CsvColumn &column = m_columns.all[i];
            if (column.role == Role::Ignored)
                continue;
            const auto number = m_columns.isCoded(column) ? std::nullopt : bytes::cellNumber(cell(i), m_delimiter);
            if (!(isMissing(cell(i)) || (number && std::isnan(*number))))
                continue;
            if (m_wanted.missing == settings::CsvTable::Missing::Drop)
                return true;
            failCell(i, record::message("the value is missing (found %1); set dataset.missing to \"drop\" to leave such rows "
                                        "out, or list the column in dataset.ignore",
                                        shownText(cell(i))));
        }
        return false;
    }

    float numberIn(std::size_t column) const
    {
        const auto number = bytes::cellNumber(cell(column), m_delimiter);
        if (!number)
            failCell(column, m_columns.all[column].role == Role::Target
                                 ? record::message("found %1, expected a number; set dataset.task to \"classification\" if these are classes",
                                                   shownText(cell(column)))
                                 : record::message("found %1, expected a number; list the column in dataset.categories or dataset.ignore",
                                                   shownText(cell(column))));
        const auto value = static_cast<float>(*number);
        if (!std::isfinite(value))
            failCell(column, record::message("found %1, expected a number of magnitude up to 3.4e38", shownText(cell(column))));
        return value;
    }

    std::uint32_t codeIn(std::size_t i)
    {
        CsvColumn &column = m_columns.all[i];
        const bool isClass = column.role == Role::Target;
        if (!m_defines) {
            const auto known = column.codes.find(cell(i));
            if (!known)
                failCell(i, isClass ? record::message("found %1, a class that no row of %2 has", shownText(cell(i)), m_columns.path)
                                    : record::message("found %1, a category that no row of %2 has", shownText(cell(i)), m_columns.path));
            return *known;
        }
        const std::uint32_t code = column.codes.add(cell(i));
        if (!isClass && column.codes.texts().size() > kMaxCategories)
            failCell(i, record::message("more than 10000 different categories; list the column in dataset.ignore"));
        if (isClass && column.codes.texts().size() > kMaxClasses)
            failCell(i, record::message("more than 65536 different classes; set dataset.task to \"regression\", or check "
                                        "dataset.target"));
        return code;
    }

    void addRow()
    {
        if (m_cells.size() != m_width)
            m_records.fail(m_line, record::message("%1 cells, expected %2 as in the first row", m_cells.size(), m_width));
        if (isIncomplete()) {
            ++m_dropped;
            return;
        }
        for (std::size_t i = 0; i < m_columns.all.size(); ++i) {
            if (m_columns.isCoded(m_columns.all[i]))
                m_part.codes[i].push_back(codeIn(i));
            else if (m_columns.all[i].role == Role::Number)
                m_part.rows.inputs.push_back(numberIn(i));
        }
        for (const std::size_t target : m_columns.targets)
            if (!m_columns.isClassification)
                m_part.rows.values.push_back(numberIn(target));
        ++m_part.rows.count;
    }

    const settings::CsvTable &m_wanted;
    const std::string &m_path;
    CsvColumns &m_columns;
    bool m_defines; ///< true if this file defines the columns, categories and classes
    CsvRecords m_records;
    Part m_part;
    Cells m_cells; ///< of the row that began at m_line
    std::int64_t m_line = 0;
    std::size_t m_width = 0;           ///< cells per row
    std::vector<std::size_t> m_places; ///< position of each column in this file
    std::int64_t m_dropped = 0;
    char m_delimiter = ',';
};

/// Sorts the classes that occur in the training rows and numbers them.
void numberTheClasses(CsvColumns &columns)
{
    constexpr std::size_t kManyFractions = 100;
    CsvColumn &target = columns.all[columns.targets.front()];
    target.classes = numberClasses(target.codes.texts());
    const std::vector<std::string> &names = target.classes.names;
    const auto isFraction = [](const std::string &text) {
        const auto number = bytes::cellNumber(text, ',');
        return number && *number != std::trunc(*number);
    };
    const record::Message shown = record::message("column %1", columns.shown(columns.targets.front()));
    if (names.size() > kManyFractions && std::any_of(names.begin(), names.end(), isFraction))
        columns.fail(record::message("%1: %2 different numbers with fractions are not classes; set dataset.task to "
                                     "\"regression\", or check dataset.target",
                                     shown, names.size()));
    if (names.size() < 2)
        columns.fail(record::message("%1: all rows are of the class %2, expected at least two classes",
                                     shown, shownText(names.front())));
}

std::vector<std::string> inputNames(CsvColumns &columns)
{
    std::vector<std::string> names;
    for (CsvColumn &column : columns.all) {
        if (column.role == Role::Number)
            names.push_back(column.name);
        if (column.role != Role::Category)
            continue;
        column.classes = numberClasses(column.codes.texts());
        for (const std::string &name : column.classes.names)
            names.push_back(column.name + '=' + bytes::validUtf8(name));
    }
    return names;
}

/// Replaces each category column by one column per category, at its place.
void spreadCategories(const CsvColumns &columns, std::size_t width, Part &part)
{
    const auto rows = static_cast<std::size_t>(part.rows.count);
    if (width > kMaxInputs || width * sizeof(float) > kLargestTable / rows)
        columns.fail(record::message("its categories make too many columns: %1, with %2 rows; list some columns in dataset.ignore",
                                     width, rows));
    if (columns.count(Role::Category) == 0)
        return;
    std::vector<float> spread(rows * width);
    const float *from = part.rows.inputs.data();
    float *to = spread.data();
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < columns.all.size(); ++i) {
            const CsvColumn &column = columns.all[i];
            if (column.role == Role::Number) {
                *to++ = *from++;
            } else if (column.role == Role::Category) {
                to[column.classes.classOf[part.codes[i][row]]] = 1;
                to += column.classes.names.size();
            }
        }
    part.rows.inputs = std::move(spread);
}

} // namespace

CsvTable readCsvTable(const settings::CsvTable &wanted, const ReadReport &report, const ReadReport &validationReport)
{
    CsvColumns columns{wanted.path, false, wanted.task == settings::Task::Classification, {}, {}};
    std::vector<Part> parts;
    parts.push_back(PartReader(wanted, wanted.path, columns, report).read());
    CsvTable table;
    table.targets = static_cast<std::int64_t>(columns.targets.size());
    if (columns.isClassification)
        numberTheClasses(columns);
    table.inputNames = inputNames(columns);
    if (!wanted.validationPath.empty())
        parts.push_back(PartReader(wanted, wanted.validationPath, columns, validationReport).read());
    for (Part &part : parts) {
        spreadCategories(columns, table.inputNames.size(), part);
        if (columns.isClassification)
            for (const std::uint32_t code : part.codes[columns.targets.front()])
                part.rows.classes.push_back(columns.all[columns.targets.front()].classes.classOf[code]);
        table.notices.insert(table.notices.end(), part.notices.begin(), part.notices.end());
    }
    if (columns.isClassification)
        for (const std::string &name : columns.all[columns.targets.front()].classes.names)
            table.classNames.push_back(bytes::validUtf8(name));
    table.training = std::move(parts.front().rows);
    if (parts.size() > 1)
        table.validation = std::move(parts.back().rows);
    return table;
}

} // namespace lensboard::dataset
