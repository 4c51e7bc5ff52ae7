#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/matrix_choice.h"
#include "core/lens/module_types.h"
#include "core/preprocessor/effective_rank_preprocessor.h"

namespace lensboard::lens {

/// Over how many dimensions weights, and outputs of the last batch, spread when a tick ends. Where several processes train, outputs are those
/// of the first.
class EffectiveRankLens final : public LayerLens<preprocessor::EffectiveRankPreprocessor>
{
public:
    explicit EffectiveRankLens(const settings::EffectiveRank &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;
    /// Which batch is the last, as far as it is known.
    void save(State &state) const override;
    bool restore(const State &state, const Resumption &resumption) override;

private:
    /// Null if there are none.
    const Watched *outputs() const;
    void watchOutputs(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers);

    settings::EffectiveRank m_settings;
    MatrixChoice m_matrices;
};

} // namespace lensboard::lens
