#pragma once

#include "core/lens/layer_lens.h"
#include "core/preprocessor/output_saturation_preprocessor.h"

namespace lensboard::lens {

/// Share of saturated outputs of activations that saturate, and the worst of all layers.
class OutputSaturationLens final : public LayerLens<preprocessor::OutputSaturationPreprocessor>
{
public:
    explicit OutputSaturationLens(const settings::OutputSaturation &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;

private:
    settings::OutputSaturation m_settings;
};

} // namespace lensboard::lens
