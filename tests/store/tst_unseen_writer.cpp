#include "core/session/resumed_run.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/process_identity.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/writer_sign.h"
#include "tests/store/run_writer_victim.h"
#include "tests/support/made_run.h"
#include "tests/support/mutated_run_file.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>

#include <cstdlib>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

using namespace lensboard;
using namespace lensboard::store;
using record::RunStatus;
using test::PlainDatabase;

namespace fs = std::filesystem;

namespace {

constexpr const char *kSharedFolders = "LENSBOARD_SHARED_FOLDERS";

/// Returns a command that runs in its own PID namespace, like in a container, with its own mounts made by \p prepare.
QStringList inContainer(const QString &prepare, const QStringList &command)
{
    return QStringList{"unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                       "sh", "-c", prepare + " exec \"$@\"", "sh"} + command;
}

std::unique_ptr<QProcess> started(const QStringList &command, const QByteArray &sharedFolders = {})
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!sharedFolders.isEmpty())
        environment.insert(kSharedFolders, sharedFolders);
    process->setProcessEnvironment(environment);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(command.front(), command.mid(1));
    return process;
}

QString outputOf(QProcess &process)
{
    process.waitForFinished(-1);
    return QString::fromUtf8(process.readAll()).trimmed();
}

/// Returns an empty string if the user may create namespaces, otherwise the reason.
QString whyNoContainer()
{
    const QString problem = outputOf(*started(inContainer({}, {"true"})));
    return problem.isEmpty() ? problem : "skipped: no namespaces of one's own: " + problem;
}

const QString kVictim = LENSBOARD_BINARY_DIR "/bin/run_writer_victim";
const QString kVisitor = LENSBOARD_BINARY_DIR "/bin/run_file_visitor";

void kill(QProcess &process)
{
    process.kill();
    process.waitForFinished(-1);
}

/// Waits until \p victim has printed the number of safe frames, and returns the last one.
std::size_t safeFrames(QProcess &victim, QByteArray &output)
{
    output += victim.readAll();
    const qsizetype end = output.lastIndexOf('\n'), begin = output.lastIndexOf('\n', end - 1);
    return end < 0 ? 0 : output.mid(begin + 1, end - begin - 1).split(' ').value(1).toULong();
}

} // namespace

