#include "core/lens/step_parts.h"
#include "tests/support/test_program.h"

#include <QTest>

using lensboard::lens::StepParts;

namespace {

/// A loop with a clock of its own. Units: seconds.
struct TimedLoop
{
    StepParts parts;
    double seconds = 0;

    StepParts::Clock::time_point after(double passed)
    {
        seconds += passed;
        return StepParts::Clock::time_point(std::chrono::duration_cast<StepParts::Clock::duration>(std::chrono::duration<double>(seconds)));
    }
    void batch(double between, double forward, double loss, double backward)
    {
        parts.enter(StepParts::Forward, after(between));
        parts.enter(StepParts::Loss, after(forward));
        parts.enter(StepParts::Backward, after(loss));
        parts.enter(StepParts::Optimizer, after(backward));
    }
    void step(double optimizer) { parts.endStep(after(optimizer)); }

    /// Returns the means, rounded to milliseconds.
    QString means() const
    {
        QStringList all;
        for (std::size_t part = 0; part < StepParts::kParts; ++part)
            if (const auto &times = parts.of(StepParts::Part(part)); times.count() > 0)
                all << QString::number(std::lround(1e3 * times.mean()));
            else
                all << "-";
        return all.join(' ');
    }
};

} // namespace

class StepPartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepIsDivided()
    {
        TimedLoop loop;
        loop.step(1); // began before the observation
        QCOMPARE(loop.means(), "- - - - - -");
        loop.batch(0.1, 0.2, 0.05, 0.4);
        loop.step(0.03);
        loop.batch(0.3, 0.2, 0.05, 0.4);
        loop.step(0.05);
        QCOMPARE(loop.means(), "0 200 200 50 400 40");
    }

    void waitingIsTakenFromTheTimeBefore()
    {
        TimedLoop loop;
        loop.step(1);
        loop.parts.waited(0.25, loop.after(0.3));
        loop.batch(0.02, 0.2, 0, 0.4);
        loop.step(0.1);
        QCOMPARE(loop.means(), "250 70 200 0 400 100");
        loop.parts.clear();
        loop.parts.waited(9, loop.after(0.3)); // more than passed
        loop.batch(0, 0.2, 0, 0.4);
        loop.step(0.1);
        QCOMPARE(loop.means(), "300 0 200 0 400 100");
    }

    void batchesOfOneStepAreAdded()
    {
        TimedLoop loop;
        loop.step(1);
        loop.batch(0.1, 0.2, 0.01, 0.4);
        loop.batch(0.1, 0.2, 0.01, 0.4); // the 0.1 s after the first backward belong to no optimizer
        loop.step(0.05);
        QCOMPARE(loop.means(), "0 200 400 20 800 50");
    }

    void anEvaluationDoesNotCount()
    {
        TimedLoop loop;
        loop.step(1);
        loop.batch(0.1, 0.2, 0, 0.4);
        loop.step(0.05);
        loop.parts.exit(loop.after(0.01));
        loop.parts.waited(1, loop.after(1)); // for a batch of the evaluation
        loop.parts.exit(loop.after(3));
        loop.batch(2, 0.2, 0, 0.4);
        loop.step(0.05);
        QCOMPARE(loop.means(), "0 55 200 0 400 50");
    }

    void aPauseDoesNotCount()
    {
        TimedLoop loop;
        loop.step(1);
        loop.parts.pause(loop.after(0.02));
        loop.parts.clear();
        loop.parts.resume(loop.after(5));
        loop.batch(0.1, 0.2, 0, 0.4);
        loop.step(0.05);
        QCOMPARE(loop.means(), "0 120 200 0 400 50");
        loop.parts.restart();
        loop.batch(0.1, 0.2, 0, 0.4);
        loop.step(0.05);
        QCOMPARE(loop.means(), "- - - - - -");
    }
};

LENSBOARD_TEST(StepPartsTest)
#include "tst_step_parts.moc"
