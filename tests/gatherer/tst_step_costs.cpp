#include "core/gatherer/step_costs.h"

#include <QTest>

using lensboard::gatherer::Lap;
using lensboard::gatherer::StepCosts;

namespace {

/// Makes steps that cost \p seconds when timed. Returns the number of timed steps.
int take(StepCosts &costs, int steps, double seconds, StepCosts::Account account = 0)
{
    int timed = 0;
    for (int i = 0; i < steps; ++i) {
        if (costs.isTiming()) {
            costs.charge(account, seconds);
            ++timed;
        }
        costs.endStep();
    }
    return timed;
}

} // namespace

class StepCostsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFewStepsStandForAll()
    {
        StepCosts costs;
        const int timed = take(costs, 400, 0.5);
        QVERIFY2(timed >= 50 && timed <= 200, qPrintable(QString::number(timed)));
        QCOMPARE(costs.secondsPerStep(0), 0.5);
        QCOMPARE(costs.secondsPerStep(1), 0.0);
    }

    void theLastHundredStepsCount()
    {
        StepCosts costs;
        take(costs, 1000, 8);
        take(costs, 500, 1);
        QVERIFY2(costs.secondsPerStep(0) > 1 && costs.secondsPerStep(0) < 1.1, qPrintable(QString::number(costs.secondsPerStep(0))));
        costs.restart();
        QCOMPARE(costs.secondsPerStep(0), 0.0);
        take(costs, 1, 3);
        QCOMPARE(costs.secondsPerStep(0), 3.0);
    }

    void aTicksEndIsSpreadOverItsSteps()
    {
        StepCosts costs;
        for (int tick = 0; tick < 30; ++tick) {
            take(costs, 10, 2);
            const StepCosts::TickWork work(costs);
            QVERIFY(costs.isTiming());
            costs.charge(0, 4);
            costs.charge(1, 1);
            costs.endTick();
        }
        QCOMPARE(costs.secondsPerStep(0), 2.4);
        QCOMPARE(costs.secondsPerStep(1), 0.1);
    }

    void sharedWorkIsSharedEvenly()
    {
        struct Sharer
        {
            StepCosts::Account account;
        };
        StepCosts costs;
        Lap lap(costs);
        QTest::qSleep(1);
        lap.share(std::vector<Sharer>{{0}, {2}});
        lap.charge(1);
        costs.endStep();
        QVERIFY(costs.secondsPerStep(0) > 0);
        QCOMPARE(costs.secondsPerStep(0), costs.secondsPerStep(2));
        QVERIFY(costs.secondsPerStep(1) > 0);
        Lap untimed(costs); // this step is not extrapolated to others
        untimed.charge(3);
        costs.endStep();
        QCOMPARE(costs.secondsPerStep(3), 0.0);
    }
};

QTEST_GUILESS_MAIN(StepCostsTest)
#include "tst_step_costs.moc"
