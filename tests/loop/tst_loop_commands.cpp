// A training loop that other threads pause, step, stop and control.

#include "core/control/socket_transport.h"
#include "core/loop/loop_inspector.h"
#include "core/store/file/run_file.h"
#include "tests/support/made_run.h"

#include <ATen/ops/randn.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>

#include "tests/support/patience.h" // behind LibTorch's headers, which Qt's `slots` breaks

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace lensboard;

namespace {

constexpr int kStepsPerTick = 3;

/// Trains on its own thread until it is stopped, with a tick every three steps.
class Loop
{
public:
    explicit Loop(const std::string &path, const Inspector::Options &options = {})
        : m_inspector({lens::LossMetrics(), lens::ParameterNorm(R"({"enabled": false})")}, RunRecorder(path), options), commands(m_inspector.commands())
    {
        m_inspector.attach(*m_model);
    }
    ~Loop() { end(); }

    std::size_t hookCount() const { return m_inspector.hookCount(); }
    void start() { m_thread = std::thread([this] { train(); }); }
    void end()
    {
        commands.stop();
        if (m_thread.joinable())
            m_thread.join();
    }

private:
    void train()
    {
        torch::optim::SGD optimizer(m_model->parameters(), torch::optim::SGDOptions(0.01));
        while (!m_inspector.isStopRequested()) {
            optimizer.zero_grad();
            const at::Tensor loss = m_model->forward(at::randn({8, 4})).square().mean();
            loss.backward();
            optimizer.step();
            m_inspector.pushLoss(loss);
            ++steps;
            m_inspector.stepped();
            if (steps % kStepsPerTick == 0)
                m_inspector.tick();
            ++rounds;
        }
    }

    torch::nn::Linear m_model{4, 2};
    Inspector m_inspector;
    std::thread m_thread;

public:
    LoopCommands commands;
    std::atomic<int> steps = 0;
    std::atomic<int> rounds = 0; ///< finished steps, including the tick after each
};

std::size_t normsOf(const store::Run &run)
{
    const store::RunChanges all = test::whole(run);
    std::size_t count = 0;
    for (const record::Frame &frame : run.frames(0, all.lastFrame))
        for (const auto &[series, value] : frame.values)
            count += all.tags[all.series[series].tag].second.name == "Weight Norm";
    return count;
}

} // namespace

class LoopCommandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherThreadStepsSwitchesAndStopsIt()
    {
        const std::string path = (m_folder.path() + "/ordered.lbrun").toStdString();
        {
            Loop loop(path);
            loop.commands.pause(); // paused before the start: it trains up to the first call
            loop.start();
            QTRY_COMPARE(loop.steps.load(), 1);
            QTest::qWait(50);
            QCOMPARE(loop.steps.load(), 1);

            loop.commands.step();
            QTRY_COMPARE(loop.steps.load(), 2);
            loop.commands.setEnabled("ParameterNorm", true); // while it waits
            loop.commands.stepToTick();
            QTRY_COMPARE(loop.steps.load(), 3);
            QTest::qWait(50);
            QCOMPARE(loop.steps.load(), 3);
            QCOMPARE(loop.rounds.load(), 2); // it waits in tick()

            loop.commands.resume();
            QTRY_VERIFY(loop.rounds.load() >= 6);
            loop.end();
        }
        const store::RunFile run(path);
        QCOMPARE(run.info().status, record::RunStatus::Stopped);
        const store::RunChanges all = test::whole(run);
        QCOMPARE(all.events.size(), std::size_t{1});
        QCOMPARE(all.events[0].kind, record::RunEvent::Kind::LensOn);
        QCOMPARE(all.events[0].step, std::int64_t{2});
        QCOMPARE(normsOf(run), all.lastFrame); // from the first tick on
    }

    void whatCannotBeIsRefusedAtOnce()
    {
        Loop loop((m_folder.path() + "/refused.lbrun").toStdString());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, loop.commands.setEnabled("OutputNorm", true)); // the loop does not have this lens
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, loop.commands.set(lens::ParameterNorm(R"({"log_scal": true})")));
        loop.commands.set(lens::OutputNorm(R"({"log_scale": true})"));
        QCOMPARE(loop.commands.watchers().size(), std::size_t{3});
        QCOMPARE(loop.commands.watchers().back().kind, std::string("OutputNorm"));
    }

    void anotherProcessCommandsIt()
    {
        qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
        const std::string path = (m_folder.path() + "/controlled.lbrun").toStdString();
        std::atomic<double> rate = 0;
        Loop loop(path, {.setLearningRate = [&rate](double requested) { rate = requested; },
                         .saveCheckpoint = [] { throw std::runtime_error("the disk is full"); }});
        using session::Command;
        control::SocketTransport client(control::connectTo(path), store::RunFile(path).info().createdSeconds);
        const auto outcomeOf = [&client](const Command &command) { return client.outcomeOf(command, test::kPatience).value_or("no answer"); };
        QVERIFY(client.waitFor([](const auto &status) { return status.revision > 0; }, test::kPatience));
        QVERIFY(client.status().abilities == (session::Abilities{true, false, true, true}));
        QVERIFY(!outcomeOf({Command::Kind::Stop}).empty()); // the loop has not checked for commands yet

        QCOMPARE(outcomeOf({Command::Kind::Pause}), std::string());
        loop.start();
        QVERIFY(client.waitFor([&](const auto &status) { return status.state == session::State::Paused; }, test::kPatience));
        const std::int64_t step = client.status().step;
        const std::size_t before = loop.hookCount();
        QCOMPARE(client.status().hooks, before);
        QCOMPARE(outcomeOf({Command::Kind::Watcher, 0, experiment::WatcherChange::switched("ParameterGradientGeometry", true)}), std::string());
        QVERIFY(client.waitFor([&](const auto &status) { return status.hooks > before; }, test::kPatience));
        QCOMPARE(client.status().hooks, loop.hookCount());
        QCOMPARE(outcomeOf({Command::Kind::Watcher, 0, experiment::WatcherChange::switched("ParameterGradientGeometry", false)}), std::string());
        QVERIFY(client.waitFor([&](const auto &status) { return status.hooks == before; }, test::kPatience));
        QCOMPARE(outcomeOf({Command::Kind::LearningRate, 0.5}), std::string());
        QCOMPARE(outcomeOf({Command::Kind::Checkpoint}), std::string("the disk is full"));
        QCOMPARE(rate.load(), 0.5);
        QCOMPARE(client.status().step, step);
        QCOMPARE(outcomeOf({Command::Kind::Start}), std::string());
        QVERIFY(client.waitFor([&](const auto &status) { return status.step > step + 3; }, test::kPatience));
        QCOMPARE(outcomeOf({Command::Kind::Stop}), std::string());
        loop.end();
    }

    void commandsOutliveTheirLoop()
    {
        auto loop = std::make_unique<Loop>((m_folder.path() + "/gone.lbrun").toStdString());
        LoopCommands commands = loop->commands;
        loop.reset();
        commands.setEnabled("ParameterNorm", true);
        commands.resume();
        QCOMPARE(commands.watchers().size(), std::size_t{2});
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(LoopCommandsTest)
#include "tst_loop_commands.moc"
