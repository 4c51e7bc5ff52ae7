#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rule.h"

#include <string>
#include <vector>

namespace lensboard::health {

/// Batch normalisation has too few samples for its statistics.
///
/// A batch has fewer than four values per channel (samples times positions) for a layer of batch normalisation: a warning; one value: a problem.
/// Source: Ioffe 2017, Batch Renormalization: small batches; Wu & He 2018, Group Normalization.
class BatchNormSamples final : public Rule
{
public:
    using Settings = settings::rules::BatchNormSamples;

    explicit BatchNormSamples(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal) const override { return false; }
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    void learn(const RunFacts &facts) override;
    void endTick(const TickState &tick) override { m_step = tick.step; }
    std::vector<Finding> findings() const override;

private:
    struct Limits
    {
        LimitScale scale;
        double few = scale.below(4); ///< values per channel
    };

    Limits m_limits;
    std::vector<std::string> m_layers;
    double m_values = 0; ///< values per channel in the worst layer
    std::int64_t m_step = 0;
};

} // namespace lensboard::health
