#include "core/import/tables/row_roles.h"

#include "core/bytes/lower_case.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/tables/date_time.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

namespace lensboard::imports {

namespace {

using Kind = SampledCell::Kind;

constexpr std::size_t kMaxRuns = 1000;

bool isOneOf(const std::string &name, std::initializer_list<const char *> names)
{
    return std::find(names.begin(), names.end(), bytes::lowerCase(name)) != names.end();
}

bool namesRun(const std::string &name)
{
    return isOneOf(name, {"run", "run_name", "run_id", "runid", "run_uuid", "dir_name", "experiment", "experiment_name", "experiment_id", "exp", "trial",
                          "trial_id", "trial_name", "fold", "seed"});
}

/// Values of a column that may be a step.
struct Counter
{
    std::size_t numbers = 0, wholes = 0, changes = 0, falls = 0;

    explicit Counter(const SampledColumn &column, StampField field)
    {
        std::optional<double> last;
        for (const SampledCell &cell : column.cells) {
            if (cell.kind != Kind::Number)
                continue;
            ++numbers;
            wholes += placeNumber(cell.number, field).has_value() || std::abs(cell.number) > 9e15; // steps may have more digits than a double
            changes += last && cell.number != *last;
            falls += last && cell.number < *last;
            last = cell.number;
        }
    }

    bool isConstant() const { return numbers > 1 && changes == 0; }
    /// Returns true if it counts rather than repeats a setting: it changes in at least half of the rows and rarely falls.
    bool counts() const { return numbers > 1 && 2 * changes + 1 >= numbers && 2 * falls <= changes; }
    bool rises() const { return numbers > 1 && falls == 0 && changes + 1 == numbers && wholes == numbers; }
};

class RoleFinder
{
public:
    RoleFinder(const std::vector<SampledColumn> &columns, LongFormat longFormat, const RoleChoice &choice)
        : m_columns(columns), m_longFormat(longFormat), m_choice(choice)
    {
        m_roles.columns.resize(columns.size());
        m_isChosen.resize(columns.size());
        for (const SampledColumn &column : columns)
            m_rows = std::max(m_rows, column.cells.size());
    }

    RowRoles find()
    {
        for (const auto &[name, use] : m_choice)
            choose(chosen(name), use);
        if (!m_roles.place)
            findPlace();
        assignStamps();
        findPhases();
        findLong();
        findRuns();
        if (m_roles.isLong)
            skipOthers();
        return std::move(m_roles);
    }

private:
    const std::string &name(std::size_t column) const { return m_columns[column].name; }
    Role &role(std::size_t column) { return m_roles.columns[column].role; }

    std::size_t count(std::size_t column, Kind kind) const
    {
        return static_cast<std::size_t>(std::ranges::count(m_columns[column].cells, kind, &SampledCell::kind));
    }
    bool isText(std::size_t column) const { return count(column, Kind::Text) > 0 && count(column, Kind::Number) == 0; }
    bool isNumber(std::size_t column) const { return count(column, Kind::Number) > 0 && count(column, Kind::Text) == 0; }

    std::size_t chosen(const std::string &name) const
    {
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (m_columns[i].name == name)
                return i;
        std::string all;
        for (std::size_t i = 0; i < std::min<std::size_t>(m_columns.size(), 20); ++i)
            all += (all.empty() ? "" : ", ") + bytes::clipped(m_columns[i].name);
        throw record::InvalidArgument(record::message("has no column \"%1\"; its columns are %2", name, all));
    }

    bool isFree(std::size_t column) const { return !m_isChosen[column] && m_roles.columns[column].role == Role::Series; }
    bool isAnyChosen(ColumnUse use) const { return std::ranges::find(m_choice, use, &RoleChoice::value_type::second) != m_choice.end(); }