/// A run with a writer process that is invisible to the reader.
class UnseenWriterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qunsetenv(kSharedFolders);
        m_folder = std::make_unique<QTemporaryDir>();
        chmod(qPrintable(m_folder->path()), 0755);
    }

    /// Here its PID belongs to another process, or to none.
    void aWriterInAContainerLives()
    {
        if (const QString why = whyNoContainer(); !why.isEmpty())
            QSKIP(qPrintable(why));
        const auto victim = started(inContainer({}, {kVictim, m_folder->path(), "saver"}));
        QByteArray output;
        QTRY_VERIFY(safeFrames(*victim, output) > 0);
        RunFile run(path());
        QCOMPARE(run.info().status, RunStatus::Recording);
        QVERIFY_EXCEPTION_THROWN(annotateRun(path(), {"x", {}}), RunFileError);
        QVERIFY_EXCEPTION_THROWN(markInterrupted(path()), RunFileError);
        QVERIFY_EXCEPTION_THROWN(session::runUpTo(path(), {}), std::runtime_error);
        QVERIFY(outputOf(*started(inContainer({}, {kVisitor, "status", file()}))).startsWith("recording")); // seen from another container
        kill(*victim);
        QTRY_COMPARE((run.refresh(), run.info().status), RunStatus::Interrupted); // its lock was released with it
        annotateRun(path(), {"x", {}});
    }

    /// Mounting /proc with hidepid hides other users' processes.
    void aHiddenWriterLives()
    {
        if (geteuid() != 0)
            QSKIP("skipped: root only, to become another user");
        if (const QString why = whyNoContainer(); !why.isEmpty())
            QSKIP(qPrintable(why));
        RunStore store;
        test::addMadeSeries(store, 3);
        RunFileWriter writer(path());
        store.commit(test::madeFrame(0, 3));
        writer.write(store);
        const QStringList asOther = {"unshare", "--mount", "sh", "-c",
                                     "mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid 65534 --regid 65534 --clear-groups \"$@\"", "sh",
                                     kVisitor, "status", file()};
        const QString status = outputOf(*started(asOther));
        QVERIFY2(status.startsWith("recording"), qPrintable(status));
    }

    void whatIsNotKnownIsNeverCalledDead_data()
    {
        const std::string here = ProcessIdentity::current().boot;
        const ProcessIdentity current = ProcessIdentity::current();
        QTest::addColumn<QString>("writer");
        QTest::addColumn<QString>("sign");
        QTest::addColumn<bool>("isShared");
        QTest::addColumn<bool>("isFresh");
        QTest::addColumn<RunStatus>("status");
        const QString mars = "mars 1 7 9 pid:[1]", container = QString::fromStdString("mars " + here + " 7 9 pid:[1]");
        const QString local = "local " + QString::number(deviceOf(m_folder->path()));
        QTest::newRow("another host, writes now") << mars << "shared" << true << true << RunStatus::Recording;
        QTest::newRow("another host, wrote long ago") << mars << "shared" << true << false << RunStatus::Unknown;
        QTest::newRow("a client of this file server") << mars << "shared" << false << false << RunStatus::Unknown;
        QTest::newRow("the file server, wrote long ago") << mars << "local 1" << true << false << RunStatus::Unknown;
        QTest::newRow("before a restart") << mars << local << false << false << RunStatus::Interrupted;
        QTest::newRow("another host, older version") << "mars 1 7 9" << "" << false << true << RunStatus::Unknown;
        QTest::newRow("a container, its lock is gone") << container << local << false << true << RunStatus::Interrupted;
        QTest::newRow("a container, seen through another file system") << container << "local 1" << false << false << RunStatus::Unknown;
        QTest::newRow("a container, which could not lock") << container << "" << false << false << RunStatus::Unknown;
        QTest::newRow("perhaps a container, older version") << QString::fromStdString(current.host + ' ' + here + " 4194999 9") << "" << false << false
                                                            << RunStatus::Unknown;
        QTest::newRow("before a restart, older version") << QString::fromStdString(current.host + " 1 7 9") << "" << false << false << RunStatus::Interrupted;
        QTest::newRow("nobody") << "" << "" << false << false << RunStatus::Unknown;
        ProcessIdentity dead = current;
        dead.pid = 4194999; // above the kernel's limit
        QTest::newRow("a process of here") << QString::fromStdString(dead.toText()) << "" << true << true << RunStatus::Interrupted;
        QTest::newRow("this process") << QString::fromStdString(current.toText()) << "" << true << false << RunStatus::Recording;
    }

    void whatIsNotKnownIsNeverCalledDead()
    {
        QFETCH(QString, writer);
        QFETCH(QString, sign);
        QFETCH(bool, isShared);
        QFETCH(bool, isFresh);
        RunStore store;
        test::addMadeSeries(store, 3);
        store.commit(test::madeFrame(0, 3));
        saveRunCopy(store, path());
        PlainDatabase(path()).run(QString("UPDATE info SET value = 'recording' WHERE key = 'status'; UPDATE info SET value = '%1' WHERE key = 'writer';"
                                          "UPDATE info SET value = '%2' WHERE key = 'sign'").arg(writer, sign).toStdString());
        if (isShared)
            qputenv(kSharedFolders, m_folder->path().toLocal8Bit());
        if (!isFresh)
            fs::last_write_time(path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
        RunFile run(path());
        QTEST(run.info().status, "status");
        QCOMPARE(run.frameCount(), std::size_t{1});
        if (run.info().status != RunStatus::Unknown)
            return;
        const QByteArray before = bytes();
        QVERIFY_EXCEPTION_THROWN(annotateRun(path(), {"x", {}}), RunFileError);
        QVERIFY_EXCEPTION_THROWN(renameRunFile(path(), path().string() + ".moved"), RunFileError);
        QVERIFY_EXCEPTION_THROWN(session::runUpTo(path(), {}), std::runtime_error);
        QCOMPARE(bytes(), before);
        markInterrupted(path());
        QVERIFY(run.refresh());
        QCOMPARE(run.info().status, RunStatus::Interrupted);
        annotateRun(path(), {"x", {}});
        QCOMPARE(RunFile(path()).info().name, std::string("x"));
        QVERIFY_EXCEPTION_THROWN(markInterrupted(path()), RunFileError);
    }

    void theSignIsRenewed()
    {
        QFile beside(file() + "-journal"), written(file());
        QVERIFY(beside.open(QIODevice::WriteOnly) && written.open(QIODevice::WriteOnly));
        const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
        fs::last_write_time(path(), old);
        {
            const WriterSign sign(path(), path().string() + "-journal", true, std::chrono::milliseconds(1));
            QVERIFY(isSigned(path()));
            QTRY_VERIFY(fs::last_write_time(path()) > old + std::chrono::minutes(59));
            fs::rename(path(), path().string() + ".moved"); // a new file of that name does not belong to the writer
            QFile other(file());
            QVERIFY(other.open(QIODevice::WriteOnly));
            fs::last_write_time(path(), old);
        }
        QVERIFY(!isSigned(path()));
        QCOMPARE(fs::last_write_time(path()), old);
    }

    /// Memory cannot be shared there. Neither local nor remote readers block the writer.
    void aSharedFolderHasNoLog()
    {
        qputenv(kSharedFolders, m_folder->path().toLocal8Bit());
        RunStore store;
        test::addMadeSeries(store, 3);
        RunFileWriter writer(path());
        RunFile seen(path());
        for (std::size_t frame = 0; frame < 3000; ++frame) {
            store.commit(test::madeFrame(frame, 3));
            if (frame % 100 == 99) {
                writer.write(store);
                QVERIFY(seen.refresh());
                QCOMPARE(seen.frameCount(), frame + 1);
                QVERIFY(!fs::exists(path().string() + "-wal") && !fs::exists(path().string() + "-shm"));
            }
        }
        store.update([](auto &info) { info.status = RunStatus::Finished; });
        writer.write(store);
        writer.close();
        QVERIFY(!fs::exists(path().string() + "-journal"));
        QVERIFY(seen.refresh());
        QCOMPARE(seen.info().status, RunStatus::Finished);
    }

    void aWriterKilledInASharedFolderLosesNothing()
    {
        const QByteArray shared = m_folder->path().toLocal8Bit();
        for (int i = 0; i < 5; ++i) {
            const auto victim = started({kVictim, m_folder->path(), "endless"}, shared);
            QByteArray output;
            QTRY_VERIFY(safeFrames(*victim, output) > 300 * static_cast<std::size_t>(i));
            kill(*victim);
            const std::size_t safe = safeFrames(*victim, output);
            qputenv(kSharedFolders, shared);
            {
                const RunFile run(path());
                QCOMPARE(run.info().status, RunStatus::Interrupted);
                QVERIFY(run.frameCount() >= safe);
                const auto frames = test::frames(run);
                for (std::size_t frame = 0; frame < frames.size(); ++frame)
                    QVERIFY(test::same(frames[frame], test::timedFrame(frame, test::kVictimSeries)));
            }
            renameRunFile(path(), path().string() + ".before"); // as for a resumption
            QVERIFY(!fs::exists(path().string() + "-journal"));
            fs::remove(path().string() + ".before");
        }
    }

    /// An overlay shows the writer's file without its locks, like some network file systems.
    void aRunIsFollowedWhereLocksDoNotReach_data()
    {
        QTest::addColumn<bool>("writerKnows");
        QTest::newRow("both share it") << true;
        QTest::newRow("the writer is the file server") << false;
    }

    void aRunIsFollowedWhereLocksDoNotReach()
    {
        QFETCH(bool, writerKnows);
        const QString mount = QString("cd %1 && mkdir empty view && mount -t overlay -o lowerdir=%1/written:%1/empty none view &&").arg(m_folder->path());
        QDir(m_folder->path()).mkdir("written");
        if (const QString why = outputOf(*started(inContainer(mount, {"rmdir", m_folder->filePath("empty")}))); !why.isEmpty())
            QSKIP(qPrintable("skipped: no overlay can be mounted here: " + why));
        QDir(m_folder->path()).rmdir("view");
        const QString written = m_folder->filePath("written"), view = m_folder->filePath("view");
        const auto victim = started({kVictim, written, "finishing"}, writerKnows ? written.toLocal8Bit() : QByteArray());
        QByteArray output;
        QTRY_VERIFY(safeFrames(*victim, output) > 0);
        const auto follower = started(inContainer(mount, {kVisitor, "follow", view + "/run0.lbrun"}), view.toLocal8Bit());
        const QString seen = outputOf(*follower);
        QCOMPARE(seen, QString::number(test::kClosedFrames));
        victim->waitForFinished(-1);
    }

private:
    static unsigned long long deviceOf(const QString &folder)
    {
        struct stat state{};
        stat(qPrintable(folder), &state);
        return state.st_dev;
    }
    QString file() const { return m_folder->filePath("run0.lbrun"); }
    fs::path path() const { return file().toStdString(); }
    QByteArray bytes() const
    {
        QFile read(file());
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder = std::make_unique<QTemporaryDir>();
};

Q_DECLARE_METATYPE(lensboard::record::RunStatus)

LENSBOARD_TEST(UnseenWriterTest)
#include "tst_unseen_writer.moc"
