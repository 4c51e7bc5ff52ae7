#include "core/health/rules/motionless.h"

#include "core/record/message.h"

#include <algorithm>

namespace lensboard::health {

using record::message;

void ZeroLines::see(const Reading &reading)
{
    if (!reading.line.isWeight) { // a bias before a batch normalisation has no effect, so no gradient
        m_othersStep = reading.value == 0 ? m_othersStep : reading.step;
        return;
    }
    State &state = m_lines.of(reading.line).state;
    if (state.zeros == 0)
        state.firstStep = reading.step;
    state.zeros = reading.value == 0 ? state.zeros + 1 : 0;
    m_lastStep = std::max(m_lastStep, reading.step);
}

void ZeroLines::endTick(const TickState &tick)
{
    m_hasLongTicks = tick.train.hasLongTicks();
    if (tick.train.count() == 0 || tick.train.level() > kSolved)
        m_unsolvedStep = tick.step;
}

std::vector<const Line *> ZeroLines::zeros(std::size_t least) const
{
    std::vector<const Line *> lines;
    for (const auto *entry : m_lines.inModelOrder())
        if (entry->state.zeros >= least && entry->state.firstStep <= m_unsolvedStep)
            lines.push_back(&entry->line);
    return lines;
}

bool ZeroLines::areAll(std::size_t least) const
{
    const auto lines = zeros(least);
    return lines.size() == m_lines.size() && std::ranges::all_of(lines, [this](const Line *line) { return m_othersStep < firstStep(*line); });
}

bool ZeroLines::hasLayer(const std::string &layer) const
{
    return std::ranges::any_of(m_lines, [&](const auto &entry) { return entry.line.layer == layer; });
}

std::int64_t ZeroLines::firstStep(const Line &line) const
{
    for (const auto &entry : m_lines)
        if (entry.line.index == line.index)
            return entry.state.firstStep;
    return 0;
}

namespace {

/// Returns a finding without its meaning.
Finding ofZeros(const ZeroLines &all, const std::vector<const Line *> &lines)
{
    Finding finding;
    finding.severity = Severity::Problem;
    finding.firstStep = all.lastStep();
    finding.lastStep = all.lastStep();
    finding.confidence = 0.95;
    for (const Line *line : lines) {
        finding.firstStep = std::min(finding.firstStep, all.firstStep(*line));
        if (std::ranges::find(finding.layers, line->layer) == finding.layers.end())
            finding.layers.push_back(line->layer);
    }
    finding.evidence = {{lines.front()->tag, finding.layers, lines.front()->label}};
    return finding;
}

} // namespace

std::vector<Finding> LayerFrozen::findings() const
{
    std::vector<Finding> all;
    const std::size_t ticks = m_updates.leastOf(m_limits.leastTicks);
    if (const auto lines = m_updates.zeros(ticks); !lines.empty() && !m_isRateNothing) {
        Finding finding = ofZeros(m_updates, lines);
        finding.values = message("the optimizer has not moved their weights in the last %1 ticks or more", ticks);
        finding.meaning = message("The weights of these layers should be trained, but do not change.");
        finding.advice = message("See whether the optimizer was given their parameters, with a learning rate above zero, and whether they have gradients.");
        all.push_back(finding);
    }
    if (!m_frozen.names.empty()) {
        const bool isOdd = !m_frozen.areIntended();
        Finding finding;
        finding.severity = isOdd ? Severity::Warning : Severity::Note;
        finding.layers = m_frozen.names;
        finding.lastStep = m_step;
        finding.confidence = isOdd ? 0.7 : 0.5;
        finding.values = message("no weight of these layers wants a gradient (requires_grad is false)");
        finding.meaning = isOdd              ? message("These layers are not trained, though layers before them are.")
                        : m_frozen.areFirst ? message("The first layers are not trained, as where only the rest of a model is trained anew.")
                                            : message("Most layers are frozen and only adapters or other parts are trained, as in fine-tuning.");
        finding.advice = message("Set requires_grad if they should learn.");
        all.push_back(finding);
    }
    return all;
}

std::vector<const Line *> NoGradient::withoutAny() const
{
    std::vector<const Line *> lines;
    if (m_gradients.empty())
        return lines;
    for (const Line *line : m_updates.zeros(m_updates.leastOf(m_limits.leastTicks))) {
        const auto layer = std::ranges::find_if(m_layers, [line](const record::LayerInfo &each) { return shownName(each) == line->layer; });
        if (!m_gradients.hasLayer(line->layer) && layer != m_layers.end() && isTrainable(*layer))
            lines.push_back(line);
    }
    return lines;
}

std::vector<Finding> NoGradient::findings() const
{
    std::vector<Finding> all;
    const std::size_t ticks = m_gradients.leastOf(m_limits.leastTicks);
    if (const auto lines = m_gradients.zeros(ticks); !lines.empty()) {
        Finding finding = ofZeros(m_gradients, lines);
        const bool areAll = m_gradients.areAll(ticks);
        finding.values = message("gradients were exactly 0 in the last %1 ticks or more", ticks);
        finding.meaning = areAll ? message("No parameter has a gradient: the loss does not depend on the model.")
                                 : message("The weights of these layers have no gradient: nothing that they do reaches the loss, or nothing but zeros reaches them.");
        finding.advice = message("See whether units before or behind these layers are dead or saturated, whether something detaches their outputs, or whether the loss is constant.");
        all.push_back(finding);
    }
    if (const auto lines = withoutAny(); !lines.empty()) {
        Finding finding = ofZeros(m_updates, lines);
        finding.values = message("no gradient was measured in these layers, only in others; updates were 0 in the last %1 ticks or more", ticks);
        finding.meaning = message("The backward pass does not reach these layers.");
        finding.advice = message("See whether the model uses these layers, and whether something detaches their outputs.");
        all.push_back(finding);
    }
    return all;
}

} // namespace lensboard::health
