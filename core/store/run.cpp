#include "core/store/run.h"

#include "core/store/columns/trace.h"

#include <algorithm>
#include <numeric>

namespace lensboard::store {

using record::TickStamp;

namespace {

std::optional<StampedValue> stamped(std::optional<PlacedValue> placed, const TickTable &ticks)
{
    if (!placed)
        return std::nullopt;
    return StampedValue{placed->stamp(ticks), placed->value};
}

} // namespace

Trace Run::trace(std::uint32_t series, const Window &window) const
{
    Trace seen;
    visit({&series, 1}, [&](auto columns, auto &) { seen = store::trace(columns.front(), window); });
    return seen;
}

std::vector<StampedValue> Run::sampled(std::uint32_t series, const Window &window, std::size_t most) const
{
    std::vector<StampedValue> values;
    visit({&series, 1}, [&](auto columns, auto &ticks) {
        for (const PlacedValue &placed : store::sampled(columns.front(), window, most))
            values.push_back({placed.stamp(ticks), placed.value});
    });
    return values;
}

std::optional<StampedValue> Run::valueAt(std::uint32_t series, record::Axis axis, double x) const
{
    return valuesAt({&series, 1}, axis, x).front();
}

std::vector<std::optional<StampedValue>> Run::valuesAt(std::span<const std::uint32_t> series, record::Axis axis, double x) const
{
    std::vector<std::optional<StampedValue>> values;
    visit(series, [&](auto columns, auto &ticks) {
        for (const ColumnView &column : columns)
            values.push_back(stamped(store::valueAt(column, axis, x), ticks));
    });
    return values;
}

std::optional<StampedValue> Run::firstNonFinite(std::uint32_t series) const
{
    std::optional<StampedValue> value;
    visit({&series, 1}, [&](auto columns, auto &ticks) { value = stamped(store::firstNonFinite(columns.front()), ticks); });
    return value;
}

std::vector<PlacedValue> Run::values(std::uint32_t series, std::size_t first, std::size_t count) const
{
    std::vector<PlacedValue> values;
    visit({&series, 1}, [&](auto columns, auto &) { values = valuesFrom(columns.front(), first, count); });
    return values;
}

std::vector<PlacedValue> Run::valuesAfter(std::uint32_t series, const std::optional<PlacedValue> &last, std::size_t count) const
{
    std::vector<PlacedValue> values;
    visit({&series, 1}, [&](auto columns, auto &) { values = store::valuesAfter(columns.front(), last, count); });
    return values;
}

std::optional<std::pair<TickStamp, TickStamp>> Run::span(std::uint32_t series, record::Axis axis) const
{
    std::optional<std::pair<TickStamp, TickStamp>> span;
    visit({&series, 1}, [&](auto columns, auto &) { span = spanOf(columns.front(), axis); });
    return span;
}

std::vector<record::Frame> Run::frames(std::size_t first, std::size_t last) const
{
    std::vector<std::uint32_t> all(seriesCount());
    std::iota(all.begin(), all.end(), 0);
    std::vector<record::Frame> frames;
    visit(all, [&](auto columns, auto &ticks) { frames = framesOf(columns, ticks, first, std::min(last, ticks.size())); });
    return frames;
}

std::vector<TickStamp> Run::ticks(std::size_t first, std::size_t last) const
{
    std::vector<TickStamp> stamps;
    visit({}, [&](auto, auto &ticks) { stamps = ticks.copy(first, last); });
    return stamps;
}

std::size_t Run::frameCount() const
{
    std::size_t count = 0;
    visit({}, [&](auto, auto &ticks) { count = ticks.size(); });
    return count;
}

} // namespace lensboard::store
