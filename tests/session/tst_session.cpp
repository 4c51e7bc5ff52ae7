#include "core/session/health_reactions.h"
#include "core/session/lens_changes.h"
#include "core/session/resumed_run.h"
#include "core/session/session.h"
#include "core/store/columns/run_store.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <future>

#include <cmath>
#include <mutex>
#include <string>
#include <vector>

using namespace lensboard;
using namespace lensboard::session;
using namespace std::chrono_literals;
using experiment::Json;
using experiment::WatcherChange;

namespace {

/// Trains nothing: counts batches and records each call.
class FakeTrainer final : public Trainer
{
public:
    struct Script
    {
        std::int64_t batches = 200;
        std::int64_t tickEvery = 1;
        std::int64_t throwsAt = -1;
        bool throwsAnything = false; ///< an object that is no std::exception
        std::int64_t diverges = -1;
        std::int64_t findsLayerAt = -1;
        bool cannotPrepare = false;
        std::string refused = {}; ///< a watcher it refuses
        std::atomic<std::int64_t> advanced = 0;
        std::atomic<double> rate = 0;
        std::atomic<int> lensesOff = 0;
        std::atomic<bool> finishedTick = false;
        std::mutex mutex;
        std::vector<std::string> lensCommands; ///< guarded by the mutex
        std::atomic<bool> inBatch = false;
        Position start{1, 0, 0, false, false, 0, 0.1};
        bool diskIsFull = false;
        std::atomic<int> checkpoints = 0;
        std::atomic<int> models = 0;
    };

    explicit FakeTrainer(Script &script) : m_script(script) {}

    Preparation prepare(visualizer::Visualizer &out, const ProgressReport &report) override
    {
        report("pretending");
        if (m_script.cannotPrepare)
            throw std::runtime_error("/data: no such data set");
        m_series = out.registerSeries({out.registerTag({"Loss", "LossMetrics"}), "Loss", "train_loss mean"});
        m_out = &out;
        return {{{"fc", "Linear", true, {}}}, {{"threads", "1"}}, {"a notice"}, 2, m_script.batches / 2, 0,
                m_script.start};
    }

    Position advance() override
    {
        m_script.inBatch = true;
        const std::int64_t step = ++m_script.advanced;
        if (step == m_script.throwsAt && m_script.throwsAnything)
            throw 42;
        if (step == m_script.throwsAt)
            throw std::runtime_error("the batch exploded");
        const record::TickStamp stamp{step, 1, step, step, 0};
        if (step % m_script.tickEvery == 0) {
            m_out->plot(stamp, std::vector<record::SeriesValue>{{m_series, 1.0 / static_cast<double>(step)}});
            m_out->endTick(stamp);
        }
        std::this_thread::sleep_for(1ms); // duration of a batch
        m_script.inBatch = false;
        return {1, step, step, false, step == m_script.batches, step == m_script.diverges ? NAN : 1.0,
                m_script.rate > 0 ? m_script.rate.load() : 0.1};
    }

    std::vector<record::LayerInfo> newLayers() override
    {
        if (m_script.advanced != m_script.findsLayerAt)
            return {};
        return {{"fc", "Linear", true, {}}, {"fc.relu", "ReLU", true, {}}};
    }
    std::vector<std::optional<std::vector<std::int64_t>>> outputShapes() const override { return {{{record::kBatchSize, 7}}}; }
    LensCosts lensCosts() const override { return {0.25, {{"LossMetrics", 0.001 * static_cast<double>(m_script.advanced)}}}; }
    void finishTick() override { m_script.finishedTick = true; }
    void setLearningRate(double rate) override { m_script.rate = rate; }
    void watch(const experiment::KindSettings &watcher) override
    {
        const bool on = watcher.settings.at("enabled").get<bool>();
        m_script.lensesOff = on ? 0 : 1;
        if (watcher.name() == m_script.refused)
            throw std::invalid_argument("its plot is another's");
        told(watcher.name(), std::string(on ? "on" : "off") + (watcher.settings.value("log_scale", false) ? ", log" : ", linear"));
    }
    void saveCheckpoint(const std::filesystem::path &path) override
    {
        if (m_script.diskIsFull)
            throw std::runtime_error(path.string() + ": the disk is full");
        ++m_script.checkpoints;
    }
    void saveModel(const std::filesystem::path &) override { ++m_script.models; }

private:
    void told(const std::string &lens, const std::string &what)
    {
        const std::lock_guard lock(m_script.mutex);
        m_script.lensCommands.push_back(lens + ' ' + (m_script.inBatch ? "within a batch" : what));
    }

