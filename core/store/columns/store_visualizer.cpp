#include "core/store/columns/store_visualizer.h"

#include "core/store/columns/run_store.h"

#include <utility>

namespace lensboard::store {

StoreVisualizer::StoreVisualizer(std::shared_ptr<RunStore> store) : m_store(std::move(store))
{
    RunCursor cursor;
    const RunChanges known = m_store->since(cursor);
    for (std::uint32_t id = 0; id < known.series.size(); ++id)
        m_known.emplace(known.series[id], id); // a file may contain the same series twice
}

std::uint32_t StoreVisualizer::registerTag(const record::TagSpec &tag)
{
    return m_store->registerTag(tag);
}

std::uint32_t StoreVisualizer::registerSeries(const record::SeriesSpec &series)
{
    const auto known = m_known.find(series);
    return known != m_known.end() ? known->second : m_known[series] = m_store->registerSeries(series);
}

void StoreVisualizer::plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values)
{
    const std::size_t first = m_staged.values.size();
    m_staged.values.insert(m_staged.values.end(), values.begin(), values.end());
    noteTime(stamp.wallSeconds, first);
}

void StoreVisualizer::plotLate(const record::TickStamp &, std::span<const record::LateValue> late)
{
    m_staged.late.insert(m_staged.late.end(), late.begin(), late.end());
}

void StoreVisualizer::plotTensors(const record::TickStamp &, std::span<const record::SeriesTensor> tensors)
{
    m_staged.tensors.insert(m_staged.tensors.end(), tensors.begin(), tensors.end());
}

void StoreVisualizer::plotHistograms(const record::TickStamp &, std::span<const record::SeriesHistogram> histograms)
{
    m_staged.histograms.insert(m_staged.histograms.end(), histograms.begin(), histograms.end());
}

void StoreVisualizer::endTick(const record::TickStamp &stamp)
{
    m_staged.stamp = stamp;
    if (m_staged.valueWallSeconds.empty() && m_stagedSeconds != 0 && m_stagedSeconds != stamp.wallSeconds)
        m_staged.valueWallSeconds.assign(m_staged.values.size(), m_stagedSeconds);
    m_stagedSeconds = 0;
    const std::size_t size = m_staged.values.size();
    m_store->commit(std::exchange(m_staged, {}));
    m_staged.values.reserve(size);
}

void StoreVisualizer::note(const record::RunEvent &event)
{
    m_store->append(event);
}

/// Records that the values from number \p firstValue on were measured at \p wallSeconds.
void StoreVisualizer::noteTime(double wallSeconds, std::size_t firstValue)
{
    if (firstValue == 0)
        m_stagedSeconds = wallSeconds;
    if (m_staged.valueWallSeconds.empty() && wallSeconds == m_stagedSeconds)
        return;
    m_staged.valueWallSeconds.resize(firstValue, m_stagedSeconds);
    m_staged.valueWallSeconds.resize(m_staged.values.size(), wallSeconds);
}

} // namespace lensboard::store