    void choose(std::size_t column, ColumnUse use)
    {
        if (m_isChosen[column])
            throw record::InvalidArgument(record::message("column \"%1\" cannot have two roles", name(column)));
        m_isChosen[column] = true;
        switch (use) {
        case ColumnUse::Value: return;
        case ColumnUse::Skipped: role(column) = Role::Skipped; return;
        case ColumnUse::SeriesName: requireOnly(column, {Role::SeriesName}); role(column) = Role::SeriesName; return;
        case ColumnUse::Run: return addPart(column, m_roles.runs);
        case ColumnUse::Phase: return addPart(column, m_roles.phases);
        case ColumnUse::Step: return choosePlace(column);
        case ColumnUse::Epoch: return chooseStamp(column, StampField::Epoch);
        case ColumnUse::Tick: return chooseStamp(column, StampField::Tick);
        case ColumnUse::Samples: return chooseStamp(column, StampField::Samples);
        case ColumnUse::Time: return chooseStamp(column, StampField::WallTime);
        }
    }

    /// Throws if another column has this role.
    void requireOnly(std::size_t column, const ColumnRole &role) const
    {
        if (const auto other = std::ranges::find(m_roles.columns, role); other != m_roles.columns.end())
            throw record::InvalidArgument(record::message("columns \"%1\" and \"%2\" cannot both have the same role", name(static_cast<std::size_t>(other - m_roles.columns.begin())), name(column)));
    }

    void choosePlace(std::size_t column)
    {
        const bool isEpoch = stampField(name(column)) == StampField::Epoch && !isAnyChosen(ColumnUse::Epoch);
        const StampField field = isEpoch ? StampField::Epoch : StampField::GlobalStep;
        requireOnly(column, {Role::Stamp, field});
        if (Counter(m_columns[column], field).wholes == 0)
            throw record::InvalidArgument(record::message("column \"%1\" has no whole numbers to place rows by", name(column)));
        setPlace(column, field);
    }

    void chooseStamp(std::size_t column, StampField field)
    {
        const bool isTime = field == StampField::WallTime;
        requireOnly(column, {Role::Stamp, field});
        if (isTime && !std::ranges::any_of(m_columns[column].cells, isDate))
            throw record::InvalidArgument(record::message("column \"%1\" has no dates and no seconds since 1970", name(column)));
        if (!isTime && Counter(m_columns[column], field).wholes == 0)
            throw record::InvalidArgument(record::message("column \"%1\" has no whole numbers", name(column)));
        m_roles.columns[column] = {Role::Stamp, field};
        if (field == StampField::Epoch)
            m_roles.epoch = column;
    }

    static bool isDate(const SampledCell &cell)
    {
        return cell.kind == Kind::Number ? wallSeconds(cell.number).has_value() : cell.kind == Kind::Text && dateTime(cell.text).has_value();
    }

    void setPlace(std::size_t column, StampField field)
    {
        m_roles.place = column;
        m_roles.columns[column] = {Role::Stamp, field};
        if (field == StampField::Epoch)
            m_roles.epoch = column;
    }

    void findPlace()
    {
        struct Candidate
        {
            std::size_t column;
            StampField field;
            Counter counter;
        };
        std::vector<Candidate> candidates;
        std::size_t most = 0;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (const StampField field = isFree(i) ? placeField(i) : StampField::None; field != StampField::None) {
                candidates.push_back({i, field, Counter(m_columns[i], field)});
                most = std::max(most, candidates.back().counter.numbers);
            }
        const bool anyChanges = std::ranges::any_of(candidates, [](const Candidate &c) { return c.counter.changes > 0; });
        std::erase_if(candidates, [&](const Candidate &c) { return 2 * c.counter.numbers < most || (anyChanges && c.counter.changes == 0 && c.counter.numbers > 1); });
        const auto best = std::ranges::min_element(candidates, {}, &Candidate::field);
        if (best != candidates.end())
            setPlace(best->column, best->field);
    }

    /// Returns the field of a column that can be the place by its name and its values; None for others.
    StampField placeField(std::size_t column) const
    {
        const StampField field = m_columns[column].isNamed ? stampField(name(column)) : StampField::X;
        if (m_columns[column].isNamed && !isPlace(field))
            return isStepLike(column) ? StampField::Step : StampField::None;
        if (!m_columns[column].isNamed && column > 0)
            return StampField::None;
        const Counter counter(m_columns[column], field);
        if (counter.wholes == 0 || 2 * counter.wholes < counter.numbers)
            return StampField::None;
        if (field == StampField::X)
            return counter.rises() && (m_columns[column].isNamed || counter.numbers >= 3) ? field : StampField::None;
        return !namesTotal(name(column)) || counter.counts() ? field : StampField::None;
    }

