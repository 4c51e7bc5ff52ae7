#pragma once

// Example of a custom lens, from the tensor to the plot: the share of a layer's weights that changed sign since the previous tick.
// tst_example_lens.cpp trains with it. A custom lens consists of a preprocessor, unless one in core/preprocessor already computes the value, and a
// lens that requests data from gatherers and plots the preprocessor's results:
//
//     inspector.add("SignFlips", std::make_unique<example::SignFlipsLens>());
//     inspector.attach(tap, recorder); // its plots appear with the plots of all other lenses

#include "core/lens/aggregation.h"
#include "core/lens/lens.h"

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

namespace example {

using namespace lensboard;
using preprocessor::Slot;

/// Computes the value. Receives a tensor and keeps statistics of the tick, one slot per layer.
class SignFlipsPreprocessor final : public preprocessor::TensorPreprocessor
{
public:
    const stats::Aggregate &share(Slot slot) const { return m_slots[slot].share; }

    Slot addLayer() override
    {
        m_slots.push_back({at::Tensor(), stats::Aggregate(stats::Aggregate::Mode::Running)});
        return m_slots.size() - 1;
    }

    /// Requests the tensor itself. For squares, the product with the previous tensor, or active values, a preprocessor gets the results of one pass
    /// shared by all lenses.
    preprocessor::Needs needs() const override { return {.tensor = true}; }

    void processTensor(Slot slot, const preprocessor::Measurement &measured) override
    {
        auto &[before, share] = m_slots[slot];
        const at::Tensor &values = *measured.tensor;
        const at::Tensor signs = values.detach().sign();
        if (before.defined())
            share.add(signs.ne(before).to(at::kDouble).mean().item<double>());
        before = signs;
    }

    void endTick() override
    {
        for (State &state : m_slots)
            state.share.clear();
    }

private:
    struct State
    {
        at::Tensor before;
        stats::Aggregate share;
    };
    std::vector<State> m_slots;
};

/// Selects the layers, the steps and the tag.
class SignFlipsLens final : public lens::Lens
{
public:
    SignFlipsLens()
    {
        m_tags.push_back({"Sign Flips", "SignFlips", record::TagKind::Probability, "share of weights"});
    }

    /// Registered with the visualizer before the first plot.
    const std::vector<record::TagSpec> &tags() const override { return m_tags; }

    /// Requests the weight of each layer that has one, once per tick. Destroying a handle removes its hook.
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override
    {
        m_preprocessor = std::make_unique<SignFlipsPreprocessor>();
        for (const hook::ModuleId layer : layers) {
            if (!gatherers.tap().parameter(layer, "weight").defined())
                continue;
            m_handles.push_back(gatherers.oncePerTick(layer, "weight", *m_preprocessor, m_preprocessor->addLayer()));
            m_layers.push_back(gatherers.tap().modules()[layer].name);
        }
    }

    void detach() override
    {
        m_handles.clear();
        m_layers.clear();
        m_preprocessor.reset();
    }

    /// Plots a line per layer, labelled "mean". Layers without values are left out.
    void plot(lens::Plotter &out) const override
    {
        const lens::Aggregation mean{{stats::PointMethod::Mean}, {}};
        lens::plotLayers(out.plot(m_tags[0]), m_layers, mean, [&](Slot slot) -> auto & { return m_preprocessor->share(slot); });
    }

    void endTick() override
    {
        if (m_preprocessor)
            m_preprocessor->endTick();
    }

private:
    std::vector<record::TagSpec> m_tags;
    lens::SlotNames m_layers;
    std::unique_ptr<SignFlipsPreprocessor> m_preprocessor; ///< null while detached
    std::vector<hook::Hook> m_handles;
};

} // namespace example
