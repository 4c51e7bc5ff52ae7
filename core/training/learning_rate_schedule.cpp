#include "core/training/learning_rate_schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace lensboard::training {

LearningRateSchedule::LearningRateSchedule(const experiment::Choice &choice, double rate, std::int64_t epochs,
                                           std::int64_t stepsPerEpoch)
    : m_choice(choice),
      m_totalSteps(epochs * stepsPerEpoch), m_stepsPerEpoch(std::max<std::int64_t>(1, stepsPerEpoch))
{
    m_state.base = rate;
}

double LearningRateSchedule::rate(std::int64_t steps, std::int64_t epoch) const
{
    const auto warmUp = static_cast<std::int64_t>(setting("warmup_steps"));
    const double base = m_state.base;
    double rate = base;
    if (m_choice.kind == "step") {
        const auto falls = (epoch - 1) / static_cast<std::int64_t>(setting("every"));
        rate = base * std::pow(setting("factor"), static_cast<double>(falls));
    } else if (m_choice.kind == "cosine") {
        const double least = std::min(setting("least"), base);
        const auto done = static_cast<double>(std::max<std::int64_t>(0, steps - warmUp));
        const auto all = static_cast<double>(std::max<std::int64_t>(1, m_totalSteps - warmUp));
        rate = least + (base - least) * (1 + std::cos(std::numbers::pi * std::min(1.0, done / all))) / 2;
    } else if (m_choice.kind == "plateau") {
        rate = std::max(base * m_state.plateauScale, std::min(setting("least"), base));
    }
    return steps < warmUp ? rate * static_cast<double>(steps + 1) / static_cast<double>(warmUp) : rate;
}

void LearningRateSchedule::choose(double wanted, std::int64_t steps, std::int64_t epoch)
{
    const double now = rate(steps, epoch);
    m_state.base = now > 0 ? m_state.base * (wanted / now) : wanted;
}

void LearningRateSchedule::endEpoch(double loss)
{
    if (m_choice.kind != "plateau")
        return;
    const bool isFirst = !std::isfinite(m_state.bestLoss);
    if (std::isfinite(loss) && (isFirst || loss < m_state.bestLoss * (1 - setting("threshold")))) {
        m_state.bestLoss = loss;
        m_state.epochsWithoutBetter = 0;
    } else if (++m_state.epochsWithoutBetter > static_cast<std::int64_t>(setting("patience"))) {
        m_state.plateauScale *= setting("factor");
        m_state.epochsWithoutBetter = 0;
    }
}

bool LearningRateSchedule::spansDecades() const
{
    constexpr std::int64_t kLooks = 1000;
    if (m_choice.kind == "plateau")
        return true;
    std::vector<double> rates;
    for (std::int64_t look = 0; look < kLooks; ++look) {
        const std::int64_t step = m_totalSteps / kLooks * look + m_totalSteps % kLooks * look / kLooks;
        rates.push_back(rate(step, step / m_stepsPerEpoch + 1));
    }
    const double low = *std::max_element(rates.begin(), rates.end()) / 10;
    return std::count_if(rates.begin(), rates.end(), [low](double rate) { return rate < low; }) > kLooks / 4;
}

} // namespace lensboard::training
