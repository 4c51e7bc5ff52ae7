#include "core/health/rules/rank_collapse.h"

#include "core/health/rules/layer_span.h"
#include "core/record/message.h"

namespace lensboard::health {

using record::message;

void RankCollapse::see(const Reading &reading)
{
    State &state = m_lines.of(reading.line).state;
    const auto rank = state.rank.add(reading.value, reading.step);
    if (!rank)
        return;
    if (!state.first)
        state.first = rank;
    const double limit = std::max(kFew, m_limits.ofStart * *state.first);
    const bool isLow = *state.first >= kMinStart && *rank < limit;
    state.low.look(isLow && m_level > kMinLevel, reading.step, state.rank.firstStep([limit](double each) { return each < limit; }), *rank);
}

std::vector<Finding> RankCollapse::findings() const
{
    LayerSpan span;
    const State *worst = nullptr;
    for (const auto *entry : m_lines.inModelOrder())
        if (span.add(entry->line, entry->state.low) && (!worst || entry->state.share() < worst->share()))
            worst = &entry->state;
    if (!worst)
        return {};
    Finding finding = std::move(span.finding);
    finding.severity = span.severity(worst->low.shown() < kFew);
    finding.confidence = 0.7;
    const double limit = std::max(kFew, m_limits.ofStart * *worst->first);
    finding.values = message("the effective rank of outputs fell from %1 to %2; a fall below %3 is too far", shown(*worst->first), shown(worst->low.shown()), shown(limit));
    finding.meaning = message("The outputs of all samples become alike: these layers tell them apart less and less.");
    finding.advice = message("Lower the learning rate or the weight decay, add skip connections or normalisation, and begin anew.");
    finding.evidence = {{span.last->tag, finding.layers, span.last->label, limit}};
    return {std::move(finding)};
}

} // namespace lensboard::health
