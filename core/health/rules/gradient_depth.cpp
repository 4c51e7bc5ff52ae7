#include "core/health/rules/gradient_depth.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace lensboard::health {

using record::message;

void GradientProfile::see(const Reading &reading)
{
    if (!reading.line.isWeight || reading.line.type.find("Embedding") != std::string::npos)
        return;
    m_lines.of(reading.line).state.add(reading.value, reading.step);
    m_isNew = true;
}

bool GradientProfile::endTick(std::int64_t step)
{
    if (!m_isNew)
        return false;
    m_isNew = false;
    return m_ticks.add(0, step).has_value();
}

std::vector<const PerLine<BlockMedian>::Entry *> GradientProfile::ordered() const
{
    auto all = m_lines.inModelOrder();
    std::erase_if(all, [](const auto *entry) { return !entry->state.last(); });
    return all;
}

std::optional<GradientProfile::Thirds> GradientProfile::thirds() const
{
    std::vector<double> norms;
    for (const auto *entry : ordered())
        norms.push_back(*entry->state.last());
    if (norms.size() < 3)
        return std::nullopt;
    const std::span all(norms);
    const std::size_t third = norms.size() / 3;
    return Thirds{medianOf(all.first(third)), medianOf(all.subspan(third, norms.size() - 2 * third)), medianOf(all.last(third))};
}

std::optional<double> GradientProfile::middleRms() const
{
    std::vector<double> all;
    for (const auto &entry : m_lines)
        if (entry.state.last() && (entry.line.size > 0 || entry.line.isRms))
            all.push_back(entry.line.isRms ? *entry.state.last() : *entry.state.last() / std::sqrt(entry.line.size));
    return all.empty() ? std::nullopt : std::optional(medianOf(all));
}

double GradientProfile::total() const
{
    double sum = 0;
    for (const auto &entry : m_lines)
        sum += entry.state.last() ? *entry.state.last() * *entry.state.last() : 0;
    return std::sqrt(sum);
}

std::vector<std::string> GradientProfile::layersWhere(const std::function<bool(double norm)> &accepts) const
{
    std::vector<std::string> layers;
    for (const auto *entry : ordered())
        if (accepts(*entry->state.last()))
            layers.push_back(entry->line.layer);
    return layers;
}

Evidence GradientProfile::evidence(std::vector<std::string> layers) const
{
    if (m_lines.empty())
        return {};
    const Line &line = m_lines.begin()->line;
    return {line.tag, std::move(layers), line.label};
}

void VanishingGradient::endTick(const TickState &tick)
{
    if (!m_profile.endTick(tick.step))
        return;
    const auto thirds = m_profile.thirds();
    const bool isOrdered = thirds && thirds->first < thirds->middle && thirds->middle < thirds->last;
    m_fading.look(isOrdered && thirds->first > 0 && thirds->first < m_limits.ratio * thirds->last, tick.step, m_profile.blockStep(), [&] {
        const double limit = m_limits.ratio * thirds->last;
        return DepthRatio{thirds->first / thirds->last, limit, m_profile.layersWhere([limit](double norm) { return norm < 10 * limit; })};
    });
    const auto rms = m_profile.middleRms();
    const bool isEarly = tick.train.count() == 0 || tick.train.level() > kMinLevel;
    m_tiny.look(rms && *rms > 0 && *rms < m_limits.leastRms && isEarly && tick.trainAccuracy < 0.9, tick.step, m_profile.blockStep(), rms.value_or(0));
}

std::vector<Finding> VanishingGradient::findings() const
{
    std::vector<Finding> all;
    Finding finding;
    finding.advice = message("Use ReLU or GELU instead of sigmoid or tanh, residual connections, normalisation, or an initialisation made for the activation.");
    if (m_fading.wasEver()) {
        const auto &[ratio, limit, layers] = m_fading.shown();
        finding.severity = !m_fading.isSo() ? Severity::Note : ratio < m_limits.problemRatio ? Severity::Problem : Severity::Warning;
        finding.layers = layers;
        finding.firstStep = m_fading.firstStep();
        finding.lastStep = m_fading.lastStep();
        finding.confidence = 0.85;
        finding.values = message("gradients of the first third of the layers are %1 of the last third's; at least %2 is expected",
                                 shown(ratio), shown(m_limits.ratio));
        finding.meaning = message("Gradients fade on their way back: the first layers hardly learn.");
        finding.evidence = {m_profile.evidence(layers)};
        finding.evidence.front().threshold = limit;
        all.push_back(finding);
    } else if (m_tiny.wasEver()) {
        finding.severity = m_tiny.isSo() ? Severity::Problem : Severity::Note;
        finding.firstStep = m_tiny.firstStep();
        finding.lastStep = m_tiny.lastStep();
        finding.confidence = 0.8;
        finding.values = message("root mean square of gradients %1 in the middle of all layers, below %2", shown(m_tiny.shown()), shown(m_limits.leastRms));
        finding.meaning = message("Gradients are next to nothing though the loss is still high.");
        finding.evidence = {m_profile.evidence({})};
        all.push_back(finding);
    }
    return all;
}

