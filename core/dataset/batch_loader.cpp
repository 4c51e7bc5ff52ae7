#include "core/dataset/batch_loader.h"

#include "core/dataset/dataset.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace lensboard::dataset {

std::int64_t BatchCuts::begin(std::int64_t number) const
{
    return even ? number * samples / count : number * size;
}

std::int64_t BatchCuts::end(std::int64_t number) const
{
    return even ? (number + 1) * samples / count : std::min(samples, (number + 1) * size);
}

std::int64_t BatchCuts::partSize(std::int64_t number) const
{
    return (end(number) - begin(number) - part + parts - 1) / parts;
}

at::Tensor BatchCuts::of(const at::Tensor &order, std::int64_t number) const
{
    const std::int64_t first = begin(number) + (partSize(number) > 0 ? part : 0);
    return order.slice(0, first, partSize(number) > 0 ? end(number) : first + 1, parts).contiguous();
}

struct BatchLoader::Private
{
    using Batch = std::pair<at::Tensor, at::Tensor>;

    const Dataset &dataset;
    const Samples &samples;
    at::Tensor order;
    BatchCuts cuts;
    bool ahead;
    std::int64_t next = -1; ///< number of the next batch from the thread; -1: not started

    std::mutex mutex = {}; ///< guards changed, ready and error
    std::condition_variable_any changed = {};
    std::deque<Batch> ready = {};
    std::exception_ptr error = {};

    std::jthread thread = {}; ///< declared last: joined before the members it uses are destroyed

    Batch prepared(std::int64_t number) const
    {
        return takeBatch(dataset, samples, cuts.of(order, number));
    }

    /// Prepares all batches from \p number on, a few ahead of the reader.
    void work(const std::stop_token &stop, std::int64_t number)
    {
        constexpr std::size_t kAhead = 2;
        for (; number < cuts.count && !stop.stop_requested(); ++number) {
            Batch batch = prepared(number);
            std::unique_lock lock(mutex);
            ready.push_back(std::move(batch));
            changed.notify_all();
            changed.wait(lock, stop, [this] { return ready.size() < kAhead; });
        }
    }

    void workOrTell(const std::stop_token &stop, std::int64_t first)
    {
        try {
            work(stop, first);
        } catch (...) {
            const std::lock_guard lock(mutex);
            error = std::current_exception();
            changed.notify_all();
        }
    }

    void beginAt(std::int64_t number)
    {
        thread = {};
        ready.clear();
        error = {};
        next = number;
        thread = std::jthread([this, number](const std::stop_token &stop) { workOrTell(stop, number); });
    }

    Batch taken()
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return !ready.empty() || error; });
        if (ready.empty())
            std::rethrow_exception(error);
        Batch batch = std::move(ready.front());
        ready.pop_front();
        ++next;
        changed.notify_all();
        return batch;
    }
};

BatchLoader::BatchLoader(const Dataset &dataset, const Samples &samples, const at::Tensor &order, const BatchCuts &cuts,
                         bool ahead)
    : d(new Private{dataset, samples, order, cuts, ahead})
{
}

BatchLoader::~BatchLoader() = default;

std::pair<at::Tensor, at::Tensor> BatchLoader::take(std::int64_t number)
{
    if (number < 0 || number >= d->cuts.count)
        throw std::out_of_range("batch " + std::to_string(number) + " of " + std::to_string(d->cuts.count));
    if (!d->ahead)
        return d->prepared(number);
    if (d->next != number)
        d->beginAt(number);
    return d->taken();
}

bool prefetchPays(std::int64_t valuesInBatch, int threads)
{
    constexpr std::int64_t kLarge = 1 << 18;
    return valuesInBatch >= kLarge && threads < static_cast<int>(std::thread::hardware_concurrency());
}

} // namespace lensboard::dataset
