#pragma once

#include "core/health/rules/first_line.h"
#include "core/health/rule.h"

#include <optional>

namespace lensboard::health {

/// Base of rules that judge the training loss of each tick and show its line as evidence.
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
    std::optional<double> m_guessing; ///< loss of a classifier that guesses, or of a regression that predicts the mean of its targets

private:
    void judgeTargets()
    {
        if (m_guessingOf && m_deviation)
            m_guessing = m_guessingOf(*m_deviation);
    }

    double (*m_guessingOf)(double) = nullptr;
    std::optional<double> m_deviation; ///< of the targets, first measurement
};

} // namespace lensboard::health
