#include "core/health/rules/not_finite.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lensboard::health {

using record::message;

namespace {

/// Order within a step; later signals follow from earlier ones.
int orderOf(Signal signal)
{
    switch (signal) {
    case Signal::InputNotFinite: return 0;
    case Signal::OutputNorm: return 1;
    case Signal::TrainLoss: return 2;
    case Signal::OutputGradientNorm: return 3;
    case Signal::GradientNorm: return 4;
    case Signal::TotalGradientNorm: return 5;
    case Signal::UpdateNorm: return 6;
    case Signal::ParameterNorm: return 7;
    case Signal::ValidationLoss: return 8;
    default: return -1;
    }
}

record::Message nameOf(Signal signal)
{
    switch (signal) {
    case Signal::InputNotFinite: return message("inputs");
    case Signal::OutputNorm: return message("outputs");
    case Signal::TrainLoss: return message("the loss");
    case Signal::OutputGradientNorm: return message("gradients of outputs");
    case Signal::GradientNorm: return message("gradients of parameters");
    case Signal::TotalGradientNorm: return message("the norm of all gradients");
    case Signal::UpdateNorm: return message("updates of parameters");
    case Signal::ParameterNorm: return message("parameters");
    default: return message("the validation loss");
    }
}

bool isGradient(Signal signal)
{
    return signal == Signal::OutputGradientNorm || signal == Signal::GradientNorm || signal == Signal::TotalGradientNorm;
}

} // namespace

bool NotFinite::reads(Signal signal) const
{
    return orderOf(signal) >= 0;
}

void NotFinite::see(const Reading &reading)
{
    const bool isBad = reading.line.countsNonFinite ? reading.value > 0 : !std::isfinite(reading.value);
    if (reading.line.signal == Signal::TrainLoss && !reading.line.countsNonFinite) {
        m_firstZero = m_zeros == 0 ? reading.step : m_firstZero;
        m_zeros = reading.value == 0 ? m_zeros + 1 : 0;
    }
    State &state = m_lines.of(reading.line).state;
    ++state.seen;
    state.returns += state.isBad && !isBad ? 1 : 0;
    state.isBad = isBad;
    if (!isBad)
        return followSize(reading, state);
    m_isBadTick = true;
    if (state.bad++ == 0) {
        state.firstStep = reading.step;
        // an input's value is a share, and inputs precede everything else in the tick
        state.firstCount = reading.line.signal == Signal::InputNotFinite ? std::numeric_limits<double>::infinity()
                         : reading.line.countsNonFinite                     ? reading.value
                                                                            : 1;
    }
    state.lastStep = reading.step;
}

void NotFinite::endTick(const TickState &tick)
{
    m_hasBad = m_hasBad || m_isBadTick;
    m_lastGood = m_hasBad ? m_lastGood : tick.step;
}

void NotFinite::followSize(const Reading &reading, State &state) const
{
    constexpr double kTicks = 20;
    if (m_hasBad || reading.line.countsNonFinite || reading.line.signal == Signal::InputNotFinite || state.bad > 0 || reading.value == 0)
        return;
    const double size = std::log(std::abs(reading.value));
    const double seen = std::min(static_cast<double>(state.seen), kTicks);
    state.usual = state.seen <= 2 ? state.last : state.usual + (state.last - state.usual) / (seen - 1);
    state.last = size;
    state.lastFinite = reading.step;
}

record::Message NotFinite::growthBefore(const Entry &first) const
{
    const Entry *most = nullptr;
    const auto growthOf = [](const Entry &entry) { return entry.state.last - entry.state.usual; };
    for (const Entry &entry : m_lines) {
        const bool isNear = entry.state.lastFinite <= first.state.firstStep && entry.state.lastFinite >= m_lastGood;
        if (isNear && entry.state.seen > 2 && growthOf(entry) > std::log(10) && (!most || growthOf(entry) > growthOf(*most)))
            most = &entry;
    }
    if (!most)
        return {};
    const std::string size = shown(std::exp(most->state.last)), usual = shown(std::exp(most->state.usual));
    return most->line.isOfModel ? message("%1 had grown to %2, %3 was usual", nameOf(most->line.signal), size, usual)
                                : message("%1 of %2 had grown to %3, %4 was usual", nameOf(most->line.signal), most->line.layer, size, usual);
}

