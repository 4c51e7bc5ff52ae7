#pragma once

#include "core/preprocessor/matrix_preprocessor.h"
#include "core/preprocessor/output_sample.h"

#include <vector>

namespace lensboard::preprocessor {

struct EffectiveRankSettings
{
    bool effective = true; ///< which takes all singular values, and not the greatest alone
    OutputSample::Settings output = {};
};

/// Effective and stable rank of each layer's matrix once a tick: of parameters, those of more dimensions flattened behind the first, or of
/// outputs, which are pushed.
class EffectiveRankPreprocessor final : public MatrixPreprocessor
{
public:
    EffectiveRankPreprocessor(const EffectiveRankSettings &settings, Compute compute, std::function<double()> mostCopied)
        : MatrixPreprocessor(std::move(compute), std::move(mostCopied)), m_settings(settings)
    {}

    /// What \p slot has in this tick; not valid if that is nothing, or not wanted.
    const std::shared_future<double> &effective(Slot slot) const { return m_slots[slot].effective; }
    const std::shared_future<double> &stable(Slot slot) const { return m_slots[slot].stable; }

    void pushOutput(Slot slot, const Tensor &output) { m_slots[slot].output.push(output, m_settings.output); }
    /// Has the ranks of what was pushed computed.
    void takeOutput(Slot slot);
    OutputSample &output(Slot slot) { return m_slots[slot].output; }

    Slot addLayer() override;
    void endTick() override;
    void processTensor(Slot slot, const Measurement &measured) override;

protected:
    void look(Slot slot, const KeptMatrix &matrix) override;

private:
    struct State
    {
        std::shared_future<double> effective = {}, stable = {};
        std::shared_ptr<Tensor> start = {}; ///< of the power iteration; that of the thread which computes
        OutputSample output = {};
    };
    EffectiveRankSettings m_settings;
    std::vector<State> m_slots;
};

} // namespace lensboard::preprocessor
