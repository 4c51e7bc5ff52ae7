#include "core/visualizer/labelled_visualizer.h"

#include <algorithm>

namespace lensboard::visualizer {

using record::SeriesRole;

namespace {

/// Returns the item with \p member equal to \p key; adds it if missing. Tries the last item first, since it mostly matches.
template <typename Item, typename Key>
Item &findOrAdd(std::vector<Item> &items, Key Item::*member, const Key &key)
{
    if (!items.empty() && items.back().*member == key)
        return items.back();
    const auto known = std::ranges::find(items, key, member);
    if (known != items.end())
        return *known;
    items.emplace_back().*member = key;
    return items.back();
}

} // namespace

void LabelledVisualizer::plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values)
{
    struct Shown
    {
        std::uint32_t tag = 0;
        Readings readings = {};
    };
    std::vector<Shown> all;
    for (const auto &[id, value] : values) {
        const record::SeriesSpec &series = m_known.series(id);
        LayerReading &reading = findOrAdd(findOrAdd(all, &Shown::tag, series.tag).readings, &LayerReading::layer, series.layer);
        if (series.role == SeriesRole::Line) {
            reading.values.push_back({series.label, value});
        } else if (series.role == SeriesRole::BandLow) {
            reading.ranges.push_back({series.label, {}, value, value});
        } else if (series.role == SeriesRole::BandHigh && !reading.ranges.empty()) {
            reading.ranges.back().highLabel = series.label;
            reading.ranges.back().high = value;
        }
    }
    for (const Shown &shown : all)
        show(stamp, m_known.tag(shown.tag), shown.readings);
}

} // namespace lensboard::visualizer
