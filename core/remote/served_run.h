#pragma once

#include "core/control/outbox.h"
#include "core/health/run_judge.h"
#include "core/remote/served_media.h"
#include "core/runs/run_source.h"
#include "core/store/run.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lensboard::remote {

namespace messages {
class News;
class Reply;
class Request;
class SeriesNews;
} // namespace messages

/// A run opened for the other side, on a thread of its own. Sends new data of the run and answers requests for values.
/// Shutdown: the destructor cancels the current read and waits for it.
class ServedRun
{
public:
    /// \p request opens the run under its channel; \p path is the resolved path of the request.
    ServedRun(std::filesystem::path path, messages::Request request, control::Outbox &replies);
    ~ServedRun();

    /// Thread: any.
    void ask(messages::Request request);

private:
    /// State of a series on the other side, if its values are subscribed.
    struct Told
    {
        std::size_t count = 0;
        bool anew = true; ///< true if the other side has no values, or invalid ones
    };

    void run(const std::stop_token &stop);
    void open(const std::stop_token &stop);
    void resume();
    void answer(const messages::Request &request);
    void tellNews();
    void tellCatalogue(const store::RunChanges &changes);
    std::size_t addTicks(std::size_t at, std::size_t last, messages::News &news);
    void tellValues();
    void tellTallies();
    bool addNews(std::uint32_t series, Told &told, messages::SeriesNews &news);
    void sendTicks(const messages::Request &request);
    void sendChunks(const messages::Request &request);
    void sendHistograms(const messages::Request &request);
    void sendTensor(const messages::Request &request);
    void send(const record::Progress &progress);
    void send(messages::Reply reply);

    const std::filesystem::path m_path;
    const std::unique_ptr<messages::Request> m_request;
    control::Outbox &m_replies;
    std::mutex m_mutex;
    std::condition_variable_any m_asked;
    std::vector<messages::Request> m_requests; ///< guarded by m_mutex
    // ---- used on the thread only
    std::uint64_t m_content = 0; ///< number for the run's content: see News
    std::unique_ptr<runs::RunSource> m_source;
    std::shared_ptr<const store::Run> m_run;
    store::RunCursor m_cursor;
    std::map<std::uint32_t, Told> m_wanted;
    std::vector<store::SeriesTally> m_tallies; ///< as last sent
    std::unique_ptr<health::RunJudge> m_judge; ///< null until requested
    std::unique_ptr<ServedMedia> m_media;      ///< null until requested
    std::jthread m_thread;
};

} // namespace lensboard::remote
