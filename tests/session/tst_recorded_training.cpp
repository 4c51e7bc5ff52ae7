// A training with its run file and checkpoints, as used by the command line and the window, without either.

#include "core/session/recorded_training.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_file.h"
#include "tests/support/empty_home.h"
#include "tests/support/ended_run.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <future>
#include <iterator>
#include <map>
#include <string_view>

using namespace lensboard;
using session::RecordedTraining;
using session::State;

namespace fs = std::filesystem;

namespace {

experiment::Experiment small(int epochs)
{
    return experiment::Experiment::fromJson({{"format", 1},
                                             {"name", "small"},
                                             {"dataset", {{"kind", "spirals"}, {"train_samples", 100}, {"validation_samples", 20}}},
                                             {"model", {{"kind", "mlp"}, {"hidden", {8}}}},
                                             {"optimizer", {{"kind", "sgd"}, {"lr", 0.05}}},
                                             {"epochs", epochs},
                                             {"batch_size", 20},
                                             {"threads", 1},
                                             {"tick", {{"unit", "steps"}, {"every", 1}}},
                                             {"lenses", {{{"kind", "LossMetrics"}}}}});
}

bool isReady(RecordedTraining &training)
{
    return training.session().status().state == State::Ready;
}

} // namespace

class RecordedTrainingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunIsRecordedFromTheFirstStepOn()
    {
        const std::string file = path("first.lbrun");
        RecordedTraining training(small(4), {});
        QTRY_VERIFY(isReady(training));
        QVERIFY(training.file().empty() && !training.isRecording());
        training.record(file);
        training.record(path("other.lbrun")); // it already has a file
        QCOMPARE(training.file(), fs::path(file));
        QVERIFY(!fs::exists(path("other.lbrun")));
        training.session().control()->send({session::Command::Kind::Start});
        QVERIFY(training.session().waitUntilOver(test::kPatience));
        training.closeFile();
        QVERIFY(training.isWritten() && !training.unsaved().isAny());
        QCOMPARE(training.finish(), std::string());
        const store::RunFile run(file);
        QCOMPARE(run.info().status, record::RunStatus::Finished);
        QCOMPARE(run.frameCount(), std::size_t{20});
        QVERIFY(fs::exists(session::checkpointPath(file)));
    }

    /// The verdict is complete even if the training ends before the judge's next check.
    void theRunSaysWhatRulesFound()
    {
        const std::string fine = path("fine.lbrun"), sick = path("sick.lbrun");
        trainOn(fine, small(20));
        experiment::Experiment diverging = small(20);
        diverging.optimizer.settings["lr"] = 1e9;
        diverging.health.stop = {"problem"};
        {
            RecordedTraining training(diverging, {});
            QTRY_VERIFY(isReady(training));
            training.record(sick);
            training.session().control()->send({session::Command::Kind::Start});
            QVERIFY(training.session().waitUntilOver(test::kPatience));
            QVERIFY(!training.reactions().stoppedBy().empty());
        }
        QVERIFY(!store::RunFile(fine).info().verdict); // losses alone give no verdict
        const auto verdict = store::RunFile(sick).info().verdict;
        QVERIFY(verdict && !verdict->problems.empty());
    }

    void whatIsNotRecordedIsInMemory()
    {
        RecordedTraining training(small(1), {});
        training.session().control()->send({session::Command::Kind::Start});
        QVERIFY(training.session().waitUntilOver(test::kPatience));
        QCOMPARE(training.run()->frameCount(), std::size_t{5});
        QVERIFY_EXCEPTION_THROWN(training.record("/proc/none/run.lbrun"), std::runtime_error);
        const session::UnsavedTicks unsaved = training.unsaved();
        QCOMPARE(unsaved.count, std::size_t{5});
        QCOMPARE(unsaved.first.tick, 1);
        QVERIFY2(unsaved.why.starts_with("/proc/none/run.lbrun: cannot be created"), unsaved.why.c_str());
        QCOMPARE(training.finish(), std::string());
    }

    /// 67 MiB per tick, of a weight watched from the window while the training runs.
    void aWatchedWeightOfManyMegabytesIsRecordedWithAllBehindIt()
    {
        const std::string file = path("large.lbrun");
        experiment::Experiment experiment = small(1);
        experiment.model.settings["hidden"] = {4200, 4200};
        RecordedTraining training(experiment, {});
        session::Session &session = training.session();
        QTRY_VERIFY(isReady(training));
        training.record(file);
        session.control()->send({session::Command::Kind::Step});
        QTRY_COMPARE(session.status().step, 1);
        QTRY_COMPARE(session.status().state, State::Paused);
        session.control()->send({session::Command::Kind::Watcher, 0, {"watched", {{"kind", "StateMonitor"}, {"name", "watched"}, {"module", "fc2"}, {"attribute", "weight"}}}});
        session.control()->send({session::Command::Kind::Start});
        QVERIFY(session.waitUntilOver(test::kPatience));
        QCOMPARE(session.status().state, State::Finished);
        QVERIFY(fs::exists(session::checkpointPath(file)));
        QCOMPARE(training.finish(), std::string());
        const store::RunFile run(file);
        QCOMPARE(run.info().status, record::RunStatus::Finished);
        QCOMPARE(run.frameCount(), std::size_t{5});
        const store::RunChanges all = test::whole(run);
        const auto tensors = std::ranges::find(all.series, record::SeriesRole::Tensor, &record::SeriesSpec::role);
        QVERIFY(tensors != all.series.end());
        const auto series = static_cast<std::uint32_t>(tensors - all.series.begin());
        const auto places = run.tensorPlaces(series);
        QCOMPARE(places.size(), std::size_t{3}); // the limit of 256 MB is then reached
        for (const store::TensorPlace &place : places) {
            const auto is = run.tensor(series, place.frame), was = training.run()->tensor(series, place.frame);
            QVERIFY(is && was && *is == *was && is->shape == (std::vector<std::int64_t>{4200, 4200}));
        }
        for (const record::RunEvent &event : all.events)
            QVERIFY2(event.kind != record::RunEvent::Kind::Warning || event.text.starts_with("\"watched tensor\" keeps no more tensors"), event.text.c_str());
    }

    /// Recording continues in the same file with the last watchers. Values equal an uninterrupted training's.
    void aStoppedRunGoesOn()
    {
        const std::string whole = path("whole.lbrun"), file = path("stopped.lbrun");
        trainOn(whole, small(40));
        {
            RecordedTraining training(small(40), {});
            training.record(file);
            training.session().control()->send({session::Command::Kind::Step});
            QTRY_COMPARE(training.session().status().step, 1);
            training.session().control()->send({session::Command::Kind::Watcher, 0, {"ParameterNorm", {{"log_scale", true}}}});
            training.session().control()->send({session::Command::Kind::Step});
            QTRY_COMPARE(training.session().status().step, 2);
            training.session().control()->send({session::Command::Kind::Stop});
            QVERIFY(training.session().waitUntilOver(test::kPatience));
            QVERIFY(!training.discardUnlessTrained());
            QCOMPARE(training.finish(), std::string());
        }
        RecordedTraining resumed(session::resumeRun(file));
        QVERIFY(resumed.isResumed());
        QCOMPARE(resumed.file(), fs::path(file));
        const experiment::Roster watchers = *resumed.session().status().watchers;
        QVERIFY(watchers.find("ParameterNorm") && watchers.find("ParameterNorm")->settings.at("log_scale").get<bool>());
        QVERIFY(!resumed.discardUnlessTrained()); // the file belongs to the old training
        resumed.record();
        resumed.session().control()->send({session::Command::Kind::Start});
        QVERIFY(resumed.session().waitUntilOver(test::kPatience));
        QCOMPARE(resumed.finish(), std::string());
        QCOMPARE(losses(file), losses(whole));
        QVERIFY(!fs::exists(file + ".before"));
    }

    void aRunThatWasKilledBeforeItsEndWasWrittenGetsIt()
    {
        const std::string file = path("ended.lbrun");
        trainOn(file, small(4));
        const auto expected = losses(file);
        QVERIFY_EXCEPTION_THROWN(session::resumeRun(file), std::runtime_error); // it is finished
        test::makeKilled(file);
        QCOMPARE(store::RunFile(file).info().status, record::RunStatus::Interrupted);
        RecordedTraining resumed(session::resumeRun(file));
        resumed.record();
        resumed.session().control()->send({session::Command::Kind::Start});
        QVERIFY(resumed.session().waitUntilOver(test::kPatience));
        QCOMPARE(resumed.session().status().state, State::Finished);
        QCOMPARE(resumed.finish(), std::string());
        QCOMPARE(store::RunFile(file).info().status, record::RunStatus::Finished);
        QCOMPARE(losses(file), expected);
    }

    void aCheckpointOfAnotherRunIsRefused()
    {
        const std::string one = path("one.lbrun"), other = path("other.lbrun");
        trainOn(one, small(2));
        trainOn(other, small(4));
        test::makeKilled(one);
        fs::copy_file(session::checkpointPath(other), session::checkpointPath(one), fs::copy_options::overwrite_existing);
        QString error;
        try {
            session::resumeRun(one);
        } catch (const std::runtime_error &thrown) {
            error = thrown.what();
        }
        QVERIFY2(error.contains("was saved by another run") && error.contains("one.checkpoint.pt") && error.contains("one.lbrun"), qPrintable(error));
        QCOMPARE(store::RunFile(one).frameCount(), std::size_t{10});
    }

    void aRunIsResumedOnce()
    {
        const std::string file = path("twice.lbrun");
        trainOn(file, small(4));
        test::makeKilled(file);
        RecordedTraining first(session::resumeRun(file)), second(session::resumeRun(file));
        first.record();
        QVERIFY_EXCEPTION_THROWN(second.record(), std::runtime_error);
        QVERIFY_EXCEPTION_THROWN(session::resumeRun(file), std::runtime_error);
        first.session().control()->send({session::Command::Kind::Start});
        QVERIFY(first.session().waitUntilOver(test::kPatience));
        QCOMPARE(first.finish(), std::string());
        QCOMPARE(store::RunFile(file).frameCount(), std::size_t{20});
    }

    void aFinishedRunIsNotCutBackToAnOlderCheckpoint()
    {
        const std::string file = path("unsaved.lbrun");
        experiment::Experiment experiment = small(4);
        experiment.checkpoint.every = 0; // only when it is stopped
        trainSteps(RecordedTraining(experiment, {}), file, 2);
        {
            RecordedTraining resumed(session::resumeRun(file));
            resumed.record();
            resumed.session().control()->send({session::Command::Kind::Start});
            QVERIFY(resumed.session().waitUntilOver(test::kPatience));
            QCOMPARE(resumed.finish(), std::string());
        }
        QCOMPARE(store::RunFile(file).frameCount(), std::size_t{20});
        QVERIFY(fs::exists(session::checkpointPath(file)));
        QVERIFY_EXCEPTION_THROWN(session::resumeRun(file), std::runtime_error);
    }

    /// The new run does not replace the earlier run's checkpoint, and cannot be resumed from it.
    void aNewRunKeepsFilesOfAnEarlierRun()
    {
        const std::string file = path("again.lbrun"), moved = path("moved.lbrun");
        trainOn(file, small(4));
        const std::string checkpoint = contents(session::checkpointPath(file));
        fs::copy(file, file + ".before");
        fs::rename(file, moved);
        trainOn(file, small(1));
        QCOMPARE(session::recordedPath(file), fs::path(file));
        const std::string kept = session::checkpointPath(file).string() + ".old";
        QVERIFY(contents(kept) == checkpoint && contents(session::checkpointPath(file)) != checkpoint);
        QVERIFY(contents(file + ".before.old") == contents(moved));
        store::RunCursor start;
        const auto events = store::RunFile(file).since(start).events;
        QVERIFY(std::ranges::any_of(events, [&](const auto &event) { return event.text == "A file of an earlier run of this name is kept as " + kept + "."; }));
    }

    /// A copy with fewer ticks is not taken for a file renamed by a resumption.
    void aCopyOfTheUserIsNotTakenForTheRun()
    {
        const std::string whole = path("uncopied.lbrun"), file = path("copied.lbrun"), copy = path("copy.lbrun");
        trainOn(whole, small(4));
        trainSteps(RecordedTraining(small(4), {}), file, 2);
        fs::copy(file, copy);
        trainSteps(RecordedTraining(session::resumeRun(file)), {}, 4);
        fs::rename(copy, file + ".before");
        QCOMPARE(session::recordedPath(file), fs::path(file));
        {
            RecordedTraining resumed(session::resumeRun(file));
            resumed.record();
            resumed.session().control()->send({session::Command::Kind::Start});
            QVERIFY(resumed.session().waitUntilOver(test::kPatience));
            QCOMPARE(resumed.finish(), std::string());
        }
        QCOMPARE(losses(file), losses(whole));
        QCOMPARE(losses(file + ".before.old").size(), std::size_t{2});
    }

    /// A checkpoint ahead of its run could not be resumed.
    void noCheckpointIsAheadOfItsRun()
    {
        const std::string file = path("deleted.lbrun");
        experiment::Experiment experiment = small(4);
        experiment.checkpoint.onStop = false;
        RecordedTraining training(experiment, {});
        training.record(file);
        const auto saved = [&] {
            std::promise<std::string> told;
            training.session().control()->send({session::Command::Kind::Checkpoint}, [&told](const std::string &error) { told.set_value(error); });
            return told.get_future().get();
        };
        training.session().control()->send({session::Command::Kind::Step});
        QTRY_COMPARE(training.session().status().step, 1);
        QCOMPARE(saved(), std::string());
        fs::remove(session::checkpointPath(file));
        fs::remove(file);
        training.session().control()->send({session::Command::Kind::Step});
        QTRY_COMPARE(training.session().status().step, 2);
        const std::string told = saved();
        QVERIFY2(told.find(file + ": ") != std::string::npos && told.find("; 1 of 2 ticks are in the file") != std::string::npos, told.c_str());
        QVERIFY(!fs::exists(session::checkpointPath(file)));
        training.session().control()->send({session::Command::Kind::Stop});
        QVERIFY(training.session().waitUntilOver(test::kPatience));
    }

    /// Also during training.
    void whatIsNotInItsFileIsNamed()
    {
        const std::string file = path("taken.lbrun");
        RecordedTraining training(small(4), {});
        QTRY_VERIFY(isReady(training));
        training.record(file);
        training.session().control()->send({session::Command::Kind::Step});
        QTRY_COMPARE(training.session().status().step, 1);
        QTRY_VERIFY(!training.unsaved().isAny());
        fs::remove(file);
        for (int step = 2; step < 4; ++step) {
            QTRY_COMPARE(training.session().status().state, State::Paused);
            training.session().control()->send({session::Command::Kind::Step});
            QTRY_COMPARE(training.session().status().step, step);
        }
        QTRY_VERIFY(!training.unsaved().why.empty());
        const session::UnsavedTicks unsaved = training.unsaved();
        QCOMPARE(unsaved.count, std::size_t{2});
        QCOMPARE(unsaved.first.tick, 2);
        QVERIFY2(unsaved.why.starts_with(file + ": was moved or deleted"), unsaved.why.c_str());
    }

    /// Paused, stepped, switched and set like a single process.
    void severalProcessesFollowTheSameCommands()
    {
        if (!std::string_view(LENSBOARD_HAS_C10D).empty())
            qputenv("LENSBOARD_PROGRAM", LENSBOARD_BINARY_DIR "/bin/lensboard");
        else
            QSKIP("this build trains in one process");
        experiment::Experiment experiment = small(100000);
        experiment.processes = 2;
        const std::string file = path("several.lbrun");
        RecordedTraining training(experiment, {});
        session::Session &session = training.session();
        QTRY_VERIFY(isReady(training));
        training.record(file);
        session.control()->send({session::Command::Kind::Step});
        QTRY_COMPARE(session.status().step, 1);
        session.control()->send({session::Command::Kind::Watcher, 0, {"OutputNorm", {{"enabled", true}}}});
        session.control()->send({session::Command::Kind::LearningRate, 0.01});
        session.control()->send({session::Command::Kind::Step});
        QTRY_COMPARE(session.status().step, 2);
        QTRY_COMPARE(session.status().state, State::Paused);
        session.control()->send({session::Command::Kind::Start});
        QTRY_VERIFY(session.status().step > 100);
        session.control()->send({session::Command::Kind::Pause});
        QTRY_COMPARE(session.status().state, State::Paused);
        session.control()->send({session::Command::Kind::Watcher, 0, {"OutputNorm", {{"enabled", false}}}});
        session.control()->send({session::Command::Kind::Watcher, 0, {"OutputActivation", {{"enabled", true}}}});
        std::promise<std::string> saved;
        session.control()->send({session::Command::Kind::Checkpoint}, [&](const std::string &error) { saved.set_value(error); });
        QCOMPARE(saved.get_future().get(), std::string());
        const std::int64_t paused = session.status().step;
        session.control()->send({session::Command::Kind::Start});
        QTRY_VERIFY(session.status().step > paused + 50);
        session.control()->send({session::Command::Kind::Stop});
        QVERIFY(session.waitUntilOver(test::kPatience));
        QCOMPARE(session.status().state, State::Stopped);
        QCOMPARE(training.finish(), std::string());

        const store::RunFile run(file);
        store::RunCursor start;
        const store::RunChanges all = run.since(start);
        const auto count = [&](record::RunEvent::Kind kind) { return std::ranges::count(all.events, kind, &record::RunEvent::kind); };
        QCOMPARE(count(record::RunEvent::Kind::LearningRate), 1);
        QCOMPARE(count(record::RunEvent::Kind::Warning), 0);
        std::map<std::string, std::size_t> values; // by lens
        const std::map<std::uint32_t, record::TagSpec> tags(all.tags.begin(), all.tags.end());
        for (std::uint32_t i = 0; i < all.series.size(); ++i)
            values[tags.at(all.series[i].tag).lens] += run.tally(i).count;
        QVERIFY(values["OutputNorm"] > 100 && values["OutputActivation"] > 50 && values["Processes"] > 100);
    }

    /// Each process measures some layers and receives every switch, setting and added watcher. With a memory limit the first process measures all
    /// layers.
    void lensesOfParametersAreSwitchedInAllProcesses()
    {
        if (std::string_view(LENSBOARD_HAS_C10D).empty())
            QSKIP("this build trains in one process");
        qputenv("LENSBOARD_PROGRAM", LENSBOARD_BINARY_DIR "/bin/lensboard");
        experiment::Experiment experiment = small(100);
        experiment.processes = 2;
        experiment.model.settings["hidden"] = {500, 400, 300};
        const std::vector<experiment::WatcherChange> changes = {{"ParameterUpdateGeometry", {{"enabled", true}}},
                                                                {"ParameterNorm", {{"enabled", true}}},
                                                                {"ParameterUpdateGeometry", {{"normalise_by_size", true}}},
                                                                {"ParameterNorm", {{"enabled", false}}},
                                                                {"ParameterCondition", {{"enabled", true}}}};
        std::map<std::string, std::map<std::string, std::vector<double>>> values; // by limit and series
        for (const std::string memory : {"1 GB", ""}) {
            experiment.inspector.memory = memory;
            RecordedTraining training(experiment, {});
            session::Session &session = training.session();
            QTRY_VERIFY(isReady(training));
            const std::string file = path(memory.empty() ? "divided.lbrun" : "undivided.lbrun");
            training.record(file);
            for (const experiment::WatcherChange &change : changes) {
                session.control()->send({session::Command::Kind::Watcher, 0, change});
                for (int i = 0; i < 3; ++i) {
                    const std::int64_t before = session.status().batch; // of training or validation
                    session.control()->send({session::Command::Kind::Step});
                    QTRY_VERIFY(session.status().batch != before);
                    QTRY_COMPARE(session.status().state, State::Paused);
                }
            }
            session.control()->send({session::Command::Kind::Stop});
            QVERIFY(session.waitUntilOver(test::kPatience));
            QCOMPARE(training.finish(), std::string());
            const store::RunFile run(file);
            store::RunCursor start;
            const store::RunChanges all = run.since(start);
            const std::map<std::uint32_t, record::TagSpec> tags(all.tags.begin(), all.tags.end());
            for (std::uint32_t i = 0; i < all.series.size(); ++i)
                if (const record::TagSpec &tag = tags.at(all.series[i].tag); tag.lens.starts_with("Parameter"))
                    for (const store::PlacedValue &each : run.values(i, 0, 1000)) {
                        auto &known = values[memory][tag.name + ' ' + all.series[i].layer + ' ' + all.series[i].label];
                        known.insert(known.end(), {static_cast<double>(each.frame), each.value});
                    }
        }
        QVERIFY(values[""].size() > 20);
        for (const auto &[series, numbers] : values[""])
            QVERIFY2(numbers == values["1 GB"][series], series.c_str());
        QCOMPARE(values[""].size(), values["1 GB"].size());
    }

    void aRunWithoutABatchIsTakenAway()
    {
        const std::string file = path("unborn.lbrun");
        const std::string before = path("before.lbrun");
        trainOn(before, small(1));
        RecordedTraining training(small(4), session::TrainingStart{session::checkpointPath(before), {}, false}); // at a later step, but in its own run
        QVERIFY(!training.discardUnlessTrained()); // nothing to discard
        QTRY_VERIFY(isReady(training));
        QVERIFY(training.session().status().step > 0);
        training.record(file);
        QVERIFY(fs::exists(file) && !training.discardUnlessTrained()); // the training is not over
        training.session().control()->send({session::Command::Kind::Stop});
        QVERIFY(training.session().waitUntilOver(test::kPatience));
        QVERIFY(training.discardUnlessTrained());
        QVERIFY(!fs::exists(file) && training.file().empty());
        training.session().control()->send({session::Command::Kind::Checkpoint});
        QCOMPARE(training.finish(), std::string());
    }

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    /// Trains into \p file until \p step steps are done in total, and stops.
    static void trainSteps(RecordedTraining training, const std::string &file, int step)
    {
        QTRY_VERIFY(isReady(training));
        training.record(file);
        while (training.session().status().step < step) {
            const std::int64_t before = training.session().status().step;
            training.session().control()->send({session::Command::Kind::Step});
            QTRY_VERIFY(training.session().status().step > before);
        }
        training.session().control()->send({session::Command::Kind::Stop});
        QVERIFY(training.session().waitUntilOver(test::kPatience));
        QCOMPARE(training.finish(), std::string());
    }

    static std::string contents(const fs::path &file)
    {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    static void trainOn(const std::string &file, const experiment::Experiment &experiment)
    {
        RecordedTraining training(experiment, {});
        training.record(file);
        training.session().control()->send({session::Command::Kind::Start});
        QVERIFY(training.session().waitUntilOver(test::kPatience));
        QCOMPARE(training.finish(), std::string());
    }

    static std::vector<double> losses(const std::string &file)
    {
        const store::RunFile run(file);
        const store::RunChanges all = test::whole(run);
        std::vector<double> values;
        for (const record::Frame &frame : run.frames(0, all.lastFrame))
            for (const auto &[series, value] : frame.values)
                if (all.series.at(series).label == "train_loss mean")
                    values.push_back(value);
        return values;
    }

    test::EmptyHome m_home;
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(RecordedTrainingTest)
#include "tst_recorded_training.moc"
