#include "core/runs/run_follower.h"

#include "core/record/error.h"
#include "core/record/stoppable_sleep.h"

#include <chrono>
#include <utility>

namespace lensboard::runs {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(200); ///< short enough to show a new point within a second

} // namespace

RunFollower::RunFollower(std::unique_ptr<RunSource> source, std::function<void(const record::Message &error)> onError)
    : m_source(std::move(source)), m_onError(std::move(onError)), m_thread([this](std::stop_token stop) { follow(stop); })
{}

RunFollower::~RunFollower() = default;

void RunFollower::follow(std::stop_token stop)
{
    imports::ReadProgress progress{stop};
    record::Message last;
    const auto read = [&] {
        std::unique_lock lock(m_mutex);
        const auto choice = std::exchange(m_choice, std::nullopt);
        lock.unlock();
        if (choice)
            m_source->choose(*choice);
        m_source->refresh(progress);
    };
    record::repeat(stop, kInterval, read, [&](const std::exception &error) {
        const record::Message problem = record::message("cannot be read: %1", record::messageOf(error));
        if (std::exchange(last, problem) != problem)
            m_onError(problem);
    });
}

void RunFollower::choose(const imports::RoleChoice &choice)
{
    const std::lock_guard lock(m_mutex);
    m_choice = choice;
}

} // namespace lensboard::runs
