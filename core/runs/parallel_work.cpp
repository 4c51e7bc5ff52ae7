#include "core/runs/parallel_work.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lensboard::runs {

namespace {

constexpr std::size_t kMaxThreads = 8;

/// The worker threads and their shared state.
class Crew
{
public:
    Crew(std::size_t count, const std::stop_token &stop, const std::function<void(std::size_t)> &work)
        : m_count(count), m_stop(stop), m_work(work)
    {
        const std::size_t most = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
        m_working = std::min(count, most);
        for (std::size_t i = 0; i < std::min(count, most); ++i)
            m_threads.emplace_back([this] { workOff(); });
    }
    ~Crew()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_next = m_count;
        }
        m_threads.clear(); // joins
    }
    Crew(const Crew &) = delete;
    Crew &operator=(const Crew &) = delete;

    /// Blocks until the next item is done and returns it; nullopt if all are done. Rethrows the first exception of a worker.
    std::optional<std::size_t> takeDone()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_done.empty() || m_working == 0; });
        if (m_done.empty()) {
            if (m_error)
                std::rethrow_exception(m_error);
            return std::nullopt;
        }
        const std::size_t first = m_done.front();
        m_done.pop_front();
        return first;
    }

private:
    void workOff()
    {
        std::unique_lock lock(m_mutex);
        while (m_next < m_count && !m_stop.stop_requested()) {
            const std::size_t mine = m_next++;
            lock.unlock();
            std::exception_ptr error;
            try {
                m_work(mine);
            } catch (...) {
                error = std::current_exception();
            }
            lock.lock();
            if (error) {
                m_next = m_count;
                m_error = m_error ? m_error : error;
            } else {
                m_done.push_back(mine);
            }
            m_changed.notify_one();
        }
        --m_working;
        m_changed.notify_one();
    }

    const std::size_t m_count;
    const std::stop_token m_stop;
    const std::function<void(std::size_t)> &m_work;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_next = 0; ///< next item to start
    std::size_t m_working = 0; ///< number of running threads
    std::deque<std::size_t> m_done;
    std::exception_ptr m_error;
    std::vector<std::jthread> m_threads;
};

} // namespace

void workInParallel(std::size_t count, const std::stop_token &stop, const std::function<void(std::size_t)> &work,
                    const std::function<void(std::size_t)> &done)
{
    Crew crew(count, stop, work);
    while (const auto next = crew.takeDone())
        if (!stop.stop_requested())
            done(*next);
}

} // namespace lensboard::runs
