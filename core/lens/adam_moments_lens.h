#pragma once

#include "core/lens/layer_lens.h"
#include "core/preprocessor/moments_preprocessor.h"

namespace lensboard::lens {

/// Moments of gradients that the optimizer keeps for each parameter, and the steps computed from them.
class AdamMomentsLens final : public LayerLens<preprocessor::MomentsPreprocessor>
{
public:
    explicit AdamMomentsLens(const settings::AdamMoments &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;

private:
    ParameterChoice m_parameters;
    settings::AdamMoments m_settings;
};

} // namespace lensboard::lens
