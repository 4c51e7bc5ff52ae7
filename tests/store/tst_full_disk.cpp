#include "core/store/file/annotate_run.h"
#include "core/store/file/label_file.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "tests/support/thinned_run.h"

#include <QDir>
#include <QTemporaryDir>

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

using namespace lensboard;
using namespace lensboard::store;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kDiskSeries = 20;

void compareFrames(const Run &run, std::size_t count)
{
    const auto frames = test::frames(run);
    QCOMPARE(frames.size(), count);
    for (std::size_t i = 0; i < frames.size(); ++i)
        QVERIFY2(test::same(frames[i], test::madeFrame(i, kDiskSeries)), qPrintable(QString("frame %1").arg(i)));
}

int warningCount(const Run &run)
{
    int count = 0;
    for (const auto &event : test::whole(run).events)
        count += event.kind == record::RunEvent::Kind::Warning && QString::fromStdString(event.text).contains("disk is full") ? 1 : 0;
    return count;
}

} // namespace

/// A file system of 2 MB, in a mount namespace that only this process sees.
class FullDiskTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
            QSKIP("skipped: root only, to mount a small file system");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        if (::mount("tmpfs", m_folder->path().toLocal8Bit().constData(), "tmpfs", 0, "size=2m") != 0)
            QSKIP("skipped: no small file system can be mounted here");
    }

    void cleanup() { ::umount2(m_folder->path().toLocal8Bit().constData(), MNT_DETACH); }

    /// The disk may fill up at any moment: while writing the journal or while making chunks.
    void recordingGoesOnWhenThereIsSpace_data()
    {
        QTest::addColumn<int>("freeBytes");
        for (const int free : {1'900'000, 900'000, 400'000, 250'000})
            QTest::addRow("%d bytes", free) << free;
    }

    void recordingGoesOnWhenThereIsSpace()
    {
        QFETCH(int, freeBytes);
        fillUpTo(freeBytes);
        const auto run = std::make_shared<RunStore>();
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        std::atomic<int> complaints = 0;
        constexpr SaverOptions kSoonAgain{50ms, 1ms};
        RunSaver saver(run, path("run.lbrun"), {}, kSoonAgain, [&](const std::string &) { ++complaints; });
        test::addMadeSeries(*run, kDiskSeries);
        constexpr std::size_t kFrames = 4000; // 640 kB of values, written to the -wal and to the file
        std::size_t frames = 0;
        while (frames < 3 * kFrames && warningCount(*run) == 0) {
            for (int i = 0; i < 100; ++i)
                run->commit(test::madeFrame(frames++, kDiskSeries));
            const std::size_t before = saver.acknowledgedFrames();
            QTRY_VERIFY(saver.acknowledgedFrames() > before || warningCount(*run) > 0);
        }
        std::this_thread::sleep_for(100ms); // the write is retried repeatedly
        QCOMPARE(warningCount(*run), 1);
        QCOMPARE(complaints.load(), 1);
        const std::size_t safe = saver.acknowledgedFrames();
        QVERIFY(RunFile(path("run.lbrun")).frameCount() >= safe);
        QVERIFY(::mount("tmpfs", m_folder->path().toLocal8Bit().constData(), "tmpfs", MS_REMOUNT, "size=20m") == 0);
        run->update([](auto &info) { info.status = record::RunStatus::Finished; });
        QTRY_VERIFY(saver.isClosed());
        QCOMPARE(warningCount(*run), 1);
        compareFrames(RunFile(path("run.lbrun")), frames);
        QVERIFY(!std::filesystem::exists(path("run.lbrun-wal")));
    }

    /// Thinning needs additional space before it frees any.
    void aRunIsThinnedWhenThereIsSpace()
    {
        constexpr std::size_t kKeep = 500, kFrames = 30'000;
        const auto run = std::make_shared<RunStore>(record::RunInfo(), 0);
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        test::addMadeSeries(*run, kDiskSeries);
        RunSaver saver(run, path("run.lbrun"), {}, {50ms, 1ms, kKeep});
        std::size_t frames = 0;
        while (frames < kFrames && warningCount(*run) == 0) {
            for (int i = 0; i < 100; ++i)
                run->commit(test::madeFrame(frames++, kDiskSeries));
            QTRY_VERIFY(saver.acknowledgedFrames() == frames || warningCount(*run) > 0);
        }
        QCOMPARE(warningCount(*run), 1);
        QVERIFY(::mount("tmpfs", m_folder->path().toLocal8Bit().constData(), "tmpfs", MS_REMOUNT, "size=20m") == 0);
        while (frames < kFrames)
            run->commit(test::madeFrame(frames++, kDiskSeries));
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        run->update([](auto &info) { info.status = record::RunStatus::Finished; });
        QTRY_VERIFY(saver.isClosed());
        QCOMPARE(warningCount(*run), 1);
        test::checkThinned(RunFile(path("run.lbrun")), kFrames, kKeep, kDiskSeries);
        test::checkThinned(*run, kFrames, kKeep, kDiskSeries);
    }

    /// Several tensors arrive at once.
    void asManyTensorsAreWrittenAsFit()
    {
        RunStore run;
        run.registerTag({"Tensors", "T", record::TagKind::Tensors});
        run.registerSeries({0, "fc1", "", record::SeriesRole::Tensor});
        RunFileWriter writer(path("run.lbrun"));
        const auto tensor = std::make_shared<const record::TensorValue>(record::TensorValue{{75'000}, std::vector<float>(75'000, 1.5F)});
        for (std::int64_t i = 1; i <= 20; ++i) // 300 kB each
            run.commit({{i, 1, i, i, 0}, {}, {}, {{0, tensor}}});
        QVERIFY_EXCEPTION_THROWN(writer.write(run), RunFileError);
        QVERIFY2(writer.acknowledgedFrames() > 0 && writer.acknowledgedFrames() < 20, qPrintable(QString::number(writer.acknowledgedFrames())));
        QCOMPARE(RunFile(path("run.lbrun")).tensorPlaces(0).size(), writer.acknowledgedFrames());
    }

    void acknowledgedFramesSurviveAProgramThatEndsWhileTheDiskIsFull()
    {
        fillUpTo(600'000);
        std::size_t safe = 0;
        {
            RunStore run;
            test::addMadeSeries(run, kDiskSeries);
            RunFileWriter writer(path("run.lbrun"));
            try {
                for (std::size_t frame = 0; frame < 10'000; ++frame) {
                    run.commit(test::madeFrame(frame, kDiskSeries));
                    writer.write(run);
                }
                QFAIL("the disk did not fill up");
            } catch (const RunFileError &error) {
                QVERIFY2(QString(error.what()).contains("run.lbrun: the disk is full; free some space"), error.what());
            }
            safe = writer.acknowledgedFrames();
        }
        QVERIFY(safe > 0);
        QVERIFY(RunFile(path("run.lbrun")).frameCount() >= safe);
    }

    void aCopyThatDoesNotFitLeavesNothing()
    {
        RunStore run;
        test::addMadeSeries(run, kDiskSeries);
        for (std::size_t frame = 0; frame < 12'000; ++frame)
            run.commit(test::madeFrame(frame, kDiskSeries));
        QString message;
        try {
            saveRunCopy(run, path("copy.lbrun"));
        } catch (const RunFileError &error) {
            message = error.what();
        }
        QVERIFY2(message.contains("copy.lbrun: ") && message.contains("the disk is full"), qPrintable(message));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
    }

    void notesThatDoNotFitLeaveTheFileAsItWas()
    {
        saveSmallRun();
        annotateRun(path("run.lbrun"), {"first", "short"});
        fillUpTo(30'000);
        QVERIFY2(errorOf({"second", std::string(60'000, 'x')}).contains("run.lbrun: the disk is full; free some space"),
                 qPrintable(errorOf({"second", std::string(60'000, 'x')})));
        QCOMPARE(RunFile(path("run.lbrun")).info().name, std::string("first"));
        QCOMPARE(RunFile(path("run.lbrun")).frameCount(), std::size_t{100});
        std::filesystem::remove(path("other.dat"));
        QCOMPARE(errorOf({"second", std::string(60'000, 'x')}), QString());
    }

    void labelsThatDoNotFitLeaveTheOldOnes()
    {
        LabelFile labels(path("labels.json"));
        labels.set("/a", {"first", "short"});
        fillUpTo(20'000);
        QVERIFY_EXCEPTION_THROWN(labels.set("/b", {"second", std::string(60'000, 'x')}), RunFileError);
        QCOMPARE(LabelFile(path("labels.json")).label("/a").name, std::string("first"));
        QVERIFY(!std::filesystem::exists(path("labels.json.part")));
    }

    void aReadOnlyDiskIsReported()
    {
        saveSmallRun();
        QVERIFY(::mount("tmpfs", m_folder->path().toLocal8Bit().constData(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0);
        QVERIFY2(errorOf({"a", "b"}).contains("run.lbrun: cannot be changed: Read-only file system"), qPrintable(errorOf({"a", "b"})));
        QCOMPARE(RunFile(path("run.lbrun")).frameCount(), std::size_t{100});
    }

    void aFullDiskFromTheStartIsReported()
    {
        fillUpTo(0);
        try {
            RunFileWriter writer(path("run.lbrun"));
            QFAIL("it was created");
        } catch (const RunFileError &error) {
            QVERIFY2(QString(error.what()).contains("the disk is full"), error.what());
        }
        QVERIFY(!std::filesystem::exists(path("run.lbrun")));
    }

private:
    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }

    void saveSmallRun() const
    {
        RunStore run;
        run.update([](auto &info) { info.status = record::RunStatus::Finished; });
        test::addMadeSeries(run, kDiskSeries);
        for (std::size_t frame = 0; frame < 100; ++frame)
            run.commit(test::madeFrame(frame, kDiskSeries));
        saveRunCopy(run, path("run.lbrun"));
    }

    QString errorOf(const record::RunLabel &label) const
    {
        try {
            annotateRun(path("run.lbrun"), label);
            return {};
        } catch (const RunFileError &error) {
            return QString::fromStdString(error.what());
        }
    }

    void fillUpTo(int freeBytes) const
    {
        const auto space = std::filesystem::space(m_folder->path().toStdString()).available;
        std::ofstream(path("other.dat")) << std::string(space - static_cast<std::size_t>(freeBytes), 'x');
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(FullDiskTest)
#include "tst_full_disk.moc"
