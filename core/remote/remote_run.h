#pragma once

#include "core/health/run_judge.h"
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

/// A run on another machine. Its catalogue and ticks are here; of the series that were looked at lately outlines of their chunks, and their values
/// as they are written; of the rest what was asked for.
///
/// What is not here yet is asked for, and something coarser stands in for it (see Chunk::standIn()) until it comes, when readers learn that
/// values were edited. exact() is the same run for readers that need all as it is, and may wait: each value that it returns is the run's.
/// They wait as long as the link lives, or until the stop of their progress is requested.
///
/// Messages of the link wait in an inbox until somebody looks; so no reader waits for the network, nor the network for a reader.
/// Thread: any.
/// Errors: of the exact one, RunFileError if the connection is lost or a stop is requested.
class RemoteRun final : public store::Run, public health::Judge
{
public:
    enum class Waits { Never, ForAll };

    /// Opens \p path, from the folder that the other side serves; \p name is what messages call it. It goes on with what \p cache has of it.
    static std::shared_ptr<RemoteRun> open(std::shared_ptr<Link> link, std::string path, std::string name, Waits waits = Waits::Never,
                                           std::shared_ptr<RunCache> cache = nullptr);
    ~RemoteRun() override;

    enum class What { Run, Folder };
    /// Blocks until the run is open, without its values. Reports to \p progress how far the other side has read it.
    /// Errors: store::RunFileError if it cannot be opened. Of no use if a stop is requested.
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
    void look(std::span<const std::uint32_t> series, const Look &look) const override;
    std::size_t seriesCount() const override;
    std::shared_ptr<const store::Run> exact() const override;
    /// Opens an exact run for one piece of work. The stop of \p progress ends its waits. \p progress must outlive the run.
    std::shared_ptr<const store::Run> exact(record::Progress &progress) const;

    /// The other side judges the run, from the first call on.
    std::shared_ptr<const health::Judgement> judgement() const override;

private:
    using Clock = std::chrono::steady_clock;

    /// What has arrived. Apart from the run, which holds the link: that does not end on its own thread.
    struct Inbox final : Channel
    {
        Inbox();
        ~Inbox() override;

        std::vector<messages::Request> begin() override;
        void take(messages::Reply reply) override;
        void stateChanged(const LinkState &state) override;
        bool isEmpty() const;

        std::mutex mutex; ///< of all below; held for a moment
        std::condition_variable_any arrived;
        std::vector<messages::Reply> replies;
        std::vector<messages::Reply> unfinished; ///< news of which more is to come
        std::size_t bytes = 0, unfinishedBytes = 0; ///< of both, and of these
        std::optional<LinkState> linkNews;
        bool mustOpen = false;   ///< there is a new connection
        bool isOverfull = false; ///< all was thrown away, and so is what follows on this channel
        bool mustReopen = false; ///< then
        bool isTooMuch = false;  ///< in one moment
    };

    /// A series as far as it was asked for.
    struct SeriesState
    {
        store::Column column;
        bool isKnown = false;  ///< its column is that of the other side
        bool isVoid = false;   ///< values were edited: it is shown until it comes anew
        std::size_t outlined = 0; ///< chunks at the front, of which all but outlines may be away
        bool isWanted = false; ///< its values come as they are written
        Clock::time_point lookedAt = {};
        store::SeriesTally tally = {}; ///< of one whose values do not come
        std::vector<store::StampedHistogram> histograms = {};
        std::size_t histogramsAsked = 0; ///< up to this tick
        std::uint32_t histogramsFrom = 0; ///< from this one
        bool histogramsCome = false;
        std::vector<std::uint32_t> tensorFrames = {};
        std::size_t tensorsAsked = 0;
        bool tensorPlacesCome = false;
    };

    /// Consecutive chunks of which a part is asked for.
    struct Asked
    {
        std::uint32_t series = 0;
        std::uint64_t firstValue = 0; ///< its number
        store::ChunkPart part = store::ChunkPart::Values;
        std::size_t count = 0;

        auto operator<=>(const Asked &) const = default;
    };
    struct Question
    {
        Asked what;
        std::vector<std::uint32_t> counts; ///< values of each chunk
    };

    struct Tensor
    {
        std::shared_ptr<const record::TensorValue> value;
        std::uint64_t lastLook = 0; ///< number of the look
    };

    RemoteRun(std::shared_ptr<Link> link, std::string path, std::string name, Waits waits, std::shared_ptr<RunCache> cache, bool addsNews);

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
    const std::shared_ptr<RunCache> m_runCache; ///< null: none
    const bool m_addsNews;                      ///< to that, which others share
    mutable record::Progress *m_progress = nullptr; ///< of the work that waits; null: none
    mutable std::uint64_t m_channel = 0;

    const std::shared_ptr<Inbox> m_inbox;
    mutable std::mutex m_mutex; ///< of all below; whoever takes it takes in what is in the inbox
    mutable store::Catalogue m_catalogue;
    mutable std::vector<record::TagSpec> m_tags; ///< as they are by now
    mutable std::vector<SeriesState> m_series;
    mutable bool m_isOpen = false;
    mutable bool m_isFolder = false;
    mutable std::uint64_t m_content = 0; ///< of the file there: see News
    mutable bool m_hasArrived = false;  ///< values that something stood in for
    mutable std::string m_problem;      ///< why no more comes; or why nothing comes now
    mutable bool m_hasFailed = false;   ///< nothing will
    static constexpr std::size_t kMostCachedBytes = std::size_t{128} << 20;
    mutable store::ChunkCache m_cache{kMostCachedBytes};
    mutable std::deque<Question> m_waiting; ///< not sent yet: the latest goes first
    mutable std::map<Asked, std::vector<std::uint32_t>> m_sent; ///< not answered yet
    mutable std::uint64_t m_histogramEdits = 0;
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, Tensor> m_tensors; ///< by series and frame
    mutable std::uint64_t m_tensorLooks = 0;
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, record::TensorValue> m_tensorsAsked; ///< as far as they came
    mutable Clock::time_point m_nextForget = {};
    mutable Clock::time_point m_nextTicksShown = {};
    mutable std::size_t m_ticksAsked = 0; ///< so many are exact or were asked for
    mutable double m_bytesPerTick = 32;   ///< of the last that came
    mutable std::weak_ptr<const store::Run> m_exact;
    mutable std::shared_ptr<const health::Judgement> m_judgement;
    mutable bool m_isJudged = false;
};

} // namespace lensboard::remote
