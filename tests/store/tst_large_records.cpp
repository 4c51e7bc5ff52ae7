// Records too large for a row of a run file, and the records after them.

#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "core/store/file/sqlite.h"
#include "tests/support/compare_runs.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <string>

using namespace lensboard;
using namespace lensboard::store;
using record::RunEvent;
using record::RunStatus;

namespace {

constexpr std::size_t kTicks = 10;
constexpr std::size_t kBeyondARow = (std::size_t{64} << 20) + 1000; ///< bytes

std::shared_ptr<const record::TensorValue> tensorOf(std::int64_t rows, std::int64_t columns)
{
    auto tensor = std::make_shared<record::TensorValue>();
    tensor->shape = {rows, columns};
    tensor->values.resize(static_cast<std::size_t>(rows * columns));
    std::iota(tensor->values.begin(), tensor->values.end(), 1.0F);
    return tensor;
}

std::vector<std::string> warnings(const Run &run)
{
    std::vector<std::string> texts;
    for (const RunEvent &event : test::whole(run).events)
        if (event.kind == RunEvent::Kind::Warning)
            texts.push_back(event.text);
    return texts;
}

/// Two lines, a histogram and a tensor.
std::shared_ptr<RunStore> madeRun()
{
    auto run = std::make_shared<RunStore>();
    run->update([](record::RunInfo &info) { info.name = "large"; });
    test::addMadeSeries(*run, 2);
    run->registerTag({"Distribution", "H"});
    run->registerSeries({1, "fc1", "weight", record::SeriesRole::Histogram});
    run->registerTag({"fc1.weight tensor", "StateMonitor", record::TagKind::Tensors});
    run->registerSeries({2, "fc1", "", record::SeriesRole::Tensor});
    return run;
}

constexpr std::uint32_t kHistogram = 2, kTensor = 3;

void finish(RunStore &run)
{
    run.update([](record::RunInfo &info) { info.status = RunStatus::Finished; });
}

} // namespace

class LargeRecordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aTensorOfManyMegabytesIsWrittenAndAllBehindIt()
    {
        const auto run = madeRun();
        const auto large = tensorOf(4200, 4200), small = tensorOf(2, 3);
        RunSaver saver(run, path("large.lbrun"));
        run->commit(test::madeFrame(0, 2));
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{1});
        QCOMPARE(version("large.lbrun"), 4);
        RunFile followed(path("large.lbrun"));
        QCOMPARE(followed.frameCount(), std::size_t{1});
        for (std::size_t i = 1; i < kTicks; ++i) {
            record::Frame frame = test::madeFrame(i, 2);
            if (i == 3 || i == 5)
                frame.tensors.push_back({kTensor, i == 3 ? large : small});
            run->commit(std::move(frame));
        }
        QTRY_COMPARE(saver.acknowledgedFrames(), kTicks);
        QVERIFY(followed.refresh());
        QCOMPARE(followed.frameCount(), kTicks);
        QVERIFY(*followed.tensor(kTensor, 3) == *large);
        finish(*run);
        QTRY_VERIFY((followed.refresh(), saver.isClosed()));
        QVERIFY(warnings(*run).empty());
        QCOMPARE(version("large.lbrun"), 6);
        const RunFile file(path("large.lbrun"));
        saveRunCopy(file, path("copy.lbrun"));
        for (const char *name : {"large.lbrun", "copy.lbrun"}) {
            const RunFile read(path(name));
            test::compareContents(read, *run);
            QCOMPARE(read.tensorPlaces(kTensor).size(), std::size_t{2});
            QVERIFY(*read.tensor(kTensor, 3) == *large && *read.tensor(kTensor, 5) == *small);
        }
    }

    /// Otherwise the run could not be thinned, resumed or copied.
    void aLargeTensorThatWasReleasedIsReadFromTheFile()
    {
        const auto run = madeRun();
        const auto large = tensorOf(4200, 4200);
        RunSaver saver(run, path("released.lbrun"));
        for (std::size_t i = 0; i < 3000; ++i) {
            record::Frame frame = test::madeFrame(i, 2);
            if (i == 7)
                frame.tensors.push_back({kTensor, large});
            run->commit(std::move(frame));
        }
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{3000});
        QVERIFY(run->tensor(kTensor, 7) != large && *run->tensor(kTensor, 7) == *large);
        finish(*run);
        QTRY_VERIFY(saver.isClosed());
    }

    /// The change is made before tick 3. \c warning is empty if no record is lost.
    void aRecordThatCannotBeWrittenKeepsNoOtherBack_data()
    {
        using Change = std::function<void(RunStore &, record::Frame &)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("warning");
        const auto info = [](const std::function<void(record::RunInfo &)> &set) {
            return Change([set](RunStore &run, record::Frame &) { run.update(set); });
        };
        const auto event = [](const RunEvent &added) { return Change([added](RunStore &run, record::Frame &) { run.append(added); }); };
        const std::string text(kBeyondARow, 'x');
        QTest::newRow("tensor of another shape") << Change([](RunStore &, record::Frame &frame) {
            frame.tensors.push_back({kTensor, std::make_shared<record::TensorValue>(record::TensorValue{{2, 2}, {1, 2, 3}})});
        }) << "The tensor fc1.weight tensor fc1  of tick 4 (0 MiB) is not in the run file: a tensor with more or fewer values than its shape says.";
        QTest::newRow("histogram without limits") << Change([](RunStore &, record::Frame &frame) {
            frame.histograms.push_back({kHistogram, {{0, 1}, {1, 2, 3}}});
        }) << "The histogram Distribution fc1 weight of tick 4 (3 bins) is not in the run file: a histogram with limits that do not fit its counts.";
        QTest::newRow("large histogram") << Change([](RunStore &, record::Frame &frame) {
            frame.histograms.push_back({kHistogram, {std::vector<double>(kBeyondARow / 8 + 1), std::vector<double>(kBeyondARow / 8)}});
        }) << "(8388733 bins) is not in the run file: it is larger than a row of the file may be.";
        QTest::newRow("long text") << event({RunEvent::Kind::Text, 3, 1.0, "log\n" + text}) << "A text of 67109868 bytes that was logged at step 3 is not";
        QTest::newRow("long change") << event({RunEvent::Kind::LensSettings, 3, 1.0, "set", text}) << "is not in the run file: it is larger";
        QTest::newRow("event without a time") << event({RunEvent::Kind::Notice, 3, std::nan(""), "when?"}) << "";
        QTest::newRow("long name of a tag") << Change([text](RunStore &run, record::Frame &frame) {
            run.registerSeries({run.registerTag({text, "L"}), "fc", "mean", record::SeriesRole::Line});
            frame.values.push_back({4, 1.0});
        }) << "The name of the tag xxx";
        QTest::newRow("long name of a series") << Change([text](RunStore &run, record::Frame &frame) {
            run.registerSeries({0, text, "mean", record::SeriesRole::Line});
            frame.values.push_back({4, 1.0});
        }) << "The name of the series xxx";
        QTest::newRow("long message") << info([text](auto &run) { run.message = text; }) << "The entry message of the run (67109864 bytes) is not in the run file";
        QTest::newRow("long notes") << info([](auto &run) { run.notes.assign(record::kLongestNotes + 1, 'x'); }) << "";
        QTest::newRow("long type of a layer") << info([text](auto &run) { run.layers = {{"fc1", text, true, {}}, {"fc2", "Linear", true, {}}}; })
                                              << "The description of the layer fc1 is not in the run file";
        QTest::newRow("buffer that is no UTF-8") << info([](auto &run) { run.layers = {{"fc1", "Linear", true, {}, {}, {{"\xff", {3}}}}}; }) << "";
        QTest::newRow("rule that is no UTF-8") << info([](auto &run) { run.verdict = record::RunVerdict{{"\xff"}, {}}; }) << "";
        QTest::newRow("no time of creation") << info([](auto &run) { run.createdSeconds = std::nan(""); }) << "";
        QTest::newRow("time of creation beyond all calendars") << info([](auto &run) { run.createdSeconds = 1e300; }) << "";
    }

    void aRecordThatCannotBeWrittenKeepsNoOtherBack()
    {
        using Change = std::function<void(RunStore &, record::Frame &)>;
        QFETCH(Change, change);
        QFETCH(QString, warning);
        const auto run = madeRun();
        RunSaver saver(run, path("run.lbrun"));
        for (std::size_t i = 0; i < kTicks; ++i) {
            record::Frame frame = test::madeFrame(i, 2);
            if (i == 3)
                change(*run, frame);
            run->commit(std::move(frame));
        }
        finish(*run);
        QTRY_VERIFY(saver.isClosed());
        QCOMPARE(saver.problem(), std::string());
        saveRunCopy(*run, path("copy.lbrun"));
        for (const char *name : {"run.lbrun", "copy.lbrun"}) {
            const RunFile read(path(name));
            QCOMPARE(read.info().status, RunStatus::Finished);
            const auto is = test::frames(read), was = test::frames(*run);
            QCOMPARE(is.size(), kTicks);
            for (std::size_t i = 0; i < kTicks; ++i)
                QVERIFY(test::same(is[i], was[i]));
            QVERIFY(read.histograms(kHistogram).empty() && !read.tensor(kTensor, 3)); // and no record makes the file unreadable
            const auto told = warnings(read);
            QCOMPARE(told.empty(), warning.isEmpty());
            for (const std::string &text : told)
                QVERIFY2(QString::fromStdString(text).contains(warning), text.c_str());
        }
        QCOMPARE(warnings(*run).size(), std::size_t{warning.isEmpty() ? 0U : 1U});
    }

    void manyRecordsThatCannotBeWrittenAreFewEvents()
    {
        const auto run = madeRun();
        RunSaver saver(run, path("run.lbrun"));
        for (std::size_t i = 0; i < 200; ++i) {
            record::Frame frame = test::madeFrame(i, 2);
            frame.histograms.push_back({kHistogram, i == 150 ? record::Histogram{{0, 1}, {5}} : record::Histogram{{0}, {1, 2, 3}}});
            run->commit(std::move(frame));
        }
        finish(*run);
        QTRY_VERIFY(saver.isClosed());
        const auto told = warnings(RunFile(path("run.lbrun")));
        QCOMPARE(told.size(), std::size_t{3});
        QVERIFY2(told.back().ends_with("It is number 100 of its kind."), told.back().c_str());
        QCOMPARE(RunFile(path("run.lbrun")).histograms(kHistogram).size(), std::size_t{1});
    }

    /// Covers the last write of a program that ends at once.
    void whatIsLeftOutAtTheEndIsToldInTheFile()
    {
        const auto run = madeRun();
        RunSaver saver(run, path("run.lbrun"), {}, {std::chrono::hours(1), std::chrono::hours(1)});
        QTRY_VERIFY(!test::whole(RunFile(path("run.lbrun"))).series.empty()); // now the gathering interval starts
        record::Frame frame = test::madeFrame(0, 2);
        frame.histograms.push_back({kHistogram, {{0}, {1, 2, 3}}});
        run->commit(std::move(frame));
        QCOMPARE(saver.finish(), std::string());
        QCOMPARE(warnings(RunFile(path("run.lbrun"))).size(), std::size_t{1});
    }

private:
    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }
    int version(const char *name) const
    {
        return static_cast<int>(sqlite::Database(path(name), sqlite::Database::Open::ReadOnly).integer("PRAGMA user_version"));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(LargeRecordsTest)
#include "tst_large_records.moc"
