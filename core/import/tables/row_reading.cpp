#include "core/import/tables/row_reading.h"

#include <algorithm>
#include <array>
#include <set>

namespace lensboard::imports {

namespace {

constexpr std::array kUseTexts = {"value", "step", "epoch", "tick", "samples", "time", "run", "phase", "series name", "skipped"}; ///< by ColumnUse

} // namespace

const char *toText(ColumnUse use)
{
    return kUseTexts[static_cast<std::size_t>(use)];
}

std::optional<ColumnUse> columnUseFromText(std::string_view text)
{
    const auto found = std::ranges::find(kUseTexts, text);
    return found == kUseTexts.end() ? std::nullopt : std::optional(static_cast<ColumnUse>(found - kUseTexts.begin()));
}

RoleChoice roleChoice(const std::string &step, const std::string &run)
{
    RoleChoice choice;
    if (!step.empty())
        choice.emplace_back(step, ColumnUse::Step);
    if (!run.empty())
        choice.emplace_back(run, ColumnUse::Run);
    return choice;
}

RoleChoice RowReading::choice() const
{
    RoleChoice choice;
    for (const Column &column : columns)
        if (column.isChosen)
            choice.emplace_back(column.name, column.use);
    return choice;
}

std::string RowReading::shape() const
{
    std::set<std::string_view> names; // keys of JSON objects have no fixed order
    for (const Column &column : columns)
        names.insert(column.name);
    std::string shape = format;
    for (const std::string_view name : names)
        (shape += '\n') += name;
    return shape;
}

std::vector<std::size_t> shownRows(const std::vector<std::uint64_t> &indices)
{
    constexpr std::size_t kOfEach = 10;
    const std::size_t count = indices.size();
    const auto half = std::ranges::lower_bound(indices, count == 0 ? 0 : indices.back() / 2) - indices.begin();
    std::set<std::size_t> shown;
    for (std::size_t i = 0; i < kOfEach; ++i)
        for (const std::size_t position : {i, static_cast<std::size_t>(half) + i, count - std::min(count, i + 1)})
            if (position < count)
                shown.insert(position);
    return {shown.begin(), shown.end()};
}

} // namespace lensboard::imports
