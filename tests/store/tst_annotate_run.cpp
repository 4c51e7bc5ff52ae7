#include "core/store/file/annotate_run.h"
#include "core/store/file/label_file.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/support/made_run.h"
#include "tests/support/mutated_run_file.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

using namespace lensboard;
using namespace lensboard::store;
using record::RunStatus;
using test::PlainDatabase;

namespace {

constexpr const char *kExperiment = R"({"name": "spirals", "epochs": 3})";

record::RunInfo finished()
{
    return {"spirals", RunStatus::Finished, {}, 1.7e9, kExperiment, {}, {}};
}

} // namespace

class AnnotateRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        RunStore run(finished());
        test::addMadeSeries(run, 3);
        for (std::size_t i = 0; i < 300; ++i)
            run.commit(test::madeFrame(i, 3));
        saveRunCopy(run, path("run.lbrun"));
    }

    void nameAndNotesAreSeenByWhoeverFollows()
    {
        RunFile open(path("run.lbrun"));
        RunCursor cursor;
        open.since(cursor);
        annotateRun(path("run.lbrun"), {"wide", "More units.\nNo better: Öl, \xF0\x9F\x94\xA5"});
        QVERIFY(open.refresh());
        const RunChanges changes = open.since(cursor);
        QVERIFY(changes.info && !changes.restarted && changes.firstFrame == changes.lastFrame);
        QCOMPARE(changes.info->name, std::string("wide"));
        QCOMPARE(changes.info->notes, std::string("More units.\nNo better: Öl, \xF0\x9F\x94\xA5"));
        QVERIFY(!open.refresh());

        saveRunCopy(open, path("copy.lbrun"));
        RunFile copy(path("copy.lbrun"));
        QCOMPARE(copy.info(), open.info());
        const auto frames = test::frames(copy);
        QCOMPARE(frames.size(), std::size_t{300});
        for (std::size_t i = 0; i < frames.size(); ++i)
            QVERIFY(test::same(frames[i], test::madeFrame(i, 3)));

        annotateRun(path("run.lbrun"), {});
        QVERIFY(open.refresh());
        QCOMPARE(open.info(), finished()); // the experiment's name again
        QVERIFY(!QFile::exists(m_folder->filePath("run.lbrun-journal")));
    }

    void aRunningTrainingWritesItsOwn()
    {
        const auto run = std::make_shared<RunStore>(record::RunInfo{"spirals", RunStatus::Recording, {}, 0, kExperiment, {}, {}});
        RunSaver saver(run, path("live.lbrun"));
        test::addMadeSeries(*run, 3);
        run->commit(test::madeFrame(0, 3));
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{1});
        const QString error = errorOf("live.lbrun", {"x", "y"});
        QVERIFY2(error.contains("live.lbrun: is being recorded by process " + QString::number(getpid())), qPrintable(error));
        run->update([](auto &info) { info.notes = "while it trains"; });
        QTRY_COMPARE(RunFile(path("live.lbrun")).info().notes, std::string("while it trains"));
        run->update([](auto &info) { info.status = RunStatus::Stopped; });
        QTRY_VERIFY(saver.isClosed());
        annotateRun(path("live.lbrun"), {"later", "over"});
        QCOMPARE(RunFile(path("live.lbrun")).info().notes, std::string("over"));
    }

    void aRunWhoseWriterDiedStaysInterrupted()
    {
        PlainDatabase(path("run.lbrun")).run("UPDATE info SET value = 'recording' WHERE key = 'status'");
        QVERIFY(!errorOf("run.lbrun", {}).isEmpty()); // its writer is this process
        char host[256] = {};
        gethostname(host, sizeof host - 1);
        const std::string dead = std::string(host) + " 00000000-0000-0000-0000-000000000000 1 1";
        PlainDatabase(path("run.lbrun")).run("UPDATE info SET value = '" + dead + "' WHERE key = 'writer'");
        annotateRun(path("run.lbrun"), {"crashed", "again"});
        const record::RunInfo info = RunFile(path("run.lbrun")).info();
        QCOMPARE(info.status, RunStatus::Interrupted);
        QCOMPARE(info.name, std::string("crashed"));
    }

    void whatCannotBeChangedSaysWhy_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("message");
        const QString onMars = "UPDATE info SET value = 'recording' WHERE key = 'status'; UPDATE info SET value = 'mars 1 7 9' WHERE key = 'writer';";
        QTest::newRow("another host") << onMars + "DELETE FROM info WHERE key = 'sign'"
                                      << "is perhaps still being recorded by process 7 on mars (cannot be checked from here); wait until it has "
                                         "ended. If it has, lensboard control";
        QTest::newRow("another host, which writes now") << onMars + "UPDATE info SET value = 'shared' WHERE key = 'sign'"
                                                        << "is being recorded by process 7 on mars";
        QTest::newRow("trigger") << "CREATE TRIGGER t AFTER INSERT ON info BEGIN DELETE FROM tick; END" << "unexpected trigger";
        QTest::newRow("notes of a megabyte") << "INSERT INTO info VALUES ('notes', hex(zeroblob(500000)))" << "is damaged";
        QTest::newRow("no status") << "UPDATE info SET value = 'resting' WHERE key = 'status'" << "is damaged";
        QTest::newRow("newer") << "PRAGMA user_version = 99" << "was written by a newer Lensboard";
    }

    void whatCannotBeChangedSaysWhy()
    {
        QFETCH(QString, sql);
        QFETCH(QString, message);
        PlainDatabase(path("run.lbrun")).run("DELETE FROM info WHERE key = 'notes'");
        QVERIFY(PlainDatabase(path("run.lbrun")).run(sql.toStdString()));
        const QByteArray before = bytes("run.lbrun");
        const QString error = errorOf("run.lbrun", {"a", "b"});
        QVERIFY2(error.contains("run.lbrun: ") && error.contains(message), qPrintable(error));
        QCOMPARE(bytes("run.lbrun"), before);
    }

    void format1IsOnlyRead()
    {
        QVERIFY(QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/run-format-1/finished.lbrun", m_folder->filePath("old.lbrun")));
        const QByteArray before = bytes("old.lbrun");
        QVERIFY(errorOf("old.lbrun", {"a", "b"}).contains("is of run format 1 and cannot be changed; use Save a Copy"));
        QCOMPARE(bytes("old.lbrun"), before);
    }

    void aLockedFileIsToldOf()
    {
        PlainDatabase other(path("run.lbrun"));
        QVERIFY(other.run("BEGIN IMMEDIATE"));
        QVERIFY(errorOf("run.lbrun", {"a", "b"}).contains("is being written by another process; try again"));
        QVERIFY(other.run("ROLLBACK"));
        QCOMPARE(errorOf("run.lbrun", {"a", "b"}), QString());
    }

    /// SQLite would roll it back, then delete the file named in it.
    void aJournalThatNamesAnotherFileIsNotRolledBack()
    {
        QFile victim(m_folder->filePath("precious"));
        QVERIFY(victim.open(QIODevice::WriteOnly));
        victim.write("kept");
        victim.close();
        const QByteArray name = victim.fileName().toUtf8();
        QByteArray journal("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\xff\xff\xff\xff\0\0\0\0\0\0\0\1\0\0\2\0\0\0\x10\0", 28);
        journal.append(QByteArray(512 - journal.size(), '\0'));
        quint32 sum = 0;
        for (const char c : name)
            sum += static_cast<unsigned char>(c);
        const auto number = [](quint32 value) {
            const char bytes[] = {char(value >> 24), char(value >> 16), char(value >> 8), char(value)};
            return QByteArray(bytes, 4);
        };
        journal += number(0x40000001) + name + number(static_cast<quint32>(name.size())) + number(sum) + "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
        QFile beside(m_folder->filePath("run.lbrun-journal"));
        QVERIFY(beside.open(QIODevice::WriteOnly));
        beside.write(journal);
        beside.close();
        QVERIFY(errorOf("run.lbrun", {"a", "b"}).contains("the -journal file beside it names another file"));
        QVERIFY(victim.exists());
    }

    void longLabelsAreRefused()
    {
        QVERIFY(errorOf("run.lbrun", {std::string(2000, 'x'), {}}).contains("a name of 2000 bytes, expected at most 1024"));
        QVERIFY(errorOf("run.lbrun", {"a\nb", {}}).contains("a name of several lines"));
        QVERIFY(errorOf("run.lbrun", {"a", std::string(70'000, 'x')}).contains("notes of 70000 bytes"));
        QCOMPARE(errorOf("run.lbrun", {"a", std::string(65'536, 'x')}), QString());
        QCOMPARE(RunFile(path("run.lbrun")).info().notes.size(), std::size_t{65'536});
    }

    void otherToolsRunsAreLabelledBesideThem()
    {
        LabelFile mine(path("labels/labels.json")), theirs(path("labels/labels.json"));
        QVERIFY(QDir(m_folder->path()).mkdir("tb"));
        QVERIFY(QFile::link(m_folder->filePath("tb"), m_folder->filePath("link")));
        mine.set(path("tb"), {"baseline", "the one to beat"});
        QVERIFY(theirs.refresh());
        QVERIFY(!theirs.refresh());
        QCOMPARE(theirs.label(path("link")).name, std::string("baseline"));
        theirs.set(path("other"), {"", "only notes"});
        mine.set(path("third"), {"third", ""}); // written without knowledge of the second
        QVERIFY(theirs.refresh());
        QCOMPARE(theirs.label(path("other")).notes, std::string("only notes"));
        QCOMPARE(theirs.label(path("third")).name, std::string("third"));
        theirs.set(path("tb/"), {});
        QCOMPARE(LabelFile(path("labels/labels.json")).label(path("tb")), record::RunLabel());
    }

    void aDamagedLabelFileIsNotOverwritten()
    {
        for (const QByteArray &damaged : {QByteArray("{\"format\": 1, \"runs\": {\"/a\": 5}}"), QByteArray("{\"form"), QByteArray("{\"format\": 2, \"runs\": {}}")}) {
            QFile file(m_folder->filePath("labels.json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(damaged);
            file.close();
            LabelFile labels(path("labels.json"));
            QCOMPARE(labels.label("/a"), record::RunLabel());
            QVERIFY_EXCEPTION_THROWN(labels.set("/a", {"x", "y"}), RunFileError);
            QCOMPARE(bytes("labels.json"), damaged);
        }
    }

private:
    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }

    QByteArray bytes(const char *name) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QString errorOf(const char *name, const record::RunLabel &label) const
    {
        try {
            annotateRun(path(name), label);
            return {};
        } catch (const RunFileError &error) {
            return QString::fromStdString(error.what());
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(AnnotateRunTest)
#include "tst_annotate_run.moc"
