#include "core/stats/aggregate.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <span>
#include <stdexcept>

using namespace lensboard::stats;

namespace {

Aggregate aggregateOf(Aggregate::Mode mode, const std::vector<double> &values)
{
    Aggregate aggregate(mode);
    for (const double value : values)
        aggregate.add(value);
    return aggregate;
}

} // namespace

class AggregateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsMergeIntoTheWhole_data()
    {
        QTest::addColumn<Aggregate::Mode>("mode");
        QTest::newRow("running") << Aggregate::Mode::Running;
        QTest::newRow("in memory") << Aggregate::Mode::InMemory;
    }
    void partsMergeIntoTheWhole()
    {
        QFETCH(Aggregate::Mode, mode);
        const std::vector<double> first = {1, 7, -2, 0.5}, second = {}, third = {100, std::nan(""), 3};
        std::vector<double> all = first;
        all.insert(all.end(), third.begin(), third.end());
        std::vector<double> numbers;
        aggregateOf(mode, second).appendTo(numbers);
        aggregateOf(mode, third).appendTo(numbers);
        Aggregate merged = aggregateOf(mode, first);
        std::span<const double> rest = numbers;
        merged.merge(rest);
        QCOMPARE(merged.point(PointMethod::Mean), 1.625);
        merged.merge(rest);
        QVERIFY(rest.empty());
        const Aggregate whole = aggregateOf(mode, all);
        QCOMPARE(merged.stats().count(), whole.stats().count());
        QCOMPARE(merged.stats().nonFiniteCount(), 1);
        QVERIFY(std::isnan(merged.point(PointMethod::Mean)));
        QCOMPARE(merged.range(RangeMethod::MinMax), whole.range(RangeMethod::MinMax));
        if (mode == Aggregate::Mode::InMemory)
            QCOMPARE(merged.range(RangeMethod::Q1Q3), whole.range(RangeMethod::Q1Q3));
    }

    void whatIsNoPartIsRefused()
    {
        for (const std::vector<double> &numbers : {std::vector<double>{1, 0, 5}, {-1, 0, 0, 0, 0, 0}, {1, 2, 0, 0, 0, 0}, {std::nan(""), 0, 0, 0, 0, 0},
                                                   {1e300, 0, 0, 0, 0, 0}, {3, 0, 0, 0, 0, 0, 1, 2}}) {
            Aggregate aggregate(Aggregate::Mode::InMemory);
            std::span<const double> rest = numbers;
            QVERIFY_EXCEPTION_THROWN(aggregate.merge(rest), std::invalid_argument);
            QVERIFY(aggregate.empty());
        }
    }

    void quantilesInterpolateLinearly()
    {
        const Aggregate values = aggregateOf(Aggregate::Mode::InMemory, {4, 1, 3, 2});
        QCOMPARE(values.point(PointMethod::Median), 2.5);
        QCOMPARE(values.point(PointMethod::Q1), 1.75);
        QCOMPARE(values.point(PointMethod::Q3), 3.25);
        QCOMPARE(values.point(PointMethod::Iqr), 1.5);
        QCOMPARE(values.range(RangeMethod::Q1Q3), std::pair(1.75, 3.25));
        QCOMPARE(values.range(RangeMethod::MinMax), std::pair(1.0, 4.0));
    }

    void parityTakesTheClosestObservation()
    {
        // numpy 1.24: np.quantile([0.1 … 0.5], q, method="closest_observation")
        const Aggregate five = aggregateOf(Aggregate::Mode::InMemoryParity, {0.1, 0.2, 0.3, 0.4, 0.5});
        QCOMPARE(five.point(PointMethod::Median), 0.3 - 0.1 * 0); // index 1 is odd: rounds to the next
        QCOMPARE(five.range(RangeMethod::Q1Q3), std::pair(0.1, 0.4));
        QCOMPARE(five.point(PointMethod::Q1), 0.2); // stays linear
    }

    void runningModeNamesTheAlternative()
    {
        const Aggregate running = aggregateOf(Aggregate::Mode::Running, {1, 2});
        QCOMPARE(running.point(PointMethod::Mean), 1.5);
        for (const PointMethod method : {PointMethod::Median, PointMethod::Q1, PointMethod::Q3, PointMethod::Iqr}) {
            try {
                running.point(method);
                QFAIL("a quantile of a running aggregate");
            } catch (const std::invalid_argument &error) {
                QVERIFY(QString(error.what()).contains("inplace"));
            }
        }
    }

    void quantilesAreThoseOfFiniteValues()
    {
        const Aggregate values = aggregateOf(Aggregate::Mode::InMemory, {1, NAN, 3, INFINITY});
        QCOMPARE(values.point(PointMethod::Median), 2.0);
        QCOMPARE(values.stats().nonFiniteCount(), 2);
        QVERIFY(std::isnan(aggregateOf(Aggregate::Mode::InMemory, {NAN}).point(PointMethod::Median)));
    }

    void clearForgets()
    {
        Aggregate values = aggregateOf(Aggregate::Mode::InMemory, {9, 9});
        values.clear();
        QVERIFY(values.empty());
        values.add(2);
        QCOMPARE(values.point(PointMethod::Median), 2.0);
    }

    void methodsHaveNames()
    {
        for (const char *name : {"mean", "median", "min", "max", "std", "Q1", "Q3", "IQR"})
            QCOMPARE(toText(pointMethodFromText(name).value()), name);
        for (const char *name : {"std", "min-max", "Q1-Q3"})
            QCOMPARE(toText(rangeMethodFromText(name).value()), name);
        QVERIFY(!pointMethodFromText("average"));
    }
};

LENSBOARD_TEST(AggregateTest)
#include "tst_aggregate.moc"
