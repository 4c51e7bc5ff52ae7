#include "core/stats/exponential_average.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

using lensboard::stats::ExponentialAverage;

class ExponentialAverageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aConstantIsExactlyThatConstant()
    {
        ExponentialAverage average(0.97);
        for (int i = 0; i < 10'000; ++i)
            QCOMPARE(average.add(0.1), 0.1);
    }

    /// After k zeros and n ones, the ones have weights (1 - wⁿ) of (1 - wᵏ⁺ⁿ).
    void aStepIsItsClosedForm()
    {
        const double weight = 0.9;
        ExponentialAverage average(weight);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(average.add(0), 0.0);
        for (int n = 1; n < 200; ++n)
            QVERIFY(std::abs(average.add(1) - (1 - std::pow(weight, n)) / (1 - std::pow(weight, 5 + n))) < 1e-14);
    }

    void nonFiniteValuesPassAndLeaveNoTrace()
    {
        ExponentialAverage with(0.5), without(0.5);
        QVERIFY(std::isnan(with.add(std::numeric_limits<double>::quiet_NaN())));
        for (const double value : {1.0, 4.0, -2.0}) {
            QCOMPARE(with.add(value), without.add(value));
            QCOMPARE(with.add(-std::numeric_limits<double>::infinity()), -std::numeric_limits<double>::infinity());
        }
    }

    void withoutWeightTheValuesStay()
    {
        ExponentialAverage average(0);
        for (const double value : {3.0, 1e300, -0.25})
            QCOMPARE(average.add(value), value);
    }

    void otherWeightsAreRefused()
    {
        for (const double weight : {-0.1, 1.0, 2.0, std::numeric_limits<double>::quiet_NaN()})
            QVERIFY_EXCEPTION_THROWN(ExponentialAverage{weight}, std::invalid_argument);
    }
};

LENSBOARD_TEST(ExponentialAverageTest)
#include "tst_exponential_average.moc"
