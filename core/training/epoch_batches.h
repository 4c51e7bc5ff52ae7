#pragma once

#include "core/dataset/batch_loader.h"
#include "core/experiment/experiment.h"
#include "core/record/message.h"
#include "core/torch_fwd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::training {

/// The batches of each epoch. The order of training batches depends only on the experiment's seed and the epoch. The mean over the
/// validation batches equals the mean over their samples. With several processes, each has a part of every batch. Samples are divided as in
/// PyTorch's DistributedSampler, but without repeated samples.
/// Thread: the training's thread.
class EpochBatches
{
public:
    using Batch = std::pair<at::Tensor, at::Tensor>;
    /// This process's rank and the number of processes in the training.
    struct Part
    {
        int rank = 0;
        int size = 1;
    };
    /// A process's share of a batch. Units: samples.
    struct Share
    {
        std::int64_t own = 0; ///< 0: the process runs on a sample of another share, and its result is ignored
        std::int64_t all = 0;

        double weight() const { return static_cast<double>(own) / static_cast<double>(all); }
    };

    /// \p data must outlive this object. If \p normalises, every process has at least two samples per training batch: batch normalisation needs them.
    /// Errors: std::invalid_argument if no training batch is left, or there are fewer samples than processes.
    EpochBatches(const dataset::Dataset &data, const experiment::Experiment &experiment, bool normalises, const Part &part = {0, 1});

    /// Number of batches per epoch.
    std::int64_t trainingCount() const { return m_trainingCount; }
    std::int64_t validationCount() const { return m_validationCount; }
    /// Differences from the requested settings.
    const std::vector<record::Message> &notices() const { return m_notices; }

    /// Call this before the first training batch of every epoch.
    void beginEpoch(std::int64_t epoch);
    /// Returns inputs and targets of a batch, numbered from 0, in the format of dataset::takeBatch().
    Batch training(std::int64_t number);
    Batch validation(std::int64_t number);
    Share trainingShare(std::int64_t number) const { return shareOf(trainingCuts(), number); }
    Share validationShare(std::int64_t number) const { return shareOf(validationCuts(), number); }

private:
    dataset::BatchCuts trainingCuts() const;
    dataset::BatchCuts validationCuts() const;
    static Share shareOf(const dataset::BatchCuts &cuts, std::int64_t number);
    void leaveOutLastOfOne();

    const dataset::Dataset &m_data;
    Part m_part;
    std::int64_t m_batchSize; ///< total over all processes
    std::int64_t m_seed;
    std::int64_t m_trainingCount;
    std::int64_t m_validationCount;
    std::vector<record::Message> m_notices;
    std::optional<dataset::BatchLoader> m_training; ///< of the current epoch
    std::optional<dataset::BatchLoader> m_validation;
};

} // namespace lensboard::training
