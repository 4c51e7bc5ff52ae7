#include "core/gatherer/step_sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lensboard::gatherer {

namespace {

constexpr std::size_t kFirstSteps = 8;   ///< unmeasured steps at the start, to learn the duration of a step
constexpr double kFirstChance = 0.25;    ///< greatest probability for an account of unknown cost
constexpr double kFirstAllowance = 8;    ///< limit of the expected cost of a first measurement, in budgets
constexpr double kFreeChance = 1.0 / 32; ///< probability of an unmeasured step for comparison
constexpr double kWorthComparing = 0.1;  ///< share of the budget that accounts of every step must take before steps are compared
constexpr double kFloorShare = 0.1;      ///< share of steps until kMinMeasured is reached
constexpr double kMinAllowance = 0.1;    ///< share of the budget that is always left for sampling, even if accounts of every step have used it up
constexpr double kUsuallyHidden = 1.2, kMaxHidden = 4;
constexpr std::size_t kLast = 31;     ///< steps in the median of the duration
constexpr std::size_t kCompared = 12; ///< steps
constexpr double kUnusual = 0.25;     ///< share of a step's time
constexpr double kMaxFixed = 4;       ///< steps; a longer interruption, such as compiling, is no cost of each step
constexpr double kRemembered = 1 - 1.0 / 2000;
constexpr double kRounding = 1e-9;
constexpr double kAveraged = 8; ///< number of measured steps in the average of costs

/// Replaces the oldest of kLast elements by \p added.
template <typename T>
void pushToRing(std::vector<T> &ring, std::size_t &next, const T &added)
{
    if (ring.size() < kLast)
        ring.push_back(added);
    else
        ring[next] = added;
    next = (next + 1) % kLast;
}

double median(std::vector<double> &values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace

StepSampler::StepSampler(double budget, std::uint64_t seed) : m_budget(budget), m_random(seed), m_hidden(kUsuallyHidden) {}

StepSampler::Sampled &StepSampler::at(Account account)
{
    if (account >= m_accounts.size())
        m_accounts.resize(account + 1);
    return m_accounts[account];
}

void StepSampler::sample(Account account, std::size_t block)
{
    Sampled &sampled = at(account);
    if (sampled.sees == Sees::Steps)
        sampled.block = std::max(sampled.block, block);
    else
        sampled = {Sees::Steps, block, false};
}

void StepSampler::sampleTicks(Account account)
{
    if (at(account).sees == Sees::Everything)
        at(account) = {Sees::Ticks};
}

void StepSampler::seeAll(Account account)
{
    at(account) = {};
}

void StepSampler::follow(Account account, std::optional<Plan> plan)
{
    at(account).isPlanned = true;
    at(account).plan = std::move(plan);
}

/// Divides the tick into equal stretches, with a block at a random step of each.
StepSampler::Plan StepSampler::plan(Account account)
{
    Sampled &planned = at(account);
    const double share = planned.measured > 0 ? planned.share : kFloorShare;
    const std::size_t steps = m_stepsInTick, forced = m_plansWithForced > 0 ? m_forcedInPlan : 0;
    Plan plan{{}, forced > 0 || planned.measured == 0 || chance() < share};
    if (planned.sees != Sees::Steps)
        return plan;
    const auto append = [&](std::size_t step) {
        if (step < steps && (plan.steps.empty() || plan.steps.back() < step))
            plan.steps.push_back(step);
    };
    const std::size_t first = share < 1 ? std::max(planned.beyond, forced) : steps;
    for (std::size_t step = 0; step < first; ++step)
        append(step);
    planned.beyond -= std::min(planned.beyond, steps);
    if (share >= 1)
        return plan;
    planned.unplanned += share * static_cast<double>(steps) / static_cast<double>(planned.block);
    const auto count = static_cast<std::size_t>(planned.unplanned);
    planned.unplanned -= static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t begin = i * steps / count, end = (i + 1) * steps / count;
        const std::size_t from = std::uniform_int_distribution<std::size_t>(begin, std::max(end, begin + 1) - 1)(m_random);
        for (std::size_t step = from; step < from + planned.block; ++step)
            append(step);
        planned.beyond = from + planned.block - std::min(from + planned.block, steps);
    }
    return plan;
}

/// Returns true if the plan has the current step. Without a plan, the first block follows the first step.
bool StepSampler::isPlanned(const Sampled &account) const
{
    if (!account.plan)
        return m_stepsInTick > 0 && m_stepsInTick <= account.block;
    return std::ranges::binary_search(account.plan->steps, m_stepsInTick);
}

bool StepSampler::measures(Account account) const
{
    return account >= m_accounts.size() || m_accounts[account].isOn;
}

StepSampler::Coverage StepSampler::coverage(Account account) const
{
    if (account >= m_accounts.size() || m_accounts[account].sees == Sees::Everything)
        return {m_stepsInTick, m_stepsInTick};
    const Sampled &sampled = m_accounts[account];
    return sampled.sees == Sees::Ticks ? Coverage{sampled.isOn ? 1u : 0u, 1} : Coverage{sampled.inTick, m_stepsInTick};
}

bool StepSampler::endStep(double seconds, std::span<const double> costs)
{
    ++m_steps;
    ++m_stepsInTick;
    learnCosts(costs);
    if (m_steps > 1) // the first step includes one-time allocations
        learn({seconds, std::accumulate(costs.begin(), costs.end(), 0.0), m_together.isOn});
    allot();
    return decide();
}

void StepSampler::learnCosts(std::span<const double> costs)
{
    for (std::size_t i = 0; i < m_accounts.size(); ++i) {
        Sampled &account = m_accounts[i];
        if (account.sees == Sees::Ticks || !account.isOn)
            continue;
        ++account.inTick;
        ++account.measured;
        const double cost = i < costs.size() ? costs[i] : 0;
        account.seconds += (cost - account.seconds) / std::min(static_cast<double>(account.measured), kAveraged);
    }
    m_together.inTick += m_together.isOn ? 1 : 0;
    m_together.measured += m_together.isOn ? 1 : 0;
}

/// Returns one Sampled for each decision at a step, with the sums of the accounts that measure together.
const std::vector<StepSampler::Sampled *> &StepSampler::schedules()
{
    m_schedules.clear();
    m_together.weight = m_together.expected = 0;
    m_together.seconds = m_fixed / m_hidden;
    for (Sampled &account : m_accounts)
        if (account.sees == Sees::Steps && account.isTogether) {
            ++m_together.weight;
            m_together.block = std::max(m_together.block, account.block);
            m_together.seconds += account.seconds;
            m_together.expected += account.expected;
        } else if (account.sees == Sees::Steps) {
            m_schedules.push_back(&account);
        }
    if (m_together.weight > 0)
        m_schedules.push_back(&m_together);
    m_together.isOn = m_together.isOn && m_together.weight > 0;
    return m_schedules;
}

void StepSampler::learn(const Step &step)
{
    learnFixed(step);
    compareWithThoseBefore(step);
    const double cost = m_hidden * step.charged + step.seconds - withoutFixed(step);
    m_taken = kRemembered * m_taken + cost;
    m_own = kRemembered * m_own + std::max(step.seconds - cost, 0.0);
    pushToRing(m_last, m_next, step);
    m_sorted.clear();
    for (const Step &each : m_last)
        m_sorted.push_back(withoutFixed(each) - m_hidden * each.charged);
    m_stepSeconds = std::max(median(m_sorted), 0.0);
}

void StepSampler::learnFixed(const Step &step)
{
    const double longer = step.seconds - m_hidden * step.charged - m_stepSeconds;
    if (!step.isTogether || longer > kMaxFixed * m_stepSeconds)
        return;
    pushToRing(m_longer, m_nextLonger, longer);
    m_sorted = m_longer;
    m_fixed = std::max(median(m_sorted), 0.0);
}

/// Compares with only a few preceding steps, since the duration of steps drifts.
void StepSampler::compareWithThoseBefore(const Step &step)
{
    if (m_last.size() < kCompared)
        return;
    const double unusual = std::abs(withoutFixed(step) - m_hidden * step.charged - m_stepSeconds);
    if (unusual > kUnusual * m_stepSeconds + step.charged)
        return; // interrupted by something else
    Step before;
    for (std::size_t back = 1; back <= kCompared; ++back) {
        const Step &each = m_last[(m_next + kLast - back) % kLast];
        before.seconds += withoutFixed(each) / kCompared;
        before.charged += each.charged / kCompared;
    }
    const double charged = step.charged - before.charged;
    m_products = kRemembered * m_products + (withoutFixed(step) - before.seconds) * charged;
    m_square = kRemembered * m_square + charged * charged;
    const double doubt = 4 * std::pow(m_budget * m_stepSeconds, 2); // weight of kUsuallyHidden until there is evidence
    if (m_square + doubt > 0)
        m_hidden = std::clamp((m_products + kUsuallyHidden * doubt) / (m_square + doubt), 1.0, kMaxHidden);
}

/// Divides the budget equally, but gives no account more than it can use; the rest is divided among the others.
void StepSampler::allot()
{
    const double budget = m_budget * m_stepSeconds;
    double allowance = budget - m_atTickEnds;
    std::vector<Sampled *> &sampled = m_vessels;
    sampled = schedules();
    for (Sampled &each : m_accounts)
        if (each.sees == Sees::Everything)
            allowance -= each.seconds;
        else if (each.sees == Sees::Ticks)
            sampled.push_back(&each);
    std::erase_if(sampled, [](const Sampled *each) { return each->measured == 0; });
    allowance = std::max(allowance, kMinAllowance * budget) / m_hidden;
    std::ranges::sort(sampled, {}, [](const Sampled *each) { return each->seconds / each->weight; });
    const double all = std::accumulate(sampled.begin(), sampled.end(), 0.0, [](double sum, const Sampled *each) { return sum + each->weight; });
    double weights = all;
    for (Sampled *each : sampled) {
        const double part = allowance * each->weight / weights;
        each->share = each->seconds > part ? part / each->seconds : 1;
        allowance -= each->share * each->seconds;
        weights -= each->weight;
    }
    for (Sampled *each : sampled)
        applyFloor(*each, kFloor * m_stepSeconds * each->weight / (m_hidden * all));
}

/// \p most: seconds per step that the floor may cost.
void StepSampler::applyFloor(Sampled &account, double most) const
{
    if (account.measured >= kMinMeasured)
        return;
    const double oneBlock = static_cast<double>(account.block) / static_cast<double>(std::max<std::size_t>(m_tickSteps, 1));
    const double floor = account.sees == Sees::Ticks ? 1 : std::max(kFloorShare, oneBlock);
    account.share = std::max(account.share, std::min({floor, 1.0, account.seconds > 0 ? most / account.seconds : 1}));
}

/// Gives each account a block in the next tick if its share pays for it. Assumes that the tick is as long as the last.
void StepSampler::planTick()
{
    for (Sampled *account : schedules()) {
        account->due = 0;
        const bool isKnown = account->measured > 0 && account->share < 1;
        const bool isPaid = static_cast<double>(account->block) <= account->share * static_cast<double>(m_tickSteps) * (1 + kRounding);
        if (isKnown && isPaid && m_tickSteps > account->block)
            account->due = std::uniform_int_distribution<std::size_t>(1, m_tickSteps - account->block)(m_random);
    }
}

/// Probability that an account begins to measure at a step or tick, if only its expected cost is known.
double StepSampler::firstChance(const Sampled &account) const
{
    const bool isOfTicks = account.sees == Sees::Ticks;
    if (isOfTicks && m_steps == 0)
        return 1; // a loop that reports no steps
    const double most = isOfTicks ? 1 : kFirstChance, cost = static_cast<double>(account.block) * account.expected;
    const double affordable = kFirstAllowance * m_budget * m_stepSeconds * static_cast<double>(isOfTicks ? m_stepsInTick : 1);
    return most * cost > affordable ? affordable / cost : most;
}

/// Spaces blocks so that they take \c share of all steps, and adds one if the tick would have none.
bool StepSampler::begins(Sampled &account)
{
    if (account.measured == 0)
        return m_steps >= kFirstSteps && chance() < firstChance(account);
    if (account.share >= 1)
        return true;
    const double between = static_cast<double>(account.block) * (1 - account.share) / account.share;
    if (account.due > 0 && account.inTick == 0 && m_stepsInTick >= account.due) {
        account.due = 0;
        account.ahead += between;
        return true;
    }
    if (account.ahead >= 1) {
        --account.ahead;
        return false;
    }
    return chance() < 1 / (1 + between);
}

bool StepSampler::decide()
{
    bool isOther = false;
    double everyStep = 0;
    bool isMeasuring = false;
    for (const Sampled *account : schedules()) {
        everyStep += account->share >= 1 && account->measured > 0 ? account->seconds : 0;
        isMeasuring = isMeasuring || account->left > 0;
    }
    const bool isFree = !isMeasuring && everyStep > kWorthComparing * m_budget * m_stepSeconds && chance() < kFreeChance;
    for (Sampled *account : m_schedules) {
        const bool wasOn = account->isOn;
        if (account->isPlanned) {
            account->isOn = isPlanned(*account);
        } else if (account->left > 0) {
            --account->left;
            account->isOn = true;
        } else {
            account->isOn = m_forced > 0 || (!isFree && begins(*account));
            account->left = account->isOn ? account->block - 1 : 0;
        }
        isOther = isOther || account->isOn != wasOn;
    }
    for (Sampled &account : m_accounts)
        if (account.isTogether) {
            isOther = isOther || account.isOn != m_together.isOn;
            account.isOn = m_together.isOn;
        }
    m_forced -= m_forced > 0 ? 1 : 0;
    return isOther;
}

void StepSampler::endTick(const std::function<bool(Account)> &isBusy)
{
    for (std::size_t i = 0; i < m_accounts.size(); ++i)
        if (Sampled &account = m_accounts[i]; account.sees == Sees::Ticks && account.isPlanned)
            account.isOn = !account.plan || account.plan->end;
        else if (account.sees == Sees::Ticks)
            account.isOn = chance() < (account.measured == 0 ? firstChance(account) : account.share) && !isBusy(i);
}

bool StepSampler::beginTick(std::span<const double> costs)
{
    const auto steps = static_cast<double>(std::max<std::size_t>(m_stepsInTick, 1));
    double ofAll = 0;
    for (std::size_t i = 0; i < m_accounts.size(); ++i) {
        Sampled &account = m_accounts[i];
        account.inTick = 0;
        const double cost = (i < costs.size() ? costs[i] : 0) / steps;
        ofAll += account.sees == Sees::Ticks ? 0 : cost;
        if (account.sees != Sees::Ticks)
            continue;
        account.measured += account.isOn ? 1 : 0;
        const double before = account.isOn ? account.seconds : 0; // a late cost is added to the last measurement
        account.seconds += (cost - before) / std::clamp(static_cast<double>(account.measured), 1.0, kAveraged);
    }
    m_atTickEnds += (ofAll - m_atTickEnds) / kAveraged;
    m_taken += std::accumulate(costs.begin(), costs.end(), 0.0);
    m_together.inTick = 0;
    m_tickSteps = std::exchange(m_stepsInTick, 0);
    m_plansWithForced -= m_plansWithForced > 0 ? 1 : 0;
    planTick();
    bool isOther = false;
    for (Sampled &account : m_accounts)
        if (account.isPlanned && account.sees == Sees::Steps) {
            const bool wasOn = std::exchange(account.isOn, isPlanned(account));
            isOther = isOther || account.isOn != wasOn;
        }
    return isOther;
}

} // namespace lensboard::gatherer
