#pragma once

#include "core/store/columns/run_store.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace lensboard::store {

/// Speed of a replay.
struct ReplayPace
{
    enum class Unit {
        TimesRecorded,  ///< \c rate times the recorded speed; no pause is longer than one second
        TicksPerSecond, ///< \c rate ticks per second
        AsSeen          ///< 25 ticks per second, or faster so that the run takes at most 20 seconds
    };

    Unit unit = Unit::TimesRecorded;
    double rate = 1; ///< greater than 0; ignored for AsSeen

    bool operator==(const ReplayPace &) const = default;
};

/// Replays a recorded run into another run, as if it were live: ticks in recorded order and pace, tags and series with their first values,
/// events between the ticks of their recording.
///
/// Has no clock: the caller calls advanceTo() as time passes. One call plays a limited amount, so that the window stays responsive.
/// Thread: one at a time; run() may be read from any thread.
/// Errors: RunFileError if the recorded run can no longer be read.
class RunReplay
{
public:
    /// Reads the ticks and histograms of \p recorded; later additions to it are not played. After a request to \p stop, the constructor
    /// returns soon and the replay is unusable.
    explicit RunReplay(std::shared_ptr<const Run> recorded, std::stop_token stop = {});

    /// The run that is played into. Its status is Recording until everything was played.
    const std::shared_ptr<RunStore> &run() const { return m_run; }
    std::size_t tickCount() const { return m_ticks.size(); }
    std::size_t position() const { return m_next; } ///< number of ticks played
    /// Returns the last tick played, or null before the first.
    const record::TickStamp *lastTick() const { return m_next ? &m_ticks[m_next - 1] : nullptr; }
    bool isAtEnd() const { return m_next == m_ticks.size(); }
    /// Returns true until the position of seek() is reached.
    bool isSeeking() const { return m_target != m_next; }

    const ReplayPace &pace() const { return m_pace; }
    void setPace(const ReplayPace &pace);
    bool isPlaying() const { return m_isPlaying; }
    /// Starts playing; from the beginning if at the end.
    void play();
    void pause();
    /// Jumps to the position with \p position ticks played. Jumping back replays from the beginning.
    void seek(std::size_t position);
    /// Plays the ticks due by \p seconds, the reading of any monotonic clock. Returns true if a tick was played.
    bool advanceTo(double seconds);
    /// Returns the duration of a whole replay at this pace, in seconds.
    double duration() const;

private:
    struct PlacedHistogram
    {
        std::size_t frame;
        std::uint32_t series;
        std::shared_ptr<const record::Histogram> histogram;
        double wallSeconds;
    };

    void placeEvents(std::vector<record::RunEvent> events);
    void readTicks(std::size_t last, const std::stop_token &stop);
    void placeHistograms(const std::stop_token &stop);
    void placeTensors(const std::stop_token &stop);
    double waitBefore(std::size_t frame) const;
    void rewind();
    void playNext();
    void playEvents();
    void finishRun();
    void introduceSeries(std::size_t count);
    const record::Frame &nextFrame();

    std::shared_ptr<const Run> m_recorded;
    record::RunInfo m_info;
    std::vector<record::TagSpec> m_tags;
    std::vector<record::SeriesSpec> m_series;
    std::vector<record::TickStamp> m_ticks;
    std::vector<record::RunEvent> m_events;
    std::vector<std::size_t> m_eventFrames; ///< ascending: index of the first tick after each event
    std::vector<PlacedHistogram> m_histograms; ///< by frame
    std::vector<std::pair<std::size_t, std::uint32_t>> m_tensors; ///< frame and series, ascending

    std::shared_ptr<RunStore> m_run;
    ReplayPace m_pace;
    bool m_isPlaying = false;
    double m_now = -1;
    double m_waited = 0; ///< seconds since the last tick
    std::size_t m_next = 0, m_target = 0;
    std::size_t m_nextEvent = 0, m_nextHistogram = 0, m_nextTensor = 0;
    std::size_t m_tagsKnown = 0, m_seriesKnown = 0;
    std::vector<record::Frame> m_block; ///< frames read ahead
    std::size_t m_blockFirst = 0;
};

} // namespace lensboard::store
