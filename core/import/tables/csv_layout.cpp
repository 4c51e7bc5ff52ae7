#include "core/import/tables/csv_layout.h"

#include "core/bytes/csv_text.h"
#include "core/import/tables/date_time.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lensboard::imports {

namespace {

using Cells = std::vector<std::string>;
using Kind = SampledCell::Kind;

bool isNumber(std::string_view cell)
{
    return !bytes::isMissing(cell) && asNumber(cell).isNumber();
}

/// Names columns, with numbers behind names that occur again.
std::vector<CsvColumn> columnsNamed(const Cells &names, std::size_t count)
{
    std::vector<CsvColumn> columns;
    std::map<std::string, int> known;
    for (std::size_t i = 0; i < std::max(count, names.size()); ++i) {
        CsvColumn column;
        column.isNamed = i < names.size() && !names[i].empty() && !names[i].starts_with("Unnamed: "); // pandas's name for none
        column.name = i < names.size() && !names[i].empty() ? names[i] : "column " + std::to_string(i + 1);
        if (const int times = ++known[column.name]; times > 1)
            column.name += " (" + std::to_string(times) + ')';
        columns.push_back(std::move(column));
    }
    return columns;
}

bool isHeaderOf(const Cells &cells, const std::vector<CsvColumn> &columns)
{
    if (std::ranges::any_of(cells, [](const std::string &cell) { return record::numberFromText(cell).has_value(); })) // takes little time
        return false;
    bool isKnown = false;
    for (const std::string &cell : cells) {
        if (isNumber(cell))
            return false;
        isKnown = isKnown || std::ranges::find(columns, cell, &CsvColumn::name) != columns.end();
    }
    return isKnown && cells.size() > 1;
}

class LayoutFinder
{
public:
    LayoutFinder(const std::vector<std::string> &records, const std::string &comment)
    {
        m_layout.delimiter = bytes::likelyDelimiter(records[0], records[1], kMaxCsvColumns);
        for (const std::string &record : records)
            bytes::splitCells(record, m_layout.delimiter, kMaxCsvColumns, m_rows.emplace_back());
        findHeader(comment);
    }

    CsvLayout find(const RoleChoice &choice)
    {
        learnNumbers();
        const std::vector<SampledColumn> sampled = sampledColumns();
        const RowRoles roles = rowRoles(sampled, LongFormat::ByContent, choice);
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            CsvColumn &column = m_layout.columns[i];
            column.role = roles.columns[i].role;
            column.field = roles.columns[i].field;
            column.use = roles.use(i);
            column.isChosen = std::ranges::find(choice, column.name, &RoleChoice::value_type::first) != choice.end();
        }
        m_layout.place = roles.place;
        m_layout.epoch = roles.epoch;
        m_layout.runs = roles.runs;
        m_layout.phases = roles.phases;
        m_layout.isLong = roles.isLong;
        m_layout.description = describedRoles(roles, sampled, choice);
        findTimeOfDay();
        return std::move(m_layout);
    }

private:
    Kind kind(const Cells &row, std::size_t column) const
    {
        if (column >= row.size() || bytes::isMissing(row[column]))
            return Kind::Missing;
        return asNumber(row[column]).isNumber() ? Kind::Number : Kind::Text;
    }

    void findHeader(const std::string &comment)
    {
        Cells names;
        bool textOverNumber = false, anyNumber = false;
        for (std::size_t i = 0; i < m_rows[0].size(); ++i) {
            anyNumber = anyNumber || kind(m_rows[0], i) == Kind::Number;
            textOverNumber = textOverNumber || (kind(m_rows[0], i) == Kind::Text && kind(m_rows[1], i) == Kind::Number);
        }
        m_layout.hasHeader = textOverNumber || !anyNumber;
        if (m_layout.hasHeader) {
            names = m_rows.front();
            m_rows.erase(m_rows.begin());
        } else {
            bytes::splitCells(comment, m_layout.delimiter, kMaxCsvColumns, names);
            if (names.size() != m_rows[0].size())
                names.clear();
        }
        m_layout.columns = columnsNamed(names, m_rows.front().size());
        if (m_layout.hasHeader)
            dropHeaders(names);
    }

    /// Drops repeated headers, and all rows after a different header: their cells belong to other columns.
    void dropHeaders(const Cells &names)
    {
        const auto other = std::ranges::find_if(m_rows, [&](const Cells &row) { return row != names && isHeaderOf(row, m_layout.columns); });
        m_rows.erase(other, m_rows.end());
        std::erase(m_rows, names);
    }