/// Returns lines with bad values, the first cause first.
std::vector<const NotFinite::Entry *> NotFinite::bad() const
{
    std::vector<const Entry *> bad;
    for (const Entry &entry : m_lines) {
        const bool hasGaps = entry.line.isOfModel && !isGradient(entry.line.signal) && !entry.line.countsNonFinite && entry.state.returns > kMaxReturns;
        if (entry.state.bad > 0 && !hasGaps)
            bad.push_back(&entry);
    }
    std::ranges::stable_sort(bad, [](const Entry *a, const Entry *b) {
        if (a->state.firstStep != b->state.firstStep)
            return a->state.firstStep < b->state.firstStep;
        if (a->state.firstCount != b->state.firstCount)
            return a->state.firstCount > b->state.firstCount;
        if (a->line.signal != b->line.signal)
            return orderOf(a->line.signal) < orderOf(b->line.signal);
        return orderOf(a->line.signal) > orderOf(Signal::TrainLoss) ? a->line.depth > b->line.depth : a->line.depth < b->line.depth;
    });
    return bad;
}

bool NotFinite::isLossHidden(const std::vector<const Entry *> &bad) const
{
    constexpr std::size_t kFewest = 3;
    return m_zeros >= kFewest && std::ranges::any_of(bad, [](const Entry *entry) { return isGradient(entry->line.signal) && entry->state.isBad; });
}

Severity NotFinite::severityOf(const std::vector<const Entry *> &bad) const
{
    if (isLossHidden(bad))
        return Severity::Problem;
    bool areOnlyGradients = true;
    double share = 0;
    for (const Entry *entry : bad) {
        const bool mayRecover = isGradient(entry->line.signal) || entry->line.signal == Signal::UpdateNorm;
        if (!mayRecover && entry->state.isBad && !(entry->line.countsNonFinite && entry->state.bad < 2))
            return Severity::Problem;
        areOnlyGradients = areOnlyGradients && isGradient(entry->line.signal);
        if (!entry->line.countsNonFinite)
            share = std::max(share, static_cast<double>(entry->state.bad) / static_cast<double>(entry->state.seen));
    }
    if (!areOnlyGradients)
        return Severity::Warning;
    // Counts exist only in ticks with bad values, so the share is computed from the gradient's own line.
    return share > m_limits.mostSkipped && bad.front()->state.bad > 3 ? Severity::Warning : Severity::Note;
}

std::vector<Finding> NotFinite::findings() const
{
    const auto bad = this->bad();
    if (bad.empty())
        return {};
    const Entry &first = *bad.front();
    Finding finding;
    finding.severity = severityOf(bad);
    finding.firstStep = first.state.firstStep;
    finding.before = growthBefore(first);
    std::set<int> told = {orderOf(first.line.signal)};
    record::Message others;
    for (const Entry *entry : bad) {
        finding.lastStep = std::max(finding.lastStep, entry->state.lastStep);
        if (told.insert(orderOf(entry->line.signal)).second)
            others += (others.empty() ? "" : "; ") + message("%1 from step %2 on", nameOf(entry->line.signal), entry->state.firstStep);
    }
    if (isLossHidden(bad))
        others += (others.empty() ? "" : "; ") + message("the loss is logged as 0 from step %1 on, as transformers does if it is NaN", m_firstZero);
    const auto ofLayer = std::ranges::find_if(bad, [](const Entry *entry) { return !entry->line.isOfModel; });
    if (!first.line.isOfModel)
        finding.layers = {first.line.layer};
    else if (first.line.signal == Signal::ValidationLoss && ofLayer != bad.end() && (*ofLayer)->line.signal == Signal::OutputNorm)
        finding.layers = {(*ofLayer)->line.layer}; // validation does not measure outputs
    finding.values = others.empty() ? message("not finite by step %1: %2", finding.firstStep, nameOf(first.line.signal))
                                    : message("not finite by step %1: %2; then %3", finding.firstStep, nameOf(first.line.signal), others);
    finding.meaning = message("Numbers became NaN or infinite, first in %1. All values computed from them are lost.", nameOf(first.line.signal));
    switch (first.line.signal) {
    case Signal::TrainLoss:
    case Signal::ValidationLoss:
        finding.advice = message("Look at the batch of that step for values that are not finite, and at logarithms, roots and divisions in the loss; lower the learning rate if the loss grew before.");
        break;
    case Signal::OutputNorm:
        finding.advice = message("Check the inputs of that step, and divisions and logarithms in this layer; in half precision its outputs may be too large. Lower the learning rate if weights or the loss grew before.");
        break;
    case Signal::InputNotFinite:
        finding.advice = message("Look at the samples of that step: replace or leave out values that are not finite.");
        break;
    default:
        finding.advice = message("Clip gradients, lower the learning rate, or scale the loss if it is computed in half precision.");
    }
    const Line &line = finding.layers.empty() ? first.line : (*ofLayer)->line;
    finding.evidence = {{line.tag, finding.layers, line.label}};
    return {finding};
}

} // namespace lensboard::health
