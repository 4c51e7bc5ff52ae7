#include "core/health/rules/loss_jumps.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::health {

using record::message;

void LossDiverging::endTick(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    if (!tick.hasNewTrain || loss.count() < 3)
        return;
    m_begin = loss.firstStep();
    m_start = loss.start();
    m_isFromScratch = tick.kind == TrainingKind::Scratch;
    const bool isLong = loss.hasLongTicks();
    if (m_guessing && loss.count() <= 5)
        m_overGuessing = (isLong ? loss.start() : loss.recent()) / (m_ofGuessing = *m_guessing);
    m_isOverGuessing = m_overGuessing > m_limits.mostOfGuessing && loss.recent() > m_limits.mostOfGuessing * m_ofGuessing;
    if (m_isOverGuessing && (loss.count() <= 5 || m_overUntil == m_lookedAt)) {
        m_worstOverGuessing = std::max(m_worstOverGuessing, loss.recent() / m_ofGuessing);
        m_overUntil = tick.step;
    }
    m_lookedAt = tick.step;
    const double scale = loss.scale();
    const double noise = m_wasEver ? 0 : 4 * loss.noise(); // noise is not compared after a first finding, since a grown loss is noisier
    const bool isOverStart = loss.recent() - m_start > m_limits.aboveStart * scale + noise;
    const bool isLost = loss.count() > (isLong ? kMinLong : kMinValues) && loss.fallen() > kNoises * loss.noise() && loss.fallen() > 0.1 * scale
                     && loss.recent() - loss.best() > m_limits.lost * loss.fallen() + 2 * loss.noise() && !isComingDown(loss);
    if (loss.bestStep() == tick.step)
        m_rateAtBest = tick.rate.last();
    const int leastLost = (tick.rate.last() > 2 * m_rateAtBest ? 30 : 10) / (isLong ? 3 : 1); // a restart of the rate raises the loss for a while
    if (m_overStart == 0 && m_lost == 0)
        m_turn = tick.step;
    m_overStart = isOverStart ? m_overStart + 1 : 0;
    m_lost = isLost ? m_lost + 1 : 0;
    m_isSo = m_overStart >= (isLong ? 2 : 5) || m_lost >= leastLost || (m_isSo && (isOverStart || isLost));
    if (!m_isSo)
        return;
    if (!m_wasEver)
        m_first = m_turn;
    if (!m_wasEver || loss.recent() > m_worst) {
        m_worst = loss.recent();
        m_bestBefore = loss.best();
    }
    m_wasEver = true;
    m_last = tick.step;
    m_isPastStart = isOverStart || (loss.recent() > m_start - 0.05 * scale && tick.kind != TrainingKind::SelfSupervised);
}

/// Returns true if the loss has left its last peak, as after a restart or with harder data.
bool LossDiverging::isComingDown(const LossTrack &loss) const
{
    return loss.peak() - loss.recent() > 0.15 * loss.fallen() + 2 * loss.noise();
}

Finding LossDiverging::finding() const
{
    Finding finding;
    finding.evidence = {m_line.evidence(m_start)};
    finding.advice = message("Lower the learning rate by a factor of three to ten, warm it up, or clip gradients.");
    return finding;
}

std::vector<Finding> LossDiverging::findings() const
{
    std::vector<Finding> all;
    if (m_wasEver) {
        Finding finding = this->finding();
        finding.severity = m_isSo && m_isPastStart ? Severity::Problem : m_isSo || m_isFromScratch ? Severity::Warning : Severity::Note;
        finding.firstStep = m_first;
        finding.lastStep = m_last;
        finding.confidence = m_isSo ? 0.95 : 0.7;
        finding.values = message("loss up to %1; it began at %2, its best was %3", shown(m_worst), shown(m_start), shown(m_bestBefore));
        finding.meaning = message("The loss grew and stayed high: the model loses its progress, or learns nothing.");
        all.push_back(finding);
    }
    if (m_overGuessing > m_limits.mostOfGuessing) {
        Finding finding = this->finding();
        finding.severity = m_isOverGuessing && m_overGuessing > kFarAboveGuessing ? Severity::Problem : Severity::Warning;
        finding.firstStep = m_begin;
        finding.lastStep = m_overUntil;
        finding.confidence = 0.8;
        finding.values = message("the first losses are %1 times that of guessing, %2, and up to %3 times by step %4; more than %5 times is too much",
                                 shown(m_overGuessing), shown(m_ofGuessing), shown(m_worstOverGuessing), m_overUntil, shown(m_limits.mostOfGuessing));
        finding.meaning = isRegression() ? message("The model begins far from its targets: they, its weights or its inputs are too large, or its first steps were.")
                                         : message("The model begins with confident wrong answers: its weights or inputs are too large, or its first steps were.");
        finding.advice = message("Normalise the inputs, initialise the weights smaller, or lower the learning rate at the start.");
        finding.evidence.front().threshold = m_limits.mostOfGuessing * m_ofGuessing;
        all.push_back(finding);
    }
    return all;
}

