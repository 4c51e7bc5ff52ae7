#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/settings/optimizer_settings.h"
#include "core/torch_fwd.h"
#include "core/training/learning_rate_schedule.h"

#include <memory>
#include <string>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace lensboard::training {

struct Progress;

/// The optimizer that an experiment names, with its learning rate from step to step and the clipping of gradients.
/// Thread: that of the training.
class ScheduledOptimizer
{
public:
    ScheduledOptimizer(const experiment::Experiment &experiment, std::vector<at::Tensor> parameters, std::int64_t stepsPerEpoch);
    ~ScheduledOptimizer();

    /// The next backward pass allocates new ones, instead of adding to zeros.
    void dropGradients();
    /// Clips the gradients and updates the parameters, at the rate of the step that comes after \p progress.
    void step(const Progress &progress);
    const std::vector<at::Tensor> &parameters() const { return m_parameters; }
    /// Of the last step.
    double lastRate() const { return m_lastRate; }

    LearningRateSchedule &schedule() { return m_schedule; }
    const LearningRateSchedule &schedule() const { return m_schedule; }

    /// What it keeps of the parameters from step to step, as LibTorch serialises it.
    std::string serialised() const;
    /// Errors: as restoreOptimizer().
    void restore(const std::string &serialised);
    /// The last step was that of \p progress.
    void resumeAfter(const Progress &progress);

private:
    settings::Clipping m_clipping;
    std::vector<at::Tensor> m_parameters;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
    LearningRateSchedule m_schedule;
    double m_lastRate = 0;
};

} // namespace lensboard::training
