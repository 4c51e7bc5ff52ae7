#include "core/store/file/process_identity.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/store/run_writer_victim.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

#include <unistd.h>

using namespace lensboard;
using namespace lensboard::store;

namespace {

constexpr std::size_t kWriterSeries = 3;

QString said(QProcess &process)
{
    process.waitForFinished(-1);
    return QString::fromUtf8(process.readAll()).trimmed();
}

} // namespace

/// Several processes use one run file.
class TwoWritersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theSecondWriterIsToldWhoTheFirstIs()
    {
        const auto run = std::make_shared<RunStore>();
        run->update([](auto &info) { info.status = record::RunStatus::Recording; });
        RunSaver saver(run, path("run.lbrun"));
        test::addMadeSeries(*run, kWriterSeries);
        run->commit(test::madeFrame(0, kWriterSeries));
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{1});
        const auto visitor = visit("record", "run.lbrun");
        const QString host = QString::fromStdString(ProcessIdentity::current().host);
        QCOMPARE(said(*visitor), QString("%1: is being recorded by process %2 on %3; choose another name")
                                     .arg(QString::fromStdString(path("run.lbrun"))).arg(getpid()).arg(host));
        run->commit(test::madeFrame(1, kWriterSeries));
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{2});
    }

    void aDeadWriterIsToldAndBlocksNoOtherName()
    {
        QProcess victim;
        victim.start(LENSBOARD_BINARY_DIR "/bin/run_writer_victim", {m_folder->path(), "endless"});
        QTRY_VERIFY(victim.canReadLine() || victim.waitForReadyRead(100));
        ::kill(static_cast<pid_t>(victim.processId()), SIGKILL);
        victim.waitForFinished(test::kPatienceMs);
        const auto visitor = visit("record", test::victimFile(0).c_str());
        const QString refusal = said(*visitor);
        QVERIFY2(refusal.contains("exists already (its recording was interrupted: process ") && refusal.contains("choose another name"),
                 qPrintable(refusal));
        QCOMPARE(said(*visit("record", "another.lbrun")), QString());
        // The file is moved without its -wal file. A new run under the old name would delete that -wal file.
        std::filesystem::rename(path(test::victimFile(0).c_str()), path("moved.lbrun"));
        QVERIFY(said(*visit("record", test::victimFile(0).c_str())).contains("run0.lbrun-wal lies there"));
        QVERIFY(std::filesystem::exists(path("run0.lbrun-wal")));
        std::filesystem::rename(path("run0.lbrun-wal"), path("moved.lbrun-wal"));
        QCOMPARE(said(*visit("record", test::victimFile(0).c_str())), QString());
        QVERIFY(RunFile(path("moved.lbrun")).frameCount() > 0);
    }

    /// Followers and the writer do not lock each other out.
    void followersAndTheWriterDoNotMind()
    {
        RunStore run;
        run.update([](auto &info) { info.status = record::RunStatus::Recording; });
        test::addMadeSeries(run, kWriterSeries);
        RunFileWriter writer(path("run.lbrun"));
        run.commit(test::madeFrame(0, kWriterSeries));
        writer.write(run);
        std::vector<std::unique_ptr<QProcess>> followers;
        for (int i = 0; i < 3; ++i)
            followers.push_back(visit("follow", "run.lbrun"));
        RunFile here(path("run.lbrun"));
        constexpr std::size_t kFrames = 6000;
        for (std::size_t frame = 1; frame < kFrames; ++frame) {
            run.commit(test::madeFrame(frame, kWriterSeries));
            if (frame % 10 == 0) {
                writer.write(run); // throws if it is locked out
                QCOMPARE(writer.acknowledgedFrames(), frame + 1);
                here.refresh();
                QCOMPARE(here.frameCount(), frame + 1);
            }
        }
        run.update([](auto &info) { info.status = record::RunStatus::Finished; });
        writer.write(run);
        here.refresh();
        writer.close();
        for (const auto &saver : followers)
            QCOMPARE(said(*saver), QString::number(kFrames));
        QCOMPARE(RunFile(path("run.lbrun")).frameCount(), kFrames);
    }

    /// Another program that opens and closes the file would merge the -wal file and delete it if the writer held no locks. This process must keep its
    /// locks when it opens the file again for viewing.
    void whoLooksAtTheFileDoesNotDropTheWritersLocks()
    {
        RunStore run;
        run.update([](auto &info) { info.status = record::RunStatus::Recording; });
        test::addMadeSeries(run, kWriterSeries);
        RunFileWriter writer(path("run.lbrun"));
        run.commit(test::madeFrame(0, kWriterSeries));
        writer.write(run);
        QCOMPARE(RunFile(path("run.lbrun")).frameCount(), std::size_t{1});
        QCOMPARE(said(*visit("browse", "run.lbrun")), QString());
        run.commit(test::madeFrame(1, kWriterSeries));
        writer.write(run);
        QCOMPARE(writer.acknowledgedFrames(), std::size_t{2});
        QVERIFY(std::filesystem::exists(path("run.lbrun-wal")));
        QCOMPARE(RunFile(path("run.lbrun")).frameCount(), std::size_t{2});
    }

private:
    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }
    std::unique_ptr<QProcess> visit(const char *what, const char *name) const
    {
        auto process = std::make_unique<QProcess>();
        process->start(LENSBOARD_BINARY_DIR "/bin/run_file_visitor", {what, m_folder->filePath(name)});
        process->waitForStarted(test::kPatienceMs);
        return process;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(TwoWritersTest)
#include "tst_two_writers.moc"
