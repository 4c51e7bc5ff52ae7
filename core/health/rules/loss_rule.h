#pragma once

#include "core/health/rules/first_line.h"
#include "core/health/rule.h"

#include <optional>

namespace lensboard::health {

/// A rule that judges the training loss, which it has of each Moment, and shows its line.
class LossRule : public Rule
{
public:
    bool reads(Signal signal) const override { return signal == Signal::TrainLoss || signal == Signal::TargetDeviation; }
    void learn(const RunFacts &facts) final
    {
        m_guessing = facts.guessingLoss;
        m_guessingOf = facts.guessingOf;
        judgeTargets();
    }
    void see(const Reading &reading) override
    {
        if (reading.line.signal == Signal::TrainLoss)
            return m_line.see(reading.line);
        m_deviation = m_deviation.value_or(reading.value);
        judgeTargets();
    }

protected:
    bool isRegression() const { return m_guessingOf != nullptr; }

    FirstLine m_line;
    std::optional<double> m_guessing; ///< what a classifier that guesses has, or a regression that predicts the mean of its targets

private:
    void judgeTargets()
    {
        if (m_guessingOf && m_deviation)
            m_guessing = m_guessingOf(*m_deviation);
    }

    double (*m_guessingOf)(double) = nullptr;
    std::optional<double> m_deviation; ///< of the targets, as it was measured first
};

} // namespace lensboard::health
