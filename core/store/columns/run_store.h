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

/// Removal of a series' values at \c step and later.
struct SeriesCut
{
    std::uint32_t series = 0;
    std::int64_t step = 0;
};

/// A run in memory, with one writer. Any number of readers follow it by cursor. Data that is written to a file can leave memory: release()
/// sets where to read it.
/// Thread: any. commit() never waits for a reader. Other calls hold the mutex only while they copy the requested data or read it from the
/// file.
/// Errors: RunFileError if released data can no longer be read.
class RunStore final : public Run
{
public:
    static constexpr std::size_t kMaxKept = std::size_t{256} << 20;
    /// \p maxKept: limit in bytes for released data that stays in memory.
    explicit RunStore(record::RunInfo info = {}, std::size_t maxKept = kMaxKept);

    // ---- the writer
    /// Adds a tag, or replaces the attributes of the tag with the same name. Returns its index.
    std::uint32_t registerTag(const record::TagSpec &tag);
    /// Errors: std::out_of_range if the series refers to a tag that is not registered.
    std::uint32_t registerSeries(const record::SeriesSpec &series);
    /// Adds a tick and returns its number. Readers see a tick only when its late values, and the late values of all earlier ticks, are
    /// complete. A second value at the same step of a series goes after the first. A value at an earlier step goes in its place; this is
    /// slow and only happens for imported runs.
    /// Errors: std::out_of_range if a series of the frame is not registered; std::invalid_argument if the number of times does not match
    /// the number of values.
    std::uint32_t commit(record::Frame frame);
    /// Blocks until all late values are complete, as do the functions below that change ticks or info().
    void awaitLate() const override;
    /// Number of committed ticks, including ticks that readers do not see yet.
    std::size_t committedCount() const;
    /// Replaces the incomplete tick \p tick by \p frame.
    /// Errors: as commit(); std::invalid_argument if the tick does not exist.
    void replace(std::uint32_t tick, const record::Frame &frame);
    /// Adds values of other series to \p tick. These series must have no value there yet. All values keep their times.
    /// Errors: as commit(); std::invalid_argument if the tick does not exist.
    void add(std::uint32_t tick, record::Frame frame);
    /// Removes the content of \p tick, and the tick itself if it had any.
    void withdraw(std::uint32_t tick);
    /// Removes values of series from a step on, because training repeated that part. Also removes ticks that become empty; this renumbers
    /// later ticks, and readers start over.
    void cut(const std::vector<SeriesCut> &cuts);
    void append(record::RunEvent event);
    /// Sets the media of the run. They may grow later.
    void setMedia(std::shared_ptr<const Media> media);
    void update(const std::function<void(record::RunInfo &)> &change);
    /// Starts over with only \p info.
    void restart(record::RunInfo info) { become(RunStore(std::move(info))); }
    /// Starts over with the content of \p other.
    void become(RunStore &&other);
    /// The first \p frames frames are in a file, in the same chunks as here, and can be read from \p source; they may leave memory. A later
    /// change other than thin() or more ticks reads everything back, and the run then stays in memory.
    void release(std::size_t frames, std::shared_ptr<const ChunkSource> source);

    /// Replaces released chunks by thinned ones. Calls \p commit to change the file before any reader sees the change. If one of the chunks
    /// is not released, reads everything back, and the run stays unchanged in memory.
    void thin(std::vector<ThinnedChunks> thinned, const std::function<void()> &commit);

    // ---- readers
    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    std::uint64_t histogramEdits() const override;
    std::shared_ptr<const record::Histogram> histogram(std::uint32_t series, std::uint32_t frame) const override;
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    std::shared_ptr<const Media> media() const override;
    SeriesTally tally(std::uint32_t series) const override;
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override;
    std::size_t seriesCount() const override;
    /// Size in bytes of released data that is in memory.
    std::size_t keptBytes() const;
    bool hasBeyond(const RunCursor &cursor) const;
    /// Blocks until the run has changes after \p cursor, or \p stop is requested.
    void waitBeyond(const RunCursor &cursor, const std::stop_token &stop) const;

private:
    struct PlacedHistogram
    {
        std::uint32_t frame;
        std::shared_ptr<const record::Histogram> histogram; ///< null if released
        double wallSeconds; ///< kTicksTime if it equals the tick's
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

    mutable std::mutex m_inboxMutex; ///< held briefly; may be locked while m_mutex is held, never the other way round
    mutable std::condition_variable m_grown;
    mutable std::vector<record::Frame> m_inbox; ///< committed but not yet in columns: late values are missing, or no reader came
    std::uint32_t m_committed = 0; ///< number of ticks, including the inbox
    std::uint64_t m_growth = 0; ///< counts all changes
    std::atomic<std::size_t> m_seriesKnown = 0;

    mutable std::mutex m_mutex; ///< protects the members below; locking it also takes in the inbox
    mutable Catalogue m_catalogue;
    std::map<std::string, std::pair<std::uint32_t, record::TagSpec>> m_tags;
    mutable std::vector<Column> m_columns; ///< one per series
    std::shared_ptr<const Media> m_media;
    mutable std::map<std::uint32_t, std::vector<PlacedHistogram>> m_histograms;
    mutable std::uint64_t m_histogramEdits = 0;
    using TensorsByFrame = std::map<std::uint32_t, std::shared_ptr<const record::TensorValue>>; ///< null if released
    mutable std::map<std::uint32_t, TensorsByFrame> m_tensors; ///< by series

    mutable std::shared_ptr<const ChunkSource> m_source; ///< null if nothing was released, or everything was read back
    mutable bool m_staysInMemory = false; ///< the run was changed, so the file's data may be outdated
    std::vector<std::size_t> m_released; ///< number of released chunks per series, from the first chunk on
    std::uint32_t m_releasedFrames = 0;
    mutable ChunkCache m_cache; ///< of released chunks
};

} // namespace lensboard::store
