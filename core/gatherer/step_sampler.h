#pragma once

#include "core/gatherer/step_costs.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

namespace lensboard::gatherer {

/// Chooses the steps that each account measures, so that all measuring costs at most a share of the time of steps: the budget.
///
/// An account measures blocks of consecutive steps, long enough for one comparison of consecutive tensors. Between blocks, it begins one with the
/// same probability at each step, so no step is likelier than another. Accounts that see every step are charged first; the rest of the budget is
/// shared equally, and the part that a cheap account does not need falls to dearer ones. An account's cost is its charged time times a factor:
/// the slope of a regression of step times on charged times, both relative to the steps just before.
///
/// A floor keeps short trainings visible. Until an account has measured kLeastMeasured steps, it measures a tenth of all steps and at least one
/// block per tick, as far as all accounts together take at most kFloor of the time. After that, each tick whose part of the budget pays for a
/// block has one, at a random step.
///
/// Thread: the tap's.
class StepSampler
{
public:
    using Account = StepCosts::Account;

    static constexpr std::size_t kLeastMeasured = 100; ///< steps, or ticks
    static constexpr double kFloor = 0.25;             ///< share of the time of steps

    /// \p budget: seconds per second of steps without any measuring.
    explicit StepSampler(double budget, std::uint64_t seed = 1);

    /// From here on \p account measures blocks of at least \p block steps.
    void sample(Account account, std::size_t block);
    /// A step, or tick, that \p account measures will take \p seconds more than was expected, which is to go by until it was measured: a first
    /// look that is dear comes later.
    void expect(Account account, double seconds) { at(account).expected += seconds; }
    /// From here on it measures ticks: what it does is done when they end.
    void sampleTicks(Account account);
    /// From here on it sees every step, as one that is not known here does.
    void seeAll(Account account);

    /// Of the step that runs now, or the tick that ends now.
    bool measures(Account account) const;
    /// A step ended that took \p seconds, of which accounts were charged \p costs. Decides who measures the next; true if others do.
    bool stepEnds(double seconds, std::span<const double> costs);
    /// Every account measures the next \p steps: something happened that is to be seen.
    void measureAll(std::size_t steps) { m_forced = steps; }

    /// Decides who measures the tick that is about to end; not whose \p isBusy with an earlier one.
    void tickEnds(const std::function<bool(Account)> &isBusy = [](Account) { return false; });
    /// It ended, and accounts were charged \p costs for it, or for the last that they measured. Begins the next.
    void tickEnded(std::span<const double> costs);

    struct Coverage
    {
        std::size_t measured = 0, all = 0; ///< steps of the tick; or ticks, of an account that measures those
    };
    Coverage coverage(Account account) const;

    double budget() const { return m_budget; }
    void setBudget(double budget) { m_budget = budget; }
    /// What a step takes by itself; 0 while that is not known.
    double stepSeconds() const { return m_stepSeconds; }
    /// Time that all accounts took, as a share of the time of the last 2,000 steps or so without it.
    double spent() const { return m_own > 0 ? m_taken / m_own : 0; }
    /// By what charged time is multiplied.
    double hidden() const { return m_hidden; }

private:
    enum class Sees { Everything, Steps, Ticks };

    struct Sampled
    {
        Sees sees = Sees::Everything;
        std::size_t block = 1;
        bool isOn = true;
        std::size_t left = 0;     ///< steps of the block that is being measured
        std::size_t inTick = 0;   ///< steps that were measured
        std::size_t measured = 0; ///< since it began
        double seconds = 0;       ///< average of a step that it measures; of ticks, spread over their steps
        double expected = 0;      ///< of a step, or of a tick, before any was measured
        double share = 1;         ///< of steps, or ticks, that it is to measure
        std::size_t due = 0;      ///< step of the tick at which a block begins if the tick has none; 0: at none
        double ahead = 0;         ///< steps for which a block that was due has used up the share
    };

    struct Step
    {
        double seconds = 0, charged = 0;
    };

    Sampled &at(Account account);
    void learnCosts(std::span<const double> costs);
    void learn(const Step &step);
    void compareWithThoseBefore(const Step &step);
    void allot();
    void applyFloor(Sampled &account, double most) const;
    void planTick();
    bool decide();
    bool begins(Sampled &account);
    double firstChance(const Sampled &account) const;
    double chance() { return std::uniform_real_distribution<double>()(m_random); }

    double m_budget;
    std::mt19937_64 m_random;
    std::vector<Sampled> m_accounts;
    std::vector<Step> m_last; ///< m_next is where the oldest is
    std::size_t m_next = 0;
    std::vector<double> m_sorted;     ///< of learn()
    std::vector<Sampled *> m_vessels; ///< of allot()
    double m_stepSeconds = 0, m_hidden;
    double m_together = 0, m_square = 0; ///< sums of the regression
    double m_atTickEnds = 0;             ///< seconds a step of what every tick costs
    double m_taken = 0, m_own = 0; ///< seconds of accounts, and of steps without them
    std::size_t m_steps = 0, m_stepsInTick = 0, m_forced = 0;
    std::size_t m_tickSteps = 0; ///< of the last tick
};

} // namespace lensboard::gatherer
