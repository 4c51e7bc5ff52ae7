#pragma once

#include "core/health/run_judge.h"
#include "core/import/tables/row_reading.h"
#include "core/record/progress.h"
#include "core/remote/link.h"
#include "core/store/catalogue.h"
#include "core/store/columns/chunk_cache.h"
#include "core/store/run.h"

#include <chrono>
#include <compare>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::remote {

namespace messages {
class Chunks;
class Histograms;
class News;
class SeriesNews;
class TensorPlaces;
class Tensor;
class Wanted;
} // namespace messages

class RunCache;

/// A run on another machine. Keeps the catalogue and ticks here. For recently shown series, keeps outlines of their chunks and receives new
/// values as they are written; for other series, keeps only requested data.
///
/// Requests missing data and returns a coarser stand-in (see Chunk::standIn()) until it arrives; readers then learn that values were edited.
/// exact() returns the same run for readers that need exact values and may wait: they block until the data arrive, the link ends, or the stop of
/// their progress is requested.
///
/// Messages of the link are queued in an inbox until the next reader call, so readers and network never block each other.
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
    store::SeriesTally tally(std::uint32_t series) const override;
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override;
    std::size_t seriesCount() const override;
    std::shared_ptr<const store::Run> exact() const override;
    /// Opens an exact run for one piece of work. The stop of \p progress ends its waits. \p progress must outlive the run.
    std::shared_ptr<const store::Run> exact(record::Progress &progress) const;

    /// Returns the judgement of the other side. Judging starts at the first call.
    std::shared_ptr<const health::Judgement> judgement() const override;

