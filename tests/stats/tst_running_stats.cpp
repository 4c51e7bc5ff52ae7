#include "core/stats/running_stats.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <random>
#include <vector>

using lensboard::stats::RunningStats;

namespace {

RunningStats statsOf(const std::vector<double> &values)
{
    RunningStats stats;
    for (const double value : values)
        stats.add(value);
    return stats;
}

} // namespace

class RunningStatsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTwoPassesOverHardNumbers()
    {
        std::mt19937_64 random(7);
        std::normal_distribution<double> noise(0, 1e-3);
        std::vector<double> values(1000);
        for (double &value : values)
            value = 1e6 + noise(random); // E[x²]-E[x]² would lose all digits here
        long double sum = 0, squares = 0;
        for (const double value : values)
            sum += value;
        const long double mean = sum / static_cast<long double>(values.size());
        for (const double value : values)
            squares += (value - mean) * (value - mean);
        const auto variance = static_cast<double>(squares / static_cast<long double>(values.size()));
        const RunningStats stats = statsOf(values);
        QVERIFY(std::fabs(stats.mean() - static_cast<double>(mean)) < 1e-9);
        QVERIFY(std::fabs(stats.variance() - variance) < 1e-4 * variance);
        QCOMPARE(stats.min(), *std::min_element(values.begin(), values.end()));
        QCOMPARE(stats.max(), *std::max_element(values.begin(), values.end()));
    }

    void mergingIsLikeAddingAll()
    {
        std::mt19937_64 random(3);
        std::uniform_real_distribution<double> any(-5, 20);
        for (int round = 0; round < 200; ++round) {
            std::vector<double> first(random() % 9), second(random() % 9);
            for (auto *part : {&first, &second})
                for (double &value : *part)
                    value = any(random);
            RunningStats merged = statsOf(first);
            merged.merge(statsOf(second));
            first.insert(first.end(), second.begin(), second.end());
            const RunningStats all = statsOf(first);
            QCOMPARE(merged.count(), all.count());
            if (first.empty())
                continue;
            QVERIFY(std::fabs(merged.mean() - all.mean()) < 1e-12);
            QVERIFY(std::fabs(merged.variance() - all.variance()) < 1e-10);
            QCOMPARE(merged.min(), all.min());
            QCOMPARE(merged.max(), all.max());
        }
    }

    void nonFiniteValuesAreCountedAndLeaveTheExtremesAlone()
    {
        const RunningStats stats = statsOf({2, INFINITY, -1, NAN, 7});
        QCOMPARE(stats.count(), 5);
        QCOMPARE(stats.nonFiniteCount(), 2);
        QVERIFY(std::isnan(stats.mean()));
        QCOMPARE(stats.min(), -1);
        QCOMPARE(stats.max(), 7);
        QCOMPARE(statsOf({1, INFINITY}).mean(), INFINITY);
        QVERIFY(std::isnan(statsOf({INFINITY}).min()));
    }

    void nothingIsNotANumber()
    {
        QVERIFY(std::isnan(RunningStats().mean()));
        QVERIFY(std::isnan(RunningStats().deviation()));
        QVERIFY(std::isnan(RunningStats().max()));
    }
};

LENSBOARD_TEST(RunningStatsTest)
#include "tst_running_stats.moc"
