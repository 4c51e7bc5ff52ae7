// The queue of commands, without a training.

#include "core/session/training_control.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <functional>

using namespace lensboard;
using session::TrainingControl;

class TrainingControlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Tasks posted faster than they run must not block the training for ever.
    void tasksThatOrderTasksLetTheTrainingGoOn()
    {
        TrainingControl control({.tickCount = [] { return 0; }, .watch = [](const auto &, const auto &) { return true; }}, {.state = session::State::Running});
        int done = 0;
        const std::function<void()> again = [&] {
            if (++done < 1000)
                control.post(again);
        };
        control.post(again);
        control.post([&] { done += 10000; });
        QVERIFY(control.follow());
        QCOMPARE(done, 10001);
        QVERIFY(control.follow());
        QCOMPARE(done, 10002);
    }

    /// A task and then a step are sent while another task runs: the step must wait for the task.
    void aStepIsMadeAfterTheTasksBeforeIt()
    {
        TrainingControl control({.tickCount = [] { return 0; }, .watch = [](const auto &, const auto &) { return true; }}, {.state = session::State::Ready});
        bool isDone = false;
        control.post([&] {
            control.post([&] { isDone = true; });
            control.send({session::Command::Kind::Step});
        });
        QVERIFY(control.follow());
        QVERIFY(isDone);
    }
};

LENSBOARD_TEST(TrainingControlTest)

#include "tst_training_control.moc"
