#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/module_types.h"
#include "core/preprocessor/output_norm_preprocessor.h"

namespace lensboard::lens {

/// Norms of the outputs of activations, and a comparison of layers.
/// Source: monitorch OutputNorm.
class OutputNormLens final : public LayerLens<preprocessor::OutputNormPreprocessor>
{
public:
    explicit OutputNormLens(const settings::OutputNorm &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;

private:
    settings::OutputNorm m_settings;
};

} // namespace lensboard::lens
