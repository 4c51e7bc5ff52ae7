#include "core/training/scheduled_optimizer.h"

#include "core/training/gradient_clipping.h"
#include "core/training/optimizers.h"
#include "core/training/training_progress.h"

#include <ATen/core/Tensor.h>
#include <torch/optim/optimizer.h>

#include <algorithm>

namespace lensboard::training {

namespace {

LearningRateSchedule scheduleOf(const experiment::Experiment &experiment, std::int64_t stepsPerEpoch)
{
    return {experiment.scheduler.as<settings::Schedule>(), settings::learningRate(experiment.optimizer.as<settings::Optimizer>()),
            experiment.epochs, stepsPerEpoch};
}

} // namespace

ScheduledOptimizer::ScheduledOptimizer(const experiment::Experiment &experiment, std::vector<at::Tensor> parameters,
                                       std::int64_t stepsPerEpoch)
    : m_clipping(experiment.clipGradient.as<settings::Clipping>())
    , m_parameters(std::move(parameters))
    , m_optimizer(makeOptimizer(experiment.optimizer.as<settings::Optimizer>(), m_parameters))
    , m_schedule(scheduleOf(experiment, stepsPerEpoch))
{}

ScheduledOptimizer::~ScheduledOptimizer() = default;

void ScheduledOptimizer::dropGradients()
{
    for (const at::Tensor &parameter : m_parameters)
        parameter.mutable_grad().reset();
}

void ScheduledOptimizer::step(const Progress &progress)
{
    clipGradients(m_clipping, m_parameters);
    m_lastRate = m_schedule.rate(progress.step, progress.epoch);
    setLearningRate(*m_optimizer, m_lastRate);
    m_optimizer->step();
}

std::string ScheduledOptimizer::serialised() const
{
    return training::serialised(*m_optimizer);
}

void ScheduledOptimizer::restore(const std::string &serialised)
{
    restoreOptimizer(*m_optimizer, serialised);
}

void ScheduledOptimizer::resumeAfter(const Progress &progress)
{
    m_lastRate = m_schedule.rate(std::max<std::int64_t>(0, progress.step - 1), progress.epoch);
}

} // namespace lensboard::training
