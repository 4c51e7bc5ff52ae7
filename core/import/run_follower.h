#pragma once

#include "core/import/run_source.h"

#include <memory>
#include <thread>

namespace lensboard::imports {

/// Refreshes a source several times per second on a separate thread.
/// Shutdown: the destructor cancels the refresh in progress and waits for it.
class RunFollower
{
public:
    explicit RunFollower(std::unique_ptr<RunSource> source);
    ~RunFollower();

    std::shared_ptr<const store::Run> run() const { return m_source->run(); }
    std::shared_ptr<const health::Judge> judge() const { return m_source->judge(); }

private:
    void follow(std::stop_token stop);

    std::unique_ptr<RunSource> m_source;
    std::jthread m_thread;
};

} // namespace lensboard::imports
