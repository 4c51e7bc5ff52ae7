#include "core/preprocessor/histogram_preprocessor.h"

#include "core/preprocessor/tensor_access.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/stack.h>

#include <algorithm>
#include <functional>

namespace lensboard::preprocessor {

HistogramPreprocessor::Layer::Layer()
    : onDevice(std::make_unique<at::Tensor>()), bins(kGridBins, stats::Aggregate(stats::Aggregate::Mode::Running))
{}

HistogramPreprocessor::Layer::Layer(Layer &&) noexcept = default;

HistogramPreprocessor::Layer::~Layer() = default;

Slot HistogramPreprocessor::addLayer()
{
    m_slots.emplace_back();
    return m_slots.size() - 1;
}

void HistogramPreprocessor::count(Slot slot, const at::Tensor &tensor)
{
    Layer &layer = m_slots[slot];
    if (layer.seen++ % m_every != 0)
        return;
    const at::NoGradGuard noGradients;
    layer.isCounted = true;
    if (tensor.is_cpu()) {
        const at::Tensor values = asDense(tensor);
        const auto size = static_cast<std::size_t>(values.numel());
        values.scalar_type() == at::kDouble ? countOnGrid(values.data_ptr<double>(), size, layer.counts)
                                            : countOnGrid(values.data_ptr<float>(), size, layer.counts);
        return;
    }
    const at::Tensor counts = countedOnGrid(tensor);
    *layer.onDevice = layer.onDevice->defined() ? layer.onDevice->to(counts.device()) + counts : counts;
}

void HistogramPreprocessor::take()
{
    std::vector<at::Tensor> waiting;
    for (const Layer &layer : m_slots)
        if (layer.onDevice->defined())
            waiting.push_back(waiting.empty() ? *layer.onDevice : layer.onDevice->to(waiting.front().device()));
    const at::Tensor host = waiting.empty() ? at::Tensor() : at::stack(waiting).to(at::kCPU); // one copy for all layers
    for (std::int64_t row = 0; Layer &layer : m_slots) {
        if (layer.onDevice->defined()) {
            const double *const found = host.data_ptr<double>() + row++ * static_cast<std::int64_t>(kGridBins);
            std::transform(found, found + kGridBins, layer.counts.begin(), layer.counts.begin(), std::plus<>());
            layer.onDevice->reset();
        }
        for (std::size_t i = 0; layer.isCounted && i < kGridBins; ++i)
            layer.bins[i].add(layer.counts[i]);
        layer.isCounted = false;
        layer.counts.fill(0);
    }
}

record::Histogram HistogramPreprocessor::histogram(Slot slot) const
{
    record::Histogram histogram{gridEdges(), {}};
    for (const stats::Aggregate &bin : m_slots[slot].bins)
        histogram.counts.push_back(bin.stats().mean());
    return histogram;
}

void HistogramPreprocessor::endTick()
{
    for (Layer &layer : m_slots) {
        layer.seen = 0;
        layer.isCounted = false;
        layer.counts.fill(0);
        layer.onDevice->reset();
        std::ranges::for_each(layer.bins, &stats::Aggregate::clear);
    }
}

void HistogramPreprocessor::forEachAggregate(const std::function<void(stats::Aggregate &)> &use)
{
    take();
    for (Layer &layer : m_slots)
        std::ranges::for_each(layer.bins, use);
}

} // namespace lensboard::preprocessor
