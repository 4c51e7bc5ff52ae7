#pragma once

#include "core/lens/trainer_lens.h"

#include <functional>

namespace lensboard::lens {

/// Plots the learning rate of a training with a schedule.
class LearningRateLens final : public TrainerLens
{
public:
    /// \p rate returns the rate of the last step.
    LearningRateLens(std::function<double()> rate, bool logarithmic);

    void plot(Plotter &out) const override;

private:
    std::function<double()> m_rate;
};

} // namespace lensboard::lens
