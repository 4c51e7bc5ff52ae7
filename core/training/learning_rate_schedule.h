#pragma once

#include "core/experiment/settings/optimizer_settings.h"

#include <cstdint>
#include <limits>

namespace lensboard::training {

/// Computes the learning rate of each step.
class LearningRateSchedule
{
public:
    /// Saved state for resuming a training.
    struct State
    {
        double base = 0;        ///< the optimizer's rate, or the rate chosen by the user
        double plateauScale = 1; ///< factor of the rate after all reductions on plateaus
        double bestLoss = std::numeric_limits<double>::infinity();
        std::int64_t epochsWithoutBetter = 0;
    };

    /// \p rate is the optimizer's rate.
    LearningRateSchedule(const settings::Schedule &schedule, double rate, std::int64_t epochs, std::int64_t stepsPerEpoch);

    /// Returns the rate of the step after \p steps steps of the whole training, in epoch \p epoch, counted from 1.
    double rate(std::int64_t steps, std::int64_t epoch) const;
    /// Sets the rate to \p rate now. The schedule continues from there, scaled in proportion.
    void choose(double rate, std::int64_t steps, std::int64_t epoch);
    /// Call this with the mean loss of each epoch.
    void endEpoch(double loss);

    /// Returns true if a plot of the rate needs a logarithmic scale: a quarter of the steps are below a tenth of the highest
    /// rate. Also true if this is possible, because plateaus are not known in advance.
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
