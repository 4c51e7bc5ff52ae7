#include "core/dataset/csv_table.h"

#include "core/dataset/class_names.h"
#include "core/dataset/csv_records.h"
#include "core/experiment/validate.h"
#include "core/record/valid_utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

namespace lensboard::dataset {

namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kMostColumns = 100'000;
constexpr std::size_t kMostCategories = 10'000; ///< of one column
constexpr std::size_t kMostInputs = 200'000;    ///< columns of inputs, those of categories included
constexpr std::size_t kMostClasses = 65'536;
constexpr std::size_t kLargest = std::size_t{16} << 30; ///< bytes of inputs

std::string shown(const std::string &text)
{
    return '"' + record::clipped(text, 40) + '"';
}

/// Texts by number, in the order in which they came first.
class Codes
{
public:
    std::uint32_t codeOf(const std::string &text)
    {
        const auto [place, isNew] = m_codes.emplace(text, static_cast<std::uint32_t>(m_texts.size()));
        if (isNew)
            m_texts.push_back(text);
        return place->second;
    }

    const std::vector<std::string> &texts() const { return m_texts; }

private:
    std::unordered_map<std::string, std::uint32_t> m_codes;
    std::vector<std::string> m_texts;
};

struct Column
{
    enum class Role { Number, Category, Target, Ignored };

    std::string name;
    Role role = Role::Number;
    Codes codes = {};
    std::vector<std::uint32_t> rows = {}; ///< of a category or a class, its code in each row
};

bool isMissing(const std::string &cell)
{
    return imports::isMissing(cell) || cell == "?";
}

class CsvTableReader
{
public:
    CsvTableReader(const experiment::Choice &choice, const ReadReport &report)
        : m_choice(choice), m_classification(choice.get<std::string>("task") == "classification"),
          m_dropMissing(choice.get<std::string>("missing") == "drop"), m_path(choice.get<std::string>("path")),
          m_records(m_path, choice.get<std::int64_t>("skip_lines"), report)
    {
    }

    CsvTable read()
    {
        readFirst();
        std::string record;
        while (m_records.next(record)) {
            m_line = m_records.line();
            imports::splitCells(record, m_delimiter, kMostColumns + 1, m_cells);
            addRow();
        }
        if (m_table.rows == 0)
            failFile(m_hasHeader && m_dropped == 0 ? "has a header and no rows" : "has no rows without missing values");
        if (m_dropped)
            m_table.notices.push_back(m_path + ": " + std::to_string(m_dropped) + " of "
                                      + std::to_string(m_table.rows + m_dropped)
                                      + " rows have missing values: they are left out.");
        if (m_classification)
            numberTheClasses();
        spreadCategories();
        return std::move(m_table);
    }

private:
    [[noreturn]] void failFile(const std::string &what) const { throw DatasetError(m_path + ": " + what); }

    [[noreturn]] void failCell(std::size_t column, const std::string &what) const
    {
        const std::string &name = m_columns[column].name;
        m_records.fail(m_line, "column " + std::to_string(column) + (m_hasHeader ? " (" + shown(name) + ')' : "") + ": " + what);
    }

    /// The header, if there is one, and the first row.
    void readFirst()
    {
        std::string first, second;
        if (!m_records.next(first))
            failFile("is empty, expected a table as CSV");
        m_line = m_records.line();
        const bool hasSecond = m_records.next(second);
        chooseDelimiter(first, hasSecond ? second : first);
        Cells cells, below;
        imports::splitCells(first, m_delimiter, kMostColumns + 1, cells);
        imports::splitCells(hasSecond ? second : first, m_delimiter, kMostColumns + 1, below);
        if (cells.size() > kMostColumns)
            m_records.fail(m_line, "more than 100000 columns");
        if (cells.size() != below.size())
            m_records.fail(m_records.line(), std::to_string(below.size()) + " cells, line " + std::to_string(m_line) + " has " + std::to_string(cells.size())
                               + "; set dataset.skip_lines if the first lines are not part of the table, or dataset.delimiter");
        chooseHeader(cells, below);
        for (std::size_t i = 0; i < cells.size(); ++i)
            m_columns.push_back({m_hasHeader ? record::validUtf8(cells[i]) : std::to_string(i)});
        chooseColumns();
        if (!m_hasHeader) {
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
        const auto name = m_choice.get<std::string>("delimiter");
        m_delimiter = name == "comma" ? ',' : name == "semicolon" ? ';' : name == "tab" ? '\t' : name == "pipe" ? '|'
                    : name == "blank" ? ' ' : imports::likelyDelimiter(first, second, kMostColumns + 1);
    }

    void chooseHeader(const Cells &cells, const Cells &below)
    {
        const auto header = m_choice.get<std::string>("header");
        m_hasHeader = header == "yes";
        if (header != "auto")
            return;
        const auto isNumber = [&](const std::string &cell) { return imports::cellNumber(cell, m_delimiter).has_value(); };
        bool anyNumber = false, textOverNumber = false;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            anyNumber = anyNumber || isNumber(cells[i]);
            textOverNumber = textOverNumber || (!isNumber(cells[i]) && !isMissing(cells[i]) && isNumber(below[i]));
        }
        m_hasHeader = textOverNumber || !anyNumber;
        if (m_hasHeader && !textOverNumber)
            m_table.notices.push_back(m_path + ": the first line is taken for the header; if it is none, set "
                                               "dataset.header to \"no\".");
    }

