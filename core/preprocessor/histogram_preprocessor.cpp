#include "core/preprocessor/histogram_preprocessor.h"

#include "core/preprocessor/tensor_access.h"

#include <algorithm>
#include <functional>

namespace lensboard::preprocessor {

Slot HistogramPreprocessor::addLayer()
{
    m_slots.emplace_back();
    return m_slots.size() - 1;
}

void HistogramPreprocessor::count(Slot slot, const Tensor &tensor)
{
    Layer &layer = m_slots[slot];
    if (layer.seen++ % m_every != 0)
        return;

    layer.isCounted = true;
    if (tensor.isOnHost()) {
        const Tensor values = asDense(tensor);
        const auto size = static_cast<std::size_t>(values.numel());
        values.type() == ElementType::Float64 ? countOnGrid(values.data<double>(), size, layer.counts)
                                            : countOnGrid(values.data<float>(), size, layer.counts);
        return;
    }
    const Tensor counts = countedOnGrid(tensor);
    layer.onDevice = layer.onDevice.defined() ? layer.onDevice.to(counts.device()) + counts : counts;
}

void HistogramPreprocessor::take()
{
    std::vector<Tensor> waiting;
    for (const Layer &layer : m_slots)
        if (layer.onDevice.defined())
            waiting.push_back(waiting.empty() ? layer.onDevice : layer.onDevice.to(waiting.front().device()));
    const Tensor host = waiting.empty() ? Tensor() : stack(waiting).toHost(); // one copy for all layers
    for (std::int64_t row = 0; Layer &layer : m_slots) {
        if (layer.onDevice.defined()) {
            const double *const found = host.data<const double>() + row++ * static_cast<std::int64_t>(kGridBins);
            std::transform(found, found + kGridBins, layer.counts.begin(), layer.counts.begin(), std::plus<>());
            layer.onDevice.reset();
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
        layer.onDevice.reset();
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
