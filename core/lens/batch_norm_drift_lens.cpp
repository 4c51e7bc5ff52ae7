#include "core/lens/batch_norm_drift_lens.h"

#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::lens {

namespace {

bool keepsStatistics(const record::LayerInfo &layer)
{
    const auto running = std::ranges::find(layer.buffers, "running_mean", &record::BufferInfo::name);
    return layer.type.starts_with("BatchNorm") && running != layer.buffers.end() && !running->shape.empty();
}

/// Returns the divergence by channel; undefined if there are too few values.
Tensor divergence(const Tensor &input, const Tensor &mean, const Tensor &variance)
{
    constexpr std::int64_t kFewest = 4;
    constexpr double kEps = 1e-5; // default of PyTorch's layers
    if (!isFloatingPoint(input.type()) || input.dim() < 2 || !mean.defined() || !variance.defined() || input.numel() < kFewest * mean.numel())
        return {};
    const Tensor values = input.detach().transpose(0, 1).flatten(1).to(ElementType::Float32);
    const Tensor ofBatch = values.var(1) + kEps, running = variance.to(ElementType::Float32) + kEps;
    return 0.5 * ((ofBatch + (values.mean(1) - mean).square()) / running - 1 - (ofBatch / running).log());
}

} // namespace

BatchNormDriftLens::BatchNormDriftLens(const settings::BatchNormDrift &settings) : m_tags(experiment::tagsOf(settings)) {}

void BatchNormDriftLens::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    hook::ModelTap &tap = gatherers.tap();
    for (const hook::ModuleId id : layers) {
        if (!keepsStatistics(tap.modules()[id]) || !tap.canWatchForward(id))
            continue;
        Layer &layer = m_layers.emplace_back();
        layer.name = record::shownName(tap.modules()[id]);
        layer.mean = tap.attribute(id, "running_mean");
        layer.variance = tap.attribute(id, "running_var");
        layer.hook = gatherers.someForwards(id, [&gatherers, &layer, id, account = gatherers.account()](std::span<const Tensor> inputs, const Tensor &) {
            preprocessor::BatchStatistics &found = gatherers.tap().isTraining(id) ? layer.training : layer.evaluation;
            if (!gatherers.state().active || inputs.empty() || found.hasWaiting())
                return;
            gatherer::Lap lap(gatherers.costs());
            found.addNumbers(divergence(inputs.front(), layer.mean(), layer.variance()));
            lap.charge(account);
        }, [&layer](bool inTraining) { return !(inTraining ? layer.training : layer.evaluation).hasWaiting(); });
    }
}

void BatchNormDriftLens::plot(Plotter &out) const
{
    Plotter::Plot plot = out.plot(m_tags.front());
    for (std::size_t row = 0; row < m_layers.size(); ++row) {
        Layer &layer = m_layers[row];
        const auto show = [&](std::size_t column, preprocessor::BatchStatistics &found, const std::string &label) {
            found.take();
            if (!found.finite().empty())
                plot.line(row, column, found.finite().stats().mean(), [&] { return Plotter::Name{layer.name, label}; });
        };
        show(0, layer.training, record::term("train"));
        show(1, layer.evaluation, record::term("eval"));
    }
}

void BatchNormDriftLens::endTick()
{
    for (Layer &layer : m_layers) {
        layer.training.clear();
        layer.evaluation.clear();
    }
}

} // namespace lensboard::lens
