#include "core/health/rules/bad_initialisation.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>

namespace lensboard::health {

using record::message;

void BadInitialisation::see(const Reading &reading)
{
    constexpr int kRankTicks = 3;
    const Line &line = reading.line;
    if (line.signal == Signal::WeightRank) {
        if (m_ticks < kRankTicks && line.maxRank >= kMinRank)
            if (auto &rank = m_rank.of(line).state; !rank)
                rank = reading.value;
    } else if (line.signal == Signal::UpdateNorm || line.signal == Signal::ParameterNorm) {
        if (m_ticks == 0 && line.isWeight)
            (line.signal == Signal::UpdateNorm ? m_updates : m_weights) += reading.value * reading.value;
    } else if (m_ticks == 0 && (line.isRms || line.size > 0) && line.type.find("max") == std::string::npos) { // softmax
        m_first.of(line).state = line.isRms ? reading.value : reading.value / std::sqrt(line.size);
    }
}

void BadInitialisation::endTick(const TickState &tick)
{
    constexpr double kLongStep = 0.2, kFarAboveGuessing = 3;
    if (m_ticks++ > 0)
        return; // later outputs do not come from the initial weights
    m_step = tick.step;
    m_isMoved = std::sqrt(m_updates) > kLongStep * std::sqrt(m_weights) && m_guessing && tick.train.count() > 0
                && tick.train.last() > kFarAboveGuessing * *m_guessing;
}

std::vector<Finding> BadInitialisation::findings() const
{
    std::vector<Finding> all;
    for (auto &&found : {growth(), symmetry()})
        if (found)
            all.push_back(found.value());
    return all;
}

std::optional<Finding> BadInitialisation::growth() const
{
    constexpr std::size_t kFewest = 3;
    const PerLine<double>::Entry *least = nullptr, *greatest = nullptr;
    std::size_t count = 0;
    for (const auto &entry : m_first)
        if (entry.state > 0) {
            ++count;
            if (!least || entry.state < least->state)
                least = &entry;
            if (!greatest || entry.state > greatest->state)
                greatest = &entry;
        }
    if (count < kFewest || greatest->state < m_limits.ratio * least->state)
        return std::nullopt;
    const bool grows = greatest->line.depth > least->line.depth;
    Finding finding;
    finding.severity = greatest->state > m_limits.problemRatio * least->state ? Severity::Problem : Severity::Warning;
    const auto &first = grows ? *least : *greatest, &last = grows ? *greatest : *least;
    finding.layers = {first.line.layer, last.line.layer};
    finding.firstStep = finding.lastStep = m_step;
    finding.confidence = 0.8;
    finding.values = message("outputs are %1 in \"%2\" and %3 in \"%4\" in the first tick, root mean square; a ratio above %5 is too large",
                             shown(first.state), first.line.layer, shown(last.state), last.line.layer, shown(m_limits.ratio));
    finding.meaning = grows ? message("Outputs grow from layer to layer: so do gradients, and the first steps.")
                            : message("Outputs fade from layer to layer: the last ones see hardly any difference between samples.");
    finding.advice = message("Initialise weights with a variance of 2 / inputs for ReLU and 1 / inputs otherwise, or normalise between layers.");
    finding.evidence = {{last.line.tag, finding.layers, last.line.label}};
    return finding;
}

std::optional<Finding> BadInitialisation::symmetry() const
{
    if (m_isMoved)
        return std::nullopt;
    const auto isAlike = [](const auto &entry) { return *entry.state < kFewDirections; };
    if (2 * std::ranges::count_if(m_rank, isAlike) <= static_cast<std::ptrdiff_t>(m_rank.size()))
        return std::nullopt;
    Finding finding;
    finding.severity = Severity::Warning;
    finding.firstStep = finding.lastStep = m_step;
    finding.confidence = 0.85;
    double least = kFewDirections;
    for (const auto *entry : m_rank.inModelOrder())
        if (isAlike(*entry)) {
            finding.layers.push_back(entry->line.layer);
            least = std::min(least, *entry->state);
            finding.evidence = {{entry->line.tag, {}, entry->line.label, kFewDirections}};
        }
    finding.evidence.front().layers = finding.layers;
    finding.values = message("weights begin with an effective rank of %1; below %2 is too low", shown(least), shown(kFewDirections));
    finding.meaning = message("The units of a layer begin alike and get the same gradients: together they do no more than one unit.");
    finding.advice = message("Begin with random weights, of other numbers for each unit.");
    return finding;
}

} // namespace lensboard::health
