#pragma once

#include "core/lens/trainer_lens.h"

#include <functional>
#include <optional>
#include <vector>

namespace lensboard::lens {

/// Duration of a step in each of several processes, and the time that each process waited for the others: the slowest waits least.
/// Optionally also the losses of each process. Runs in process 0.
class ProcessFiguresLens final : public TrainerLens
{
public:
    /// Means over a tick; nullopt if there were no values.
    struct Figures
    {
        std::optional<double> stepSeconds, waitingSeconds;
        std::optional<double> trainingLoss, evaluationLoss; ///< of the process's shares of batches
    };

    /// \p figures returns the figures of the ending tick, by process.
    ProcessFiguresLens(std::function<std::vector<Figures>()> figures, bool withLosses);

    void plot(Plotter &out) const override;

private:
    std::function<std::vector<Figures>()> m_figures;
};

} // namespace lensboard::lens
