#include "core/training/learning_rate_schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>
#include <vector>

namespace lensboard::training {

LearningRateSchedule::LearningRateSchedule(const settings::Schedule &schedule, double rate, std::int64_t epochs, std::int64_t stepsPerEpoch)
    : m_schedule(schedule), m_totalSteps(epochs * stepsPerEpoch), m_stepsPerEpoch(std::max<std::int64_t>(1, stepsPerEpoch))
{
    m_state.base = rate;
}

double LearningRateSchedule::rate(std::int64_t steps, std::int64_t epoch) const
{
    const std::int64_t warmUp = std::visit([](const settings::AnySchedule &schedule) { return schedule.warmUpSteps; }, m_schedule);
    const double base = m_state.base;
    const double rate = std::visit(settings::Overloaded{
        [&](const settings::StepFall &fall) {
            return base * std::pow(fall.factor, static_cast<double>((epoch - 1) / fall.every));
        },
        [&](const settings::Cosine &cosine) {
            const double least = std::min(cosine.least, base);
            const auto done = static_cast<double>(std::max<std::int64_t>(0, steps - warmUp));
            const auto all = static_cast<double>(std::max<std::int64_t>(1, m_totalSteps - warmUp));
            return least + (base - least) * (1 + std::cos(std::numbers::pi * std::min(1.0, done / all))) / 2;
        },
        [&](const settings::Plateau &plateau) { return std::max(base * m_state.plateauScale, std::min(plateau.least, base)); },
        [&](const settings::AnySchedule &) { return base; },
    }, m_schedule);
    return steps < warmUp ? rate * static_cast<double>(steps + 1) / static_cast<double>(warmUp) : rate;
}

void LearningRateSchedule::choose(double wanted, std::int64_t steps, std::int64_t epoch)
{
    const double now = rate(steps, epoch);
    m_state.base = now > 0 ? m_state.base * (wanted / now) : wanted;
}

void LearningRateSchedule::endEpoch(double loss)
{
    const auto *const plateau = std::get_if<settings::Plateau>(&m_schedule);
    if (!plateau)
        return;
    const bool isFirst = !std::isfinite(m_state.bestLoss);
    if (std::isfinite(loss) && (isFirst || loss < m_state.bestLoss * (1 - plateau->threshold))) {
        m_state.bestLoss = loss;
        m_state.epochsWithoutBetter = 0;
    } else if (++m_state.epochsWithoutBetter > plateau->patience) {
        m_state.plateauScale *= plateau->factor;
        m_state.epochsWithoutBetter = 0;
    }
}

bool LearningRateSchedule::spansDecades() const
{
    constexpr std::int64_t kLooks = 1000;
    if (std::holds_alternative<settings::Plateau>(m_schedule))
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
