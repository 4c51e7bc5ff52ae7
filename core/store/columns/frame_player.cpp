#include "core/store/columns/frame_player.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace lensboard::store {

void FramePlayer::introduce(const RunChanges &changes, visualizer::Visualizer &out)
{
    for (const auto &[index, tag] : changes.tags) {
        m_tags.resize(std::max<std::size_t>(m_tags.size(), index + 1));
        m_tags[index] = out.registerTag(tag);
    }
    for (record::SeriesSpec series : changes.series) {
        series.tag = m_tags.at(series.tag);
        m_series.push_back(out.registerSeries(series));
    }
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
        record::TickStamp stamp = frame.stamp;
        stamp.wallSeconds = record::wallSecondsOf(frame.ownWallSeconds(*begin), stamp.wallSeconds);
        m_values.clear();
        std::transform(begin, end, std::back_inserter(m_values), [&](std::size_t i) {
            return record::SeriesValue{m_series[frame.values[i].series], frame.values[i].value};
        });
        out.plot(stamp, m_values);
        begin = end;
    }
    out.endTick(frame.stamp);
}

} // namespace lensboard::store
