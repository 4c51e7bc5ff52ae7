#pragma once

#include "core/record/message.h"
#include "core/runs/run_source.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace lensboard::runs {

/// Refreshes a source several times per second on a separate thread.
/// Shutdown: the destructor cancels the refresh in progress and waits for it.
class RunFollower
{
public:
    /// Calls \p onError with the error of a read that failed, unless the previous error was the same. The next read follows.
    /// Thread: \p onError is called on the follower's thread.
    RunFollower(std::unique_ptr<RunSource> source, std::function<void(const record::Message &error)> onError);
    ~RunFollower();

    std::shared_ptr<const store::Run> run() const { return m_source->run(); }
    std::shared_ptr<const health::Judge> judge() const { return m_source->judge(); }
    /// Reads the run again, with these uses of its columns.
    void choose(const imports::RoleChoice &choice);

private:
    void follow(std::stop_token stop);

    std::unique_ptr<RunSource> m_source;
    const std::function<void(const record::Message &)> m_onError;
    std::mutex m_mutex;
    std::optional<imports::RoleChoice> m_choice; ///< waits for the thread; guarded by m_mutex
    std::jthread m_thread;
};

} // namespace lensboard::runs
