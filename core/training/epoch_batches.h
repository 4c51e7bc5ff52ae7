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
/// those of validation, whose mean is that of the samples.
/// Thread: that of the training.
class EpochBatches
{
public:
    using Batch = std::pair<at::Tensor, at::Tensor>;

    /// \p data outlives it. If \p normalises, no training batch has one sample: batch normalisation cannot take it.
    /// Errors: std::invalid_argument if no training batch would be left.
    EpochBatches(const dataset::Dataset &data, const experiment::Experiment &experiment, bool normalises);

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

private:
    const dataset::Dataset &m_data;
    std::int64_t m_batchSize;
    std::int64_t m_seed;
    std::int64_t m_trainingCount;
    std::int64_t m_validationCount;
    std::vector<std::string> m_notices;
    std::optional<dataset::BatchLoader> m_training; ///< of this epoch
    std::optional<dataset::BatchLoader> m_validation;
};

} // namespace lensboard::training
