#include "core/import/run_follower.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace lensboard::imports {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(200); ///< so that a point is on screen well within a second

} // namespace

RunFollower::RunFollower(std::unique_ptr<RunSource> source)
    : m_source(std::move(source)), m_thread([this](std::stop_token stop) { follow(stop); })
{}

RunFollower::~RunFollower() = default;

void RunFollower::follow(std::stop_token stop)
{
    ReadProgress progress{stop};
    std::mutex mutex;
    std::condition_variable_any wake;
    while (!stop.stop_requested()) {
        m_source->refresh(progress);
        std::unique_lock lock(mutex);
        wake.wait_for(lock, stop, kInterval, [] { return false; });
    }
}

} // namespace lensboard::imports