    /// Returns true for names of counters, such as "env_step" and "episode".
    bool isStepLike(std::size_t column) const
    {
        if (!endsLikeStep(name(column)))
            return false;
        const Counter counter(m_columns[column], StampField::Step);
        return counter.wholes == counter.numbers && counter.falls == 0 && counter.counts();
    }

    /// Checks the values, because a name alone is no proof: "time" may be seconds since the start.
    bool fitsAsStamp(std::size_t column) const
    {
        const StampField field = stampField(name(column));
        if (field != StampField::Tick && field != StampField::Epoch && field != StampField::Samples && field != StampField::WallTime)
            return false;
        if (field == StampField::WallTime && isOfDates(column))
            return true;
        if (namesTotal(name(column)) && Counter(m_columns[column], field).changes == 0)
            return false;
        return isNumber(column) && std::ranges::all_of(m_columns[column].cells, [&](const SampledCell &cell) {
            return cell.kind == Kind::Missing || (field == StampField::WallTime ? wallSeconds(cell.number).has_value() : placeNumber(cell.number, field).has_value());
        });
    }

    bool isOfDates(std::size_t column) const
    {
        return isText(column) && std::ranges::all_of(m_columns[column].cells, [](const SampledCell &cell) { return cell.kind == Kind::Missing || dateTime(cell.text); });
    }

    /// Returns true for times without dates: another column has the dates.
    bool isOfTimes(std::size_t column) const
    {
        return isText(column) && std::ranges::all_of(m_columns[column].cells, [](const SampledCell &cell) { return cell.kind == Kind::Missing || dateTime("2000-01-01 " + cell.text); });
    }

    void assignStamps()
    {
        std::set<StampField> seen;
        for (const ColumnRole &column : m_roles.columns)
            if (column.role == Role::Stamp)
                seen.insert(column.field);
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const StampField field = stampField(name(i));
            if (!isFree(i) || !fitsAsStamp(i) || !seen.insert(field).second)
                continue;
            m_roles.columns[i] = {Role::Stamp, field};
            if (field == StampField::Epoch)
                m_roles.epoch = i;
        }
        for (std::size_t i = 0; i < m_columns.size() && !seen.contains(StampField::WallTime); ++i)
            if (isFree(i) && isOfDates(i)) { // the first dates are the write time; their name does not matter
                m_roles.columns[i] = {Role::Stamp, StampField::WallTime};
                return;
            }
    }

    void findPhases()
    {
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (isFree(i) && isText(i) && (namesPartOfRun(name(i)) || isOneOf(name(i), {"data"}))
                && std::ranges::all_of(m_columns[i].cells, [](const SampledCell &cell) { return cell.kind == Kind::Missing || isPartOfRun(cell.text); }))
                addPart(i, m_roles.phases);
    }

    void findLong()
    {
        std::vector<std::size_t> values;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (m_isChosen[i] && role(i) == Role::Series && count(i, Kind::Number) > 0)
                values.push_back(i);
        if (const auto named = std::ranges::find(m_roles.columns, Role::SeriesName, &ColumnRole::role); named != m_roles.columns.end())
            return chooseLong(static_cast<std::size_t>(named - m_roles.columns.begin()), std::move(values));
        if (values.size() > 1) // a row has several values
            return;
        findNamedLong();
        if (!m_roles.isLong && m_longFormat == LongFormat::ByContent)
            findLongByContent();
    }

    void chooseLong(std::size_t named, std::vector<std::size_t> values)
    {
        if (values.size() > 1)
            throw record::InvalidArgument(record::message("columns \"%1\" and \"%2\" cannot both be values: each row is one value of a series", name(values[0]), name(values[1])));
        for (std::size_t i = 0; i < m_columns.size() && values.empty(); ++i)
            if (isFree(i) && isValueName(name(i)) && count(i, Kind::Number) > 0)
                values.push_back(i);
        for (std::size_t i = 0; i < m_columns.size() && values.empty(); ++i)
            if (isFree(i) && isNumber(i))
                values.push_back(i);
        if (values.empty())
            throw record::InvalidArgument(record::message("no column has numbers for the series that column \"%1\" names", name(named)));
        makeLong(named, values.front());
    }

