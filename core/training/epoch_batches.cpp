#include "core/training/epoch_batches.h"

#include "core/dataset/dataset.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/Parallel.h>
#include <ATen/ops/arange.h>

#include <random>
#include <stdexcept>

namespace lensboard::training {

namespace {

/// Returns the numbers 0 … size-1, shuffled (Fisher-Yates) in an order that depends only on the seed and the epoch.
at::Tensor shuffled(std::int64_t size, std::int64_t seed, std::int64_t epoch)
{
    std::seed_seq sequence{seed & 0xffffffff, seed >> 32, epoch};
    std::mt19937_64 random(sequence);
    at::Tensor order = at::arange(size, at::kLong);
    auto *values = order.data_ptr<std::int64_t>();
    for (std::int64_t i = size - 1; i > 0; --i)
        std::swap(values[i], values[random() % static_cast<std::uint64_t>(i + 1)]);
    return order;
}

std::int64_t batchCount(const dataset::Samples &samples, std::int64_t batchSize)
{
    return (samples.size() + batchSize - 1) / batchSize;
}

} // namespace

EpochBatches::EpochBatches(const dataset::Dataset &data, const experiment::Experiment &experiment, bool normalises, const Part &part)
    : m_data(data)
    , m_part(part)
    , m_batchSize(experiment.batchSize * part.size)
    , m_seed(experiment.seed)
    , m_trainingCount(batchCount(data.training, m_batchSize))
    , m_validationCount(batchCount(data.validation, m_batchSize))
{
    if (data.training.size() < part.size)
        throw record::InvalidArgument(record::message("dataset: %1 training samples are fewer than the %2 processes that train on them",
                                                    data.training.size(), part.size));
    if (normalises)
        leaveOutLastOfOne();
}

void EpochBatches::leaveOutLastOfOne()
{
    const auto fewest = [this](std::int64_t batchSize) { return batchSize / m_part.size; };
    const std::int64_t last = m_data.training.size() - (m_trainingCount - 1) * m_batchSize;
    if (fewest(last) > 1)
        return;
    if (fewest(m_batchSize) == 1 || m_trainingCount == 1)
        throw record::InvalidArgument(record::message("batch_size: batch normalisation needs batches of at least two "
                                                    "samples; use a larger one, or the model.norm \"layer\""));
    --m_trainingCount;
    m_notices.push_back(m_part.size == 1
                            ? record::message("The last batch of each epoch would have one sample, too few for batch "
                                              "normalisation: it is left out.")
                            : record::message("The last batch of each epoch would have one sample in a process, or none, too few for "
                                              "batch normalisation: its %1 samples are left out.",
                                              last));
}

dataset::BatchCuts EpochBatches::trainingCuts() const
{
    return {m_data.training.size(), m_batchSize, m_trainingCount, false, m_part.rank, m_part.size};
}

dataset::BatchCuts EpochBatches::validationCuts() const
{
    return {m_data.validation.size(), m_batchSize, m_validationCount, true, m_part.rank, m_part.size};
}

EpochBatches::Share EpochBatches::shareOf(const dataset::BatchCuts &cuts, std::int64_t number)
{
    return {cuts.partSize(number), cuts.end(number) - cuts.begin(number)};
}

void EpochBatches::beginEpoch(std::int64_t epoch)
{
    const std::int64_t samples = m_data.training.size(), others = m_data.validation.size();
    const std::int64_t ownSize = m_batchSize / m_part.size;
    const bool ahead = dataset::prefetchPays(ownSize * m_data.training.inputs.numel() / samples, at::get_num_threads());
    m_training.emplace(m_data, m_data.training, shuffled(samples, m_seed, epoch), trainingCuts(), ahead);
    if (!m_validation)
        m_validation.emplace(m_data, m_data.validation, at::arange(others, at::kLong), validationCuts(), ahead);
}

EpochBatches::Batch EpochBatches::training(std::int64_t number)
{
    return m_training->take(number);
}

EpochBatches::Batch EpochBatches::validation(std::int64_t number)
{
    return m_validation->take(number);
}

} // namespace lensboard::training
