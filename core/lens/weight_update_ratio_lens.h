#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/update_ratio_preprocessor.h"

namespace lensboard::lens {

/// Change of each parameter in an optimizer step, as a share of its norm. Shares its measurements with ParameterUpdateGeometry.
class WeightUpdateRatioLens final : public LayerLens<preprocessor::UpdateRatioPreprocessor>
{
public:
    explicit WeightUpdateRatioLens(const settings::WeightUpdateRatio &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;

private:
    ParameterChoice m_parameters;
    stats::Aggregate::Mode m_mode;
    Aggregation m_aggregation;
};

} // namespace lensboard::lens
