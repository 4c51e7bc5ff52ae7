#pragma once

#include "core/lens/layer_lens.h"
#include "core/preprocessor/histogram_preprocessor.h"

namespace lensboard::lens {

/// Distribution of the values of parameters, their gradients and outputs.
class HistogramLens final : public LayerLens<preprocessor::HistogramPreprocessor>
{
public:
    explicit HistogramLens(const settings::Histogram &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;

private:
    settings::Histogram m_settings;
    ParameterChoice m_parameters;
};

} // namespace lensboard::lens
