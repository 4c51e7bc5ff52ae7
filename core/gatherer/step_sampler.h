#pragma once

#include "core/gatherer/step_costs.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace lensboard::gatherer {

/// Chooses the steps that each account measures, so that the total cost stays within the budget, a share of the time of steps.
///
/// An account measures blocks of consecutive steps, each long enough for one comparison of consecutive tensors. Between blocks, each step
/// has the same probability to begin a block. Accounts that see every step are charged first. The rest of the budget is shared
/// equally; the unused part of a cheap account goes to dearer accounts. An account's cost is its charged time times a factor:
/// the slope of a regression of step times on charged times, both relative to the preceding steps.
///
/// Accounts that measure together do so in the same steps. Such a step may take longer than is charged: the model runs with hooks, or in
/// another graph. The median of this time is part of their cost.
///
/// A floor keeps short trainings visible. Until an account has measured kMinMeasured steps, it measures a tenth of all steps and at least
/// one block per tick, if all accounts together take at most kFloor of the time. After that, a tick has a block at a random step if its
/// part of the budget pays for one.
///
/// If several processes must measure the same steps, one of them plans the next tick of an account, and all follow the plan.
///
/// Thread: the tap's.
class StepSampler
{
public:
    using Account = StepCosts::Account;

    static constexpr std::size_t kMinMeasured = 100;   ///< steps, or ticks
    static constexpr double kFloor = 0.25;             ///< share of the time of steps

    /// \p budget: seconds of measuring per second of unmeasured steps.
    explicit StepSampler(double budget, std::uint64_t seed = 1);

    /// Makes \p account measure blocks of at least \p block steps.
    void sample(Account account, std::size_t block);
    /// Makes \p account measure together with others. Call after sample().
    void measureTogether(Account account) { at(account).isTogether = true; }
    /// Adds \p seconds to the expected cost of a measured step or tick of \p account. It applies until the first measurement; an expensive
    /// first measurement is delayed.
    void expect(Account account, double seconds) { at(account).expected += seconds; }
    /// Makes \p account measure whole ticks: its work is done when they end.
    void sampleTicks(Account account);
    /// Makes \p account measure every step, as unknown accounts do.
    void seeAll(Account account);

    struct Plan
    {
        std::vector<std::size_t> steps; ///< measured steps of a tick, from 0, rising
        bool end = false;               ///< the end of the tick is measured, for an account that measures ticks
    };
    /// Makes \p account follow a plan instead of a choice in each tick: \p plan from the next tick on, and until then a fixed one.
    void follow(Account account, std::optional<Plan> plan = {});
    /// Returns a plan for the next tick of \p account, according to its share of the budget. Assumes that the tick is as long as this one.
    Plan plan(Account account);

    /// Returns true if \p account measures the current step, or the tick that ends now.
    bool measures(Account account) const;
    /// Call when a step of \p seconds ends. \p costs: charges by account. Chooses the accounts for the next step; returns true if they differ.
    bool endStep(double seconds, std::span<const double> costs);
    /// Makes every account measure the next \p steps, for example after an anomaly.
    void measureAll(std::size_t steps)
    {
        m_forced = m_forcedInPlan = steps;
        m_plansWithForced = 2; // the plan of the next tick may be made already
    }

    /// Chooses the accounts that measure the tick that is about to end. Accounts with \p isBusy are excluded.
    void endTick(const std::function<bool(Account)> &isBusy = [](Account) { return false; });
    /// Call after the tick. \p costs: charges by account for this tick, or for the last measured one. Begins the next tick. Returns true if
    /// other accounts measure its first step.
    bool beginTick(std::span<const double> costs);

    struct Coverage
    {
        std::size_t measured = 0, all = 0; ///< steps of the tick, or ticks for an account that measures ticks
    };
    Coverage coverage(Account account) const;

    double budget() const { return m_budget; }
    void setBudget(double budget) { m_budget = budget; }
    /// Duration of an unmeasured step; 0 if unknown.
    double stepSeconds() const { return m_stepSeconds; }
    /// Time of all accounts, as a share of the unmeasured time of about the last 2,000 steps.
    double spent() const { return m_own > 0 ? m_taken / m_own : 0; }
    /// Factor between charged time and cost.
    double hidden() const { return m_hidden; }

private:
    enum class Sees { Everything, Steps, Ticks };

    struct Sampled
    {
        Sees sees = Sees::Everything;
        std::size_t block = 1;
        bool isOn = true;
        bool isTogether = false;  ///< m_together decides for it
        double weight = 1;        ///< number of accounts that it decides for
        std::size_t left = 0;     ///< steps left in the current block
        std::size_t inTick = 0;   ///< measured steps of this tick
        std::size_t measured = 0; ///< total since the start
        double seconds = 0;       ///< average per measured step; for ticks, spread over their steps
        double expected = 0;      ///< per step or tick, before the first measurement
        double share = 1;         ///< target share of measured steps or ticks
        std::size_t due = 0;      ///< first step of a block if the tick has none yet; 0: never
        double ahead = 0;         ///< steps to skip, since a due block has already used up their share
        bool isPlanned = false;
        std::optional<Plan> plan = {};
        double unplanned = 0;   ///< part of a block that the next plan has to make up for
        std::size_t beyond = 0; ///< steps of the last planned block that fall into the next tick
    };

    struct Step
    {
        double seconds = 0, charged = 0;
        bool isTogether = false; ///< accounts that measure together did
    };

    Sampled &at(Account account);
    void learnCosts(std::span<const double> costs);
    void learn(const Step &step);
    void learnFixed(const Step &step);
    double withoutFixed(const Step &step) const { return step.seconds - (step.isTogether ? m_fixed : 0); }
    const std::vector<Sampled *> &schedules();
    void compareWithThoseBefore(const Step &step);
    void allot();
    void applyFloor(Sampled &account, double most) const;
    void planTick();
    bool decide();
    bool begins(Sampled &account);
    bool isPlanned(const Sampled &account) const;
    double firstChance(const Sampled &account) const;
    double chance() { return std::uniform_real_distribution<double>()(m_random); }

    double m_budget;
    std::mt19937_64 m_random;
    std::vector<Sampled> m_accounts;
    Sampled m_together{Sees::Steps, 1, false};
    std::vector<Step> m_last; ///< ring buffer; m_next is the oldest
    std::size_t m_next = 0;
    std::vector<double> m_sorted;                    ///< buffer of median()
    std::vector<Sampled *> m_schedules, m_vessels; ///< buffers of schedules(), allot()
    double m_stepSeconds = 0, m_hidden;
    std::vector<double> m_longer; ///< ring buffer: by how much steps with m_together took longer
    std::size_t m_nextLonger = 0;
    double m_fixed = 0; ///< median of m_longer
    double m_products = 0, m_square = 0; ///< sums of the regression
    double m_atTickEnds = 0;             ///< seconds per step of the cost of every tick's end
    double m_taken = 0, m_own = 0; ///< decaying sums: seconds of accounts, and of steps without them
    std::size_t m_steps = 0, m_stepsInTick = 0, m_forced = 0;
    std::size_t m_forcedInPlan = 0, m_plansWithForced = 0;
    std::size_t m_tickSteps = 0; ///< of the last tick
};

} // namespace lensboard::gatherer
