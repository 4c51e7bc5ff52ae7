#include "core/import/run_follower.h"

#include "core/record/pause.h"

#include <chrono>
#include <exception>

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
    for (; !stop.stop_requested(); record::pause(stop, kInterval))
        try {
            m_source->refresh(progress);
        } catch (const std::exception &) { // there is not even memory to tell what is wrong: the next look may have it
        }
}

} // namespace lensboard::imports