    std::size_t columnOf(const std::string &text, const std::string &key) const
    {
        std::vector<std::string> names;
        for (std::size_t i = 0; m_hasHeader && i < m_columns.size(); ++i) {
            if (m_columns[i].name == text)
                return i;
            names.push_back(m_columns[i].name);
        }
        const auto count = static_cast<std::int64_t>(m_columns.size());
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size() && number >= -count && number < count)
            return static_cast<std::size_t>(number < 0 ? number + count : number);
        const std::string guess = m_columns.size() < 1000 ? experiment::nearest(text, names) : "";
        failFile("has no column " + shown(text) + ", which dataset." + key + " names"
                 + (guess.empty() ? "" : ", did you mean " + shown(guess) + "?") + "; it has "
                 + std::to_string(count) + " columns, "
                 + (m_hasHeader ? "the first is " + shown(names.front()) : "without names: use numbers from 0, or from the end, -1"));
    }

    void chooseColumns()
    {
        for (const auto &[key, role] : {std::pair{"categories", Column::Role::Category}, {"ignore", Column::Role::Ignored}})
            for (const auto &text : m_choice.get<std::vector<std::string>>(key))
                m_columns[columnOf(text, key)].role = role;
        m_target = columnOf(m_choice.get<std::string>("target"), "target");
        if (m_columns[m_target].role == Column::Role::Ignored)
            failFile("column " + shown(m_columns[m_target].name) + " is dataset.target, and listed in dataset.ignore");
        m_columns[m_target].role = Column::Role::Target;
        m_numbers = static_cast<std::size_t>(std::count_if(m_columns.begin(), m_columns.end(), [](const Column &column) {
            return column.role == Column::Role::Number;
        }));
        const bool anyCategory = std::any_of(m_columns.begin(), m_columns.end(), [](const Column &column) {
            return column.role == Column::Role::Category;
        });
        if (m_numbers == 0 && !anyCategory)
            failFile("has " + std::to_string(m_columns.size()) + " columns, which leaves none for inputs; "
                     + (m_columns.size() == 1 ? "check dataset.delimiter" : "check dataset.ignore"));
    }

