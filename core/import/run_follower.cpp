#include "core/import/run_follower.h"

#include "core/record/pause.h"

#include <chrono>

namespace lensboard::imports {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(200); ///< short enough to show a new point within a second

} // namespace

RunFollower::RunFollower(std::unique_ptr<RunSource> source)
    : m_source(std::move(source)), m_thread([this](std::stop_token stop) { follow(stop); })
{}

RunFollower::~RunFollower() = default;

void RunFollower::follow(std::stop_token stop)
{
    ReadProgress progress{stop};
    record::repeat(stop, kInterval, [&] { m_source->refresh(progress); });
}

} // namespace lensboard::imports
