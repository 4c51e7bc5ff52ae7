#pragma once

#include "core/lens/trainer_lens.h"

#include <functional>

namespace lensboard::lens {

/// The learning rate of a training that has a schedule, beside its losses.
class LearningRateLens final : public TrainerLens
{
public:
    /// \p rate returns that of the last step.
    LearningRateLens(std::function<double()> rate, bool logarithmic);

    void plot(Plotter &out) const override;

private:
    std::function<double()> m_rate;
};

} // namespace lensboard::lens