    Script &m_script;
    visualizer::Visualizer *m_out = nullptr;
    std::uint32_t m_series = 0;
};

experiment::Experiment anyExperiment(const experiment::Json &lenses)
{
    return experiment::Experiment::fromJson({{"format", 1},
                                             {"dataset", {{"kind", "spirals"}}},
                                             {"model", {{"kind", "mlp"}}},
                                             {"optimizer", {{"kind", "sgd"}}},
                                             {"lenses", lenses}});
}

} // namespace

class SessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_run = std::make_shared<store::RunStore>();
        m_script = std::make_unique<FakeTrainer::Script>();
        m_session.reset();
    }
    void cleanup() { m_session.reset(); }

    void trainsToTheEndOnceStarted()
    {
        begin();
        QTRY_COMPARE(m_session->status().state, State::Ready);
        QCOMPARE(m_script->advanced.load(), 0);
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Finished);
        QCOMPARE(m_run->frameCount(), std::size_t(m_script->batches));
        QCOMPARE(m_run->info().status, record::RunStatus::Finished);
        QCOMPARE(m_run->info().layers.size(), std::size_t{1});
        QCOMPARE(test::whole(*m_run).events.front().text, "a notice");
        QCOMPARE(outputShapeText(m_run->info().layers.at(0)), std::string("N×7"));
    }

    void layersThatAreFoundLaterAreInTheRun()
    {
        m_script->findsLayerAt = 3;
        begin();
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(m_run->info().layers.size(), std::size_t{1});
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_run->info().layers.size(), std::size_t{2});
        QCOMPARE(m_run->info().layers[1].name, std::string("fc.relu"));
    }

    void stepsOneBatchAndPauses()
    {
        begin();
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(m_script->advanced.load(), 1);
        m_session->control()->send({Command::Kind::Step});
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_script->advanced.load(), 3);
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(m_script->advanced.load(), 3);
    }

    void stepsToTheNextTickAndPauses()
    {
        m_script->tickEvery = 5;
        begin();
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_session->status().state, State::Paused);
        m_session->control()->send({Command::Kind::StepToTick});
        QTRY_COMPARE(m_script->advanced.load(), 5);
        QTRY_COMPARE(m_session->status().state, State::Paused);
        m_session->control()->send({Command::Kind::StepToTick});
        QTRY_COMPARE(m_script->advanced.load(), 10);
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(m_script->advanced.load(), 10);
        m_session->control()->send({Command::Kind::Step}); // one step, no tick
        QTRY_COMPARE(m_script->advanced.load(), 11);
        QTRY_COMPARE(m_session->status().state, State::Paused);
    }

    /// Single steps requested on the way to a tick are part of the steps to that tick.
    void stepsOnTheWayToATickAreNoMore()
    {
        m_script->batches = 1000000;
        m_script->tickEvery = 1000;
        begin();
        m_session->control()->send({Command::Kind::StepToTick});
        QTRY_VERIFY(m_script->advanced > 1);
        for (int i = 0; i < 1000; ++i) // more than were trained by then
            m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_script->advanced.load(), 1000);
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(m_script->advanced.load(), 1000);
    }

    void whatLensesCostIsReported()
    {
        begin();
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(m_session->status().lensCosts.lenses.at("LossMetrics"), 0.001);
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_session->status().lensCosts.lenses.at("LossMetrics"), 0.002);
        QCOMPARE(m_session->status().lensCosts.stepSeconds, 0.25);
    }

    void checkpointsAreWrittenWhenEpochsEndAndWhenItStops()
    {
        m_script->batches = 1000000; // the fake's epoch is half of them: no epoch ends
        int settled = 0;
        begin();
        m_session->keepCheckpoint("here.pt", [&settled] { ++settled; });
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(m_script->checkpoints.load(), 0);
        m_session->control()->send({Command::Kind::Checkpoint});
        QTRY_COMPARE(m_script->checkpoints.load(), 1);
        QCOMPARE(settled, 1);
        m_session->control()->send({Command::Kind::Stop}); // no step since: the existing checkpoint suffices
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_script->checkpoints.load(), 1);

        init();
        m_script->batches = 10;
        begin();
        m_session->keepCheckpoint("here.pt");
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_script->checkpoints.load(), 2); // at the end of an epoch and at the end; all between come too soon
    }

    void eachRunHasACheckpointOfItsOwn()
    {
        QCOMPARE(checkpointPath("/runs/sgd_0.2.lbrun").string(), std::string("/runs/sgd_0.2.checkpoint.pt"));
        QCOMPARE(checkpointPath("/runs/sgd_0.2").string(), std::string("/runs/sgd_0.2.checkpoint.pt"));
    }

    void aTrainingThatStopsInAnEpochLeavesACheckpoint()
    {
        m_script->batches = 1000000;
        begin();
        m_session->keepCheckpoint("here.pt");
        m_session->control()->send({Command::Kind::Start});
        QTRY_VERIFY(m_script->advanced > 3);
        m_session->control()->send({Command::Kind::Stop});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_script->checkpoints.load(), 1);
    }

    void aCheckpointThatCannotBeWrittenEndsNoTraining()
    {
        m_script->diskIsFull = true;
        begin();
        m_session->keepCheckpoint("here.pt");
        std::string told;
        m_session->control()->send({Command::Kind::Checkpoint}, [&told](const std::string &error) { told = error; });
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Finished);
        QCOMPARE(told, std::string("here.pt: the disk is full"));
        const auto events = test::whole(*m_run).events;
        QVERIFY(std::any_of(events.begin(), events.end(), [](const record::RunEvent &event) {
            return event.kind == record::RunEvent::Kind::Warning && event.text.ends_with("here.pt: the disk is full");
        }));
    }

    /// A failed checkpoint does not count as written. Another one is written when the training stops.
    void aCheckpointThatFailedIsMadeUpFor()
    {
        m_script->batches = 1000000;
        bool isWritten = false; // the run file; a checkpoint must not be ahead of it
        begin();
        m_session->keepCheckpoint("here.pt", [&isWritten] {
            if (!isWritten)
                throw std::runtime_error("run.lbrun: is slow to write");
        });
        m_session->control()->send({Command::Kind::Step});
        QTRY_COMPARE(m_session->status().state, State::Paused);
        const auto saved = [this] {
            std::promise<std::string> told;
            m_session->control()->send({Command::Kind::Checkpoint}, [&told](const std::string &error) { told.set_value(error); });
            return told.get_future().get();
        };
        QCOMPARE(saved(), std::string("run.lbrun: is slow to write"));
        QCOMPARE(m_script->checkpoints.load(), 0);
        isWritten = m_script->diskIsFull = true;
        QCOMPARE(saved(), std::string("here.pt: the disk is full"));
        m_script->diskIsFull = false;
        m_session->control()->send({Command::Kind::Stop});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Stopped);
        QCOMPARE(m_script->checkpoints.load(), 1);
        m_session.reset(); // the session's callbacks use local variables
    }

    void theModelCanBeSavedWhenTheTrainingIsOver()
    {
        begin();
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        std::promise<std::string> saved;
        m_session->saveModel("model.pt", [&saved](const std::string &error) { saved.set_value(error); });
        QCOMPARE(saved.get_future().get(), std::string());
        QCOMPARE(m_script->models.load(), 1);

        init();
        m_script->cannotPrepare = true;
        begin();
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        std::promise<std::string> refused;
        m_session->saveModel("model.pt", [&refused](const std::string &error) { refused.set_value(error); });
        QVERIFY(!refused.get_future().get().empty());
    }

    void aTrainingThatGoesOnSaysWhereFrom()
    {
        m_script->start = {2, 3, 13, false, false, 0, 0.01};
        begin();
        QTRY_COMPARE(m_session->status().state, State::Ready);
        QCOMPARE(m_session->status().step, 13);
        QCOMPARE(m_session->status().learningRate, 0.01);
        QVERIFY(test::whole(*m_run).events.back().text.find("epoch 2, step 13") != std::string::npos);
    }

    void aStepThenAStartIsATraining()
    {
        m_script->batches = 1000000;
        begin();
        QTRY_COMPARE(m_session->status().state, State::Ready);
        m_session->control()->send({Command::Kind::Step});
        m_session->control()->send({Command::Kind::Step});
        m_session->control()->send({Command::Kind::Start});
        QTRY_VERIFY(m_script->advanced > 10);
        QCOMPARE(m_session->status().state, State::Running);
        m_session->control()->send({Command::Kind::Pause});
        QTRY_COMPARE(m_session->status().state, State::Paused);
    }

    void pausesResumesAndStops()
    {
        m_script->batches = 1000000;
        begin();
        m_session->control()->send({Command::Kind::Start});
        QTRY_VERIFY(m_script->advanced > 5);
        QCOMPARE(m_session->status().state, State::Running);
        m_session->control()->send({Command::Kind::Pause});
        QTRY_COMPARE(m_session->status().state, State::Paused);
        const auto paused = m_script->advanced.load();
        m_session->control()->send({Command::Kind::LearningRate, 0.25}); // applied while paused
        QTRY_COMPARE(m_script->rate.load(), 0.25);
        QCOMPARE(m_script->advanced.load(), paused);
        m_session->control()->send({Command::Kind::Start});
        QTRY_VERIFY(m_script->advanced > paused + 5);
        m_session->control()->send({Command::Kind::Stop});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Stopped);
        QCOMPARE(m_run->info().status, record::RunStatus::Stopped);
        QVERIFY(m_script->finishedTick);
    }

    void lensesAndRateAreSwitchedWhileRunningAndNoted()
    {
        m_script->batches = 1000000;
        begin({{{"kind", "LossMetrics"}}});
        m_session->control()->send({Command::Kind::Start});
        m_session->control()->send({Command::Kind::Watcher, 0, WatcherChange::switched("LossMetrics", false)});
        QTRY_COMPARE(m_script->lensesOff.load(), 1);
        m_session->control()->send({Command::Kind::Watcher, 0, WatcherChange::switched("LossMetrics", true)});
        QTRY_COMPARE(m_script->lensesOff.load(), 0);
        m_session->control()->send({Command::Kind::LearningRate, 0.5});
        QTRY_COMPARE(m_session->status().learningRate, 0.5);
        std::vector<record::RunEvent::Kind> kinds;
        for (const auto &event : test::whole(*m_run).events)
            kinds.push_back(event.kind);
        using Kind = record::RunEvent::Kind;
        QCOMPARE(kinds, (std::vector{Kind::Notice, Kind::LensOff, Kind::LensOn, Kind::LearningRate}));
    }

    void ignoredSettingsAreNoted()
    {
        experiment::Experiment experiment = anyExperiment(experiment::Json::array());
        experiment.notices = {"ignored"};
        m_session = std::make_unique<Session>(experiment, m_run, [this](const experiment::Experiment &) { return std::make_unique<FakeTrainer>(*m_script); });
        QTRY_COMPARE(m_session->status().state, State::Ready);
        QCOMPARE(test::whole(*m_run).events.front().text, std::string("ignored"));
    }

    void lensesAreChangedBetweenBatchesInTheOrderOfCalls()
    {
        m_script->batches = 1000000;
        begin({{{"kind", "LossMetrics"}}});
        m_session->control()->send({Command::Kind::Start});
        QTRY_VERIFY(m_script->advanced > 5);
        m_session->control()->send({Command::Kind::Watcher, 0, WatcherChange::switched("LossMetrics", false)});
        m_session->control()->send({Command::Kind::Watcher, 0, {"LossMetrics", {{"log_scale", true}}}});
        m_session->control()->send({Command::Kind::Watcher, 0, WatcherChange::switched("LossMetrics", true)});
        m_session->control()->send({Command::Kind::Watcher, 0, {"LossMetrics", {{"log_scale", false}}}});
        m_session->control()->send({Command::Kind::Watcher, 0, {"ParameterGradientGeometry", {{"parameters", {"weight"}}}}});
        QCOMPARE(m_session->status().watchers->all().size(), std::size_t{2}); // as requested, before the batch ends
        const auto commands = [&] {
            const std::lock_guard lock(m_script->mutex);
            return m_script->lensCommands;
        };
        QTRY_COMPARE(commands(), (std::vector<std::string>{"LossMetrics off, linear", "LossMetrics off, log", "LossMetrics on, log",
                                                           "LossMetrics on, linear", "ParameterGradientGeometry on, linear"}));
        const auto advanced = m_script->advanced.load();
        QTRY_VERIFY(m_script->advanced > advanced + 5);
        m_session.reset();
        QStringList noted;
        for (const auto &event : test::whole(*m_run).events)
            if (event.kind == record::RunEvent::Kind::LensSettings)
                noted << QString::fromStdString(event.text);
        QCOMPARE(noted, (QStringList{"LossMetrics: log_scale true", "LossMetrics: log_scale false",
                                     "ParameterGradientGeometry: parameters [\"weight\"]"}));
    }

    /// An invalid change is refused at once. The training continues unchanged and its run does not record the change.
    void whatCannotBeIsRefused()
    {
        m_script->batches = 1000000;
        begin({{{"kind", "LossMetrics"}, {"parity", true}}});
        m_session->control()->send({Command::Kind::Start});
        const Json clashing = {{"kind", "StateMonitor"}, {"name", "Loss"}, {"attribute", "weight"}};
        QVERIFY(refusalOf({"Loss", clashing}).find("Loss") != std::string::npos); // the plot is another watcher's
        for (const WatcherChange &change : {WatcherChange::switched("NoLens", true), WatcherChange{"LossMetrics", {{"speed", 3}}},
                                            WatcherChange{"LossMetrics", {{"kind", "OutputNorm"}}}})
            QVERIFY(!refusalOf(change).empty());
        const experiment::Roster stays = *m_session->status().watchers;
        QCOMPARE(stays.all().size(), std::size_t{1});
        QVERIFY(stays.all()[0].settings.at("parity").get<bool>());
        const auto advanced = m_script->advanced.load();
        QTRY_VERIFY(m_script->advanced > advanced + 5);
        m_session.reset();
        QCOMPARE(m_run->info().status, record::RunStatus::Stopped);
        for (const auto &event : test::whole(*m_run).events)
            QVERIFY(!isLensChange(event.kind) && event.kind != record::RunEvent::Kind::Warning);
    }

    void whatTheEngineRefusesStaysOff()
    {
        m_script->batches = 1000000;
        m_script->refused = "OutputNorm";
        begin({{{"kind", "LossMetrics"}}});
        m_session->control()->send({Command::Kind::Start});
        m_session->control()->send({Command::Kind::Watcher, 0, WatcherChange::switched("OutputNorm", true)});
        QTRY_VERIFY(!experiment::isOn(*m_session->status().watchers->find("OutputNorm")));
        const auto advanced = m_script->advanced.load();
        QTRY_VERIFY(m_script->advanced > advanced + 5);
        m_session.reset();
        QCOMPARE(m_run->info().status, record::RunStatus::Stopped);
        QStringList warnings;
        for (const auto &event : test::whole(*m_run).events) {
            QVERIFY(!isLensChange(event.kind));
            if (event.kind == record::RunEvent::Kind::Warning)
                warnings << QString::fromStdString(event.text);
        }
        QCOMPARE(warnings, QStringList{"its plot is another's"});
    }

    void anExceptionEndsTheTrainingNotTheProgram()
    {
        m_script->throwsAt = 7;
        begin();
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Failed);
        QCOMPARE(m_run->info().status, record::RunStatus::Failed);
        QCOMPARE(m_run->info().message, "the batch exploded");
        QCOMPARE(m_run->frameCount(), std::size_t{6});
    }

    void anythingThatIsThrownEndsTheTrainingNotTheProgram()
    {
        m_script->throwsAt = 7;
        m_script->throwsAnything = true;
        begin();
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Failed);
        QVERIFY2(QString::fromStdString(m_run->info().message).contains("no std::exception"), m_run->info().message.c_str());
        QCOMPARE(m_run->frameCount(), std::size_t{6});
    }

    void whatCannotBePreparedFailsWithItsReason()
    {
        m_script->cannotPrepare = true;
        begin();
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().activity, "/data: no such data set");
    }

    void aDivergedLossIsToldOnceAndTrainingGoesOn()
    {
        m_script->diverges = 5;
        begin();
        m_session->control()->send({Command::Kind::Start});
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Finished);
        QCOMPARE(warnings().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(warnings().front()).contains("became nan in epoch 1, step 5"));
    }

    void destructionStopsAfterTheBatch()
    {
        m_script->batches = 1000000;
        begin();
        m_session->control()->send({Command::Kind::Start});
        QTRY_VERIFY(m_script->advanced > 2);
        m_session.reset();
        QCOMPARE(m_run->info().status, record::RunStatus::Stopped);
    }

    // ---- reactions to findings

    void aFindingPausesWhereSomebodyCanGoOn()
    {
        m_script->batches = 1000000;
        begin();
        HealthReactions reactions({.pause = {"LossSpike"}}, m_run, *m_session);
        m_session->control()->send({Command::Kind::Start});
        reactions.react(judgement("LossSpike", health::Severity::Warning));
        QTRY_VERIFY(m_script->advanced > 3);
        QCOMPARE(m_session->status().state, State::Running);
        reactions.setCanPause(true);
        reactions.react(judgement("LossSpike", health::Severity::Warning)); // already handled
        reactions.react(judgement("LossSpike", health::Severity::Note));
        reactions.react(judgement("DeadUnits", health::Severity::Problem));
        QVERIFY(warnings().empty());
        reactions.react(judgement("LossSpike", health::Severity::Problem));
        QTRY_COMPARE(m_session->status().state, State::Paused);
        QCOMPARE(warnings(), std::vector<std::string>{"LossSpike pauses the training: 7 of 3"});
        m_session->control()->send({Command::Kind::Start});
        reactions.react(judgement("LossSpike", health::Severity::Problem));
        const auto before = m_script->advanced.load();
        QTRY_VERIFY(m_script->advanced > before + 3);
    }

    void aProblemHasACheckpointWrittenAndStops()
    {
        m_script->batches = 1000000;
        begin();
        m_session->keepCheckpoint("/nowhere/checkpoint.pt");
        std::vector<std::string> notified;
        HealthReactions reactions({.notify = {"warning"}, .checkpoint = {"problem"}, .stop = {"problem"}}, m_run, *m_session);
        reactions.setNotify([&](const health::Finding &finding) { notified.push_back(finding.rule); });
        m_session->control()->send({Command::Kind::Start});
        reactions.react(judgement("DeadUnits", health::Severity::Warning));
        QTRY_VERIFY(m_script->advanced > 3);
        QVERIFY(reactions.stoppedBy().empty());
        reactions.react(judgement("NotFinite", health::Severity::Problem));
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        QCOMPARE(m_session->status().state, State::Stopped);
        QCOMPARE(reactions.stoppedBy(), "NotFinite");
        QVERIFY(m_script->checkpoints >= 1);
        QCOMPARE(notified, (std::vector<std::string>{"DeadUnits", "NotFinite"}));
        reactions.end();
        m_session.reset();
        reactions.react(judgement("LossDiverging", health::Severity::Problem));
        QCOMPARE(notified.size(), std::size_t{2});
    }

    /// The reason for stopping is the last message, independent of the training's position by then.
    void whyATrainingStoppedIsSaidLast()
    {
        m_script->batches = 1000000;
        begin();
        m_session->keepCheckpoint("/nowhere/checkpoint.pt");
        HealthReactions reactions({.checkpoint = {"warning"}, .pause = {"LossSpike"}, .stop = {"DeadUnits"}}, m_run, *m_session);
        reactions.setCanPause(true);
        m_session->control()->send({Command::Kind::Start});
        QTRY_VERIFY(m_session->status().step > 10);
        health::Judgement found = judgement("DeadUnits", health::Severity::Problem);
        for (const char *rule : {"LossSpike", "NotFinite"})
            found.findings.push_back(judgement(rule, health::Severity::Problem).findings.front());
        reactions.react(found);
        QVERIFY(m_session->waitUntilOver(test::kPatience));
        reactions.react(judgement("LossDiverging", health::Severity::Problem)); // the training has stopped
        QCOMPARE(warnings().size(), std::size_t{4});
        QCOMPARE(warnings().back(), "DeadUnits stops the training: 7 of 3");
        for (const auto &event : test::whole(*m_run).events)
            if (event.kind == record::RunEvent::Kind::Warning)
                QVERIFY(event.step > 10);
    }

    /// A short training may end before it is judged for the first time.
    void whatWouldHaveStoppedATrainingIsSaid()
    {
        begin();
        HealthReactions reactions({.checkpoint = {"problem"}, .pause = {"problem"}, .stop = {"NotFinite"}}, m_run, *m_session);
        reactions.setLast();
        reactions.react(judgement("NotFinite", health::Severity::Problem));
        QCOMPARE(reactions.stoppedBy(), "NotFinite");
        QCOMPARE(warnings(), std::vector<std::string>{"NotFinite would have stopped the training, but the training was at its end: 7 of 3"});
    }

    void whatWasFoundBeforeATrainingWasResumedIsOver()
    {
        const auto loss = m_run->registerSeries({m_run->registerTag({"Loss", "LossMetrics"}), "Loss", "train_loss mean"});
        m_run->commit({{20, 1, 20, 20, 0}, {{loss, 1.0}}});
        m_script->batches = 1000000;
        begin();
        HealthReactions reactions({.stop = {"problem"}}, m_run, *m_session);
        reactions.react(judgement("NotFinite", health::Severity::Problem, 20));
        QVERIFY(reactions.stoppedBy().empty());
        reactions.react(judgement("NotFinite", health::Severity::Problem, 21));
        QCOMPARE(reactions.stoppedBy(), "NotFinite");
    }

private:
    static health::Judgement judgement(const std::string &rule, health::Severity severity, std::int64_t step = 1)
    {
        health::Judgement judgement;
        judgement.findings = {{.rule = rule, .severity = severity, .firstStep = step, .lastStep = step, .values = "7 of 3"}};
        return judgement;
    }

    std::string refusalOf(const WatcherChange &change)
    {
        return m_session->control()->outcomeOf({Command::Kind::Watcher, 0, change}, 0ms).value();
    }

    std::vector<std::string> warnings() const
    {
        std::vector<std::string> texts;
        for (const auto &event : test::whole(*m_run).events)
            if (event.kind == record::RunEvent::Kind::Warning)
                texts.push_back(event.text);
        return texts;
    }

    void begin(const experiment::Json &lenses = experiment::Json::array())
    {
        m_session = std::make_unique<Session>(anyExperiment(lenses), m_run, [this](const experiment::Experiment &) {
            return std::make_unique<FakeTrainer>(*m_script);
        });
    }

    std::shared_ptr<store::RunStore> m_run;
    std::unique_ptr<FakeTrainer::Script> m_script;
    std::unique_ptr<Session> m_session;
};

LENSBOARD_TEST(SessionTest)
#include "tst_session.moc"