    /// Finds each column's number format. An ambiguous column uses the format of the other columns. If they give none, a comma is a
    /// thousands separator only if it is the delimiter, too.
    void learnNumbers()
    {
        using Mark = NumberStyle::Mark;
        std::set<Mark> marks;
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            CsvColumn &column = m_layout.columns[i];
            for (const Cells &row : m_rows)
                if (i < row.size())
                    column.numbers.learn(row[i]);
            marks.insert(column.numbers.mark());
        }
        marks.erase(Mark::Unknown);
        const bool isClear = marks.size() == 1;
        const Mark likely = isClear ? *marks.begin() : m_layout.delimiter == ',' ? Mark::Point : Mark::Unknown;
        for (CsvColumn &column : m_layout.columns) {
            column.isAmbiguous = column.numbers.isAmbiguous() && !isClear;
            if (column.numbers.mark() == Mark::Unknown)
                column.numbers.setMark(likely);
        }
    }

    std::vector<SampledColumn> sampledColumns() const
    {
        std::vector<SampledColumn> columns;
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            SampledColumn &column = columns.emplace_back(SampledColumn{m_layout.columns[i].name, m_layout.columns[i].isNamed});
            for (const Cells &row : m_rows)
                column.cells.push_back(sampledCell(row, i));
        }
        return columns;
    }

    SampledCell sampledCell(const Cells &row, std::size_t column) const
    {
        if (column >= row.size() || bytes::isMissing(row[column]))
            return {};
        if (const auto number = m_layout.columns[column].numbers.number(row[column]))
            return {Kind::Number, *number};
        return {Kind::Text, 0, row[column]};
    }

    /// Finds a column of times without dates beside a column of dates without times.
    void findTimeOfDay()
    {
        const auto holds = [&](std::size_t column, auto isIt) {
            return std::ranges::all_of(m_rows, [&](const Cells &row) { return kind(row, column) == Kind::Missing || isIt(row[column]); })
                && std::ranges::any_of(m_rows, [&](const Cells &row) { return kind(row, column) == Kind::Text; });
        };
        std::optional<std::size_t> date, time;
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            const CsvColumn &column = m_layout.columns[i];
            if (column.role == Role::Stamp && column.field == StampField::WallTime && holds(i, [](const std::string &cell) { return cell.size() == 10 && dateTime(cell); }))
                date = i;
            else if (column.role == Role::Series && !column.isChosen && holds(i, [](const std::string &cell) { return dateTime("2000-01-01 " + cell).has_value(); }))
                time = i;
        }
        if (!date || !time)
            return;
        m_layout.timeOfDay = time;
        m_layout.columns[*time].role = Role::Stamp;
        m_layout.columns[*time].use = ColumnUse::Time;
    }

    CsvLayout m_layout;
    std::vector<Cells> m_rows; ///< rows without the header
};

} // namespace

std::vector<std::string> CsvLayout::namesOf(const std::vector<std::size_t> &indices) const
{
    std::vector<std::string> names;
    for (const std::size_t i : indices)
        names.push_back(columns[i].name);
    return names;
}

bool CsvLayout::isLike(const CsvLayout &other) const
{
    const auto isAlike = [](const CsvColumn &a, const CsvColumn &b) {
        return a.name == b.name && a.role == b.role && a.field == b.field && a.numbers.mark() == b.numbers.mark() && a.numbers.isPercent() == b.numbers.isPercent();
    };
    return std::tie(delimiter, hasHeader, isLong, place, epoch, runs, phases, timeOfDay)
            == std::tie(other.delimiter, other.hasHeader, other.isLong, other.place, other.epoch, other.runs, other.phases, other.timeOfDay)
        && std::ranges::equal(columns, other.columns, isAlike);
}

CsvLayout csvLayout(const std::vector<std::string> &records, const std::string &comment, const RoleChoice &choice)
{
    return LayoutFinder(records, comment).find(choice);
}

bool isHeader(const std::vector<std::string> &cells, const CsvLayout &layout)
{
    const bool beginsLikeRow = cells.front().empty() || std::string_view("+-.0123456789").find(cells.front().front()) != std::string_view::npos;
    return layout.hasHeader && !beginsLikeRow && isHeaderOf(cells, layout.columns);
}

CsvLayout layoutAfter(const std::vector<std::string> &header, const CsvLayout &before)
{
    CsvLayout after = before;
    after.columns = columnsNamed(header, header.size());
    after.place = after.epoch = after.timeOfDay = std::nullopt;
    after.runs.clear();
    after.phases.clear();
    for (std::size_t i = 0; i < after.columns.size(); ++i) {
        CsvColumn &column = after.columns[i];
        const auto known = std::ranges::find(before.columns, column.name, &CsvColumn::name);
        if (known == before.columns.end()) {
            column.numbers.setMark(before.delimiter == ',' ? NumberStyle::Mark::Point : NumberStyle::Mark::Unknown);
            continue;
        }
        column = *known;
        const auto old = static_cast<std::size_t>(known - before.columns.begin());
        const auto follow = [&](std::optional<std::size_t> &mine, const std::optional<std::size_t> &theirs) { mine = theirs == old ? std::optional(i) : mine; };
        follow(after.place, before.place);
        follow(after.epoch, before.epoch);
        follow(after.timeOfDay, before.timeOfDay);
        if (std::ranges::find(before.runs, old) != before.runs.end())
            after.runs.push_back(i);
        if (std::ranges::find(before.phases, old) != before.phases.end())
            after.phases.push_back(i);
    }
    return after;
}

std::optional<std::pair<std::string, std::string>> partedHeader(std::string_view first, std::string_view second)
{
    const char delimiter = second.find(',') != second.npos ? ',' : second.find('\t') != second.npos ? '\t' : ';';
    Cells joined, row;
    bytes::splitCells(first, delimiter, kMaxCsvColumns, joined);
    bytes::splitCells(second, delimiter, kMaxCsvColumns, row);
    const std::size_t count = row.size();
    if (count < 2 || joined.size() != 2 * count - 1)
        return std::nullopt;
    const std::string &middle = joined[count - 1];
    const std::size_t number = middle.find_first_of("+-.0123456789");
    const auto areNumbers = [](auto begin, auto end) { return std::all_of(begin, end, [](const std::string &cell) { return isNumber(cell); }); };
    const auto end = joined.begin() + static_cast<std::ptrdiff_t>(count);
    if (number == 0 || number == middle.npos || !isNumber(std::string_view(middle).substr(number)) || !areNumbers(end, joined.end())
        || std::any_of(joined.begin(), end - 1, [](const std::string &cell) { return isNumber(cell); }))
        return std::nullopt;
    const std::size_t at = first.find(middle) + number;
    return std::pair(std::string(first.substr(0, at)) + '\n', std::string(first.substr(at)));
}

} // namespace lensboard::imports
