#include "core/training/thread_count.h"

#include "core/record/message.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace lensboard::training {

namespace {

/// Returns the first number of OMP_NUM_THREADS (it may be a list), or 0 if there is none.
int threadsOfEnvironment()
{
    const char *variable = std::getenv("OMP_NUM_THREADS");
    const std::string_view text = variable ? variable : "";
    int threads = 0;
    std::from_chars(text.data(), text.data() + text.size(), threads);
    return std::clamp(threads, 0, defaultThreadCount());
}

int largestCount(std::int64_t wanted, int processes)
{
    if (wanted > 0)
        return static_cast<int>(wanted);
    const int ofEnvironment = threadsOfEnvironment();
    return ofEnvironment > 0 ? ofEnvironment : std::max(1, defaultThreadCount() / processes);
}

std::string milliseconds(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", seconds * 1000);
    return text;
}

} // namespace

int defaultThreadCount()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

ComputingThreads::ComputingThreads(std::int64_t wanted, int processes, bool isOnCpu)
    : m_count(largestCount(wanted, processes)), m_choice(wanted > 0 || threadsOfEnvironment() > 0 || processes > 1 || !isOnCpu ? 1 : m_count)
{
    at::set_num_threads(m_count);
}

std::string ComputingThreads::description() const
{
    return (m_choice.isFixed() ? "" : "1 or ") + std::to_string(m_count);
}

void ComputingThreads::apply() const
{
    if (const int threads = m_choice.isFixed() ? m_count : m_choice.threads(); threads != at::get_num_threads())
        at::set_num_threads(threads);
}

record::Message ComputingThreads::endStep(double seconds)
{
    const auto change = m_choice.endStep(seconds, ThreadChoice::Clock::now());
    if (!change)
        return {};
    return record::counted(static_cast<std::uint64_t>(change->threads), "Computing on %n thread from here on: a step takes %1 ms instead of %2 ms.",
                           "Computing on %n threads from here on: a step takes %1 ms instead of %2 ms.", milliseconds(change->seconds),
                           milliseconds(change->secondsBefore));
}

} // namespace lensboard::training
