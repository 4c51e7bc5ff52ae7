// Choice of measured steps within a budget, for a simulated training with steps of 1 ms.

#include "core/gatherer/step_sampler.h"

#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

using lensboard::gatherer::StepSampler;

namespace {

constexpr double kStep = 1e-3;

/// Simulated training. Accounts cost a fixed time per measured step; \p hidden is the ratio of the real cost to the charged cost.
struct Training
{
    StepSampler sampler;
    std::vector<double> costs; ///< seconds of a step that an account measures
    double hidden = 1;
    std::vector<std::size_t> together = {}; ///< accounts that measure together
    double fixed = 0;                       ///< seconds that this adds to a step, uncharged
    double step = kStep;
    std::mt19937 noise{7};
    double spent = 0, bare = 0;
    std::vector<std::vector<bool>> measured = {}; ///< by account, then step

    void tick(std::size_t steps)
    {
        run(steps);
        sampler.endTick();
        sampler.beginTick({});
    }
    void run(std::size_t steps)
    {
        measured.resize(costs.size());
        for (std::size_t i = 0; i < steps; ++i) {
            std::vector<double> charged(costs.size());
            for (std::size_t a = 0; a < costs.size(); ++a) {
                measured[a].push_back(sampler.measures(a));
                charged[a] = measured[a].back() ? costs[a] : 0;
            }
            const bool isFixed = std::ranges::any_of(together, [this](std::size_t account) { return sampler.measures(account); });
            const double extra = hidden * std::accumulate(charged.begin(), charged.end(), 0.0) + (isFixed ? fixed : 0);
            const double own = step * std::uniform_real_distribution(0.97, 1.03)(noise) * (noise() % 50 == 0 ? 3 : 1); // an occasional page fault
            spent += extra;
            bare += own;
            sampler.endStep(own + extra, charged);
        }
    }
    void forget()
    {
        spent = bare = 0;
        for (auto &steps : measured)
            steps.clear();
    }
    double share(std::size_t account) const
    {
        return static_cast<double>(std::count(measured[account].begin(), measured[account].end(), true)) / static_cast<double>(measured[account].size());
    }
};

Training training(double budget, std::vector<double> costs, std::vector<std::size_t> blocks)
{
    Training made{StepSampler(budget), std::move(costs)};
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i] > 0)
            made.sampler.sample(i, blocks[i]);
    return made;
}

} // namespace

class StepSamplerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBudgetIsKept_data()
    {
        QTest::addColumn<double>("budget");
        QTest::addColumn<double>("hidden");
        for (const double budget : {0.01, 0.02, 0.05})
            for (const double hidden : {1.0, 2.0})
                QTest::addRow("%g of a step, hidden %g", budget, hidden) << budget << hidden;
    }
    void theBudgetIsKept()
    {
        QFETCH(double, budget);
        QFETCH(double, hidden);
        Training made = training(budget, {2e-7, 1e-6, 40e-6, 150e-6, 300e-6}, {0, 1, 1, 2, 3});
        made.hidden = hidden;
        made.run(2000); // past the minimum of measured steps
        made.forget();
        made.run(20000);
        QVERIFY2(made.spent / made.bare < budget + 0.002, qPrintable(QString::number(made.spent / made.bare)));
        QVERIFY2(made.spent / made.bare > 0.7 * budget, qPrintable(QString::number(made.spent / made.bare))); // the budget is used
        QCOMPARE(made.share(0), 1.0);                                                                       // sees all
        QVERIFY(made.share(1) > 0.95);                                                                      // cheap
        QVERIFY(made.share(2) > 2 * made.share(3) && made.share(3) > 1.5 * made.share(4));
    }

    /// Hooks of modules and operators in graphs take time in each step that measures an output, in addition to the time charged to lenses.
    void whatIsMeasuredTogetherHasAFixedCost_data()
    {
        QTest::addColumn<double>("budget");
        QTest::addColumn<double>("fixed");
        for (const double budget : {0.01, 0.02, 0.05})
            for (const double fixed : {0.0, 0.1, 0.5, 2.0})
                QTest::addRow("%g of a step, a fixed cost of %g steps", budget, fixed) << budget << fixed * kStep;
    }
    void whatIsMeasuredTogetherHasAFixedCost()
    {
        QFETCH(double, budget);
        QFETCH(double, fixed);
        Training made = training(budget, {4e-6, 4e-6, 150e-6, 60e-6}, {1, 1, 2, 2});
        made.fixed = fixed;
        made.together = {0, 1, 2};
        for (const std::size_t account : made.together)
            made.sampler.measureTogether(account);
        for (int tick = 0; tick < 200; ++tick)
            made.tick(50);
        made.forget();
        for (int tick = 0; tick < 1000; ++tick)
            made.tick(50);
        QVERIFY2(made.spent / made.bare < budget * 1.1 + 0.002, qPrintable(QString::number(made.spent / made.bare)));
        QVERIFY2(made.spent / made.bare > 0.7 * budget, qPrintable(QString::number(made.spent / made.bare)));
        QCOMPARE(made.measured[0], made.measured[2]);
        QCOMPARE(made.measured[1], made.measured[2]);
        const double part = 0.75 * budget * kStep / (158e-6 + fixed); // three accounts of four
        QVERIFY2(std::abs(made.share(0) - part) < 0.25 * part, qPrintable(QString("%1, expected %2").arg(made.share(0)).arg(part)));
    }

    void aStepThatCompilesIsNoFixedCost()
    {
        Training made = training(0.02, {10e-6}, {1});
        made.together = {0};
        made.sampler.measureTogether(0);
        made.fixed = 1000 * kStep; // the first measured step
        while (!made.sampler.measures(0))
            made.run(1);
        made.run(1);
        made.fixed = 0.1 * kStep;
        made.run(2000);
        made.forget();
        made.run(20000);
        QVERIFY2(made.spent / made.bare > 0.014 && made.spent / made.bare < 0.022, qPrintable(QString::number(made.spent / made.bare)));
    }

    void blocksAreWholeAndInStepWithNothing()
    {
        Training made = training(0.02, {200e-6}, {3});
        made.run(60000);
        const std::vector<bool> &steps = made.measured[0];
        for (std::size_t i = 1, length = 0; i < steps.size(); ++i) {
            QVERIFY(steps[i] || length == 0 || length >= 3);
            length = steps[i] ? length + 1 : 0;
        }
        for (const std::size_t period : {2u, 4u, 5u, 7u}) {
            std::vector<double> hits(period);
            for (std::size_t i = 0; i < steps.size(); ++i)
                hits[i % period] += steps[i] ? 1 : 0;
            const double mean = std::accumulate(hits.begin(), hits.end(), 0.0) / static_cast<double>(period);
            for (const double each : hits)
                QVERIFY2(std::abs(each - mean) < 5 * std::sqrt(3 * mean), qPrintable(QString("%1 of %2").arg(each).arg(mean)));
        }
    }

    /// A tick's mean over the measured steps agrees with the mean over all steps, within the standard error for as many steps.
    void meansAreThoseOfEveryStep()
    {
        constexpr std::size_t kSeeds = 20, kTicks = 50, kTick = 1000, kBlock = 2;
        std::vector<double> deviations; ///< in standard errors
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            Training made{StepSampler(0.05, seed), {400e-6}};
            made.noise.seed(static_cast<unsigned>(seed));
            made.sampler.sample(0, kBlock);
            made.run(500);
            made.forget();
            made.run(kTicks * kTick);
            double drift = 0; // simulated values: they drift, and repeat with the period of batches and epochs
            std::normal_distribution<double> normal;
            std::vector<double> values;
            for (std::size_t i = 0; i < kTicks * kTick; ++i) {
                drift = 0.9 * drift + normal(made.noise);
                values.push_back(drift + 2 * std::sin(static_cast<double>(i)) + (i % 4 == 0 ? 3 : 0) + (i % 50 == 0 ? 5 : 0));
            }
            for (std::size_t first = 0; first < values.size(); first += kTick) {
                double sum = 0, square = 0, some = 0, count = 0;
                for (std::size_t i = first; i < first + kTick; ++i) {
                    sum += values[i];
                    square += values[i] * values[i];
                    some += made.measured[0][i] ? values[i] : 0;
                    count += made.measured[0][i] ? 1 : 0;
                }
                const double mean = sum / kTick, spread = std::sqrt(square / kTick - mean * mean);
                QVERIFY(count > 20);
                deviations.push_back((some / count - mean) / (spread / std::sqrt(count / kBlock)));
            }
        }
        const auto within = std::ranges::count_if(deviations, [](double deviation) { return std::abs(deviation) <= 3; });
        QVERIFY2(static_cast<double>(within) >= 0.99 * static_cast<double>(deviations.size()), qPrintable(QString::number(within)));
        const double bias = std::accumulate(deviations.begin(), deviations.end(), 0.0) / std::sqrt(static_cast<double>(deviations.size()));
        QVERIFY2(std::abs(bias) < 3.5, qPrintable(QString::number(bias)));
    }

    /// In a few short epochs each lens measures every tick, even if the budget allows none.
    void aShortTrainingIsMeasuredInEachTick()
    {
        constexpr std::size_t kTick = 20;
        std::size_t empty = 0, measured = 0;
        double spent = 0, bare = 0;
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            Training made{StepSampler(0.01, seed), {150e-6, 150e-6, 150e-6}};
            for (const std::size_t account : {0, 1, 2})
                made.sampler.sample(account, 2);
            made.tick(kTick); // the first steps measure the duration of a step
            for (int tick = 1; tick < 6; ++tick) {
                made.forget();
                made.tick(kTick);
                spent += std::exchange(made.spent, 0);
                bare += std::exchange(made.bare, 0);
                for (const std::vector<bool> &steps : made.measured) {
                    const auto count = static_cast<std::size_t>(std::ranges::count(steps, true));
                    empty += count == 0 ? 1 : 0;
                    measured += count;
                }
            }
        }
        QVERIFY2(empty <= 8, qPrintable(QString::number(empty))); // of 750 account ticks; late first measurements leave a few empty
        QVERIFY2(measured >= 750 * kTick / 10, qPrintable(QString::number(measured)));
        QVERIFY2(spent / bare < StepSampler::kFloor, qPrintable(QString::number(spent / bare)));
    }

    void theFloorIsForAWhile()
    {
        Training made = training(0.01, {3 * kStep, 3 * kStep}, {2, 2});
        for (int tick = 0; tick < 100; ++tick)
            made.tick(50);
        QVERIFY2(made.spent / made.bare < StepSampler::kFloor + 0.02, qPrintable(QString::number(made.spent / made.bare)));
        made.forget();
        for (int tick = 0; tick < 2000; ++tick)
            made.tick(50);
        QVERIFY2(made.spent / made.bare < 0.012, qPrintable(QString::number(made.spent / made.bare)));
    }

    void noTickIsEmptyWhoseBudgetPaysForABlock()
    {
        constexpr std::size_t kTick = 20;
        Training made = training(0.05, {150e-6, 150e-6}, {2, 2}); // 1.4 blocks a tick
        for (int tick = 0; tick < 100; ++tick)
            made.tick(kTick);
        made.forget();
        constexpr std::size_t kTicks = 2000;
        for (std::size_t tick = 0; tick < kTicks; ++tick)
            made.tick(kTick);
        QVERIFY2(made.spent / made.bare < 0.052 && made.spent / made.bare > 0.04, qPrintable(QString::number(made.spent / made.bare)));
        std::size_t empty = 0;
        std::vector<std::size_t> places(kTick);
        for (std::size_t tick = 0; tick < kTicks; ++tick) {
            const auto first = made.measured[0].begin() + static_cast<std::ptrdiff_t>(tick * kTick);
            empty += std::count(first, first + kTick, true) == 0 ? 1 : 0;
            for (std::size_t i = 0; i < kTick; ++i)
                places[i] += first[static_cast<std::ptrdiff_t>(i)] ? 1 : 0;
        }
        QVERIFY2(empty <= kTicks / 100, qPrintable(QString::number(empty)));
        const auto [least, most] = std::ranges::minmax_element(places); // except at the ends, all steps of a tick are equally likely
        QVERIFY2(*most < 2 * *least + 50, qPrintable(QString("%1 to %2").arg(*least).arg(*most)));
    }

    void whatIsWithinTheBudgetIsMeasuredAtEveryStep()
    {
        Training made = training(0.05, {1e-6, 2e-6}, {1, 2});
        made.run(100);
        made.forget();
        made.run(1000);
        QCOMPARE(made.share(0), 1.0);
        QCOMPARE(made.share(1), 1.0);
    }

    void itFollowsChangesWithinAHundredSteps_data()
    {
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("factor");
        QTest::newRow("faster steps") << kStep / 4 << 1.0;
        QTest::newRow("slower steps") << kStep * 4 << 1.0;
        QTest::newRow("dearer measuring") << kStep << 3.0;
    }
    void itFollowsChangesWithinAHundredSteps()
    {
        QFETCH(double, step);
        QFETCH(double, factor);
        double spent = 0, bare = 0; // over many trainings: one measures few of a hundred steps
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Training made{StepSampler(0.05, seed), {100e-6, 250e-6}};
            made.sampler.sample(0, 1);
            made.sampler.sample(1, 2);
            made.run(2000); // past the floor
            made.step = step;
            for (double &cost : made.costs)
                cost *= factor;
            made.run(100);
            made.forget();
            made.run(300);
            spent += made.spent;
            bare += made.bare;
        }
        QVERIFY2(spent / bare < 0.055 && spent / bare > 0.04, qPrintable(QString::number(spent / bare)));
    }

    void aLensThatComesLaterIsMeasuredSoon()
    {
        Training made = training(0.01, {100e-6, 100e-6}, {1});
        made.run(300);
        made.sampler.sample(1, 2);
        made.forget();
        made.run(40);
        QVERIFY(made.share(1) > 0);
        made.sampler.seeAll(1);
        made.forget();
        made.run(50);
        QCOMPARE(made.share(1), 1.0);
    }

    /// Otherwise the first measurement of a huge embedding would take as long as thousands of its steps.
    void aDearFirstLookComesWhenItIsAffordable()
    {
        int cheap = 0, dear = 0; // number of 50 trainings that measured the account within 1,000 steps
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            Training made{StepSampler(0.05, seed), {kStep / 10, 1000 * kStep}};
            for (const std::size_t account : {0, 1}) {
                made.sampler.sample(account, 3);
                made.sampler.expect(account, made.costs[account]);
            }
            made.run(1000);
            cheap += std::ranges::count(made.measured[0], true) > 0 ? 1 : 0;
            dear += std::ranges::count(made.measured[1], true) > 0 ? 1 : 0;
        }
        QCOMPARE(cheap, 50);
        QVERIFY2(dear <= 15, qPrintable(QString::number(dear))); // 1 in 7,500 steps; without an expectation, at once
    }

    void whatHappensIsSeenByAll()
    {
        Training made = training(0.001, {100e-6, 300e-6}, {1, 2});
        made.run(500);
        made.sampler.measureAll(4);
        made.forget();
        made.run(5); // the running step, and four more
        for (std::size_t account : {0u, 1u})
            for (std::size_t step = 1; step < 5; ++step)
                QVERIFY(made.measured[account][step]);
    }

    void ticksAreMeasuredWhereTheirWorkFits()
    {
        StepSampler sampler(0.02);
        sampler.sampleTicks(0);
        constexpr int kTicks = 4000, kSteps = 10;
        int measured = 0;
        for (int tick = 0; tick < kTicks; ++tick) {
            for (int step = 0; step < kSteps; ++step)
                sampler.endStep(kStep, {});
            sampler.endTick();
            const bool isMeasured = sampler.measures(0);
            QCOMPARE(sampler.coverage(0).measured, isMeasured ? 1u : 0u);
            measured += isMeasured ? 1 : 0;
            const double costs[] = {isMeasured ? kStep : 0}; // a tenth of the tick
            sampler.beginTick(costs);
        }
        QVERIFY2(std::abs(measured - kTicks / 5) < kTicks / 20, qPrintable(QString::number(measured)));
    }

    void aDearFirstTickComesWhenItIsAffordable()
    {
        int first = 0, dear = 0;
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            StepSampler sampler(0.05, seed);
            for (const std::size_t account : {0, 1})
                sampler.sampleTicks(account);
            sampler.expect(0, 100 * kStep * 0.05);
            sampler.expect(1, 10'000 * kStep); // 250 times the limit for a first measurement
            for (int tick = 0; tick < 10; ++tick) {
                for (int step = 0; step < 100; ++step)
                    sampler.endStep(kStep, {});
                sampler.endTick();
                first += tick == 0 && sampler.measures(0) ? 1 : 0;
                dear += sampler.measures(1) ? 1 : 0;
                const std::array costs = {0.0, sampler.measures(1) ? 10'000 * kStep : 0.0};
                sampler.beginTick(costs);
            }
        }
        StepSampler without(0.05); // for a loop that does not report steps
        without.sampleTicks(0);
        without.expect(0, 10);
        without.endTick();
        QVERIFY(without.measures(0));
        QCOMPARE(first, 50);
        QVERIFY2(dear <= 10, qPrintable(QString::number(dear))); // of 500; without an expectation, each first tick
    }

    /// Plans have blocks for the share of steps that the budget pays for, each in a stretch of its own, and no step twice.
    void plansTakeTheShare_data()
    {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("block");
        QTest::newRow("short ticks") << 20 << 2;
        QTest::newRow("long ticks") << 1000 << 3;
        QTest::newRow("ticks as long as a block") << 3 << 3;
        QTest::newRow("blocks longer than ticks") << 4 << 6;
    }
    void plansTakeTheShare()
    {
        QFETCH(int, steps);
        QFETCH(int, block);
        Training made = training(0.05, {250e-6}, {static_cast<std::size_t>(block)}); // a share of 1 in 5, less the hidden cost
        made.run(2000);                                                              // past the floor
        made.sampler.endTick();
        made.sampler.beginTick({});
        made.forget();
        constexpr int kTicks = 3000;
        std::size_t planned = 0;
        std::vector<std::size_t> places(static_cast<std::size_t>(steps));
        for (int tick = 0; tick < kTicks; ++tick) {
            made.run(static_cast<std::size_t>(steps));
            const StepSampler::Plan plan = made.sampler.plan(0);
            QVERIFY(std::ranges::is_sorted(plan.steps, std::ranges::less_equal()) || plan.steps.size() < 2);
            QVERIFY(std::ranges::adjacent_find(plan.steps, std::ranges::greater_equal()) == plan.steps.end());
            QVERIFY(plan.steps.empty() || plan.steps.back() < static_cast<std::size_t>(steps));
            for (const std::size_t step : plan.steps)
                ++places[step];
            planned += plan.steps.size();
            made.sampler.endTick();
            made.sampler.beginTick({});
        }
        const double share = static_cast<double>(planned) / (kTicks * steps), expected = 0.05 / 0.25 / made.sampler.hidden();
        QVERIFY2(std::abs(share - expected) < 0.15 * expected, qPrintable(QString("%1, expected %2").arg(share).arg(expected)));
        const auto [least, most] = std::ranges::minmax_element(places); // no step of a tick is left out, or preferred
        QVERIFY2(*most < 3 * *least + 50, qPrintable(QString("%1 to %2").arg(*least).arg(*most)));
    }

    /// The follower measures the steps of the plan, also if its own budget does not pay for them. Its first tick has one block, after the first step.
    void aPlanIsFollowed()
    {
        constexpr std::size_t kTick = 40, kBlock = 3;
        Training leader = training(0.05, {200e-6}, {kBlock}), follower = training(0.0001, {900e-6}, {kBlock});
        std::vector<std::size_t> expected = {1, 2, 3};
        leader.sampler.follow(0);
        follower.sampler.follow(0);
        for (int tick = 0; tick < 50; ++tick) {
            leader.forget();
            follower.forget();
            leader.run(kTick);
            follower.run(kTick);
            std::vector<bool> steps(kTick);
            for (const std::size_t step : expected)
                steps[step] = true;
            QCOMPARE(leader.measured[0], steps);
            QCOMPARE(follower.measured[0], steps);
            QCOMPARE(follower.sampler.coverage(0).measured, expected.size());
            const StepSampler::Plan plan = leader.sampler.plan(0);
            leader.sampler.follow(0, plan);
            follower.sampler.follow(0, plan);
            for (Training *each : {&leader, &follower}) {
                each->sampler.endTick();
                each->sampler.beginTick({});
            }
            expected = plan.steps;
        }
    }

    /// A block that is longer than the rest of its tick is continued in the next plan.
    void aPlannedBlockGoesOnInTheNextTick()
    {
        constexpr std::size_t kTick = 10, kBlock = 7;
        Training made = training(0.05, {100e-6}, {kBlock});
        made.run(2000);
        std::vector<bool> all;
        for (int tick = 0; tick < 500; ++tick) {
            made.sampler.endTick();
            made.sampler.beginTick({});
            made.run(kTick);
            const StepSampler::Plan plan = made.sampler.plan(0);
            for (std::size_t step = 0; step < kTick; ++step)
                all.push_back(std::ranges::find(plan.steps, step) != plan.steps.end());
        }
        std::size_t blocks = 0;
        for (std::size_t i = 0, length = 0; i < all.size(); length = all[i] ? length + 1 : 0, ++i) {
            QVERIFY2(all[i] || length == 0 || length >= kBlock, qPrintable(QString::number(length)));
            blocks += !all[i] && length > 0 ? 1 : 0;
        }
        QVERIFY(blocks > 50);
    }

    void ticksAreFollowedAsPlanned()
    {
        StepSampler leader(0.02), follower(1e-9);
        for (StepSampler *each : {&leader, &follower}) {
            each->sampleTicks(0);
            each->follow(0);
        }
        bool expected = true; // the first tick has no plan yet
        int measured = 0;
        constexpr int kTicks = 2000;
        for (int tick = 0; tick < kTicks; ++tick) {
            for (int step = 0; step < 10; ++step)
                for (StepSampler *each : {&leader, &follower})
                    each->endStep(kStep, {});
            const StepSampler::Plan plan = leader.plan(0);
            QVERIFY(plan.steps.empty());
            for (StepSampler *each : {&leader, &follower}) {
                each->endTick();
                QCOMPARE(each->measures(0), expected);
                const double costs[] = {expected ? kStep : 0};
                each->beginTick(costs);
                each->follow(0, plan);
            }
            measured += expected ? 1 : 0;
            expected = plan.end;
        }
        QVERIFY2(std::abs(measured - kTicks / 5) < kTicks / 20, qPrintable(QString::number(measured)));
    }

    void coverageIsOfTheTick()
    {
        Training made = training(0.02, {200e-6}, {2});
        made.run(200);
        made.sampler.endTick();
        made.sampler.beginTick({});
        made.forget();
        made.run(100);
        QCOMPARE(made.sampler.coverage(0).all, std::size_t{100});
        QCOMPARE(made.sampler.coverage(0).measured, static_cast<std::size_t>(std::count(made.measured[0].begin(), made.measured[0].end(), true)));
        QCOMPARE(made.sampler.coverage(9).measured, std::size_t{100}); // an account that measures all
    }
};

QTEST_GUILESS_MAIN(StepSamplerTest)
#include "tst_step_sampler.moc"
