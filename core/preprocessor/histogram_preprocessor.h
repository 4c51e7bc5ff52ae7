#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/preprocessor/value_grid.h"
#include "core/record/histogram.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// Distribution of the values of tensors, on the grid of gridEdges(): of each layer's first tensor in a tick and every n-th after
/// it.
///
/// With several processes, counts are means. Tensors on a device are counted there; counts are copied when a tick ends.
class HistogramPreprocessor final : public TensorPreprocessor
{
public:
    explicit HistogramPreprocessor(std::int64_t every = 1) : m_every(every), m_outputs(*this) {}

    /// The same for outputs in training.
    ForwardPreprocessor &ofOutputs() { return m_outputs; }

    /// Adds new counts to histogram().
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
        std::int64_t seen = 0; ///< number of tensors in this tick
        bool isCounted = false; ///< counted a tensor after the last take()
        GridCounts counts{};
        Tensor onDevice; ///< counts on a device; undefined if there are none
        std::vector<stats::Aggregate> bins{kGridBins, stats::Aggregate(stats::Aggregate::Mode::Running)}; ///< counts by process
    };

    void count(Slot slot, const Tensor &tensor);

    std::int64_t m_every;
    Outputs m_outputs;
    std::vector<Layer> m_slots;
};

} // namespace lensboard::preprocessor
