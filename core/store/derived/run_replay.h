#pragma once

#include "core/store/columns/run_store.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace lensboard::store {

/// How fast a replay goes.
struct ReplayPace
{
    enum class Unit {
        TimesRecorded,  ///< as it was recorded, so many times faster; no pause is longer than a second
        TicksPerSecond, ///< evenly
        AsSeen          ///< as fast as eyes can follow: each tick by itself, or the whole run in 20 seconds
    };

    Unit unit = Unit::TimesRecorded;
    double rate = 1; ///< greater than 0; of no meaning to AsSeen

    bool operator==(const ReplayPace &) const = default;
};

/// Plays a recorded run into a run of its own, as if it were live: ticks in the order and at the pace in which they
/// were recorded, tags and series with their first values, events between the ticks between which they happened.
///
/// It has no clock: advanceTo() is called as time goes by, and plays so much at a time that a window stays alive.
/// Thread: one at a time; run() is read from any.
/// Errors: RunFileError where the recorded run cannot be read any more.
class RunReplay
{
public:
    /// What \p recorded gains later is not played. Reads its ticks and histograms; of no use if \p stop was requested
    /// before it returns, which it then does soon.
    explicit RunReplay(std::shared_ptr<const Run> recorded, std::stop_token stop = {});

    /// What was played so far; "recording" until all was.
    const std::shared_ptr<RunStore> &run() const { return m_run; }
    std::size_t tickCount() const { return m_ticks.size(); }
    std::size_t position() const { return m_next; } ///< ticks that were played
    /// The tick that was played last; null before the first.
    const record::TickStamp *lastTick() const { return m_next ? &m_ticks[m_next - 1] : nullptr; }
    bool isAtEnd() const { return m_next == m_ticks.size(); }
    /// On the way to where it was sent by seek().
    bool isSeeking() const { return m_target != m_next; }

    const ReplayPace &pace() const { return m_pace; }
    void setPace(const ReplayPace &pace);
    bool isPlaying() const { return m_isPlaying; }
    /// From the beginning, if it is at the end.
    void play();
    void pause();
    /// To where \p position ticks were played; back is from the beginning.
    void seek(std::size_t position);
    /// Plays what is due by \p seconds, of any clock that only goes forward. True if anything was played.
    bool advanceTo(double seconds);
    /// How long a whole replay takes at this pace.
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
    std::vector<std::size_t> m_eventFrames; ///< rising: before which tick each event happened
    std::vector<PlacedHistogram> m_histograms; ///< by frame
    std::vector<std::pair<std::size_t, std::uint32_t>> m_tensors; ///< frame and series, rising

    std::shared_ptr<RunStore> m_run;
    ReplayPace m_pace;
    bool m_isPlaying = false;
    double m_now = -1;
    double m_waited = 0; ///< since the last tick
    std::size_t m_next = 0, m_target = 0;
    std::size_t m_nextEvent = 0, m_nextHistogram = 0, m_nextTensor = 0;
    std::size_t m_tagsKnown = 0, m_seriesKnown = 0;
    std::vector<record::Frame> m_block; ///< read ahead
    std::size_t m_blockFirst = 0;
};

} // namespace lensboard::store
