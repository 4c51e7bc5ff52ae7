#include "core/health/rules/step_bottleneck.h"

#include "core/health/step_seconds.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lensboard::health {

using record::message;
using record::messageOfPattern;
using record::messagePattern;

namespace {

/// A part of a step with the share of the time that it hardly ever exceeds.
struct Usual
{
    std::string_view part;
    double share;
    Severity severity;
    const char *values; ///< pattern with the share and its limit, in per cent
    const char *advice; ///< pattern
};

constexpr std::array kUsual = {
    Usual{"between steps", 0.5, Severity::Warning,
          messagePattern("%1 % of the time passes between steps; more than %2 % is too much"),
          messagePattern("Look at the loop's code from the optimizer's step to the next forward: loading and moving data, logging, checkpoints. Load data in "
                         "other processes and ahead, and log less often.")},
    Usual{"forward", 0.75, Severity::Note,
          messagePattern("the forward takes %1 % of the time; more than %2 % is unusual"),
          messagePattern("The backward mostly takes twice as long as the forward. Look for Python loops, copies between devices and .item() in the model's code.")},
    Usual{"loss", 0.4, Severity::Note,
          messagePattern("computing the loss takes %1 % of the time; more than %2 % is unusual"),
          messagePattern("Look at the code between the model's output and backward(): metrics, copies to the host, printing.")},
    Usual{"optimizer", 0.6, Severity::Note,
          messagePattern("the optimizer takes %1 % of the time; more than %2 % is unusual"),
          messagePattern("Use a fused or foreach version of the optimizer, or larger batches. Look at the code between backward() and the optimizer's step.")},
    Usual{"watching", 0.3, Severity::Note,
          messagePattern("lenses take %1 % of the time; more than %2 % is unusual"),
          messagePattern("Set a budget, for example inspector.budget 0.02, or switch lenses off.")},
};

} // namespace

void StepBottleneck::endTick(const TickState &tick)
{
    const auto seconds = std::exchange(m_seconds, {});
    const double step = stepSeconds(seconds);
    if (step <= 0)
        return;
    for (const Usual &usual : kUsual) {
        const auto found = seconds.find(std::string(usual.part));
        if (found == seconds.end())
            continue;
        Part &part = m_parts[found->first];
        const double limit = m_scale.share(usual.share);
        if (const auto median = part.share.add(found->second / step, tick.step))
            part.isLong.look(*median > limit, tick.step, part.share.firstStep([limit](double share) { return share > limit; }), *median);
    }
}

std::vector<Finding> StepBottleneck::findings() const
{
    std::vector<Finding> all;
    for (const Usual &usual : kUsual) {
        const auto part = m_parts.find(std::string(usual.part));
        if (part == m_parts.end() || !part->second.isLong.wasEver())
            continue;
        const Evident<double> &isLong = part->second.isLong;
        Finding &finding = all.emplace_back();
        finding.severity = isLong.isSo() ? usual.severity : Severity::Note;
        finding.firstStep = isLong.firstStep();
        finding.lastStep = isLong.lastStep();
        finding.confidence = 0.9;
        finding.values = messageOfPattern(usual.values, shown(100 * isLong.shown()), shown(100 * m_scale.share(usual.share)));
        finding.meaning = message("The training could be faster.");
        finding.advice = messageOfPattern(usual.advice);
        finding.evidence = {{m_tag, {}, part->first, std::nullopt}};
    }
    return all;
}

} // namespace lensboard::health
