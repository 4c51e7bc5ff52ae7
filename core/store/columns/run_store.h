#pragma once

#include "core/store/catalogue.h"
#include "core/store/columns/chunk_cache.h"
#include "core/store/columns/chunk_source.h"
#include "core/store/columns/thinning.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::store {

/// What a series has at \c step and after it.
struct SeriesCut
{
    std::uint32_t series = 0;
    std::int64_t step = 0;
};

/// A run in memory. One writer appends, any number of readers follow by cursor. What was written into a file need not stay
/// in memory: release() says where it can be read from then on.
/// Thread: any. commit() never waits for a reader; no other call holds the mutex for longer than what it asks for takes to
/// copy, or to read from the file.
/// Errors: RunFileError where what was released cannot be read any more.
class RunStore final : public Run
{
public:
    static constexpr std::size_t kMostKept = std::size_t{256} << 20;
    /// Of what was released \p mostKept bytes stay in memory.
    explicit RunStore(record::RunInfo info = {}, std::size_t mostKept = kMostKept);

    // ---- the writer
    /// Adds a tag, or replaces the attributes of the one with this name. Returns its index.
    std::uint32_t registerTag(const record::TagSpec &tag);
    /// Errors: std::out_of_range if the series names a tag that was not registered.
    std::uint32_t registerSeries(const record::SeriesSpec &series);
    /// Returns the number of its tick, which is a new one. Readers find neither it nor later ones before its late values are
    /// there. A value at a step that its series has already stands after the old one; one at an earlier step is put where it
    /// belongs, which is dear, and for imported runs: trainings only go on.
    /// Errors: std::out_of_range if the frame names a series that was not registered, std::invalid_argument if it has
    /// times that are not as many as its values.
    std::uint32_t commit(record::Frame frame);
    /// So do the functions below that change ticks or what the run is.
    void awaitLate() const override;
    /// Ticks that were committed, found by readers or not.
    std::size_t committedCount() const;
    /// What was committed as \p tick was not whole yet: \p frame stands in its place.
    /// Errors: as commit(); std::invalid_argument if the tick is not there.
    void replace(std::uint32_t tick, const record::Frame &frame);
    /// Adds what else was measured at \p tick, of series that have nothing there yet. Times stay what they are.
    /// Errors: as commit(); std::invalid_argument if the tick is not there.
    void add(std::uint32_t tick, record::Frame frame);
    /// What was committed as \p tick was not to be.
    void withdraw(std::uint32_t tick);
    /// Removes what series have from some step on: that part was done anew. With the last value of a tick goes the
    /// tick; then others have new numbers, and readers begin again.
    void cut(const std::vector<SeriesCut> &cuts);
    void append(record::RunEvent event);
    void update(const std::function<void(record::RunInfo &)> &change);
    /// Begins again with nothing but \p info.
    void restart(record::RunInfo info) { become(RunStore(std::move(info))); }
    /// Begins again with the content of \p other.
    void become(RunStore &&other);
    /// The first \p frames are written, in chunks as they are here, and can be read from \p source. A run that is changed
    /// after it, other than by more ticks, is read back and stays in memory.
    void release(std::size_t frames, std::shared_ptr<const ChunkSource> source);

    /// In what was released, chunks of some series are thinned: \p commit makes it so where they are read from, before anybody looks.
    void thin(std::vector<ThinnedChunks> thinned, const std::function<void()> &commit);

    // ---- readers
    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    std::uint64_t histogramEdits() const override;
    std::shared_ptr<const record::Histogram> histogram(std::uint32_t series, std::uint32_t frame) const override;
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    SeriesTally tally(std::uint32_t series) const override;
    void look(std::span<const std::uint32_t> series, const Look &look) const override;
    std::size_t seriesCount() const override;
    /// Of released values those that are in memory.
    std::size_t keptBytes() const;
    bool hasBeyond(const RunCursor &cursor) const;
    /// Waits until there is something after \p cursor, or \p stop is requested.
    void waitBeyond(const RunCursor &cursor, const std::stop_token &stop) const;

private:
    struct PlacedHistogram
    {
        std::uint32_t frame;
        std::shared_ptr<const record::Histogram> histogram; ///< null if released
        double wallSeconds; ///< its own
    };

    void check(const record::Frame &frame) const;
    std::unique_lock<std::mutex> locked() const;
    std::unique_lock<std::mutex> lockedWithLate() const;
    void takeIn() const;
    void put(std::uint32_t tick, const record::Frame &frame) const;
    void put(std::uint32_t series, PlacedHistogram histogram) const;
    void notify();
    void readBack() const;
    void load(std::uint32_t series, Chunk &chunk, ChunkPart part) const;
    void trim() const;
    void clear(std::uint32_t tick);
    std::vector<bool> usedTicks() const;
    void dropTicksUsedBefore(const std::vector<bool> &usedBefore);
    void renumber(std::span<const std::uint32_t> newFrame);

    Column &columnOf(std::uint32_t series) const;

    mutable std::mutex m_inboxMutex; ///< held for a moment; taken while m_mutex is held, never the other way round
    mutable std::condition_variable m_grown;
    mutable std::vector<record::Frame> m_inbox; ///< committed, not in columns yet: late values are awaited, or nobody looked
    std::uint32_t m_committed = 0; ///< ticks, those of the inbox included
    std::uint64_t m_growth = 0; ///< changes of any kind
    std::atomic<std::size_t> m_seriesKnown = 0;

    mutable std::mutex m_mutex; ///< of all below; whoever takes it takes in what is in the inbox
    mutable Catalogue m_catalogue;
    std::map<std::string, std::pair<std::uint32_t, record::TagSpec>> m_tags;
    mutable std::vector<Column> m_columns; ///< one a series
    mutable std::map<std::uint32_t, std::vector<PlacedHistogram>> m_histograms;
    mutable std::uint64_t m_histogramEdits = 0;
    using TensorsByFrame = std::map<std::uint32_t, std::shared_ptr<const record::TensorValue>>; ///< null if released
    mutable std::map<std::uint32_t, TensorsByFrame> m_tensors; ///< by series

    mutable std::shared_ptr<const ChunkSource> m_source; ///< null if nothing was released, or all was read back
    mutable bool m_staysInMemory = false; ///< it was changed: what is written may not be what is here
    std::vector<std::size_t> m_released; ///< chunks a series, from the first on
    std::uint32_t m_releasedFrames = 0;
    mutable ChunkCache m_cache; ///< of released chunks
};

} // namespace lensboard::store
