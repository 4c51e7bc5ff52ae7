#pragma once

#include "core/health/run_judge.h"
#include "core/import/tables/row_reading.h"
#include "core/record/progress.h"
#include "core/remote/link.h"
#include "core/store/run.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::remote {

class RunCache;
class RunMirror;

/// A run on another machine. Keeps the catalogue and ticks here. For recently shown series, keeps outlines of their chunks and receives new
/// values as they are written; for other series, keeps only requested data.
///
/// Requests missing data and returns a coarser stand-in (see Chunk::standIn()) until it arrives; readers then learn that values were edited.
/// exact() returns the same run for readers that need exact values and may wait: they block until the data arrive, the link ends, or the stop of
/// their progress is requested.
///
/// Replies are queued in an inbox until the next reader call, so readers and network never block each other.
/// Thread: any.
/// Errors: the exact run throws RunFileError if the connection is lost or a stop is requested.
class RemoteRun final : public store::Run, public health::Judge
{
public:
    enum class Waits { Never, ForAll };

    /// Opens \p path, relative to the served folder. \p name is used in messages. Continues with the data in \p cache.
    /// \p choice has uses of columns of a table; such a run has no cache.
    static std::shared_ptr<RemoteRun> open(std::shared_ptr<Link> link, std::string path, std::string name, Waits waits = Waits::Never,
                                           std::shared_ptr<RunCache> cache = nullptr, imports::RoleChoice choice = {});
    ~RemoteRun() override;

    enum class What { Run, Folder };
    /// Blocks until the run is open, without its values. Reports the other side's reading to \p progress.
    /// Errors: store::RunFileError if the run cannot be opened. The result is undefined if a stop is requested.
    What awaitOpened(record::Progress &progress) const;
    What awaitOpened(const std::stop_token &stop) const
    {
        record::Progress progress{stop};
        return awaitOpened(progress);
    }

    record::RunInfo info() const override;
    store::RunChanges since(store::RunCursor &cursor) const override;
    std::vector<store::StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    std::uint64_t histogramEdits() const override;
    std::vector<store::TensorPlace> tensorPlaces(std::uint32_t series) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    std::shared_ptr<const store::Media> media() const override;
    store::SeriesTally tally(std::uint32_t series) const override;
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override;
    std::size_t seriesCount() const override;
    std::shared_ptr<const store::Run> exact() const override;
    /// Opens an exact run for one piece of work. The stop of \p progress ends its waits. \p progress must outlive the run.
    std::shared_ptr<const store::Run> exact(record::Progress &progress) const;

    /// Returns how the other side reads the rows of a table; nullopt for runs without columns.
    std::optional<imports::RowReading> reading() const;
    /// Reads the table again with these uses of its columns, without the cache. The known values stay until the new ones arrive.
    void choose(const imports::RoleChoice &choice);

    /// Returns the judgement of the other side. Judging starts at the first call.
    std::shared_ptr<const health::Judgement> judgement() const override;

private:
    explicit RemoteRun(std::unique_ptr<RunMirror> mirror);
    static std::shared_ptr<RemoteRun> open(std::unique_ptr<RunMirror> mirror);

    std::unique_lock<std::mutex> locked() const;
    void awaitIfExact(const std::function<bool()> &isSo) const;
    bool has(std::uint32_t series) const;

    mutable std::mutex m_mutex; ///< guards all members below
    const std::unique_ptr<RunMirror> m_mirror;
    mutable std::weak_ptr<const store::Run> m_exact;
};

} // namespace lensboard::remote