private:
    using Clock = std::chrono::steady_clock;

    /// Queue of arrived messages. Separate from the run, because the run holds the link and a link must not be destroyed on its own thread.
    struct Inbox final : Channel
    {
        Inbox();
        ~Inbox() override;

        std::vector<messages::Request> begin() override;
        void take(messages::Reply reply) override;
        void stateChanged(const LinkState &state) override;
        bool isEmpty() const;

        std::mutex mutex; ///< guards all members below; held briefly
        std::condition_variable_any arrived;
        std::vector<messages::Reply> replies;
        std::vector<messages::Reply> unfinished; ///< news with more parts to come
        std::size_t bytes = 0, unfinishedBytes = 0; ///< of both queues, and of unfinished
        std::optional<LinkState> linkNews;
        bool mustOpen = false;   ///< true after a new connection
        bool isOverfull = false; ///< true if all was discarded; later messages of this channel are discarded too
        bool mustReopen = false; ///< true if the channel must be reopened after that
        bool isTooMuch = false;  ///< true if a single moment exceeds the limit
    };

    /// State of a series, as far as requested.
    struct SeriesState
    {
        store::Column column;
        bool isKnown = false;  ///< true if the column is the same as on the other side
        bool isVoid = false;   ///< true if values were edited; the column is shown until the new one arrives
        std::size_t outlined = 0; ///< chunks at the front with outlines, maybe without other parts
        bool isWanted = false; ///< true if new values are sent as they are written
        Clock::time_point lookedAt = {};
        store::SeriesTally tally = {}; ///< for a series without values here
        std::vector<store::StampedHistogram> histograms = {};
        std::size_t histogramsAsked = 0; ///< requested up to this tick
        std::uint32_t histogramsFrom = 0; ///< requested from this tick on
        bool histogramsCome = false;
        std::vector<std::uint32_t> tensorFrames = {};
        std::size_t tensorsAsked = 0;
        bool tensorPlacesCome = false;
    };

    /// Consecutive chunks with one part requested.
    struct Asked
    {
        std::uint32_t series = 0;
        std::uint64_t firstValue = 0; ///< number of the first value
        store::ChunkPart part = store::ChunkPart::Values;
        std::size_t count = 0;

        auto operator<=>(const Asked &) const = default;
    };
    struct Question
    {
        Asked what;
        std::vector<std::uint32_t> counts; ///< number of values in each chunk
    };

    struct Tensor
    {
        std::shared_ptr<const record::TensorValue> value;
        std::uint64_t lastLook = 0; ///< number of the last look
    };

    RemoteRun(std::shared_ptr<Link> link, std::string path, std::string name, Waits waits, std::shared_ptr<RunCache> cache, imports::RoleChoice choice, bool addsNews);

    static std::shared_ptr<RemoteRun> open(std::shared_ptr<RemoteRun> run);

    std::unique_lock<std::mutex> locked() const;
    void takeIn() const;
    void apply(const messages::Reply &reply) const;
    void applyNews(const messages::News &news) const;
    void openAnew() const;
    void applyCoarseTicks(std::span<const record::TickStamp> stamps) const;
    void applyExactTicks(const messages::News &news) const;
    void askForTicks() const;
    void applyValues(const messages::SeriesNews &news) const;
    void applyChunks(const messages::Chunks &chunks) const;
    void applyHistograms(const messages::Histograms &histograms) const;
    void applyTensorPlaces(const messages::TensorPlaces &places) const;
    void applyTensor(const messages::Tensor &tensor) const;
    void restart() const;
    void clearCache() const;
    void forget(bool areEdited) const;
    void reopen() const;
    void fail(const std::string &problem) const;
    bool awaitNews() const;
    void awaitThat(const std::function<bool()> &isSo) const;
    void want(std::span<const std::uint32_t> series) const;
    void sendWanted(const messages::Wanted &wanted) const;
    void forgetUnwanted() const;
    void load(std::uint32_t series, store::Chunk &chunk, store::ChunkPart part) const;
    void awaitAnswer(const Asked &what) const;
    std::optional<std::size_t> chunkAt(std::uint32_t series, std::uint64_t firstValue) const;
    void giveUp(const Question &question) const;
    void sendWaiting() const;
    void trim() const;
    void askForJudgement() const;
    void send(messages::Request request) const;

    const std::shared_ptr<Link> m_link;
    const std::string m_path, m_name;
    const Waits m_waits;
    const std::shared_ptr<RunCache> m_runCache; ///< null if there is no cache
    const imports::RoleChoice m_choice;
    const bool m_addsNews;                      ///< true if this run writes to the cache; exact runs share it
    mutable record::Progress *m_progress = nullptr; ///< of the waiting call; null if none
    mutable std::uint64_t m_channel = 0;

    const std::shared_ptr<Inbox> m_inbox;
    mutable std::mutex m_mutex; ///< guards all members below; locked() also applies the inbox
    mutable store::Catalogue m_catalogue;
    mutable std::vector<record::TagSpec> m_tags; ///< current attributes
    mutable std::vector<SeriesState> m_series;
    mutable bool m_isOpen = false;
    mutable bool m_isFolder = false;
    mutable std::uint64_t m_content = 0; ///< number for the content of the file on the other side: see News
    mutable bool m_hasArrived = false;  ///< true if data replaced a stand-in since the last since()
    mutable std::string m_problem;      ///< why no data arrive, for now or for good
    mutable bool m_hasFailed = false;   ///< true if no more data will arrive
    static constexpr std::size_t kMaxCachedBytes = std::size_t{128} << 20;
    mutable store::ChunkCache m_cache{kMaxCachedBytes};
    mutable std::deque<Question> m_waiting; ///< not sent yet; the newest is sent first
    mutable std::map<Asked, std::vector<std::uint32_t>> m_sent; ///< not answered yet
    mutable std::uint64_t m_histogramEdits = 0;
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, Tensor> m_tensors; ///< by series and frame
    mutable std::uint64_t m_tensorLooks = 0;
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, record::TensorValue> m_tensorsAsked; ///< incomplete tensors
    mutable Clock::time_point m_nextForget = {};
    mutable Clock::time_point m_nextTicksShown = {};
    mutable std::size_t m_ticksAsked = 0; ///< number of ticks that are exact or requested
    mutable double m_bytesPerTick = 32;   ///< measured with the last exact ticks
    mutable std::weak_ptr<const store::Run> m_exact;
    mutable std::shared_ptr<const health::Judgement> m_judgement;
    mutable bool m_isJudged = false;
};

} // namespace lensboard::remote
