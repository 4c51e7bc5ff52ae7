#include "core/store/derived/run_replay.h"

#include "core/record/message.h"
#include "core/store/file/run_file_format.h"

#include <algorithm>
#include <utility>

namespace lensboard::store {

using record::RunEvent;
using record::TickStamp;

namespace {

constexpr std::size_t kFramesAtATime = 256;
constexpr std::size_t kTicksAtATime = 100'000;
constexpr std::size_t kValuesAtOnce = 200'000; ///< in one call of advanceTo(): about 20 ms
constexpr double kLongestPause = 1;
constexpr double kSeenTicksPerSecond = 25;
constexpr double kSeenSeconds = 20;

/// Compares by step. Compares by time if both have the same step, or if the event has step 0: it happened before training, or its source
/// has no steps.
bool isBefore(const RunEvent &event, const TickStamp &tick)
{
    const bool isTimed = event.wallSeconds > 0 && tick.wallSeconds > 0;
    if (isTimed && (event.step == 0 || event.step == tick.step))
        return event.wallSeconds < tick.wallSeconds;
    return event.step < tick.step;
}

record::RunInfo atBeginning(record::RunInfo info)
{
    info.status = record::RunStatus::Recording;
    info.message.clear();
    info.verdict.reset();
    return info;
}

} // namespace

RunReplay::RunReplay(std::shared_ptr<const Run> recorded, std::stop_token stop) : m_recorded(std::move(recorded))
{
    RunCursor cursor;
    RunChanges all = m_recorded->since(cursor);
    m_info = *all.info;
    for (const auto &[index, tag] : all.tags) {
        m_tags.resize(std::max<std::size_t>(m_tags.size(), index + 1));
        m_tags[index] = tag;
    }
    m_series = std::move(all.series);
    readTicks(all.lastFrame, stop);
    placeEvents(std::move(all.events));
    placeHistograms(stop);
    placeTensors(stop);
    m_run = std::make_shared<RunStore>(atBeginning(m_info));
    if (m_ticks.empty())
        finishRun();
}

void RunReplay::placeEvents(std::vector<RunEvent> events)
{
    m_events = std::move(events);
    std::size_t frame = 0;
    for (const RunEvent &event : m_events) {
        while (frame < m_ticks.size() && !isBefore(event, m_ticks[frame]))
            ++frame;
        m_eventFrames.push_back(frame);
    }
}

void RunReplay::readTicks(std::size_t last, const std::stop_token &stop)
{
    for (std::size_t first = 0; first < last && !stop.stop_requested(); first += kTicksAtATime) {
        const auto some = m_recorded->ticks(first, std::min(last, first + kTicksAtATime));
        m_ticks.insert(m_ticks.end(), some.begin(), some.end());
    }
}

void RunReplay::placeHistograms(const std::stop_token &stop)
{
    for (std::uint32_t series = 0; series < m_series.size(); ++series)
        if (m_series[series].role == record::SeriesRole::Histogram && !stop.stop_requested())
            for (auto &[frame, stamp, histogram] : m_recorded->histograms(series))
                if (frame < m_ticks.size())
                    m_histograms.push_back({frame, series, std::move(histogram), stamp.wallSeconds});
    std::ranges::stable_sort(m_histograms, {}, &PlacedHistogram::frame);
}

void RunReplay::placeTensors(const std::stop_token &stop)
{
    for (std::uint32_t series = 0; series < m_series.size(); ++series)
        if (m_series[series].role == record::SeriesRole::Tensor && !stop.stop_requested())
            for (const TensorPlace &place : m_recorded->tensorPlaces(series))
                m_tensors.emplace_back(place.frame, series);
    std::ranges::sort(m_tensors);
}

void RunReplay::setPace(const ReplayPace &pace)
{
    if (pace == m_pace)
        return;
    m_pace = pace;
    m_waited = 0;
}

void RunReplay::play()
{
    if (isAtEnd() && !isSeeking())
        seek(0);
    if (!m_isPlaying)
        m_now = -1; // time while paused does not count
    m_isPlaying = true;
}

void RunReplay::pause()
{
    m_isPlaying = false;
}

void RunReplay::seek(std::size_t position)
{
    m_target = std::min(position, m_ticks.size());
    m_waited = 0;
    if (m_target < m_next)
        rewind();
}

void RunReplay::rewind()
{
    m_run->restart(atBeginning(m_info));
    m_next = m_nextEvent = m_nextHistogram = m_nextTensor = m_tagsKnown = m_seriesKnown = 0;
}

bool RunReplay::advanceTo(double seconds)
{
    const double elapsed = m_now < 0 ? 0 : std::max(0.0, seconds - m_now);
    m_now = seconds;
    std::size_t values = 0;
    const std::size_t before = m_next;
    while (isSeeking() && values < kValuesAtOnce) {
        values += nextFrame().values.size() + 1;
        playNext();
    }
    if (isSeeking() || !m_isPlaying)
        return m_next != before;
    m_waited += elapsed;
    while (!isAtEnd() && m_waited >= waitBefore(m_next)) {
        if (values >= kValuesAtOnce) { // limits the speed: overdue ticks are delayed, not caught up
            m_waited = 0;
            break;
        }
        values += nextFrame().values.size() + 1;
        m_waited -= waitBefore(m_next);
        m_target = m_next + 1;
        playNext();
    }
    if (isAtEnd())
        m_isPlaying = false;
    return m_next != before;
}

/// Returns the seconds of replay between the previous tick and tick \p frame.
double RunReplay::waitBefore(std::size_t frame) const
{
    switch (m_pace.unit) {
    case ReplayPace::Unit::TimesRecorded: break;
    case ReplayPace::Unit::TicksPerSecond: return 1 / m_pace.rate;
    case ReplayPace::Unit::AsSeen: return 1 / std::max(kSeenTicksPerSecond, static_cast<double>(m_ticks.size()) / kSeenSeconds);
    }
    if (frame == 0)
        return 0;
    const double recorded = m_ticks[frame].wallSeconds - m_ticks[frame - 1].wallSeconds;
    return recorded > 0 ? std::min(recorded / m_pace.rate, kLongestPause) : 0; // 0 for NaN
}

double RunReplay::duration() const
{
    double seconds = 0;
    for (std::size_t frame = 0; frame < m_ticks.size(); ++frame)
        seconds += waitBefore(frame);
    return seconds;
}

/// Errors: RunFileError if the recorded run cannot be read, or was restarted.
const record::Frame &RunReplay::nextFrame()
{
    if (m_next < m_blockFirst || m_next >= m_blockFirst + m_block.size()) {
        m_blockFirst = m_next;
        m_block = m_recorded->frames(m_next, std::min(m_ticks.size(), m_next + kFramesAtATime));
    }
    const std::size_t at = m_next - m_blockFirst;
    const auto isUnknown = [this](const record::SeriesValue &value) { return value.series >= m_series.size(); };
    if (at >= m_block.size() || m_block[at].stamp != m_ticks[m_next] || std::ranges::any_of(m_block[at].values, isUnknown))
        throw RunFileError(m_info.name, record::message("changed while it was replayed; replay it again"));
    return m_block[at];
}

void RunReplay::playNext()
{
    record::Frame frame = nextFrame();
    playEvents();
    for (; m_nextHistogram < m_histograms.size() && m_histograms[m_nextHistogram].frame == m_next; ++m_nextHistogram) {
        const PlacedHistogram &placed = m_histograms[m_nextHistogram];
        frame.histograms.push_back({placed.series, *placed.histogram, placed.wallSeconds});
    }
    for (; m_nextTensor < m_tensors.size() && m_tensors[m_nextTensor].first == m_next; ++m_nextTensor) {
        const auto [place, series] = m_tensors[m_nextTensor];
        if (auto tensor = m_recorded->tensor(series, static_cast<std::uint32_t>(place)))
            frame.tensors.push_back({series, std::move(tensor)});
    }
    std::size_t series = 0;
    const auto reach = [&series](const auto &measured) {
        for (const auto &one : measured)
            series = std::max<std::size_t>(series, one.series + 1);
    };
    reach(frame.values);
    reach(frame.histograms);
    reach(frame.tensors);
    introduceSeries(series);
    m_run->commit(frame);
    ++m_next;
    if (isAtEnd())
        finishRun();
}

/// Plays the events before the next tick; at the end, all remaining events.
void RunReplay::playEvents()
{
    for (; m_nextEvent < m_events.size() && m_eventFrames[m_nextEvent] <= m_next; ++m_nextEvent)
        m_run->append(m_events[m_nextEvent]);
}

void RunReplay::finishRun()
{
    playEvents();
    introduceSeries(m_series.size());
    for (; m_tagsKnown < m_tags.size(); ++m_tagsKnown)
        m_run->registerTag(m_tags[m_tagsKnown]);
    m_run->update([this](record::RunInfo &info) {
        info.status = m_info.status;
        info.message = m_info.message;
    });
}

/// Registers the first \p count series, and the tags up to theirs.
void RunReplay::introduceSeries(std::size_t count)
{
    for (; m_seriesKnown < count; ++m_seriesKnown) {
        for (; m_tagsKnown <= m_series[m_seriesKnown].tag; ++m_tagsKnown)
            m_run->registerTag(m_tags[m_tagsKnown]);
        m_run->registerSeries(m_series[m_seriesKnown]);
    }
}

} // namespace lensboard::store
