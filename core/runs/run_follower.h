#pragma once

#include "core/runs/run_source.h"

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
    explicit RunFollower(std::unique_ptr<RunSource> source);
    ~RunFollower();

    std::shared_ptr<const store::Run> run() const { return m_source->run(); }
    std::shared_ptr<const health::Judge> judge() const { return m_source->judge(); }
    /// Reads the run again, with these uses of its columns.
    void choose(const imports::RoleChoice &choice);

private:
    void follow(std::stop_token stop);

    std::unique_ptr<RunSource> m_source;
    std::mutex m_mutex;
    std::optional<imports::RoleChoice> m_choice; ///< waits for the thread; guarded by m_mutex
    std::jthread m_thread;
};

} // namespace lensboard::runs