bool LossSpike::isSpike(const LossTrack &loss) const
{
    return loss.count() > (loss.hasLongTicks() ? kWarmUpLong : kWarmUp) && loss.last() > highestUsual(loss);
}

double LossSpike::highestUsual(const LossTrack &loss) const
{
    return loss.before() + std::max({m_limits.noises * m_noise, m_limits.ofMedian * std::abs(loss.before()),
                                     m_limits.ofFallen * std::max(loss.fallen(), 0.2 * std::abs(loss.start()))});
}

void LossSpike::see(const Reading &reading)
{
    if (reading.line.signal == Signal::TrainLossUpper)
        m_upper = reading.value;
    else
        LossRule::see(reading);
}

/// By the inequality of Bhatia and Davis.
void LossSpike::followSpread(const LossTrack &loss, double upper)
{
    const double mean = loss.last(), deviation = upper - mean;
    const double least = mean > 0 && loss.hasLongTicks() ? mean + deviation * deviation / mean : 0;
    const double limit = m_limits.ofGuessing * m_guessing.value_or(loss.start());
    if (loss.start() > 0 && least > limit)
        add({loss.lastStep(), loss.lastStep(), least, loss.best(), limit});
}

/// High values within five values after a spike belong to it.
void LossSpike::endTick(const TickState &tick)
{
    const auto upper = std::exchange(m_upper, std::nullopt);
    if (!tick.hasNewTrain)
        return;
    const LossTrack &loss = tick.train;
    if (upper)
        followSpread(loss, *upper);
    m_start = loss.start();
    m_isFromScratch = tick.kind == TrainingKind::Scratch;
    constexpr double kStaysUp = 0.25;
    const double limit = highestUsual(loss), middle = (loss.before() + limit) / 2;
    if (++m_since > 5 && m_current) {
        if (loss.recent() < m_current->usual + kStaysUp * (m_current->highest - m_current->usual))
            add(*m_current);
        m_current.reset();
    }
    if (isSpike(loss)) {
        ++m_high;
        m_since = 0;
        m_current = m_current.value_or(Spike{tick.step, tick.step, 0, loss.before(), limit});
        m_current->last = tick.step;
        m_current->highest = std::max(m_current->highest, loss.last());
    } else if (m_since > 5 && loss.count() > kWarmUp && loss.last() > middle) {
        ++m_half;
    }
    if (m_current)
        m_current->see(loss.last());
    m_noise = loss.noise();
}

void LossSpike::Spike::see(double value)
{
    constexpr double kBack = 0.05;
    constexpr int kFirst = 6;
    if (seen++ < kFirst && value > usual + kBack * (highest - usual))
        ++slow;
}

void LossSpike::add(const Spike &spike)
{
    m_spikes.add(spike);
    if (!spike.isSlow())
        m_fast.add(spike);
}

void LossSpike::Spikes::add(const Spike &spike)
{
    if (count++ == 0)
        first = spike.step;
    last = spike.last;
    if (spike.highest > highest.highest)
        highest = spike;
}

std::vector<Finding> LossSpike::findings() const
{
    LossSpike all = *this;
    if (m_current)
        all.add(*m_current);
    const Spikes &spikes = all.m_spikes;
    const bool isHeavyTail = m_half >= 3 && 3 * m_half >= m_high;
    if (spikes.count == 0 || isHeavyTail)
        return {};
    const Spike &highest = spikes.highest;
    Finding finding;
    const Spikes &grave = m_isFromScratch ? spikes : all.m_fast;
    const bool isWarning = grave.count > 1 || grave.highest.highest > kFarAboveStart * std::abs(m_start);
    finding.severity = isWarning ? Severity::Warning : Severity::Note;
    finding.firstStep = spikes.first;
    finding.lastStep = spikes.last;
    finding.confidence = spikes.count > 1 ? 0.9 : 0.7;
    finding.values = record::counted(spikes.count, "%n spike; the highest %1, where %2 was usual", "%n spikes; the highest %1, where %2 was usual",
                                     shown(highest.highest), shown(highest.usual));
    finding.meaning = message("Single batches have a loss far above that of their neighbours: damaged or mislabelled samples, or steps that are too long.");
    finding.advice = message("Check the samples of these steps; clip gradients or lower the learning rate.");
    finding.evidence = {m_line.evidence(highest.limit)};
    return {finding};
}

} // namespace lensboard::health
