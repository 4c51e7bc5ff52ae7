#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/block_median.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"
#include "core/health/rules/persistence.h"

#include <functional>

namespace lensboard::health {

/// Batch normalisation uses other statistics in evaluation than in training.
///
/// Divergence of the batches from the running mean and variance: in training the median over five ticks, in evaluation each value.
/// Three times in a row above 1 nat is a warning, above 4 nats a problem. Layers that have just begun to learn lag behind for a while.
/// Source: Ioffe & Szegedy 2015, 3.1: evaluation uses averages of the training statistics; Wu & Johnson 2021, Rethinking "Batch" in BatchNorm, 3:
/// how they come apart.
class BatchNormDrift final : public Rule
{
public:
    using Settings = settings::rules::BatchNormDrift;

    explicit BatchNormDrift(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::TrainingDrift || signal == Signal::EvaluationDrift; }
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    struct Limits
    {
        LimitScale scale;
        double warning = scale.above(1); ///< nats
        double problem = scale.above(4); ///< nats
    };

    struct State
    {
        BlockMedian training;
        Evident<double, std::greater<>> far{3};
    };

    Limits m_limits;
    PerLine<State> m_lines;
};

} // namespace lensboard::health
