#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <optional>

namespace lensboard::training {

/// Decides when ticks end, by an experiment's rule: after so many steps, and with every epoch; or after so many epochs. A tick has a
/// step at least.
class TickClock
{
public:
    /// What a training goes on from.
    struct State
    {
        std::int64_t tick = 0;  ///< done
        std::int64_t step = 0;  ///< where the last one ended
        std::int64_t units = 0; ///< steps or epochs since
    };

    explicit TickClock(const experiment::TickRule &rule) : m_rule(rule) {}

    void stepped() { m_state.units += m_rule.everyEpoch() ? 0 : 1; }
    /// Whether a tick ends after a batch that another one of training follows; with the last of an epoch it waits for the validation.
    bool endsWithBatch() const { return !m_rule.everyEpoch() && m_state.units >= m_rule.every; }
    /// Counts an epoch. Returns whether a tick ends with it, as it does with the last one of the training.
    bool endsWithEpoch(bool isLast)
    {
        m_state.units += m_rule.everyEpoch() ? 1 : 0;
        return !m_rule.everyEpoch() || m_state.units >= m_rule.every || isLast;
    }
    /// Ends the tick after \p step. Returns its number, from 1; std::nullopt if it has no step.
    std::optional<std::int64_t> end(std::int64_t step)
    {
        if (step == m_state.step)
            return std::nullopt;
        m_state = {m_state.tick + 1, step, 0};
        return m_state.tick;
    }
    /// Discards what the tick has had so far: it begins after \p step.
    void beginAt(std::int64_t step) { m_state = {m_state.tick, step, 0}; }

    const State &state() const { return m_state; }
    void restore(const State &state) { m_state = state; }

private:
    experiment::TickRule m_rule;
    State m_state;
};

} // namespace lensboard::training
