#include "core/store/run_store.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::store {

RunStore::RunStore(record::RunInfo info)
{
    m_catalogue.info = std::move(info);
}

std::uint32_t RunStore::registerTag(const record::TagSpec &tag)
{
    const std::lock_guard lock(m_mutex);
    const auto index = static_cast<std::uint32_t>(m_tags.size());
    const auto [known, added] = m_tags.try_emplace(tag.name, index, tag);
    if (!added && known->second.second == tag)
        return known->second.first;
    known->second.second = tag;
    m_catalogue.tagLog.push_back(known->second);
    m_grown.notify_all();
    return known->second.first;
}

std::uint32_t RunStore::registerSeries(const record::SeriesSpec &series)
{
    const std::lock_guard lock(m_mutex);
    if (series.tag >= m_tags.size())
        throw std::out_of_range("series \"" + series.label + "\" of a tag that was not registered");
    m_catalogue.series.push_back(series);
    m_columns.emplace_back();
    m_grown.notify_all();
    return static_cast<std::uint32_t>(m_catalogue.series.size() - 1);
}

void RunStore::commit(const record::Frame &frame)
{
    const std::lock_guard lock(m_mutex);
    const auto isUnknown = [&](const auto &measured) { return measured.series >= m_catalogue.series.size(); };
    if (std::any_of(frame.values.begin(), frame.values.end(), isUnknown)
        || std::any_of(frame.histograms.begin(), frame.histograms.end(), isUnknown)
        || std::any_of(frame.tensors.begin(), frame.tensors.end(), isUnknown))
        throw std::out_of_range("a value of a series that was not registered");
    const auto number = static_cast<std::uint32_t>(m_catalogue.ticks.size());
    m_catalogue.ticks.push_back(frame.stamp);
    for (const auto &[series, value] : frame.values)
        m_catalogue.edits += m_columns[series].put({number, value}, m_catalogue.ticks) ? 0 : 1;
    for (const auto &[series, histogram] : frame.histograms)
        put(series, {number, std::make_shared<const record::Histogram>(histogram)});
    for (const auto &[series, tensor] : frame.tensors)
        m_tensors[series][number] = tensor;
    m_grown.notify_all();
}

void RunStore::put(std::uint32_t series, PlacedHistogram histogram)
{
    auto &known = m_histograms[series];
    const auto step = [this](const PlacedHistogram &placed) { return m_catalogue.ticks[placed.frame].step; };
    const auto at = std::lower_bound(known.begin(), known.end(), histogram,
                                     [&](const auto &a, const auto &b) { return step(a) < step(b); });
    if (at != known.end() && step(*at) == step(histogram))
        *at = std::move(histogram);
    else
        known.insert(at, std::move(histogram));
}

void RunStore::cut(std::uint32_t series, std::int64_t step)
{
    const std::lock_guard lock(m_mutex);
    m_columns.at(series).cut(step, m_catalogue.ticks);
    if (const auto found = m_histograms.find(series); found != m_histograms.end())
        std::erase_if(found->second, [&](const auto &placed) { return m_catalogue.ticks[placed.frame].step >= step; });
    if (const auto found = m_tensors.find(series); found != m_tensors.end())
        std::erase_if(found->second, [&](const auto &placed) { return m_catalogue.ticks[placed.first].step >= step; });
    ++m_catalogue.edits;
    m_grown.notify_all();
}

void RunStore::append(record::RunEvent event)
{
    const std::lock_guard lock(m_mutex);
    m_catalogue.events.push_back(std::move(event));
    m_grown.notify_all();
}

void RunStore::update(const std::function<void(record::RunInfo &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(m_catalogue.info);
    ++m_catalogue.infoVersion;
    m_grown.notify_all();
}

void RunStore::restart(record::RunInfo info)
{
    const std::lock_guard lock(m_mutex);
    m_catalogue.restart(std::move(info));
    m_tags.clear();
    m_columns.clear();
    m_histograms.clear();
    m_tensors.clear();
    m_grown.notify_all();
}

record::RunInfo RunStore::info() const
{
    const std::lock_guard lock(m_mutex);
    return m_catalogue.info;
}

RunChanges RunStore::since(RunCursor &cursor) const
{
    const std::lock_guard lock(m_mutex);
    return m_catalogue.since(cursor);
}

std::vector<StampedHistogram> RunStore::histograms(std::uint32_t series) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<StampedHistogram> stamped;
    if (const auto found = m_histograms.find(series); found != m_histograms.end())
        for (const auto &[frame, histogram] : found->second)
            stamped.push_back({m_catalogue.ticks[frame], histogram});
    return stamped;
}

std::vector<TensorPlace> RunStore::tensorPlaces(std::uint32_t series) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<TensorPlace> places;
    if (const auto found = m_tensors.find(series); found != m_tensors.end())
        for (const auto &[frame, tensor] : found->second)
            places.push_back({frame, m_catalogue.ticks[frame]});
    return places;
}

std::shared_ptr<const record::TensorValue> RunStore::tensor(std::uint32_t series, std::uint32_t frame) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_tensors.find(series);
    if (found == m_tensors.end())
        return nullptr;
    const auto placed = found->second.find(frame);
    return placed == found->second.end() ? nullptr : placed->second;
}

SeriesTally RunStore::tally(std::uint32_t series) const
{
    const std::lock_guard lock(m_mutex);
    const Column &column = columnOf(series);
    return {column.size(), column.nonFinite()};
}

Column &RunStore::columnOf(std::uint32_t series) const
{
    return series < m_columns.size() ? m_columns[series] : noColumn();
}

bool RunStore::waitBeyond(const RunCursor &cursor, std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_mutex);
    return m_grown.wait_for(lock, patience, [&] { return cursor != m_catalogue.end(); });
}

void RunStore::look(std::span<const std::uint32_t> series, const Look &look) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ColumnView> views;
    for (const std::uint32_t index : series)
        views.push_back({columnOf(index), m_catalogue.ticks});
    look(views, m_catalogue.ticks);
}

std::size_t RunStore::seriesCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_catalogue.series.size();
}

} // namespace lensboard::store
