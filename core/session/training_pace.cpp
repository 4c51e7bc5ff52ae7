#include "core/session/training_pace.h"

#include <algorithm>
#include <utility>

namespace lensboard::session {

namespace {

constexpr double kBlockSeconds = 0.5;
constexpr std::size_t kMaxBlocks = 30;   ///< for a stable estimate of the time left
constexpr std::size_t kLateBlocks = 2;   ///< for the rate, so that it soon shows the cost of a lens
constexpr std::size_t kSteadyBlocks = 3; ///< needed for an estimate, unless blocks take kEnoughSeconds
constexpr double kEnoughSeconds = 5;
constexpr double kValidationShare = 1.0 / 3; ///< of a step's time, until one is measured: a validation has no backward pass

} // namespace

void RecentMean::add(double seconds)
{
    if (m_blocks.empty() || m_blocks.back().seconds >= kBlockSeconds)
        m_blocks.emplace_back();
    m_blocks.back().seconds += seconds;
    ++m_blocks.back().count;
    if (m_blocks.size() > kMaxBlocks)
        m_blocks.pop_front();
}

RecentMean::Block RecentMean::lastBlocks(std::size_t most) const
{
    Block sum;
    for (auto block = m_blocks.rbegin(); block != m_blocks.rend() && most-- > 0; ++block) {
        sum.seconds += block->seconds;
        sum.count += block->count;
    }
    return sum;
}

double RecentMean::lately() const
{
    return mean(lastBlocks(kLateBlocks));
}

double RecentMean::steady() const
{
    Block sum = lastBlocks(kMaxBlocks);
    if (m_blocks.size() < kSteadyBlocks)
        return mean(sum);
    const Block slowest = *std::ranges::max_element(m_blocks, {}, mean);
    sum.seconds -= slowest.seconds;
    sum.count -= slowest.count;
    return mean(sum);
}

bool RecentMean::isSteady() const
{
    return m_blocks.size() >= kSteadyBlocks || lastBlocks(kSteadyBlocks).seconds >= kEnoughSeconds;
}

void TrainingPace::add(bool isValidation, double now)
{
    const double seconds = now - std::exchange(m_since, now);
    Kind &kind = isValidation ? m_validation : m_training;
    if (std::exchange(kind.isWarm, true))
        kind.times.add(seconds);
}

double TrainingPace::stepsPerSecond() const
{
    const double step = m_training.times.lately();
    return step > 0 ? 1 / step : 0;
}

double TrainingPace::secondsLeft(const Batches &left) const
{
    if (!m_training.times.isSteady())
        return -1;
    const double step = m_training.times.steady();
    const double validation = m_validation.times.isEmpty() ? kValidationShare * step : m_validation.times.steady();
    return left.training * step + left.validation * validation;
}

TrainingPace::Batches batchesLeft(const Position &position, std::int64_t epochs, const TrainingPace::Batches &perEpoch)
{
    const auto epochsAfter = static_cast<double>(std::max<std::int64_t>(0, epochs - position.epoch));
    const auto done = static_cast<double>(position.batch);
    return {epochsAfter * perEpoch.training + std::max(0.0, perEpoch.training - done),
            epochsAfter * perEpoch.validation + std::max(0.0, perEpoch.training + perEpoch.validation - std::max(done, perEpoch.training))};
}

} // namespace lensboard::session
