#include "core/import/tables/csv_layout.h"

#include "core/bytes/csv_text.h"
#include "core/bytes/lower_case.h"
#include "core/import/tables/date_time.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace lensboard::imports {

namespace {

using Cells = std::vector<std::string>;
using Role = CsvColumn::Role;

enum class CellKind { Missing, Number, Text };

bool isOneOf(const std::string &name, std::initializer_list<const char *> names)
{
    return std::find(names.begin(), names.end(), bytes::lowerCase(name)) != names.end();
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

    CsvLayout find()
    {
        learnNumbers();
        assignStamps();
        findPart();
        const bool placeIsNamed = m_layout.place.has_value();
        if (!findNamedLong()) {
            if (!placeIsNamed)
                findRisingPlace();
            findLongByContent();
            m_layout.isCertain = placeIsNamed && !hasTextColumn();
        } else {
            m_layout.isCertain = placeIsNamed;
        }
        for (const CsvColumn &column : m_layout.columns)
            m_layout.isCertain = m_layout.isCertain && !column.isAmbiguous;
        return std::move(m_layout);
    }

private:
    CellKind kind(const Cells &row, std::size_t column) const
    {
        if (column >= row.size() || bytes::isMissing(row[column]))
            return CellKind::Missing;
        return asNumber(row[column]).isNumber() ? CellKind::Number : CellKind::Text;
    }

    std::optional<double> number(const Cells &row, std::size_t column) const
    {
        return column < row.size() ? m_layout.columns[column].numbers.number(row[column]) : std::nullopt;
    }

    void findHeader(const std::string &comment)
    {
        Cells names;
        bool textOverNumber = false, anyNumber = false;
        for (std::size_t i = 0; i < m_rows[0].size(); ++i) {
            anyNumber = anyNumber || kind(m_rows[0], i) == CellKind::Number;
            textOverNumber = textOverNumber || (kind(m_rows[0], i) == CellKind::Text && kind(m_rows[1], i) == CellKind::Number);
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
        nameColumns(names);
    }

    void nameColumns(const Cells &names)
    {
        std::map<std::string, int> known;
        const std::size_t count = std::max(names.size(), m_rows.front().size());
        for (std::size_t i = 0; i < count; ++i) {
            std::string name = i < names.size() ? names[i] : std::string();
            if (name.empty())
                name = "column " + std::to_string(i + 1);
            const StampField field = stampField(name);
            if (const int times = ++known[name]; times > 1)
                name += " (" + std::to_string(times) + ')';
            m_layout.columns.push_back({name, Role::Series, field});
        }
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

    template <typename Fits>
    bool allMeasured(std::size_t column, Fits fits) const
    {
        return std::all_of(m_rows.begin(), m_rows.end(), [&](const Cells &row) { return kind(row, column) == CellKind::Missing || fits(row); });
    }

    bool isOfDates(std::size_t column) const
    {
        return kind(m_rows.front(), column) == CellKind::Text && allMeasured(column, [&](const Cells &row) { return dateTime(row[column]); });
    }

    /// Checks the values, because a name alone is no proof: "x" may be a measurement, "time" may be seconds since the start.
    bool fits(std::size_t column) const
    {
        const StampField field = m_layout.columns[column].field;
        if (field == StampField::WallTime && isOfDates(column))
            return true;
        return allMeasured(column, [&](const Cells &row) {
            const auto value = number(row, column);
            if (!value)
                return false;
            return field == StampField::WallTime ? wallSeconds(*value).has_value() : placeNumber(*value, field).has_value();
        });
    }

    bool fitsAsPlace(std::size_t column) const
    {
        const StampField field = m_layout.columns[column].field;
        return isPlace(field) && allMeasured(column, [&](const Cells &row) { return placeNumber(number(row, column).value_or(NAN), field).has_value(); });
    }

    void assignStamps()
    {
        std::vector<CsvColumn> &columns = m_layout.columns;
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (fitsAsPlace(i) && (!m_layout.place || columns[i].field < columns[*m_layout.place].field))
                m_layout.place = i;
        std::set<StampField> seen;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const StampField field = columns[i].field;
            const bool isStampPart = field == StampField::Tick || field == StampField::Epoch || field == StampField::Samples
                                  || field == StampField::WallTime;
            if (m_layout.place != i && !(isStampPart && fits(i) && !seen.contains(field)))
                continue;
            seen.insert(field);
            columns[i].role = Role::Stamp;
            if (field == StampField::Epoch)
                m_layout.epoch = i;
        }
        if (!seen.contains(StampField::WallTime))
            findDates();
    }

    /// Uses the first column of dates as write time if no other column gives it, regardless of its name.
    void findDates()
    {
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i)
            if (m_layout.columns[i].role == Role::Series && isOfDates(i)) {
                m_layout.columns[i].role = Role::Stamp;
                m_layout.columns[i].field = StampField::WallTime;
                return;
            }
    }

    void findPart()
    {
        for (std::size_t i = 0; i < m_layout.columns.size() && !m_layout.part; ++i)
            if (m_layout.columns[i].role == Role::Series && namesPartOfRun(m_layout.columns[i].name)
                && allMeasured(i, [&](const Cells &row) { return isPartOfRun(row[i]); })) {
                m_layout.columns[i].role = Role::Part;
                m_layout.part = i;
            }
    }

    bool findNamedLong()
    {
        std::optional<std::size_t> name, value;
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            const CsvColumn &column = m_layout.columns[i];
            if (!name && kind(m_rows.front(), i) == CellKind::Text && isOneOf(column.name, {"series", "name", "tag", "metric", "variable", "key"}))
                name = i;
            else if (!value && kind(m_rows.front(), i) != CellKind::Text && isOneOf(column.name, {"value", "val", "values", "y"}))
                value = i;
        }
        if (name && value)
            makeLong(*name, *value);
        return m_layout.isLong;
    }

