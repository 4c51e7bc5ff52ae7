#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/block_median.h"
#include "core/health/limit_scale.h"
#include "core/health/rule.h"
#include "core/health/rules/persistence.h"

#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

/// One part of a training step takes most of its time, but hardly ever should.
///
/// The share of a part, as the median over five ticks, is above the part's limit three times in a row: a warning for time between steps, a note
/// for other parts. Waiting for data is judged by DataStarvation.
class StepBottleneck final : public Rule
{
public:
    using Settings = settings::rules::StepBottleneck;

    explicit StepBottleneck(LimitScale scale = {}) : m_scale{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::PartTime; }
    void see(const Reading &reading) override
    {
        m_seconds[reading.line.label] = reading.value;
        m_tag = reading.line.tag;
    }
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    struct Part
    {
        BlockMedian share;
        Evident<double> isLong{3};
    };

    LimitScale m_scale;
    std::string m_tag;
    std::map<std::string, double> m_seconds; ///< of this tick, by label
    std::map<std::string, Part> m_parts;
};

} // namespace lensboard::health
