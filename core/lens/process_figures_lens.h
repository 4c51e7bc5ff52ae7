#pragma once

#include "core/lens/trainer_lens.h"

#include <functional>
#include <optional>
#include <vector>

namespace lensboard::lens {

/// How long the steps of each of several processes took, and how long each waited for the others: one that holds them up waits least.
/// If wanted, the losses of each as well. It is the first one's.
class ProcessFiguresLens final : public TrainerLens
{
public:
    /// Means over a tick; none of what there was not.
    struct Figures
    {
        std::optional<double> stepSeconds, waitingSeconds;
        std::optional<double> trainingLoss, evaluationLoss; ///< of its shares of batches
    };

    /// \p figures returns those of the tick that ends, by process.
    ProcessFiguresLens(std::function<std::vector<Figures>()> figures, bool withLosses);

    void plot(Plotter &out) const override;

private:
    std::function<std::vector<Figures>()> m_figures;
};

} // namespace lensboard::lens
