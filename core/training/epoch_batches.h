#pragma once

#include "core/dataset/batch_loader.h"
#include "core/experiment/experiment.h"
#include "core/torch_fwd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::training {

/// The batches of each epoch: those of training in an order that depends on the experiment's seed and the epoch alone, and
/// those of validation, whose mean is that of the samples. Of several processes each has a part of every batch, which all of
/// them together is as large as theirs together, divided as PyTorch's DistributedSampler does, without its repetitions.
/// Thread: that of the training.
class EpochBatches
{
public:
    using Batch = std::pair<at::Tensor, at::Tensor>;
    /// The process among those that train together.
    struct Part
    {
        int rank = 0;
        int size = 1;
    };
    /// What a process has of a batch. Units: samples.
    struct Share
    {
        std::int64_t own = 0; ///< 0: what it takes for it is another's, and counts for nothing
        std::int64_t all = 0;

        double weight() const { return static_cast<double>(own) / static_cast<double>(all); }
    };

    /// \p data outlives it. If \p normalises, no training batch has one sample, or one for a process: batch normalisation cannot take it.
    /// Errors: std::invalid_argument if no training batch would be left, or there are fewer samples than processes.
    EpochBatches(const dataset::Dataset &data, const experiment::Experiment &experiment, bool normalises, const Part &part = {0, 1});

    /// Batches an epoch.
    std::int64_t trainingCount() const { return m_trainingCount; }
    std::int64_t validationCount() const { return m_validationCount; }
    /// What differs from what was asked for.
    const std::vector<std::string> &notices() const { return m_notices; }

    /// To be called before the first batch of training is taken, and then once an epoch.
    void beginEpoch(std::int64_t epoch);
    /// Inputs and targets of a batch, numbered from 0, as dataset::takeBatch() returns them.
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
    std::int64_t m_batchSize; ///< of all processes together
    std::int64_t m_seed;
    std::int64_t m_trainingCount;
    std::int64_t m_validationCount;
    std::vector<std::string> m_notices;
    std::optional<dataset::BatchLoader> m_training; ///< of this epoch
    std::optional<dataset::BatchLoader> m_validation;
};

} // namespace lensboard::training