    /// Finds the long format without known names: one column of repeating texts and one column of numbers.
    void findLongByContent()
    {
        std::vector<std::size_t> texts, numbers;
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i)
            if (m_layout.columns[i].role == Role::Series)
                (isText(i) ? texts : numbers).push_back(i);
        if (texts.size() != 1 || numbers.size() != 1)
            return;
        std::set<std::string> different;
        for (const Cells &row : m_rows)
            different.insert(row[texts.front()]);
        if (different.size() > 1 && different.size() < m_rows.size())
            makeLong(texts.front(), numbers.front());
    }

    void makeLong(std::size_t name, std::size_t value)
    {
        m_layout.isLong = true;
        for (CsvColumn &column : m_layout.columns)
            if (column.role == Role::Series)
                column.role = Role::Skipped;
        m_layout.columns[name].role = Role::SeriesName;
        m_layout.columns[value].role = Role::SeriesValue;
    }

    bool isText(std::size_t column) const
    {
        return std::all_of(m_rows.begin(), m_rows.end(), [&](const Cells &row) { return kind(row, column) == CellKind::Text; });
    }

    bool hasTextColumn() const
    {
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i)
            if (kind(m_rows.front(), i) == CellKind::Text)
                return true;
        return false;
    }

    /// Uses the first column as step if its values are integers that rise in all rows, at least three.
    void findRisingPlace()
    {
        if (m_rows.size() < 3 || m_layout.columns.front().role != Role::Series)
            return;
        double last = -INFINITY;
        for (const Cells &row : m_rows) {
            const double value = number(row, 0).value_or(NAN);
            if (!wholeNumber(value) || !(value > last))
                return;
            last = value;
        }
        m_layout.place = 0;
        m_layout.columns.front().role = Role::Stamp;
        m_layout.columns.front().field = StampField::X;
    }

    CsvLayout m_layout;
    std::vector<Cells> m_rows; ///< rows without the header
};

} // namespace

CsvLayout csvLayout(const std::vector<std::string> &records, const std::string &comment)
{
    return LayoutFinder(records, comment).find();
}

} // namespace lensboard::imports
