#include "core/tensor/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include <dlfcn.h>

namespace lensboard {

namespace {

/// Functions of the OpenMP runtime that the process has loaded. A second runtime would compete for the same cores. Null if there is none.
struct OpenMp
{
    void (*parallel)(void (*work)(void *), void *data, unsigned threads, unsigned flags);
    int (*maxThreads)();
    int (*isParallel)();
    void (*setThreads)(int);

    static const OpenMp &loaded()
    {
        static const OpenMp found{find<decltype(parallel)>("GOMP_parallel"), find<decltype(maxThreads)>("omp_get_max_threads"),
                                  find<decltype(isParallel)>("omp_in_parallel"), find<decltype(setThreads)>("omp_set_num_threads")};
        return found;
    }
    bool isThere() const { return parallel && maxThreads && isParallel && setThreads; }

private:
    template <typename Function>
    static Function find(const char *name)
    {
        return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
    }
};

/// The parts of the work, taken by threads one after the other.
class Parts
{
public:
    Parts(std::int64_t count, std::int64_t size, const std::function<void(std::int64_t, std::int64_t)> &work) : m_count(count), m_size(size), m_work(work) {}

    void takeAll()
    {
        for (std::int64_t from = 0; (from = m_next.fetch_add(m_size)) < m_count;) {
            try {
                m_work(from, std::min(m_count, from + m_size));
            } catch (...) {
                const std::lock_guard lock(m_mutex);
                m_failure = std::current_exception();
            }
        }
    }
    void rethrow() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    const std::int64_t m_count, m_size;
    const std::function<void(std::int64_t, std::int64_t)> &m_work;
    std::atomic<std::int64_t> m_next = 0;
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

} // namespace

void inParallel(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)> &work)
{
    if (count <= 0)
        return;
    const OpenMp &openMp = OpenMp::loaded();
    const std::int64_t most = openMp.isThere() && count > grain && !openMp.isParallel() ? openMp.maxThreads() : 1;
    const std::int64_t threads = std::min(most, (count + grain - 1) / std::max<std::int64_t>(1, grain));
    if (threads <= 1)
        return work(0, count);
    Parts parts(count, (count + threads - 1) / threads, work);
    openMp.parallel([](void *data) { static_cast<Parts *>(data)->takeAll(); }, &parts, static_cast<unsigned>(threads), 0);
    parts.rethrow();
}

void setThreadCount(int count)
{
    if (OpenMp::loaded().isThere())
        OpenMp::loaded().setThreads(count);
}

} // namespace lensboard
