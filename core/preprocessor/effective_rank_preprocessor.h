#pragma once

#include "core/preprocessor/matrix_preprocessor.h"
#include "core/preprocessor/output_sample.h"

#include <vector>

namespace lensboard::preprocessor {

struct EffectiveRankSettings
{
    bool effective = true; ///< needs all singular values, not only the greatest
    std::int64_t outputSize = OutputSample::kSize; ///< limit for rows and columns of an output
};

/// Effective and stable rank of each layer's matrix once per tick: of parameters, with all dimensions after the first flattened, or of
/// pushed outputs.
class EffectiveRankPreprocessor final : public MatrixPreprocessor
{
public:
    EffectiveRankPreprocessor(const EffectiveRankSettings &settings, Compute compute, std::function<double()> maxCopied)
        : MatrixPreprocessor(std::move(compute), std::move(maxCopied)), m_settings(settings)
    {}

    /// Result of \p slot in this tick; invalid if there is none, or it is not wanted.
    const std::shared_future<double> &effective(Slot slot) const { return m_slots[slot].effective; }
    const std::shared_future<double> &stable(Slot slot) const { return m_slots[slot].stable; }

    void pushOutput(Slot slot, const Tensor &output, bool channelLast) { m_slots[slot].output.push(output, channelLast, m_settings.outputSize); }
    /// Starts the computation of the ranks of pushed outputs.
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
        std::shared_ptr<Tensor> start = {}; ///< start vector of the power iteration; used by the computing thread
        OutputSample output = {};
    };
    EffectiveRankSettings m_settings;
    std::vector<State> m_slots;
};

} // namespace lensboard::preprocessor
