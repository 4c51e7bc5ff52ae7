#include "core/health/rules/bad_initialisation.h"

#include "core/record/message.h"

#include <cmath>
#include <utility>

namespace lensboard::health {

using record::message;

void BadInitialisation::see(const Reading &reading)
{
    const bool isComparable = reading.line.isRms || reading.line.size > 0;
    if (!m_isJudged && isComparable && reading.line.type.find("max") == std::string::npos) // softmax
        m_first.of(reading.line).state = reading.line.isRms ? reading.value : reading.value / std::sqrt(reading.line.size);
}

void BadInitialisation::endTick(const Moment &moment)
{
    if (!std::exchange(m_isJudged, true)) // later outputs are not those that weights begin with
        m_step = moment.step;
}

std::vector<Finding> BadInitialisation::findings() const
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
    if (!m_isJudged || count < kFewest || greatest->state < m_settings.ratio * least->state)
        return {};
    const bool grows = greatest->line.depth > least->line.depth;
    Finding finding;
    finding.severity = greatest->state > m_settings.problemRatio * least->state ? Severity::Problem : Severity::Warning;
    const auto &first = grows ? *least : *greatest, &last = grows ? *greatest : *least;
    finding.layers = {first.line.layer, last.line.layer};
    finding.firstStep = finding.lastStep = m_step;
    finding.confidence = 0.8;
    finding.values = message("outputs are %1 in \"%2\" and %3 in \"%4\" in the first tick, root mean square; a ratio above %5 is too large",
                             shown(first.state), first.line.layer, shown(last.state), last.line.layer, shown(m_settings.ratio));
    finding.meaning = grows ? message("Outputs grow from layer to layer: so do gradients, and the first steps.")
                            : message("Outputs fade from layer to layer: the last ones see hardly any difference between samples.");
    finding.advice = message("Begin with weights whose variance is 2 / inputs for ReLU, 1 / inputs otherwise, or normalise between layers.");
    finding.evidence = {{last.line.tag, finding.layers, last.line.label}};
    return {std::move(finding)};
}

} // namespace lensboard::health
