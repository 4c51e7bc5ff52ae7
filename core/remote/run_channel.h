#pragma once

#include "core/record/progress.h"
#include "core/remote/known_run.h"
#include "core/remote/run_inbox.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lensboard::remote {

/// A run's requests to the other side, and its inbox.
/// Thread: one at a time.
class RunChannel
{
public:
    /// \p name is used in messages. \p known receives problems; it outlives the channel.
    RunChannel(std::shared_ptr<Link> link, std::string name, KnownRun &known);
    ~RunChannel();
    RunChannel(const RunChannel &) = delete;
    RunChannel &operator=(const RunChannel &) = delete;

    const std::string &name() const { return m_name; }
    RunInbox &inbox() { return *m_inbox; }
    void open();
    void close() { m_link->close(m_number); }
    void send(messages::Request request);
    /// Ends the conversation because of \p problem.
    void fail(const record::Message &problem);
    /// Blocks until something has arrived. Returns false if a stop is requested.
    bool await();

    record::Progress *progress = nullptr; ///< of the waiting call; null if none

private:
    const std::shared_ptr<Link> m_link;
    const std::string m_name;
    KnownRun &m_known;
    const std::shared_ptr<RunInbox> m_inbox = std::make_shared<RunInbox>();
    std::uint64_t m_number = 0;
};

} // namespace lensboard::remote
