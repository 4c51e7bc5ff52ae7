#pragma once

#include "core/experiment/settings/optimizer_settings.h"

#include <cstdint>
#include <limits>

namespace lensboard::training {

/// The learning rate of each step.
class LearningRateSchedule
{
public:
    /// What a training goes on from.
    struct State
    {
        double base = 0;        ///< the optimizer's rate, unless the user chose another
        double plateauScale = 1; ///< by how much the rate has fallen
        double bestLoss = std::numeric_limits<double>::infinity();
        std::int64_t epochsWithoutBetter = 0;
    };

    /// \p rate is that of the optimizer.
    LearningRateSchedule(const settings::Schedule &schedule, double rate, std::int64_t epochs, std::int64_t stepsPerEpoch);

    /// Returns the rate of the step that comes after \p steps of the whole training, in epoch \p epoch, from 1.
    double rate(std::int64_t steps, std::int64_t epoch) const;
    /// The rate becomes \p rate now and goes on from there as it would have, in proportion.
    void choose(double rate, std::int64_t steps, std::int64_t epoch);
    /// To be called with the mean loss of each epoch.
    void endEpoch(double loss);

    /// Whether a plot of it needs a logarithmic scale: a quarter of the steps have less than a tenth of
    /// the highest rate, or may have, as what a plateau does is not known before.
    bool spansDecades() const;

    const State &state() const { return m_state; }
    void restore(const State &state) { m_state = state; }

private:
    settings::Schedule m_schedule;
    std::int64_t m_totalSteps;
    std::int64_t m_stepsPerEpoch;
    State m_state;
};

} // namespace lensboard::training
