#pragma once

#include "core/import/run_source.h"

#include <memory>
#include <thread>

namespace lensboard::imports {

/// Refreshes a source several times a second on a thread of its own.
/// Shutdown: the destructor waits for the refresh in progress, which is asked to end early.
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