    static bool isValueName(const std::string &name)
    {
        return isOneOf(name, {"value", "val", "values", "y", "metricvalue", "metric_value"});
    }

    void findNamedLong()
    {
        std::optional<std::size_t> named, value;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (role(i) != Role::Series)
                continue;
            if (!named && isFree(i) && isText(i) && isOneOf(name(i), {"series", "name", "tag", "metric", "metricname", "metric_name", "variable", "key", "scalar"}))
                named = i;
            else if ((!value || m_isChosen[i]) && count(i, Kind::Number) > 0 && (m_isChosen[i] || isValueName(name(i))))
                value = i;
        }
        if (named && value && count(*named, Kind::Text) == m_rows)
            makeLong(*named, *value);
    }

    /// Finds the long format without known names: one column of numbers beside repeating texts. The last text names the series, others
    /// separate runs.
    void findLongByContent()
    {
        std::vector<std::size_t> texts, numbers;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (role(i) == Role::Series && count(i, Kind::Missing) < m_columns[i].cells.size() && !namesRun(name(i)) && !isOfTimes(i)
                && !(m_isChosen[i] && isText(i)))
                (isText(i) && count(i, Kind::Text) == m_rows ? texts : numbers).push_back(i);
        const bool isOne = texts.size() == 1;
        std::erase_if(texts, [this](std::size_t i) { return differentTexts(i) < 2 || differentTexts(i) >= m_rows; });
        if (texts.empty() || numbers.size() != 1 || (!isOne && !stepsRepeat()))
            return;
        makeLong(texts.back(), numbers.front());
        texts.pop_back();
        for (const std::size_t run : texts)
            addPart(run, m_roles.runs);
    }

    bool stepsRepeat() const
    {
        std::set<double> steps;
        if (m_roles.place)
            for (const SampledCell &cell : m_columns[*m_roles.place].cells)
                if (!steps.insert(cell.number).second)
                    return true;
        return false;
    }

    std::size_t differentTexts(std::size_t column) const
    {
        std::set<std::string_view> different;
        for (const SampledCell &cell : m_columns[column].cells)
            if (cell.kind == Kind::Text)
                different.insert(cell.text);
        return different.size();
    }

    void makeLong(std::size_t named, std::size_t value)
    {
        m_roles.isLong = true;
        role(named) = Role::SeriesName;
        role(value) = Role::SeriesValue;
    }

    void skipOthers()
    {
        for (ColumnRole &column : m_roles.columns)
            if (column.role == Role::Series)
                column.role = Role::Skipped;
    }

    void findRuns()
    {
        if (isAnyChosen(ColumnUse::Run))
            return;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (isFree(i) && separatesRuns(i))
                addPart(i, m_roles.runs);
    }

    void addPart(std::size_t column, std::vector<std::size_t> &parts)
    {
        m_roles.columns[column] = {Role::Part, StampField::None};
        parts.push_back(column);
    }

    /// Returns true for few texts that repeat, if the column is named like that, stands in a table of names and values, or separates rows that
    /// would otherwise share a step.
    bool separatesRuns(std::size_t column) const
    {
        const bool isNamed = namesRun(name(column));
        if ((!isText(column) && !(isNamed && isNumber(column))) || isOfTimes(column))
            return false;
        std::set<std::string> different;
        for (const SampledCell &cell : m_columns[column].cells)
            if (cell.kind != Kind::Missing)
                different.insert(keyOf(cell));
        if (different.size() < 2 || different.size() > kMaxRuns || 2 * different.size() > m_rows)
            return false;
        return (isText(column) && (m_roles.isLong || isNamed)) || orderOf(column) == Order::Separate;
    }

    static std::string keyOf(const SampledCell &cell)
    {
        return cell.kind == Kind::Number ? std::to_string(cell.number) : cell.text;
    }

    enum class Order { AsAll, Separate };

