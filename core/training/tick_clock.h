#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <optional>

namespace lensboard::training {

/// Decides when ticks end, by an experiment's rule: after n steps and at the end of every epoch, or after n epochs. A tick has at
/// least one step.
class TickClock
{
public:
    /// Saved state for resuming a training.
    struct State
    {
        std::int64_t tick = 0;  ///< number of completed ticks
        std::int64_t step = 0;  ///< last step of the last tick
        std::int64_t units = 0; ///< steps or epochs since that step
    };

    explicit TickClock(const experiment::TickRule &rule) : m_rule(rule) {}

    void stepped() { m_state.units += m_rule.everyEpoch() ? 0 : 1; }
    /// Returns true if a tick ends after a training batch that is not the epoch's last; the last tick of an epoch ends after validation.
    bool endsWithBatch() const { return !m_rule.everyEpoch() && m_state.units >= m_rule.every; }
    /// Counts an epoch. Returns true if a tick ends with it; always true for the last epoch of the training.
    bool endsWithEpoch(bool isLast)
    {
        m_state.units += m_rule.everyEpoch() ? 1 : 0;
        return !m_rule.everyEpoch() || m_state.units >= m_rule.every || isLast;
    }
    /// Ends the tick after \p step. Returns its number, from 1; std::nullopt if the tick has no step.
    std::optional<std::int64_t> end(std::int64_t step)
    {
        if (step == m_state.step)
            return std::nullopt;
        m_state = {m_state.tick + 1, step, 0};
        return m_state.tick;
    }
    /// Discards the tick's steps so far. The tick then begins after \p step.
    void beginAt(std::int64_t step) { m_state = {m_state.tick, step, 0}; }

    const State &state() const { return m_state; }
    void restore(const State &state) { m_state = state; }

private:
    experiment::TickRule m_rule;
    State m_state;
};

} // namespace lensboard::training