    /// Whether the row is to be left out.
    bool isIncomplete() const
    {
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (m_columns[i].role == Column::Role::Ignored)
                continue;
            const bool isText = m_columns[i].role == Column::Role::Category
                             || (m_columns[i].role == Column::Role::Target && m_classification);
            const auto number = isText ? std::nullopt : imports::cellNumber(m_cells[i], m_delimiter);
            if (!(isMissing(m_cells[i]) || (number && std::isnan(*number))))
                continue;
            if (m_dropMissing)
                return true;
            failCell(i, "the value is missing (found " + shown(m_cells[i])
                            + "); set dataset.missing to \"drop\" to leave such rows out, or list the column in dataset.ignore");
        }
        return false;
    }

    float numberIn(std::size_t column) const
    {
        const auto number = imports::cellNumber(m_cells[column], m_delimiter);
        if (!number)
            failCell(column, "found " + shown(m_cells[column])
                                 + (m_columns[column].role == Column::Role::Target
                                        ? ", expected a number; set dataset.task to \"classification\" if these are classes"
                                        : ", expected a number; list the column in dataset.categories or dataset.ignore"));
        const auto value = static_cast<float>(*number);
        if (!std::isfinite(value))
            failCell(column, "found " + shown(m_cells[column]) + ", expected a number of magnitude up to 3.4e38");
        return value;
    }

    void addRow()
    {
        if (m_cells.size() != m_columns.size())
            m_records.fail(m_line, std::to_string(m_cells.size()) + " cells, expected " + std::to_string(m_columns.size())
                           + " as in the first row");
        if (isIncomplete()) {
            ++m_dropped;
            return;
        }
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            Column &column = m_columns[i];
            if (column.role == Column::Role::Number)
                m_table.inputs.push_back(numberIn(i));
            else if (column.role == Column::Role::Category || (column.role == Column::Role::Target && m_classification))
                column.rows.push_back(column.codes.codeOf(m_cells[i]));
            else if (column.role == Column::Role::Target)
                m_table.values.push_back(numberIn(i));
            if (column.role == Column::Role::Category && column.codes.texts().size() > kMostCategories)
                failCell(i, "more than 10000 different categories; list the column in dataset.ignore");
            if (column.role == Column::Role::Target && column.codes.texts().size() > kMostClasses)
                failCell(i, "more than 65536 different classes; set dataset.task to \"regression\", or check dataset.target");
        }
        ++m_table.rows;
    }

    void numberTheClasses()
    {
        constexpr std::size_t kManyFractions = 100;
        const Column &target = m_columns[m_target];
        ClassNames classes = numberClasses(target.codes.texts());
        const auto isFraction = [](const std::string &text) {
            const auto number = imports::cellNumber(text, ',');
            return number && *number != std::trunc(*number);
        };
        if (classes.names.size() > kManyFractions && std::any_of(classes.names.begin(), classes.names.end(), isFraction))
            failFile("column " + shown(target.name) + ": " + std::to_string(classes.names.size())
                     + " different numbers with fractions, which are no classes; set dataset.task to \"regression\", or "
                       "check dataset.target");
        if (classes.names.size() < 2)
            failFile("column " + shown(target.name) + ": all rows are of the class " + shown(classes.names.front())
                     + ", expected at least two classes");
        for (const std::uint32_t code : target.rows)
            m_table.classes.push_back(classes.classOf[code]);
        for (const std::string &name : classes.names)
            m_table.classNames.push_back(record::validUtf8(name));
    }

    /// Gives every category a column of its own, where its column stands.
    void spreadCategories()
    {
        std::vector<ClassNames> categories(m_columns.size());
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const Column &column = m_columns[i];
            if (column.role == Column::Role::Number)
                m_table.inputNames.push_back(column.name);
            if (column.role != Column::Role::Category)
                continue;
            categories[i] = numberClasses(column.codes.texts());
            for (const std::string &name : categories[i].names)
                m_table.inputNames.push_back(column.name + '=' + record::validUtf8(name));
        }
        const std::size_t width = m_table.inputNames.size(), rows = static_cast<std::size_t>(m_table.rows);
        if (width > kMostInputs || width * sizeof(float) > kLargest / rows)
            failFile("its categories make " + std::to_string(width) + " columns of " + std::to_string(rows)
                     + " rows, which is too much; list some in dataset.ignore");
        if (width == m_numbers)
            return;
        std::vector<float> spread(rows * width);
        const float *from = m_table.inputs.data();
        float *to = spread.data();
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t i = 0; i < m_columns.size(); ++i) {
                if (m_columns[i].role == Column::Role::Number) {
                    *to++ = *from++;
                } else if (m_columns[i].role == Column::Role::Category) {
                    to[categories[i].classOf[m_columns[i].rows[row]]] = 1;
                    to += categories[i].names.size();
                }
            }
        m_table.inputs = std::move(spread);
    }

    const experiment::Choice &m_choice;
    bool m_classification;
    bool m_dropMissing;
    std::string m_path;
    CsvRecords m_records;
    CsvTable m_table;
    Cells m_cells; ///< of the row that began at m_line
    std::int64_t m_line = 0;
    std::vector<Column> m_columns;
    std::size_t m_target = 0;
    std::size_t m_numbers = 0; ///< columns
    std::int64_t m_dropped = 0;
    char m_delimiter = ',';
    bool m_hasHeader = false;
};

} // namespace

CsvTable readCsvTable(const experiment::Choice &choice, const ReadReport &report)
{
    return CsvTableReader(choice, report).read();
}

} // namespace lensboard::dataset