    /// Returns Separate if steps repeat or fall from row to row, but rise among the rows with one text.
    Order orderOf(std::size_t column) const
    {
        if (!m_roles.place)
            return Order::AsAll;
        using Position = std::pair<double, double>; // epoch and step
        std::map<std::string, Position> lasts;
        std::optional<Position> last;
        bool isMixed = false;
        for (std::size_t row = 0; row < m_rows; ++row) {
            const SampledCell *const cell = cellAt(column, row), *const step = cellAt(*m_roles.place, row);
            if (!cell || !step || step->kind != Kind::Number || cell->kind == Kind::Missing)
                continue;
            const SampledCell *const epoch = m_roles.epoch ? cellAt(*m_roles.epoch, row) : nullptr;
            const Position position{epoch ? epoch->number : 0, step->number};
            isMixed = isMixed || (last && position <= *last);
            last = position;
            const auto [known, isNew] = lasts.try_emplace(keyOf(*cell), position);
            if (!isNew && position <= known->second)
                return Order::AsAll;
            known->second = position;
        }
        return isMixed ? Order::Separate : Order::AsAll;
    }

    const SampledCell *cellAt(std::size_t column, std::size_t row) const
    {
        const auto &cells = m_columns[column].cells;
        return row < cells.size() ? &cells[row] : nullptr;
    }

    const std::vector<SampledColumn> &m_columns;
    LongFormat m_longFormat;
    const RoleChoice &m_choice;
    std::vector<bool> m_isChosen; ///< by column
    std::size_t m_rows = 0;
    RowRoles m_roles;
};

std::string quoted(const SampledColumn &column)
{
    return '"' + bytes::clipped(column.name) + '"';
}

/// Returns why a column with a step's name is not the place.
record::Message whyNot(const SampledColumn &column, const SampledColumn &place)
{
    const Counter counter(column, StampField::Step), chosen(place, StampField::Step);
    if (counter.isConstant())
        return record::message("%1 is the same in all rows", quoted(column));
    if (2 * counter.numbers < chosen.numbers)
        return record::message("few rows have %1", quoted(column));
    if (counter.numbers > 0 && 2 * counter.wholes < counter.numbers)
        return record::message("%1 has fractions", quoted(column));
    return {};
}

} // namespace

ColumnUse RowRoles::use(std::size_t column) const
{
    if (place == column)
        return ColumnUse::Step;
    switch (columns[column].role) {
    case Role::Series:
    case Role::SeriesValue: return ColumnUse::Value;
    case Role::SeriesName: return ColumnUse::SeriesName;
    case Role::Skipped: return ColumnUse::Skipped;
    case Role::Part: return std::ranges::find(runs, column) != runs.end() ? ColumnUse::Run : ColumnUse::Phase;
    case Role::Stamp: break;
    }
    switch (columns[column].field) {
    case StampField::Epoch: return ColumnUse::Epoch;
    case StampField::Tick: return ColumnUse::Tick;
    case StampField::Samples: return ColumnUse::Samples;
    default: return ColumnUse::Time;
    }
}

RowRoles rowRoles(const std::vector<SampledColumn> &columns, LongFormat longFormat, const RoleChoice &choice)
{
    return RoleFinder(columns, longFormat, choice).find();
}

std::vector<record::Message> describedRoles(const RowRoles &roles, const std::vector<SampledColumn> &columns, const RoleChoice &choice)
{
    std::vector<record::Message> parts = {roles.place ? record::message("step = %1", quoted(columns[*roles.place])) : record::message("rows are counted")};
    const auto add = [&parts](const record::Message &part) {
        if (!part.empty())
            parts.push_back(part);
    };
    if (roles.place)
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (i != *roles.place && i != roles.epoch && columns[i].isNamed && isPlace(stampField(columns[i].name)))
                add(whyNot(columns[i], columns[*roles.place]));
    if (roles.epoch && roles.epoch != roles.place)
        add(record::message("epoch = %1", quoted(columns[*roles.epoch])));
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (roles.columns[i].field == StampField::WallTime && roles.columns[i].role == Role::Stamp)
            add(record::message("time = %1", quoted(columns[i])));
    for (const std::size_t phase : roles.phases)
        add(record::message("phase = %1", quoted(columns[phase])));
    if (roles.isLong)
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (roles.columns[i].role == Role::SeriesName)
                add(record::message("a series for each %1", quoted(columns[i])));
    std::string names;
    for (const auto &[name, use] : choice)
        names += (names.empty() ? "" : ", ") + quoted({name});
    if (!names.empty())
        add(record::message("chosen: %1", names));
    return parts;
}

} // namespace lensboard::imports
