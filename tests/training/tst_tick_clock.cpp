#include "core/training/tick_clock.h"

#include <QList>
#include <QTest>

using namespace lensboard;
using experiment::TickRule;
using training::TickClock;

namespace {

/// Returns the steps at the end of ticks, for epochs of \p batches batches.
QList<qint64> endsOf(TickClock clock, int epochs, int batches, qint64 step = 0)
{
    QList<qint64> ends;
    for (int epoch = 1; epoch <= epochs; ++epoch) {
        for (int batch = 1; batch <= batches; ++batch) {
            clock.stepped();
            ++step;
            if (batch < batches && clock.endsWithBatch() && clock.end(step))
                ends << step;
        }
        if (clock.endsWithEpoch(epoch == epochs) && clock.end(step))
            ends << step;
    }
    return ends;
}

} // namespace

class TickClockTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTickOfStepsEndsWithTheEpochToo()
    {
        QCOMPARE(endsOf(TickClock({TickRule::Unit::Steps, 2}), 2, 5), QList<qint64>({2, 4, 5, 7, 9, 10}));
        QCOMPARE(endsOf(TickClock({TickRule::Unit::Steps, 5}), 2, 5), QList<qint64>({5, 10})); // only once, after the validation
    }

    void aTickOfEpochsEndsWithTheTraining()
    {
        QCOMPARE(endsOf(TickClock({TickRule::Unit::Epoch, 2}), 5, 3), QList<qint64>({6, 12, 15}));
    }

    void aTickHasAStep()
    {
        TickClock clock({TickRule::Unit::Steps, 2});
        QVERIFY(!clock.end(0));
        QCOMPARE(clock.end(3), 1);
        QVERIFY(!clock.end(3));
        QCOMPARE(clock.end(4), 2);
    }

    void itGoesOnWhereItWas()
    {
        TickClock clock({TickRule::Unit::Steps, 3});
        clock.restore({7, 20, 2}); // two steps into the tick
        QCOMPARE(endsOf(clock, 1, 5, 22), QList<qint64>({23, 26, 27}));
        clock.beginAt(22);
        QCOMPARE(endsOf(clock, 1, 5, 22), QList<qint64>({25, 27}));
        QCOMPARE(clock.state().tick, 7);
    }
};

QTEST_APPLESS_MAIN(TickClockTest)
#include "tst_tick_clock.moc"
