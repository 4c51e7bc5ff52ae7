#pragma once

#include "core/health/rules/first_line.h"
#include "core/health/rule.h"

#include <optional>

namespace lensboard::health {

/// A rule that judges the training loss, which it has of each Moment, and shows its line.
class LossRule : public Rule
{
public:
    bool reads(Signal signal) const override { return signal == Signal::TrainLoss; }
    void learn(const RunFacts &facts) final { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override { m_line.see(reading.line); }

protected:
    FirstLine m_line;
    std::optional<double> m_guessing; ///< what a classifier that guesses has
};

} // namespace lensboard::health
