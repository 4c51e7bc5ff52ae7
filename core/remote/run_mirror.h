#pragma once

#include "core/health/run_judge.h"
#include "core/import/tables/row_reading.h"
#include "core/remote/known_run.h"
#include "core/remote/remote_chunks.h"
#include "core/remote/remote_histograms.h"
#include "core/remote/remote_media.h"
#include "core/remote/remote_tensors.h"
#include "core/remote/remote_ticks.h"
#include "core/remote/run_cache.h"
#include "core/remote/run_channel.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace lensboard::remote {

namespace messages {
class News;
class Reply;
class SeriesNews;
class Wanted;
} // namespace messages

/// Address of a run on another machine.
struct RemoteAddress
{
    std::shared_ptr<Link> link;
    std::string path;                ///< relative to the served folder
    std::string name;                ///< used in messages
    std::shared_ptr<RunCache> cache; ///< null if there is no local cache
    imports::RoleChoice choice;      ///< uses of columns of a table; such a run has no cache
};

/// Copy of a run on another machine: applies the replies of the other side, and subscribes to the values of the series that readers look at.
/// Thread: one at a time.
class RunMirror
{
public:
    enum class Values { Approximate, Exact }; ///< Exact: readers wait for exact values

    /// \p addsNews: this mirror writes to the cache; mirrors for exact values share it.
    RunMirror(RemoteAddress address, Values values, bool addsNews);

    /// Continues with the data in the cache, and opens the channel.
    void open();
    /// Applies the replies that have arrived. For exact values, also blocks until the run is open.
    /// Errors: RunFileError if a wait fails.
    void update();
    /// Blocks until \p isSo returns true and all ticks are exact.
    /// Errors: RunFileError if the connection is lost or a stop is requested.
    void awaitThat(const std::function<bool()> &isSo);
    /// Blocks until the run is open, or a stop is requested.
    /// Errors: RunFileError if the run cannot be opened.
    void awaitOpened(record::Progress &progress);
    /// Sets the progress of waits; null: they cannot be stopped.
    void setProgress(record::Progress *progress) { m_channel.progress = progress; }

    const RemoteAddress &address() const { return m_address; }
    bool isExact() const { return m_values == Values::Exact; }
    KnownRun &known() { return m_known; }
    RemoteHistograms &histograms() { return m_histograms; }
    RemoteTensors &tensors() { return m_tensors; }
    RemoteChunks &chunks() { return m_chunks; }

    /// Subscribes to the values of \p series.
    void want(std::span<const std::uint32_t> series);
    /// Call after each look at series: sends requests for missing parts, and releases data that were not looked at for a while.
    void endLook();
    /// Returns the judgement of the other side. Judging starts at the first call.
    std::shared_ptr<const health::Judgement> judgement();
    /// Returns null if no media are known. Requests them at the first call, unless values are exact.
    std::shared_ptr<const store::Media> media();

    /// Returns how the other side reads the rows of a table; nullopt for runs without columns.
    const std::optional<imports::RowReading> &reading() const { return m_reading; }
    /// Reads the table again with these uses of its columns, without the cache. The known values stay until the new ones arrive.
    void choose(const imports::RoleChoice &choice);

private:
    void takeIn();
    void apply(const messages::Reply &reply);
    void applyNews(const messages::News &news);
    void applyTags(const messages::News &news);
    void applyValues(const messages::SeriesNews &news);
    void openAnew();
    void restart();
    void clearCache();
    void forget(bool areEdited);
    void forgetUnwanted();
    void sendWanted(const messages::Wanted &wanted);
    void requestJudgement();
    void requestMedia();

    RemoteAddress m_address;
    const Values m_values;
    const bool m_addsNews;
    KnownRun m_known;
    RunChannel m_channel;
    RemoteTicks m_ticks{m_known, m_channel};
    RemoteChunks m_chunks;
    RemoteHistograms m_histograms{m_known, m_channel};
    RemoteTensors m_tensors{m_known, m_channel};
    KnownRun::Clock::time_point m_nextForget = {};
    std::shared_ptr<const health::Judgement> m_judgement;
    bool m_isJudged = false;
    const std::shared_ptr<RemoteMedia> m_media = std::make_shared<RemoteMedia>();
    bool m_areMediaRequested = false;
    std::optional<imports::RowReading> m_reading;
    bool m_isReadAnew = false; ///< true until a new choice of columns is requested
};

} // namespace lensboard::remote
