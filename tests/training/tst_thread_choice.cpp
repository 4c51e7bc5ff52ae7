#include "core/training/thread_choice.h"

#include <QTest>

using lensboard::training::ThreadChoice;

namespace {

/// Training with a simulated clock: a step takes \p onOne seconds on one thread and \p onAll on all threads.
class Training
{
public:
    void run(int steps, double onOne, double onAll)
    {
        for (int i = 0; i < steps; ++i) {
            const double seconds = choice.threads() == 1 ? onOne : onAll;
            m_now += std::chrono::duration_cast<ThreadChoice::Clock::duration>(std::chrono::duration<double>(seconds));
            total += seconds;
            if (const auto change = choice.endStep(seconds, m_now))
                changes.push_back(*change);
        }
    }

    ThreadChoice choice{8};
    std::vector<ThreadChoice::Change> changes;
    double total = 0; ///< seconds

private:
    ThreadChoice::Clock::time_point m_now;
};

} // namespace

class ThreadChoiceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allThreadsAreTakenWhereTheyAreFaster()
    {
        Training training;
        training.run(20, 0.02, 0.005);
        QCOMPARE(training.changes.size(), std::size_t(1));
        QCOMPARE(training.changes[0].threads, 8);
        QCOMPARE(training.changes[0].secondsBefore, 0.02);
        QCOMPARE(training.changes[0].seconds, 0.005);
        const double first = training.total;
        training.run(2000, 0.02, 0.005);
        QCOMPARE(training.changes.size(), std::size_t(1));
        QVERIFY2(training.total - first < 2000 * 0.005 * 1.03, qPrintable(QString::number(training.total)));
    }

    void oneThreadStaysWhereItIsFaster()
    {
        Training training;
        training.run(20, 0.001, 0.02);
        QVERIFY2(training.total < 0.019 + 2 * 0.02, qPrintable(QString::number(training.total))); // a trial of two steps is enough
        const double first = training.total;
        training.run(20000, 0.001, 0.02);
        QVERIFY(training.changes.empty());
        QVERIFY2(training.total - first < 20000 * 0.001 * 1.03, qPrintable(QString::number(training.total)));
    }

    void aBusyMachineIsNoticedAtOnce()
    {
        Training training;
        training.run(2000, 0.02, 0.005);
        training.run(60, 0.03, 0.1); // another program uses the cores
        QCOMPARE(training.changes.size(), std::size_t(2));
        QCOMPARE(training.choice.threads(), 1);
        training.run(8000, 0.02, 0.005); // the other program ends
        QCOMPARE(training.changes.size(), std::size_t(3));
        QCOMPARE(training.choice.threads(), 8);
    }

    /// Every tenth step contains a tick with expensive lenses.
    void singleSlowStepsCountForNothing()
    {
        Training training;
        for (int i = 0; i < 500; ++i) {
            training.run(9, 0.01, 0.0096);
            training.run(1, 0.2, 0.2);
        }
        QVERIFY(training.changes.empty());
    }

    void aSingleCoreLeavesNoChoice()
    {
        ThreadChoice choice(1);
        for (int i = 0; i < 100; ++i)
            QVERIFY(!choice.endStep(i, ThreadChoice::Clock::time_point(std::chrono::seconds(i * i))));
        QCOMPARE(choice.threads(), 1);
    }
};

QTEST_GUILESS_MAIN(ThreadChoiceTest)
#include "tst_thread_choice.moc"
