#include "core/store/run_store.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::store {

RunStore::RunStore(record::RunInfo info) : m_info(std::move(info)) {}

std::uint32_t RunStore::registerTag(const record::TagSpec &tag)
{
    const std::lock_guard lock(m_mutex);
    const auto index = static_cast<std::uint32_t>(m_tags.size());
    const auto [known, added] = m_tags.try_emplace(tag.name, index, tag);
    if (!added && known->second.second == tag)
        return known->second.first;
    known->second.second = tag;
    m_tagLog.push_back(known->second);
    m_grown.notify_all();
    return known->second.first;
}

std::uint32_t RunStore::registerSeries(const record::SeriesSpec &series)
{
    const std::lock_guard lock(m_mutex);
    if (series.tag >= m_tags.size())
        throw std::out_of_range("series \"" + series.label + "\" of a tag that was not registered");
    m_series.push_back(series);
    m_grown.notify_all();
    return static_cast<std::uint32_t>(m_series.size() - 1);
}

void RunStore::commit(record::Frame frame)
{
    std::sort(frame.values.begin(), frame.values.end(),
              [](const auto &a, const auto &b) { return a.series < b.series; });
    auto committed = std::make_shared<const record::Frame>(std::move(frame));
    const std::lock_guard lock(m_mutex);
    if (!committed->values.empty() && committed->values.back().series >= m_series.size())
        throw std::out_of_range("a value of a series that was not registered");
    m_frames.push_back(std::move(committed));
    m_grown.notify_all();
}

void RunStore::cut(std::uint32_t series, std::int64_t step)
{
    const std::lock_guard lock(m_mutex);
    for (auto &frame : m_frames)
        if (frame->stamp.step >= step) {
            record::Frame kept = *frame;
            std::erase_if(kept.values, [&](const auto &value) { return value.series == series; });
            frame = std::make_shared<const record::Frame>(std::move(kept));
        }
    m_grown.notify_all();
}

void RunStore::append(record::RunEvent event)
{
    const std::lock_guard lock(m_mutex);
    m_events.push_back(std::move(event));
    m_grown.notify_all();
}

void RunStore::update(const std::function<void(record::RunInfo &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(m_info);
    ++m_infoVersion;
    m_grown.notify_all();
}

record::RunInfo RunStore::info() const
{
    const std::lock_guard lock(m_mutex);
    return m_info;
}

RunChanges RunStore::since(RunCursor &cursor) const
{
    RunChanges changes;
    const auto copyFrom = [](const auto &from, std::size_t &position, auto &to) {
        to.assign(from.begin() + static_cast<std::ptrdiff_t>(std::min(position, from.size())), from.end());
        position = from.size();
    };
    const std::lock_guard lock(m_mutex);
    if (cursor.info != m_infoVersion)
        changes.info = m_info;
    cursor.info = m_infoVersion;
    copyFrom(m_tagLog, cursor.tags, changes.tags);
    copyFrom(m_series, cursor.series, changes.series);
    copyFrom(m_frames, cursor.frames, changes.frames);
    copyFrom(m_events, cursor.events, changes.events);
    return changes;
}

std::size_t RunStore::frameCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_frames.size();
}

bool RunStore::hasBeyond(const RunCursor &cursor) const
{
    return cursor.info != m_infoVersion || cursor.tags != m_tagLog.size() || cursor.series != m_series.size()
        || cursor.frames != m_frames.size() || cursor.events != m_events.size();
}

bool RunStore::waitBeyond(const RunCursor &cursor, std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_mutex);
    return m_grown.wait_for(lock, patience, [&] { return hasBeyond(cursor); });
}

} // namespace lensboard::store
