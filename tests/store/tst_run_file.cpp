#include "core/record/message_json.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_folder.h"
#include "core/store/file/run_saver.h"
#include "core/store/file/sqlite.h"
#include "tests/support/compare_runs.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <map>

using namespace lensboard;
using namespace lensboard::store;

namespace {

record::RunInfo madeInfo()
{
    record::RunInfo info;
    info.name = "made";
    info.status = record::RunStatus::Finished;
    info.message = "done »well«";
    info.createdSeconds = 1.75e9 + 0.125;
    info.experiment = R"({"format": 1})";
    info.environment = {{"host", "here"}, {"threads", "2"}, {"read as", record::message("step = %1", "\"x\"")}};
    info.layers = {{"", "Sequential", false, {}},
                   {"fc1", "Linear", true, {{"weight", {3, 2}, true}, {"bias", {3}, false, "embedding.bias"}}, std::vector<std::int64_t>{record::kBatchSize, 3}}};
    return info;
}

void fill(RunStore &run, std::size_t frames, std::size_t series = 3)
{
    test::addMadeSeries(run, series);
    for (std::size_t i = 0; i < frames; ++i)
        run.commit(test::madeFrame(i, series));
    run.append({record::RunEvent::Kind::LensOff, 7, 1.0, "OutputNorm"});
    run.append({record::RunEvent::Kind::LensSettings, 7, 1.0, "OutputNorm: include [\"Linear\"]",
                R"({"lens": "OutputNorm", "settings": {"include": ["Linear"]}})"});
    run.append({record::RunEvent::Kind::Notice, 8, 1.0, "one more"});
}

void compareRuns(const Run &actual, const Run &expected)
{
    QVERIFY(*test::whole(actual).info == *test::whole(expected).info);
    test::compareContents(actual, expected);
}

/// Counts calls of tensorPlaces(): their cost grows with the length of the run.
class CountingRun final : public Run
{
public:
    RunStore run;
    mutable int asked = 0;

    record::RunInfo info() const override { return run.info(); }
    RunChanges since(RunCursor &cursor) const override { return run.since(cursor); }
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override { return run.histogramsAfter(series, frame, most); }
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series) const override
    {
        ++asked;
        return run.tensorPlaces(series);
    }
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override { return run.tensor(series, frame); }
    SeriesTally tally(std::uint32_t series) const override { return run.tally(series); }
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override { run.visit(series, visitor); }
    std::size_t seriesCount() const override { return run.seriesCount(); }
};

QString messageOf(const std::filesystem::path &path)
{
    try {
        test::frames(RunFile(path));
    } catch (const RunFileError &error) {
        return error.what();
    }
    return "no error";
}

} // namespace

class RunFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everyValueComesBack_data()
    {
        QTest::addColumn<int>("frames");
        for (const int frames : {0, 1, 999, 1000, 2500}) // around the size of a chunk
            QTest::addRow("%d", frames) << frames;
    }

    void everyValueComesBack()
    {
        QFETCH(int, frames);
        RunStore run(madeInfo());
        fill(run, static_cast<std::size_t>(frames));
        saveRunCopy(run, path("copy.lbrun"));
        compareRuns(RunFile(path("copy.lbrun")), run);
        const record::Environment environment = RunFile(path("copy.lbrun")).info().environment;
        QVERIFY(!environment.front().second.parts());
        QVERIFY(environment.back().second.parts());
        QCOMPARE(environment.back().second.parts()->pattern, std::string("step = %1"));
        QCOMPARE(filesBeside("copy.lbrun"), QStringList{"copy.lbrun"});
    }

    /// An imported run: values and histograms with their own times, repeated and late steps.
    void timesAndRepeatedStepsComeBack()
    {
        RunStore run(madeInfo());
        test::addMadeSeries(run, 3);
        run.registerSeries({0, "h", "histogram", record::SeriesRole::Histogram});
        for (std::size_t i = 0; i < 1500; ++i) {
            record::Frame frame = test::timedFrame(i, 3);
            if (i % 100 == 7)
                frame.histograms.push_back({3, {{0, 1}, {static_cast<double>(i)}}, i % 200 == 7 ? frame.stamp.wallSeconds + 9 : record::kTicksTime});
            run.commit(frame);
        }
        for (const std::size_t i : {1499u, 20u, 20u, 700u}) { // 20 comes three times
            record::Frame again = test::timedFrame(i, 3);
            again.stamp.wallSeconds += 1000;
            for (double &seconds : again.valueWallSeconds)
                seconds += 1000;
            again.histograms.push_back({3, {{0, 1}, {-1.0}}, 5.0});
            run.commit(again);
        }
        saveRunCopy(run, path("copy.lbrun"));
        saveRunCopy(RunFile(path("copy.lbrun")), path("copy of the copy.lbrun"));
        for (const char *name : {"copy.lbrun", "copy of the copy.lbrun"}) {
            const RunFile copy(path(name));
            QCOMPARE(copy.frameCount(), std::size_t{1504});
            for (std::uint32_t series = 0; series < 4; ++series) {
                const Window all{record::Axis::Step, 0, 1e9, 1};
                const auto is = copy.sampled(series, all, 10'000), was = run.sampled(series, all, 10'000);
                QCOMPARE(is.size(), was.size());
                for (std::size_t i = 0; i < is.size(); ++i)
                    QVERIFY(is[i].stamp == was[i].stamp && test::same(is[i].value, was[i].value));
                const auto a = copy.histograms(series), b = run.histograms(series);
                QCOMPARE(a.size(), b.size());
                for (std::size_t i = 0; i < a.size(); ++i)
                    QVERIFY(a[i].stamp == b[i].stamp && *a[i].histogram == *b[i].histogram);
            }
        }
    }

    /// Frames of one step, read at different times, become one tick in the copy. The values keep their times.
    void messagesKeepTheirStructure()
    {
        RunStore run(madeInfo());
        const record::Message warning = record::message("%1: %2", "no such file", record::message("no such file")), end = record::message("ended by %1", 3);
        run.append({record::RunEvent::Kind::Warning, 1, 1.0, warning});
        run.append({record::RunEvent::Kind::Warning, 2, 1.0, "written by an old program"});
        run.update([&](record::RunInfo &info) { info.message = end; });
        saveRunCopy(run, path("structured.lbrun"));
        const RunChanges whole = test::whole(RunFile(path("structured.lbrun")));
        QCOMPARE(record::structureJson(whole.events[0].text), record::structureJson(warning));
        QVERIFY(whole.events[0].text.parts() && !whole.events[1].text.parts());
        QVERIFY(whole.info->message.parts());
        sqlite::Database(path("structured.lbrun"), sqlite::Database::Open::ReadWrite).execute("UPDATE info SET value = replace(value, 'no such', 'some') WHERE key LIKE 'event_message %'");
        const RunChanges changed = test::whole(RunFile(path("structured.lbrun")));
        QVERIFY(!changed.events[0].text.parts()); // a structure of another text
        QVERIFY(changed.events[0].text == warning);
    }

    void ticksOfOneStepAreOneInACopy()
    {
        RunStore run(madeInfo());
        test::addMadeSeries(run, 2);
        run.commit({{1, 0, 1, 0, 100}, {{0, 1.0}}});
        run.commit({{2, 0, 2, 0, 200}, {{0, 2.0}}});
        run.commit({{1, 0, 1, 0, 300}, {{1, 3.0}}});
        saveRunCopy(run, path("copy.lbrun"));
        const RunFile copy(path("copy.lbrun"));
        QCOMPARE(copy.frameCount(), std::size_t{2});
        QCOMPARE(copy.valueAt(0, record::Axis::Step, 1)->stamp.wallSeconds, 100.0);
        QCOMPARE(copy.valueAt(1, record::Axis::Step, 1)->stamp.wallSeconds, 300.0);
    }

    /// The state after a kill: most values in chunks, the rest in the journal.
    void timesAreReadFromTheJournal_data()
    {
        QTest::addColumn<int>("frames");
        QTest::newRow("journal") << 300;
        QTest::newRow("chunks and journal") << 1500;
    }

    void timesAreReadFromTheJournal()
    {
        QFETCH(int, frames);
        RunStore run(madeInfo());
        run.update([](auto &info) { info.status = record::RunStatus::Recording; });
        test::addMadeSeries(run, 3);
        RunFileWriter writer(path("live.lbrun"));
        writer.write(run);
        RunFile followed(path("live.lbrun"));
        for (int i = 0; i < frames; ++i) {
            run.commit(test::timedFrame(static_cast<std::size_t>(i), 3));
            if (i % 70 == 0)
                writer.write(run);
        }
        writer.write(run);
        followed.refresh();
        const RunFile opened(path("live.lbrun"));
        for (const RunFile *file : {&std::as_const(followed), &opened}) {
            const auto is = test::frames(*file);
            QCOMPARE(is.size(), static_cast<std::size_t>(frames));
            for (std::size_t i = 0; i < is.size(); ++i)
                QVERIFY2(test::same(is[i], test::timedFrame(i, 3)), qPrintable(QString::number(i)));
        }
    }

    /// Written by an earlier version, in format 3: the import of tests/data/tensorboard/tf2-tensors.
    void formatThreeIsStillRead()
    {
        const RunFile run(LENSBOARD_SOURCE_DIR "/tests/data/run-format-3/imported.lbrun");
        QVERIFY(run.info().status == record::RunStatus::Finished);
        const auto series = test::whole(run).series;
        QCOMPARE(series.size(), std::size_t{7});
        std::size_t histograms = 0, values = 0;
        for (std::uint32_t i = 0; i < series.size(); ++i) {
            histograms += run.histograms(i).size();
            values += run.values(i, 0, 1000).size();
        }
        QCOMPARE(histograms, std::size_t{20});
        QCOMPARE(values, std::size_t{300});
        QCOMPARE(run.frameCount(), std::size_t{200});
        saveRunCopy(run, path("copy.lbrun"));
        compareRuns(RunFile(path("copy.lbrun")), run);
    }

    void aTickIsWrittenWithoutALookAtThoseBefore()
    {
        CountingRun counting;
        counting.run.registerTag({"Outputs", "TensorRecorder", record::TagKind::Tensors});
        counting.run.registerSeries({0, "fc1", "", record::SeriesRole::Tensor});
        {
            RunFileWriter writer(path("tensors.lbrun"));
            for (int tick = 1; tick <= 6; ++tick) {
                record::Frame frame{{tick, 1, 10 * tick, 640 * tick, 1.7e9}, {}};
                if (tick != 3) // a tick without one
                    frame.tensors = {{0, std::make_shared<const record::TensorValue>(record::TensorValue{{2}, {float(tick), 1}})}};
                counting.run.commit(frame);
                if (tick != 4) // two in one tick
                    writer.write(counting);
            }
            writer.close();
        }
        QCOMPARE(counting.asked, 0);
        const RunFile file(path("tensors.lbrun"));
        QCOMPARE(file.tensorPlaces(0).size(), std::size_t{5});
        QCOMPARE(file.tensor(0, 4)->values[0], 5.0F);
    }

    void theFirstNonFiniteValueCostsOneChunk()
    {
        RunStore run;
        test::addMadeSeries(run, 1);
        for (std::int64_t i = 1; i <= 5000; ++i)
            run.commit({{i, 1, i, i, 0}, {{0, i == 3500 || i == 4500 ? INFINITY : 1.0}}});
        saveRunCopy(run, path("copy.lbrun"));
        const RunFile file(path("copy.lbrun"));
        QCOMPARE(file.firstNonFinite(0)->stamp.step, 3500);
        QVERIFY(file.cachedBytes() < 2 * Chunk::kSize * sizeof(double));
    }

    void aFollowerKeepsUpAndCloses()
    {
        const auto run = std::make_shared<RunStore>(madeInfo());
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        RunSaver saver(run, path("live.lbrun"));
        fill(*run, 1500);
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{1500});
        RunFile live(path("live.lbrun")); // during writing
        QCOMPARE(live.frameCount(), std::size_t{1500});
        QCOMPARE(live.info().status, record::RunStatus::Recording);
        run->commit(test::madeFrame(1500, 3));
        run->update([](auto &info) { info.status = record::RunStatus::Finished; });
        QTRY_VERIFY((live.refresh(), saver.isClosed()));
        QCOMPARE(saver.finish(), std::string());
        compareRuns(RunFile(path("live.lbrun")), *run);
        live.refresh();
        compareRuns(live, *run);
        QCOMPARE(filesBeside("live.lbrun"), QStringList{"live.lbrun"});
    }

    /// Closing a run waits neither for new frames nor for the end of the gathering interval.
    void aFollowerThatIsEndedWaitsForNothing()
    {
        const auto run = std::make_shared<RunStore>();
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        test::addMadeSeries(*run, 2);
        run->commit(test::madeFrame(0, 2));
        RunSaver saver(run, path("live.lbrun"), {}, {std::chrono::hours(1), std::chrono::hours(1)});
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{1}); // now the gathering interval starts
        run->commit(test::madeFrame(1, 2));
        QCOMPARE(saver.finish(), std::string());
        QCOMPARE(saver.acknowledgedFrames(), std::size_t{2});
        QVERIFY(saver.isClosed());
    }

    void aCopyWhileRecordingIsConsistent()
    {
        RunStore run(madeInfo());
        run.update([](auto &info) { info.status = record::RunStatus::Recording; });
        fill(run, 10);
        saveRunCopy(run, path("copy.lbrun"));
        const RunFile copy(path("copy.lbrun"));
        QCOMPARE(copy.frameCount(), std::size_t{10});
        QCOMPARE(copy.info().status, record::RunStatus::Stopped);
        QVERIFY(QString::fromStdString(copy.info().message).contains("copied"));
    }

    void anExistingFileIsNotOverwritten()
    {
        RunStore run(madeInfo());
        saveRunCopy(run, path("a.lbrun"));
        QVERIFY_EXCEPTION_THROWN(RunFileWriter(path("a.lbrun")), RunFileError);
        QVERIFY_EXCEPTION_THROWN(RunFileWriter("/proc/no/such.lbrun"), RunFileError);
    }

    void foreignFilesSayWhatTheyAre_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("message");
        QTest::newRow("text") << QByteArray("step,loss\n1,2\n") << "is not a Lensboard run";
        QTest::newRow("other database") << QByteArray("SQLite format 3\0", 16) + QByteArray(52, '\0') + QByteArray("\1\2\3\4") + QByteArray(500, '\0')
                                        << "of another program";
    }

    void foreignFilesSayWhatTheyAre()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, message);
        QFile file(QString::fromStdString(path("x.lbrun")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        QVERIFY2(messageOf(path("x.lbrun")).contains(message), qPrintable(messageOf(path("x.lbrun"))));
        QVERIFY(messageOf(path("missing.lbrun")).contains("no such file"));
        QVERIFY(messageOf(m_folder->path().toStdString()).contains("is a folder"));
    }

    void aWriterKilledBeforeItsFirstCommitLeavesAnInterruptedRun()
    {
        QFile file(QString::fromStdString(path("early.lbrun")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QCOMPARE(RunFile(path("early.lbrun")).info().status, record::RunStatus::Interrupted);
    }

    void formatOneIsStillRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("frames");
        QTest::newRow("in chunks") << "finished" << int(record::RunStatus::Finished) << 1020;
        QTest::newRow("in the journal") << "interrupted" << int(record::RunStatus::Interrupted) << 30;
    }

    void formatOneIsStillRead()
    {
        QFETCH(QString, name);
        QFETCH(int, status);
        QFETCH(int, frames);
        const QString base = LENSBOARD_SOURCE_DIR "/tests/data/run-format-1/" + name;
        const RunFile run((base + ".lbrun").toStdString());
        QCOMPARE(int(run.info().status), status);
        QCOMPARE(run.frameCount(), static_cast<std::size_t>(frames));
        QFile csv(base + ".csv"); // tick, epoch, step, samples, wall_time, then the series of the first tag
        QVERIFY(csv.open(QIODevice::ReadOnly));
        csv.readLine();
        std::vector<std::uint32_t> losses;
        const auto series = test::whole(run).series;
        for (std::uint32_t i = 0; i < series.size(); ++i)
            if (series[i].tag == 0)
                losses.push_back(i);
        std::map<std::int64_t, record::Frame> byTick;
        for (const record::Frame &frame : test::frames(run))
            byTick[frame.stamp.tick] = frame;
        while (!csv.atEnd()) {
            const QStringList cells = QString::fromUtf8(csv.readLine()).trimmed().split(',');
            const record::Frame &frame = byTick.at(cells[0].toLongLong());
            QCOMPARE(frame.stamp.step, cells[2].toLongLong());
            QCOMPARE(frame.stamp.wallSeconds, cells[4].toDouble());
            std::map<std::uint32_t, double> values;
            for (const auto &[index, value] : frame.values)
                values[index] = value;
            for (std::size_t i = 0; i < losses.size(); ++i) {
                const QString &cell = cells[static_cast<qsizetype>(5 + i)];
                QCOMPARE(values.contains(losses[i]), !cell.isEmpty());
                if (values.contains(losses[i]))
                    QCOMPARE(values[losses[i]], cell.toDouble());
            }
        }
    }

    void aHotJournalIsRolledBackInACopy()
    {
        RunStore run(madeInfo());
        fill(run, 40);
        saveRunCopy(run, path("a.lbrun"));
        {
            sqlite::Database database(path("a.lbrun"), sqlite::Database::Open::Create);
            database.execute("PRAGMA cache_size = 2; BEGIN; UPDATE event SET step = 9; DELETE FROM chunk");
            // Imitates a kill: the file half changed, with its journal.
            std::filesystem::copy(path("a.lbrun"), path("killed.lbrun"));
            std::filesystem::copy(path("a.lbrun-journal"), path("killed.lbrun-journal"));
        }
        compareRuns(RunFile(path("killed.lbrun")), run);
    }

    void aCopyDoesNotReplaceARunBeingRecorded()
    {
        const auto run = std::make_shared<RunStore>(madeInfo());
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        RunSaver saver(run, path("live.lbrun"));
        fill(*run, 10);
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{10});
        QVERIFY_EXCEPTION_THROWN(saveRunCopy(*run, path("live.lbrun")), RunFileError);
        QCOMPARE(RunFile(path("live.lbrun")).frameCount(), std::size_t{10});
    }

    void newerVersionsAndHostileSchemasAreRefused()
    {
        RunStore run(madeInfo());
        fill(run, 3);
        saveRunCopy(run, path("a.lbrun"));
        {
            sqlite::Database database(path("a.lbrun"), sqlite::Database::Open::Create);
            database.execute("CREATE TRIGGER t AFTER INSERT ON tag BEGIN DELETE FROM tick; END");
        }
        QVERIFY2(messageOf(path("a.lbrun")).contains("unexpected trigger \"t\""), qPrintable(messageOf(path("a.lbrun"))));
        {
            sqlite::Database database(path("a.lbrun"), sqlite::Database::Open::Create);
            database.execute("DROP TRIGGER t; UPDATE series SET tag = 99");
        }
        QVERIFY(messageOf(path("a.lbrun")).contains("a series of a tag that is not there"));
        {
            sqlite::Database database(path("a.lbrun"), sqlite::Database::Open::Create);
            database.execute("PRAGMA user_version = 9");
        }
        QVERIFY(messageOf(path("a.lbrun")).contains("newer Lensboard (run format 9"));
    }

    void aReadOnlyFolderOpensTooWithWhatLiesBeside()
    {
        if (geteuid() != 0)
            QSKIP("skipped: root only, to become somebody who may not write here");
        const auto run = std::make_shared<RunStore>(madeInfo());
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        RunFileWriter writer(path("open.lbrun"));
        fill(*run, 20);
        writer.write(*run); // the values are in the -wal file now
        QVERIFY(filesBeside("open.lbrun").contains("open.lbrun-wal"));
        QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup);
        for (const QString &name : filesBeside("open.lbrun"))
            QFile::setPermissions(m_folder->filePath(name), QFile::ReadOwner | QFile::ReadGroup);
        constexpr uid_t kNobody = 65534;
        QCOMPARE(seteuid(kNobody), 0);
        std::size_t frames = 0;
        QString message;
        try {
            frames = RunFile(path("open.lbrun")).frameCount();
        } catch (const std::exception &error) {
            message = error.what();
        }
        QCOMPARE(seteuid(0), 0);
        QVERIFY2(message.isEmpty(), qPrintable(message));
        QCOMPARE(frames, std::size_t{20});
    }

    void whereNothingMayBeWrittenARunIsFollowedAndNoneRecorded()
    {
        if (geteuid() != 0)
            QSKIP("skipped: root only, to become somebody who may not write here");
        RunStore run(madeInfo());
        run.update([](auto &info) { info.status = record::RunStatus::Recording; });
        fill(run, 10);
        RunFileWriter writer(path("run.lbrun"));
        writer.write(run);
        QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup);
        for (const QString &name : filesBeside("run.lbrun"))
            QFile::setPermissions(m_folder->filePath(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
        constexpr uid_t kNobody = 65534;
        QCOMPARE(seteuid(kNobody), 0);
        QStringList refusals;
        std::unique_ptr<RunFile> seen;
        for (const auto &attempt : std::vector<std::function<void()>>{[&] { RunFileWriter(path("other.lbrun")); },
                                                                      [&] { saveRunCopy(run, path("copy.lbrun")); },
                                                                      [&] { seen = std::make_unique<RunFile>(path("run.lbrun")); }})
            try {
                attempt();
            } catch (const RunFileError &error) {
                refusals << error.what();
            }
        QCOMPARE(seteuid(0), 0);
        QVERIFY2(refusals.size() == 2, qPrintable(refusals.join("; ")));
        QVERIFY2(refusals[0].contains("other.lbrun: cannot be created: Permission denied"), qPrintable(refusals[0]));
        QVERIFY2(refusals[1].contains("copy.lbrun: cannot be written: ") && refusals[1].contains("Permission denied"), qPrintable(refusals[1]));
        QCOMPARE(seen->frameCount(), std::size_t{10});
        for (std::size_t frame = 10; frame < 1500; ++frame)
            run.commit(test::madeFrame(frame, 3));
        writer.write(run);
        QCOMPARE(seteuid(kNobody), 0);
        const bool isNews = seen->refresh();
        QCOMPARE(seteuid(0), 0);
        QVERIFY2(isNews && seen->frameCount() == 1500, seen->info().message.c_str());
    }

    void aFullDiskIsToldOnceAndRecoveredFrom()
    {
        const auto run = std::make_shared<RunStore>(madeInfo());
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        RunSaver saver(run, path("full.lbrun"), {}, {.retry = std::chrono::milliseconds(1)});
        fill(*run, 50);
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{50});
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        static std::atomic<int> tries;
        tries = 0;
        std::signal(SIGXFSZ, [](int) { ++tries; });
        const rlimit none{1, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &none);
        const auto warnings = [&] {
            int count = 0;
            for (const auto &event : test::whole(*run).events)
                count += event.kind == record::RunEvent::Kind::Warning ? 1 : 0;
            return count;
        };
        for (std::size_t i = 50; i < 3000; ++i)
            run->commit(test::madeFrame(i, 3));
        QTRY_COMPARE(warnings(), 1);
        QCOMPARE(RunFile(path("full.lbrun")).frameCount(), std::size_t{50});
        const int triesThen = tries;
        QTRY_VERIFY(tries >= triesThen + 3);
        QCOMPARE(warnings(), 1);
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, SIG_IGN);
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{3000});
        run->update([](auto &info) { info.status = record::RunStatus::Finished; });
        QTRY_VERIFY(saver.isClosed());
        compareRuns(RunFile(path("full.lbrun")), *run);
    }

    void newNamesAreReadableAndUnique()
    {
        const std::filesystem::path folder = m_folder->path().toStdString();
        const auto first = newRunPath(folder, "my run/ü");
        QVERIFY(QString::fromStdString(first.filename()).startsWith("my-run-"));
        QFile file(QString::fromStdString(first));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(newRunPath(folder, "my run/ü") != first);
    }

private:
    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }
    QStringList filesBeside(const QString &name) const
    {
        return QDir(m_folder->path()).entryList({name + '*'}, QDir::Files, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(RunFileTest)
#include "tst_run_file.moc"
