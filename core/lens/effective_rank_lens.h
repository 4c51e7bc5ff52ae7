#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/matrix_choice.h"
#include "core/lens/module_types.h"
#include "core/preprocessor/effective_rank_preprocessor.h"

namespace lensboard::lens {

/// Effective and stable rank, at the end of a tick, of weights and of the outputs of the last batch. With several processes, outputs
/// are taken from process 0.
class EffectiveRankLens final : public LayerLens<preprocessor::EffectiveRankPreprocessor>
{
public:
    explicit EffectiveRankLens(const settings::EffectiveRank &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;
    /// Saves the counts of batches that predict the last batch of a tick.
    void save(State &state) const override;
    bool restore(const State &state, const Resumption &resumption) override;

private:
    /// Returns null if no outputs are watched.
    const Watched *outputs() const;
    void watchOutputs(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers);

    settings::EffectiveRank m_settings;
    MatrixChoice m_matrices;
};

} // namespace lensboard::lens
