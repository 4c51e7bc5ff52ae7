#include "tests/zoo/zoo_loop.h"

#include "core/dataset/dataset.h"
#include "core/loop/loop_inspector.h"
#include "core/model/built_in_models.h"
#include "core/training/objective.h"
#include "core/training/optimizers.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randperm.h>
#include <torch/nn/module.h>
#include <torch/optim/optimizer.h>
#include <torch/utils.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace lensboard::zoo {

using experiment::Experiment;
using experiment::Json;

namespace {

void checkKnown(const Json &spec)
{
    static const std::set<std::string> kKnown = {"shuffle", "reduction", "half_error", "nan_rows"};
    for (const auto &[key, value] : spec.items())
        if (!kKnown.contains(key))
            throw std::invalid_argument("no loop has \"" + key + '"');
    if (const auto reduction = spec.value("reduction", std::string("mean")); reduction != "mean" && reduction != "sum")
        throw std::invalid_argument("there is no reduction \"" + reduction + '"');
}

std::vector<LensChoice> lensesOf(const Experiment &experiment)
{
    std::vector<LensChoice> lenses;
    for (const experiment::KindSettings &watcher : experiment.watchers.all())
        lenses.push_back({watcher.kind, watcher.settings.dump()});
    return lenses;
}

/// Rounds to float16, and gradients on their way back too.
at::Tensor rounded(const at::Tensor &values)
{
    return values.to(at::kHalf).to(at::kFloat);
}

class Loop
{
public:
    Loop(const Json &spec, const Experiment &experiment, const std::filesystem::path &run)
        : m_experiment(experiment)
        , m_shuffles(spec.value("shuffle", true))
        , m_sums(spec.value("reduction", std::string("mean")) == "sum")
        , m_hasHalfError(spec.value("half_error", false))
        , m_data(dataset::makeDataset(experiment.dataset.as<settings::Dataset>(), experiment.seed))
        , m_objective(experiment, m_data)
        , m_model(model::makeModel(experiment.model.as<settings::Model>(), m_data.inputShape(), m_objective.outputs()))
        , m_optimizer(training::makeOptimizer(experiment.optimizer.as<settings::Optimizer>(), m_model.module->parameters()))
        , m_inspector(lensesOf(experiment), RunRecorder(run, experiment.name))
    {
        for (std::int64_t i = 0; i < spec.value("nan_rows", std::int64_t{0}); ++i)
            m_data.training.inputs[at::randint(m_data.training.size(), {1}).item<std::int64_t>()].flatten()[0]
                = std::numeric_limits<float>::quiet_NaN();
        m_inspector.attach(*m_model.module);
    }

    void train()
    {
        const std::int64_t samples = m_data.training.size();
        for (std::int64_t epoch = 1; epoch <= m_experiment.epochs; ++epoch) {
            m_inspector.setEpoch(epoch);
            const at::Tensor order = m_shuffles ? at::randperm(samples) : at::arange(samples, at::kLong);
            for (const at::Tensor &batch : order.split(m_experiment.batchSize))
                trainBatch(batch);
            validate();
            m_inspector.tick();
        }
    }

private:
    void trainBatch(const at::Tensor &batch)
    {
        const auto [inputs, targets] = dataset::takeBatch(m_data, m_data.training, batch);
        m_optimizer->zero_grad();
        const at::Tensor outputs = m_model.forward(inputs);
        const at::Tensor loss = lossOf(outputs, inputs, targets);
        loss.backward();
        m_optimizer->step();
        m_inspector.pushTargets(targets);
        push(loss, outputs, inputs, targets, Phase::Train);
        m_inspector.addSamples(batch.numel());
        m_inspector.stepped();
        if (!m_experiment.tick.everyEpoch() && ++m_step % m_experiment.tick.every == 0)
            m_inspector.tick();
    }

    void validate()
    {
        const at::NoGradGuard noGradients;
        m_model.module->eval();
        for (const at::Tensor &batch : at::arange(m_data.validation.size(), at::kLong).split(m_experiment.batchSize)) {
            const auto [inputs, targets] = dataset::takeBatch(m_data, m_data.validation, batch);
            const at::Tensor outputs = m_model.forward(inputs);
            push(lossOf(outputs, inputs, targets), outputs, inputs, targets, Phase::Evaluation);
        }
        m_model.module->train();
    }

    at::Tensor lossOf(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const
    {
        const at::Tensor mean = m_hasHalfError ? rounded(rounded(outputs.flatten() - targets).square()).mean()
                                               : m_objective.loss(outputs, inputs, targets);
        return m_sums ? mean * inputs.size(0) : mean;
    }

    void push(const at::Tensor &loss, const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets, Phase phase)
    {
        m_inspector.pushLoss(loss.detach(), phase);
        for (const auto &[name, value] : m_objective.metrics(outputs, inputs, targets, phase == Phase::Train))
            m_inspector.pushMetric(name, value);
    }

    const Experiment &m_experiment;
    bool m_shuffles, m_sums, m_hasHalfError;
    dataset::Dataset m_data;
    training::Objective m_objective;
    model::Model m_model;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
    Inspector m_inspector;
    std::int64_t m_step = 0;
};

} // namespace

void trainInLoop(const Json &spec, const Experiment &experiment, const std::filesystem::path &run)
{
    checkKnown(spec);
    torch::manual_seed(static_cast<std::uint64_t>(experiment.seed));
    std::filesystem::remove(run); // left by an interrupted one
    Loop(spec, experiment, run).train();
}

} // namespace lensboard::zoo
