#pragma once

#include "core/torch_fwd.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace lensboard::dataset {

struct Dataset;
struct Samples;

/// Divides an order of samples into batches.
struct BatchCuts
{
    std::int64_t samples = 0;
    std::int64_t size = 1;  ///< samples per batch
    std::int64_t count = 0; ///< number of batches
    bool even = false;      ///< batch sizes differ by at most one; otherwise only the last batch may be smaller than \c size
    std::int64_t part = 0;  ///< this part takes every parts-th sample of a batch, from sample \c part on
    std::int64_t parts = 1;

    std::int64_t begin(std::int64_t number) const;
    std::int64_t end(std::int64_t number) const;
    /// Returns the number of samples that this part has in batch \p number.
    std::int64_t partSize(std::int64_t number) const;
    /// Returns this part's samples of a batch, or the first sample of the batch if the part is empty.
    ///
    /// Shape:  \p order [samples], int64.
    at::Tensor of(const at::Tensor &order, std::int64_t number) const;
};

/// The batches of one pass over the samples, equal to takeBatch() bit for bit. Optionally prepared on a separate thread.
///
/// Multithreading: all functions must be called from one thread.
/// Shutdown:       the destructor waits for the current batch, a few milliseconds, and discards the others.
class BatchLoader
{
public:
    /// The dataset must outlive the loader and must not change. If \p ahead, prepares the next batches during training.
    ///
    /// Shape:  \p order [cuts.samples], int64 sample numbers.
    BatchLoader(const Dataset &dataset, const Samples &samples, const at::Tensor &order, const BatchCuts &cuts, bool ahead);
    ~BatchLoader();

    BatchLoader(const BatchLoader &) = delete;
    BatchLoader &operator=(const BatchLoader &) = delete;

    /// Returns inputs and targets of batch \p number, counted from 0. Preparation continues with the next batch.
    ///
    /// Shape:  as takeBatch() returns them.
    /// Errors: any exception of the preparing thread; std::out_of_range if there is no such batch.
    std::pair<at::Tensor, at::Tensor> take(std::int64_t number);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Returns true if preparing batches of this size on another thread saves time: preparation takes longer than waking a
/// thread, and a training on \p threads threads leaves one core free.
bool prefetchPays(std::int64_t valuesInBatch, int threads);

} // namespace lensboard::dataset
