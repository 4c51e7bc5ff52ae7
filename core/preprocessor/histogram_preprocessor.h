#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/preprocessor/value_grid.h"
#include "core/record/histogram.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// How the values of tensors are distributed, on the grid of gridEdges(): of all that it looked at in a tick, which are the first of each
/// layer and every so many-th after it.
///
/// Of several processes counts are means. What a device has is counted there, and copied when a tick ends.
class HistogramPreprocessor final : public TensorPreprocessor
{
public:
    explicit HistogramPreprocessor(std::int64_t every = 1) : m_every(every), m_outputs(*this) {}

    /// The same for outputs, of training.
    ForwardPreprocessor &ofOutputs() { return m_outputs; }

    /// Adds what was counted to what histogram() shows.
    void take();
    bool empty(Slot slot) const { return m_slots[slot].bins.front().empty(); }
    record::Histogram histogram(Slot slot) const;

    Slot addLayer() override;
    void endTick() override;
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override;
    Needs needs() const override { return {.tensor = true}; }
    void processTensor(Slot slot, const Measurement &measured) override { count(slot, *measured.tensor); }

private:
    class Outputs final : public ForwardPreprocessor
    {
    public:
        explicit Outputs(HistogramPreprocessor &all) : m_all(all) {}
        Slot addLayer() override { return m_all.addLayer(); }
        void endTick() override { m_all.endTick(); }
        OutputNeeds needs() const override { return {.tensor = true}; }
        void processForward(Slot slot, const OutputMeasurement &measured) override
        {
            if (measured.training)
                m_all.count(slot, *measured.output);
        }

    private:
        HistogramPreprocessor &m_all;
    };

    struct Layer
    {
        std::int64_t seen = 0; ///< tensors in this tick
        bool isCounted = false; ///< one was, since take()
        GridCounts counts{};
        Tensor onDevice; ///< undefined if there is nothing
        std::vector<stats::Aggregate> bins{kGridBins, stats::Aggregate(stats::Aggregate::Mode::Running)}; ///< of each process its counts
    };

    void count(Slot slot, const Tensor &tensor);

    std::int64_t m_every;
    Outputs m_outputs;
    std::vector<Layer> m_slots;
};

} // namespace lensboard::preprocessor
