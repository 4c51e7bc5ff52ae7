#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/block_median.h"
#include "core/health/rule.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/persistence.h"

#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

/// The training waits for its data longer than it computes.
///
/// The share of time spent waiting for a batch, as the median over five ticks, is above 0.5 three times in a row: a warning.
/// For runs of other tools: the time for data divided by the time of a step, if both are logged.
/// Source: SageMaker Debugger's IOBottleneck and CPUBottleneck (half of the time).
class DataStarvation final : public Rule
{
public:
    using Settings = settings::rules::DataStarvation;

    explicit DataStarvation(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal >= Signal::DataWait && signal <= Signal::PartTime; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    struct Limits
    {
        LimitScale scale;
        double share = scale.share(0.5); ///< share of the training time, spent waiting for data
    };

    Limits m_limits;
    FirstLine m_line;
    bool m_isShare = false; ///< true if m_line has the share itself, not a time
    std::map<std::string, double> m_parts; ///< seconds of a step's parts in this tick, by label
    std::optional<double> m_wait, m_data, m_step; ///< values of this tick
    BlockMedian m_share;
    Evident<double> m_starves{3}; ///< a share
};

} // namespace lensboard::health
