#include "core/health/rules/dead_units.h"

#include "core/health/rules/layer_span.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::health {

using record::message;

namespace {

bool isSparseByDesign(const std::string &type)
{
    return std::ranges::any_of(std::initializer_list<const char *>{"Leaky", "LIF", "Spik", "Integrate", "Threshold", "Hardshrink", "Softshrink"},
                               [&](const char *part) { return type.find(part) != std::string::npos && type != "LeakyReLU"; });
}

} // namespace

void DeadUnits::see(const Reading &reading)
{
    if (reading.line.type.find("Drop") != std::string::npos || reading.line.layer.find("dropout") != std::string::npos)
        return;
    m_readings.push_back(reading);
}

void DeadUnits::endTick(const TickState &tick)
{
    if (tick.isFinite)
        for (const Reading &reading : m_readings) {
            auto &[line, state] = m_lines.of(reading.line);
            if (const auto share = state.share.add(reading.value, reading.step))
                judge(line, state, *share, reading.step);
        }
    m_readings.clear();
}

/// Treats a silent layer like one with units that are zero for a whole batch.
void DeadUnits::judge(const Line &line, State &state, double share, std::int64_t step) const
{
    const auto since = [&state](const auto &isOver) { return state.share.firstStep(isOver); };
    if (line.signal == Signal::ActivationRate) {
        state.whole.look(share < m_limits.silent, step, since([this](double each) { return each < m_limits.silent; }), 1 - share);
        return;
    }
    if (!state.first)
        state.first = share;
    const bool isSparse = isSparseByDesign(line.type);
    const bool hasGrown = share > m_limits.grown && share - *state.first > kGrowth;
    const double limit = limitOf(share, false);
    state.many.look(!isSparse && (share > m_limits.many || hasGrown), step, since([limit](double each) { return each > limit; }), share);
    state.whole.look(!isSparse && share > m_limits.whole, step, since([this](double each) { return each > m_limits.whole; }), share);
}

bool DeadUnits::isWhole(const std::string &layer) const
{
    return std::ranges::any_of(m_lines, [&](const auto &entry) { return entry.line.layer == layer && entry.state.whole.wasEver(); });
}

/// Returns the limit that \p share exceeded. \p whole: for whole layers.
double DeadUnits::limitOf(double share, bool whole) const
{
    return whole ? m_limits.whole : share > m_limits.many ? m_limits.many : m_limits.grown;
}

record::Message DeadUnits::valuesOf(const State &worst, bool whole) const
{
    const double share = (whole ? worst.whole : worst.many).shown();
    const std::string percent = shown(100 * share), limit = shown(100 * limitOf(share, whole));
    return whole || share > m_limits.many
             ? message("up to %1 % of the units are zero for a whole batch; above %2 % is too many", percent, limit)
             : message("up to %1 % of the units are zero for a whole batch, and %2 % were at first; above %3 % is too many after such a rise", percent,
                       shown(100 * *worst.first), limit);
}

Finding DeadUnits::finding(bool whole) const
{
    const auto ofState = [whole](const State &state) -> const auto & { return whole ? state.whole : state.many; };
    LayerSpan span;
    const State *worst = nullptr;
    for (const auto *entry : m_lines.inModelOrder())
        if ((whole || !isWhole(entry->line.layer)) && span.add(entry->line, ofState(entry->state))
            && (!worst || ofState(entry->state).shown() > ofState(*worst).shown()))
            worst = &entry->state;
    Finding finding = std::move(span.finding);
    if (!worst)
        return finding;
    const bool isOfSilence = whole && span.last->signal == Signal::ActivationRate;
    finding.evidence = {{span.last->tag, finding.layers, span.last->label, isOfSilence ? m_limits.silent : limitOf(ofState(*worst).shown(), whole)}};
    finding.severity = span.severity(whole);
    finding.confidence = whole ? 0.9 : 0.75;
    finding.values = valuesOf(*worst, whole);
    finding.meaning = whole ? message("These layers put out zeros: earlier layers learn nothing through them.")
                            : message("Many units of these layers are dead: zero for every sample, and without a gradient.");
    finding.advice = message("Lower the learning rate, see whether biases are far below zero, or use LeakyReLU or GELU.");
    return finding;
}

std::vector<Finding> DeadUnits::findings() const
{
    std::vector<Finding> all;
    for (const bool whole : {true, false})
        if (Finding each = finding(whole); !each.layers.empty())
            all.push_back(std::move(each));
    return all;
}

} // namespace lensboard::health
