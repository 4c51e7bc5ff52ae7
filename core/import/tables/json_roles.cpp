#include "core/import/tables/json_roles.h"

#include "core/bytes/blanks.h"
#include "core/import/tables/date_time.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lensboard::imports {

namespace {

using Kind = SampledCell::Kind;

constexpr std::size_t kMaxSettingsRows = 3;
constexpr std::size_t kMaxCells = 1'000'000; ///< limits the memory for objects with many different keys

/// Collects the keys of objects as columns.
class KeyColumns
{
public:
    explicit KeyColumns(const std::vector<FlatJson> &objects) : m_most(kMaxCells / std::max<std::size_t>(objects.size(), 1))
    {
        for (std::size_t row = 0; row < objects.size(); ++row) {
            for (const auto &[key, number] : objects[row].numbers)
                put(key, row, {Kind::Number, number});
            for (const auto &[key, text] : objects[row].texts)
                put(key, row, {Kind::Text, 0, text});
        }
    }

    std::vector<SampledColumn> &columns() { return m_columns; }

private:
    void put(const std::string &key, std::size_t row, SampledCell cell)
    {
        auto known = m_indices.find(key);
        if (known == m_indices.end()) {
            if (m_columns.size() == m_most)
                return;
            known = m_indices.emplace(key, m_columns.size()).first;
            m_columns.push_back({key});
        }
        auto &cells = m_columns[known->second].cells;
        cells.resize(row + 1);
        cells[row] = std::move(cell);
    }

    std::size_t m_most;
    std::vector<SampledColumn> m_columns;
    std::unordered_map<std::string, std::size_t> m_indices;
};

std::string unitOf(const std::string &text)
{
    return text.ends_with('%') ? "%" : record::numberFromText(text) ? "value" : "s";
}

/// Turns texts into numbers in columns with numbers alone. Returns the unit; empty for other columns.
std::string takeNumberTexts(SampledColumn &column)
{
    const auto isText = [](const SampledCell &cell) { return cell.kind == Kind::Text; };
    const auto first = std::ranges::find_if(column.cells, isText);
    if (first == column.cells.end() || std::ranges::any_of(column.cells, [&](const SampledCell &cell) { return isText(cell) && !numberInText(cell.text); }))
        return {};
    const std::string unit = unitOf(first->text);
    for (SampledCell &cell : column.cells)
        if (isText(cell))
            cell = {Kind::Number, *numberInText(cell.text)};
    return unit;
}

bool hasKey(const FlatJson &object, const std::string &key)
{
    const auto isIt = [&key](const auto &value) { return value.first == key; };
    return std::ranges::any_of(object.numbers, isIt) || std::ranges::any_of(object.texts, isIt);
}

/// Returns the number of first objects that have no place, and mostly keys that no later object has.
std::size_t settingsRows(const std::vector<FlatJson> &objects, const std::string &place)
{
    std::size_t first = 0;
    while (first < std::min(objects.size(), kMaxSettingsRows) && !hasKey(objects[first], place))
        ++first;
    if (place.empty() || first == objects.size() || hasKey(objects[first], place) == false)
        return 0;
    std::set<std::string_view> later;
    for (std::size_t i = first; i < objects.size(); ++i)
        for (const auto &[key, number] : objects[i].numbers)
            later.insert(key);
    for (std::size_t i = 0; i < first; ++i) {
        const auto &numbers = objects[i].numbers;
        const auto again = std::ranges::count_if(numbers, [&](const auto &value) { return later.contains(value.first); });
        if (numbers.empty() || 2 * static_cast<std::size_t>(again) >= numbers.size())
            return i;
    }
    return first;
}

} // namespace

ColumnRole JsonRoles::roleOf(const std::string &key) const
{
    const auto isIn = [&key](const std::vector<std::string> &keys) { return std::ranges::find(keys, key) != keys.end(); };
    if (!place.empty() && key == place)
        return {Role::Stamp, placeField};
    if (isIn(runs) || isIn(phases))
        return {Role::Part};
    if (isLong() && (key == seriesName || key == seriesValue))
        return {key == seriesName ? Role::SeriesName : Role::SeriesValue};
    if (const auto known = chosen.find(key); known != chosen.end())
        return known->second;
    const StampField field = stampField(key);
    const bool isStamp = field == StampField::Tick || field == StampField::Epoch || field == StampField::Samples || field == StampField::WallTime;
    if (isStamp && (!namesTotal(key) || isIn(totals)))
        return {Role::Stamp, field};
    return {isLong() ? Role::Skipped : Role::Series};
}

bool JsonRoles::isLike(const JsonRoles &other) const
{
    const auto all = [](const JsonRoles &roles) {
        return std::tie(roles.place, roles.placeField, roles.runs, roles.phases, roles.seriesName, roles.seriesValue, roles.totals, roles.numberTexts, roles.settings);
    };
    return all(*this) == all(other);
}

JsonRoles jsonRoles(const std::vector<FlatJson> &objects, const RoleChoice &choice)
{
    JsonRoles roles;
    KeyColumns keys(objects);
    std::vector<SampledColumn> &columns = keys.columns();
    const auto isName = [&choice](const std::string &key) {
        return std::ranges::any_of(choice, [&key](const auto &chosen) {
            return chosen.first == key && (chosen.second == ColumnUse::Run || chosen.second == ColumnUse::Phase || chosen.second == ColumnUse::SeriesName);
        });
    };
    for (SampledColumn &column : columns)
        if (const std::string unit = isName(column.name) ? std::string() : takeNumberTexts(column); !unit.empty())
            roles.numberTexts[column.name] = unit;
    const RowRoles found = rowRoles(columns, LongFormat::Named, choice);
    if (found.place) {
        roles.place = columns[*found.place].name;
        roles.placeField = found.columns[*found.place].field;
    }
    for (const std::size_t run : found.runs)
        roles.runs.push_back(columns[run].name);
    for (const std::size_t phase : found.phases)
        roles.phases.push_back(columns[phase].name);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (found.columns[i].role == Role::SeriesName)
            roles.seriesName = columns[i].name;
        else if (found.columns[i].role == Role::SeriesValue)
            roles.seriesValue = columns[i].name;
        else if (found.columns[i].role == Role::Stamp && namesTotal(columns[i].name))
            roles.totals.push_back(columns[i].name);
    }
    std::ranges::sort(roles.totals);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        roles.uses.emplace_back(columns[i].name, found.use(i));
        if (std::ranges::find(choice, columns[i].name, &RoleChoice::value_type::first) != choice.end())
            roles.chosen[columns[i].name] = found.columns[i];
    }
    roles.settings = settingsRows(objects, roles.place);
    roles.description = describedRoles(found, columns, choice);
    return roles;
}

std::optional<double> numberInText(std::string_view text)
{
    if (text.ends_with('%'))
        text = bytes::trimmed(text.substr(0, text.size() - 1));
    const auto number = record::numberFromText(text);
    return number ? number : durationSeconds(text);
}

} // namespace lensboard::imports
