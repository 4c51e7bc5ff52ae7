#include "core/health/rules/loss_jumps.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>

namespace lensboard::health {

using record::message;

void LossDiverging::endTick(const Moment &moment)
{
    const LossTrack &loss = moment.train;
    if (!moment.hasNewTrain || loss.count() < 3)
        return;
    m_begin = loss.firstStep();
    m_start = loss.start();
    if (m_guessing && loss.count() <= 5)
        m_overGuessing = loss.recent() / (m_ofGuessing = *m_guessing);
    const bool isOverGuessing = m_overGuessing > m_settings.mostOfGuessing && loss.recent() > m_settings.mostOfGuessing * m_ofGuessing;
    if (isOverGuessing && (loss.count() <= 5 || m_overUntil == m_lookedAt)) {
        m_worstOverGuessing = std::max(m_worstOverGuessing, loss.recent() / m_ofGuessing);
        m_overUntil = moment.step;
    }
    m_lookedAt = moment.step;
    const double scale = loss.scale();
    const double noise = m_wasEver ? 0 : 4 * loss.noise(); // noise is not compared after a first finding, since a grown loss is noisier
    const bool isOverStart = loss.recent() - m_start > (m_settings.mostOfStart - 1) * scale + noise;
    const bool isLost = loss.count() > 10 && loss.fallen() > m_settings.noises * loss.noise() && loss.fallen() > 0.1 * scale
                     && loss.recent() - loss.best() > m_settings.lost * loss.fallen() + 2 * loss.noise();
    if (!isOverStart && !isLost)
        m_turn = moment.step;
    m_overStart = isOverStart ? m_overStart + 1 : 0;
    m_lost = isLost ? m_lost + 1 : 0;
    m_isSo = m_overStart >= 2 || m_lost >= 10 || (m_isSo && (isOverStart || isLost));
    if (!m_isSo)
        return;
    if (!m_wasEver)
        m_first = m_turn;
    if (!m_wasEver || loss.recent() > m_worst) {
        m_worst = loss.recent();
        m_bestBefore = loss.best();
    }
    m_wasEver = true;
    m_last = moment.step;
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
        finding.severity = m_isSo ? Severity::Problem : Severity::Warning;
        finding.firstStep = m_first;
        finding.lastStep = m_last;
        finding.confidence = m_isSo ? 0.95 : 0.7;
        finding.values = message("loss up to %1; it began at %2, its best was %3", shown(m_worst), shown(m_start), shown(m_bestBefore));
        finding.meaning = message("The loss grew and stayed up: the training loses what it had learnt, or learns nothing.");
        all.push_back(finding);
    }
    if (m_overGuessing > m_settings.mostOfGuessing) {
        Finding finding = this->finding();
        finding.severity = m_overGuessing > m_settings.farAboveGuessing ? Severity::Problem : Severity::Warning;
        finding.firstStep = m_begin;
        finding.lastStep = m_overUntil;
        finding.confidence = 0.8;
        finding.values = message("the first losses are %1 times that of guessing, %2, and up to %3 times by step %4; more than %5 times is too much",
                                 shown(m_overGuessing), shown(m_ofGuessing), shown(m_worstOverGuessing), m_overUntil, shown(m_settings.mostOfGuessing));
        finding.meaning = isRegression() ? message("The model begins far from its targets: they, its weights or its inputs are too large, or its first steps were.")
                                         : message("The model begins with wrong answers of which it is sure: its weights or inputs are too large, or its first steps were.");
        finding.advice = message("Normalise the inputs, initialise the weights smaller, or lower the learning rate at the start.");
        finding.evidence.front().threshold = m_settings.mostOfGuessing * m_ofGuessing;
        all.push_back(finding);
    }
    return all;
}

bool LossSpike::isSpike(const LossTrack &loss) const
{
    return loss.count() > m_settings.warmUp && loss.last() > highestUsual(loss);
}

double LossSpike::highestUsual(const LossTrack &loss) const
{
    return loss.before() + std::max({m_settings.noises * m_noise, m_settings.ofMedian * std::abs(loss.before()),
                                     m_settings.ofFallen * std::max(loss.fallen(), 0.2 * std::abs(loss.start()))});
}

/// High values within five values after a spike belong to it.
void LossSpike::endTick(const Moment &moment)
{
    if (!moment.hasNewTrain)
        return;
    const LossTrack &loss = moment.train;
    ++m_since;
    m_start = loss.start();
    if (isSpike(loss)) {
        if (m_count == 0)
            m_first = moment.step;
        m_count += m_since > 5 ? 1 : 0;
        m_since = 0;
        m_last = moment.step;
        if (loss.last() > m_worst) {
            m_worst = loss.last();
            m_usual = loss.before();
            m_limit = highestUsual(loss);
        }
    }
    m_noise = loss.noise();
}

std::vector<Finding> LossSpike::findings() const
{
    if (m_count == 0)
        return {};
    Finding finding;
    finding.severity = m_count > 1 || m_worst > m_settings.farAboveStart * std::abs(m_start) ? Severity::Warning : Severity::Note;
    finding.firstStep = m_first;
    finding.lastStep = m_last;
    finding.confidence = m_count > 1 ? 0.9 : 0.7;
    finding.values = record::counted(m_count, "%n spike; the highest %1, where %2 was usual", "%n spikes; the highest %1, where %2 was usual",
                                     shown(m_worst), shown(m_usual));
    finding.meaning = message("Single batches have a loss far above that of their neighbours: damaged or mislabelled samples, or steps that are too long.");
    finding.advice = message("Look at the samples of those steps; clip gradients or lower the learning rate.");
    finding.evidence = {m_line.evidence(m_limit)};
    return {finding};
}

} // namespace lensboard::health
