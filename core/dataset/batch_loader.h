#pragma once

#include "core/torch_fwd.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace lensboard::dataset {

struct Dataset;
struct Samples;

/// How an order of samples is cut into batches.
struct BatchCuts
{
    std::int64_t samples = 0;
    std::int64_t size = 1;  ///< of a batch
    std::int64_t count = 0; ///< of batches
    bool even = false;      ///< sizes differ by at most one; else each has \c size but the last of all samples
    std::int64_t part = 0;  ///< of each batch every so many samples from this one on
    std::int64_t parts = 1;

    std::int64_t begin(std::int64_t number) const;
    std::int64_t end(std::int64_t number) const;
    /// How many samples of a batch the part has.
    std::int64_t partSize(std::int64_t number) const;
    /// The samples of the part of a batch; of a part that has none the batch's first.
    ///
    /// Shape:  \p order [samples], int64.
    at::Tensor of(const at::Tensor &order, std::int64_t number) const;
};

/// The batches of a pass over samples, the same as takeBatch() bit for bit; prepared on a thread of its own, if wanted.
///
/// Multithreading: one thread calls everything.
/// Shutdown:       the destructor waits for the batch in work, a few milliseconds, and leaves the others.
class BatchLoader
{
public:
    /// The data outlive it, and do not change. If \p ahead, the next batches are prepared while one is trained on.
    ///
    /// Shape:  \p order [cuts.samples], int64 sample numbers.
    BatchLoader(const Dataset &dataset, const Samples &samples, const at::Tensor &order, const BatchCuts &cuts, bool ahead);
    ~BatchLoader();

    BatchLoader(const BatchLoader &) = delete;
    BatchLoader &operator=(const BatchLoader &) = delete;

    /// Returns inputs and targets of batch \p number, from 0; preparation goes on from there.
    ///
    /// Shape:  as takeBatch() returns them.
    /// Errors: what went wrong on the thread; std::out_of_range if there is no such batch.
    std::pair<at::Tensor, at::Tensor> take(std::int64_t number);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Whether it pays to prepare batches of so many values on another thread: where that takes longer than to wake a thread,
/// and \p threads that train leave a core free for it.
bool prefetchPays(std::int64_t valuesInBatch, int threads);

} // namespace lensboard::dataset
