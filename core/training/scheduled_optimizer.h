#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/settings/optimizer_settings.h"
#include "core/torch_fwd.h"
#include "core/training/learning_rate_schedule.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::training {

struct Progress;

/// An experiment's optimizer with its learning rate schedule and gradient clipping.
/// Thread: the training's thread.
class ScheduledOptimizer
{
public:
    ScheduledOptimizer(const experiment::Experiment &experiment, std::vector<at::Tensor> parameters, std::int64_t stepsPerEpoch);
    ~ScheduledOptimizer();

    /// Deletes the gradients. The next backward pass allocates new ones instead of adding to zeros.
    void dropGradients();
    /// Clips the gradients and updates the parameters with the rate of the step after \p progress.
    void step(const Progress &progress);
    const std::vector<at::Tensor> &parameters() const { return m_parameters; }
    const torch::optim::Optimizer &wrapped() const { return *m_optimizer; }
    /// Returns the learning rate of the last step.
    double lastRate() const { return m_lastRate; }

    LearningRateSchedule &schedule() { return m_schedule; }
    const LearningRateSchedule &schedule() const { return m_schedule; }

    /// Returns the optimizer's internal state, serialised by LibTorch.
    std::string serialised() const;
    /// Errors: see restoreOptimizer().
    void restore(const std::string &serialised);
    /// Sets the last completed step to \p progress.
    void resumeAfter(const Progress &progress);

private:
    settings::Clipping m_clipping;
    std::vector<at::Tensor> m_parameters;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
    LearningRateSchedule m_schedule;
    double m_lastRate = 0;
};

} // namespace lensboard::training
