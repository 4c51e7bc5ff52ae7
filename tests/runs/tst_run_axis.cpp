// Positions of runs' values on an axis.

#include "core/runs/run_axis.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <string>

using namespace lensboard;
using runs::RunAxis;
using runs::RunValue;
using Scale = runs::RunAxis::Scale;

namespace {

RunAxis axisOf(std::vector<RunValue> values, std::optional<bool> logarithmic = {})
{
    return RunAxis(values, logarithmic);
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity(),
                 kLargest = std::numeric_limits<double>::max();

} // namespace

class RunAxisTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theScaleFollowsTheValues()
    {
        QVERIFY(axisOf({1e-4, 1e-3, 0.1}).scale() == Scale::Logarithmic);
        QVERIFY(axisOf({1e-3, 0.1}).scale() == Scale::Linear); // two decades
        QVERIFY(axisOf({0.0, 1e-4, 0.1}).scale() == Scale::Linear);
        QVERIFY(!axisOf({0.0, 1e-4, 0.1}, true).canBeLogarithmic());
        QVERIFY(axisOf({0.0, 1e-4, 0.1}, true).scale() == Scale::Linear);
        QVERIFY(axisOf({1e-4, 0.1}, false).scale() == Scale::Linear);
        QVERIFY(axisOf({1.0, 2.0}, true).scale() == Scale::Logarithmic);
        QVERIFY(axisOf({1.0, std::string("auto")}).scale() == Scale::Categories);
        QVERIFY(axisOf({1e-4, kNan, kInfinity, 0.1}).scale() == Scale::Logarithmic);
    }

    void placesAreSharesOfTheAxis()
    {
        const RunAxis axis = axisOf({1e-4, 1e-2, 1.0, kInfinity});
        QCOMPARE(axis.share(axis.place(1e-2).value()), 0.5);
        QCOMPARE(axis.share(axis.place(1e-4).value()), 0.0);
        QCOMPARE(std::get<double>(axis.valueAt(axis.placeAt(0.5))), 1e-2);
        for (const RunValue &none : std::vector<RunValue>{kNan, kInfinity, 0.0, -1.0, RunValue(), std::string("auto")})
            QVERIFY(!axis.place(none));
    }

    void textsAreCategoriesInOrder()
    {
        const RunAxis axis = axisOf({std::string("sgd"), std::string("adam"), RunValue(), std::string("sgd"), 3.0, kNan});
        QCOMPARE(axis.categories().size(), std::size_t(3));
        QCOMPARE(axis.place(3.0), std::optional(0.0));
        QCOMPARE(axis.place(std::string("adam")), std::optional(1.0));
        QCOMPARE(axis.place(std::string("sgd")), std::optional(2.0));
        QVERIFY(!axis.place(std::string("lion")) && !axis.place(kNan) && !axis.place(RunValue()));
        QCOMPARE(axis.valueAt(1), RunValue(std::string("adam")));
        QVERIFY(axis.share(0) > 0 && axis.share(2) < 1);
    }

    void everyAxisHasALength_data()
    {
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("greatest");
        QTest::newRow("one value") << 3.0 << 3.0;
        QTest::newRow("zero") << 0.0 << 0.0;
        QTest::newRow("the largest") << -kLargest << kLargest;
        QTest::newRow("the smallest") << 0.0 << std::numeric_limits<double>::denorm_min();
    }

    void everyAxisHasALength()
    {
        QFETCH(double, least);
        QFETCH(double, greatest);
        const RunAxis axis = axisOf({least, greatest});
        const double low = axis.share(axis.place(least).value()), high = axis.share(axis.place(greatest).value());
        QVERIFY(low >= 0 && low <= high && high <= 1);
        QVERIFY(std::isfinite(axis.placeAt(0)) && std::isfinite(axis.placeAt(1)));
        QCOMPARE(axisOf({}).share(0.5), 0.5);
    }
};

LENSBOARD_TEST(RunAxisTest)
#include "tst_run_axis.moc"
