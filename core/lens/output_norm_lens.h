#pragma once

#include "core/lens/aggregation.h"
#include "core/lens/lens.h"
#include "core/lens/module_types.h"
#include "core/preprocessor/output_norm_preprocessor.h"

#include <memory>

namespace lensboard::lens {

/// How large the outputs of activations are, and how layers compare.
/// Source: monitorch OutputNorm.
class OutputNormLens final : public Lens
{
public:
    explicit OutputNormLens(const experiment::Json &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const override;
    void endTick() override;

private:
    TypeChoice m_types;
    Aggregation m_aggregation;
    stats::PointMethod m_comparisonMethod;
    preprocessor::OutputNormSettings m_settings;
    std::vector<record::TagSpec> m_tags; ///< norm; then, if wanted, the comparison

    SlotNames m_layers;
    std::unique_ptr<preprocessor::OutputNormPreprocessor> m_preprocessor; ///< null while detached
    std::vector<hook::Hook> m_hooks;
};

} // namespace lensboard::lens