void ExplodingGradient::see(const Reading &reading)
{
    if (reading.line.signal == Signal::TotalGradientNorm) {
        m_totalLine.see(reading.line);
        m_newTotal = m_totals.add(reading.value, reading.step);
        return;
    }
    m_ofWeights.see(reading);
    if (reading.line.signal == Signal::GradientNorm)
        m_profile.see(reading);
}

void ExplodingGradient::endTick(const TickState &tick)
{
    if (const auto total = std::exchange(m_newTotal, std::nullopt))
        lookAtTotal(*total, tick);
    if (!m_profile.endTick(tick.step))
        return;
    const auto thirds = m_profile.thirds();
    const bool isOrdered = thirds && thirds->first > thirds->middle && thirds->middle > thirds->last && thirds->last > 0;
    m_byDepth.look(isOrdered && thirds->first > m_limits.ratio * thirds->last, tick.step, m_profile.blockStep(), [&] {
        return DepthRatio{thirds->first / thirds->last, m_limits.ratio * thirds->last, m_profile.layersWhere([&](double norm) { return norm > thirds->middle; })};
    });
    const double ofWeights = m_ofWeights.median().value_or(0);
    m_besideWeights.look(ofWeights > m_limits.ofWeights, tick.step, m_profile.blockStep(), ofWeights);
    constexpr double kLearnt = 0.7; // a summed loss has large gradients, and Adam does not mind them
    m_hasLearnt = tick.kind != TrainingKind::Scratch && tick.train.count() > 0 && tick.train.level() < kLearnt;
    if (!m_totalLine.isKnown())
        lookAtTotal(m_profile.total(), tick);
}

void ExplodingGradient::lookAtTotal(double total, const TickState &tick)
{
    if (total > 0 && (m_leastTotal == 0 || total < m_leastTotal))
        m_leastTotal = total;
    const bool isWorse = tick.train.count() > 0 && tick.train.level() > kMinLevel;
    const double limit = m_limits.growth * m_leastTotal;
    m_growing.look(m_leastTotal > 0 && total > limit && isWorse, tick.step,
                   m_totalLine.isKnown() ? m_totals.firstStep([limit](double each) { return each > limit; }) : m_profile.blockStep(), [&] { return Growth{total / m_leastTotal, limit}; });
}

Finding ExplodingGradient::finding(const Persistence &so) const
{
    Finding finding;
    finding.severity = so.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = so.firstStep();
    finding.lastStep = so.lastStep();
    finding.confidence = 0.8;
    finding.meaning = message("Gradients are so large that steps along them go anywhere.");
    finding.advice = message("Clip gradients, normalise inputs, average the loss over the batch instead of summing it, initialise weights smaller, or lower the learning rate.");
    finding.evidence = {m_profile.evidence({})};
    return finding;
}

std::vector<Finding> ExplodingGradient::findings() const
{
    std::vector<Finding> all;
    if (m_byDepth.wasEver()) {
        Finding each = finding(m_byDepth);
        const auto &[ratio, limit, layers] = m_byDepth.shown();
        each.layers = each.evidence.front().layers = layers;
        each.evidence.front().threshold = limit;
        each.values = message("gradients of the first third of the layers are %1 times the last third's; at most %2 is expected",
                              shown(ratio), shown(m_limits.ratio));
        all.push_back(each);
    }
    if (m_besideWeights.wasEver()) {
        Finding each = finding(m_besideWeights);
        if (m_hasLearnt)
            each.severity = Severity::Note;
        else if (m_besideWeights.isSo() && m_besideWeights.shown() > m_limits.problemOfWeights)
            each.severity = Severity::Problem;
        each.values = message("gradients are %1 times their weights in the middle of all layers; at most %2 is usual", shown(m_besideWeights.shown()),
                              shown(m_limits.ofWeights));
        all.push_back(each);
    }
    if (m_growing.wasEver()) {
        Finding each = finding(m_growing);
        if (m_totalLine.isKnown())
            each.evidence = {m_totalLine.evidence(m_growing.shown().limit)};
        if (m_growing.isSo())
            each.severity = Severity::Problem;
        each.values = message("gradients are %1 times their smallest value, and the loss is above its start", shown(m_growing.shown().factor));
        all.push_back(each);
    }
    return all;
}

} // namespace lensboard::health
