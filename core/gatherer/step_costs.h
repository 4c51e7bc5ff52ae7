#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::gatherer {

/// What each account costs a training step: an average over the last hundred steps or so.
///
/// Every fourth step is timed, or each, and the end of each tick, whose cost is spread over the steps of the tick. Steps of ticks
/// that are not measured do not count.
/// Units:  seconds of the host's clock; of work on another device, those that it takes to ask for it.
/// Thread: that of the tap.
class StepCosts
{
public:
    using Account = std::size_t; ///< what work is charged to

    /// While it lives, work is that of the tick, not of a step.
    class TickWork
    {
    public:
        explicit TickWork(StepCosts &costs) : m_costs(costs) { m_costs.m_ofTick = true; }
        ~TickWork() { m_costs.m_ofTick = false; }
        TickWork(const TickWork &) = delete;
        TickWork &operator=(const TickWork &) = delete;

    private:
        StepCosts &m_costs;
    };

    /// Whether work that is done now is to be charged.
    bool isTiming() const { return m_ofTick || m_steps % m_timedEvery == 0; }
    void timeEveryStep() { m_timedEvery = 1; }
    void charge(Account account, double seconds);
    void stepEnds();
    void tickEnds();
    /// To be called when the accounts' work changes: earlier costs no longer apply.
    void restart();

    double secondsPerStep(Account account) const;
    /// What accounts were charged for the last step that was timed, and for the end of the last tick. Units: seconds.
    std::span<const double> ofLastStep() const { return m_lastStep; }
    std::span<const double> ofLastTick() const { return m_lastTick; }

private:
    struct Cost
    {
        double inStep = 0; ///< charged, not averaged yet
        double inTick = 0;
        double ofSteps = 0; ///< averages per step
        double ofTicks = 0;
    };

    std::vector<Cost> m_costs; ///< by account
    std::vector<double> m_lastStep, m_lastTick;
    std::int64_t m_timedEvery = 4;
    bool m_ofTick = false;
    std::int64_t m_steps = 0; ///< since the restart
    std::int64_t m_stepsInTick = 0;
};

/// Times one piece of work after the other, if it is to be charged at all.
class Lap
{
public:
    explicit Lap(StepCosts &costs, bool wanted = true) : m_costs(wanted && costs.isTiming() ? &costs : nullptr)
    {
        if (m_costs)
            m_start = Clock::now();
    }
    void charge(StepCosts::Account account)
    {
        if (m_costs)
            m_costs->charge(account, next());
    }
    /// In equal parts to \p sharers, which have an account each.
    template <typename Sharers>
    void share(Sharers &&sharers)
    {
        if (!m_costs)
            return;
        const double part = next() / static_cast<double>(std::ranges::distance(sharers));
        for (const auto &sharer : sharers)
            m_costs->charge(sharer.account, part);
    }

private:
    using Clock = std::chrono::steady_clock;

    /// Seconds since the piece before.
    double next()
    {
        const Clock::time_point now = Clock::now();
        return std::chrono::duration<double>(now - std::exchange(m_start, now)).count();
    }

    StepCosts *m_costs; ///< null: it is not charged
    Clock::time_point m_start = {};
};

} // namespace lensboard::gatherer
