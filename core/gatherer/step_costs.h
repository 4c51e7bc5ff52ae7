#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::gatherer {

/// Cost of each account per training step, averaged over about the last 100 steps.
///
/// Times every fourth step, or each, and the end of each tick. The cost of a tick's end is spread over the steps of the tick. Steps
/// of unmeasured ticks do not count.
/// Units:  seconds of the host's clock; for work on another device, only the time to launch it.
/// Thread: the tap's.
class StepCosts
{
public:
    using Account = std::size_t; ///< index of an item that work is charged to

    /// Charges work to the tick, not to a step, while it lives.
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

    /// Returns true if current work is to be charged.
    bool isTiming() const { return m_ofTick || m_steps % m_timedEvery == 0; }
    void timeEveryStep() { m_timedEvery = 1; }
    void charge(Account account, double seconds);
    void endStep();
    void endTick();
    /// Call when the work of accounts changes: discards earlier costs.
    void restart();

    double secondsPerStep(Account account) const;
    double secondsPerStep() const; ///< of all accounts
    /// Charges of each account for the last timed step, and for the end of the last tick. Units: seconds.
    std::span<const double> ofLastStep() const { return m_lastStep; }
    std::span<const double> ofLastTick() const { return m_lastTick; }

private:
    struct Cost
    {
        double inStep = 0; ///< charged, not yet averaged
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

/// Stopwatch for consecutive pieces of work. Does nothing if the step is not timed.
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
    /// Charges equal parts to the accounts of \p sharers.
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

    /// Seconds since the last charge.
    double next()
    {
        const Clock::time_point now = Clock::now();
        return std::chrono::duration<double>(now - std::exchange(m_start, now)).count();
    }

    StepCosts *m_costs; ///< null if the step is not timed
    Clock::time_point m_start = {};
};

} // namespace lensboard::gatherer
