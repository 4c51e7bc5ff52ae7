#include "core/store/columns/frame_player.h"

#include <algorithm>
#include <numeric>

namespace lensboard::store {

using visualizer::LayerReading;
using visualizer::Readings;

namespace {

LayerReading &readingOf(Readings &readings, const std::string &layer)
{
    if (readings.empty() || readings.back().layer != layer) {
        const auto known = std::find_if(readings.begin(), readings.end(),
                                        [&](const LayerReading &r) { return r.layer == layer; });
        if (known != readings.end())
            return *known;
        readings.push_back({layer, {}, {}});
    }
    return readings.back();
}

} // namespace

void FramePlayer::introduce(const RunChanges &changes, visualizer::Visualizer &out)
{
    for (const auto &[index, tag] : changes.tags) {
        m_tags.resize(std::max<std::size_t>(m_tags.size(), index + 1));
        m_tags[index] = tag;
        out.registerTag(tag);
    }
    m_readings.resize(m_tags.size());
    m_series.insert(m_series.end(), changes.series.begin(), changes.series.end());
}

void FramePlayer::play(const Run &run, const RunChanges &changes, visualizer::Visualizer &out)
{
    constexpr std::size_t kFramesAtATime = 256;
    introduce(changes, out);
    for (std::size_t first = changes.firstFrame; first < changes.lastFrame; first += kFramesAtATime)
        for (const record::Frame &frame : run.frames(first, std::min(changes.lastFrame, first + kFramesAtATime)))
            play(frame, out);
    for (const record::RunEvent &event : changes.events)
        out.note(event);
}

void FramePlayer::play(const record::Frame &frame, visualizer::Visualizer &out)
{
    const auto secondsOf = [&frame](std::size_t i) { return record::wallSecondsOf(frame.ownWallSeconds(i), 0); };
    std::vector<std::size_t> values(frame.values.size());
    std::iota(values.begin(), values.end(), 0);
    if (!frame.valueWallSeconds.empty())
        std::ranges::stable_sort(values, {}, secondsOf);
    for (auto begin = values.begin(); begin != values.end();) {
        const auto end = std::find_if(begin, values.end(), [&](std::size_t i) { return secondsOf(i) != secondsOf(*begin); });
        plot(frame, {begin, end}, out);
        begin = end;
    }
    out.endTick(frame.stamp);
}

void FramePlayer::plot(const record::Frame &frame, std::span<const std::size_t> values, visualizer::Visualizer &out)
{
    for (Readings &readings : m_readings)
        readings.clear();
    for (const std::size_t i : values) {
        const auto &[id, value] = frame.values[i];
        const record::SeriesSpec &series = m_series[id];
        LayerReading &reading = readingOf(m_readings[series.tag], series.layer);
        switch (series.role) {
        case record::SeriesRole::Line: reading.values.push_back({series.label, value}); break;
        case record::SeriesRole::BandLow: reading.ranges.push_back({series.label, {}, value, value}); break;
        case record::SeriesRole::BandHigh:
            if (!reading.ranges.empty()) {
                reading.ranges.back().highLabel = series.label;
                reading.ranges.back().high = value;
            }
            break;
        case record::SeriesRole::Histogram:
        case record::SeriesRole::Tensor: break; // have no values
        }
    }
    record::TickStamp stamp = frame.stamp;
    stamp.wallSeconds = record::wallSecondsOf(frame.ownWallSeconds(values.front()), stamp.wallSeconds);
    for (std::size_t i = 0; i < m_tags.size(); ++i)
        if (!m_readings[i].empty())
            out.plot(stamp, m_tags[i], m_readings[i]);
}

} // namespace lensboard::store
