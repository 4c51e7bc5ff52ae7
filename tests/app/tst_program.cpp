// Runs the program as a user does, where nothing is trained.

#include "core/store/run_file_writer.h"
#include "tests/support/made_run.h"

#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lensboard;

class ProgramTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_folder.filePath("config").toUtf8());
        qputenv("XDG_DATA_HOME", m_folder.filePath("data").toUtf8());
        store::RunStore run(record::RunInfo{"made", record::RunStatus::Finished, {}, 1.7e9, {}, {}, {}});
        run.update([](auto &info) { info.notes = "twice the units\nof März"; });
        test::addMadeSeries(run, 2);
        run.commit(test::madeFrame(0, 2));
        store::saveRunCopy(run, path("made.lbrun").toStdString());
    }

    void infoTellsNotes()
    {
        const QString plain = outputOf({"info", path("made.lbrun")});
        QVERIFY2(plain.contains("\nnotes\ntwice the units\nof März\n"), qPrintable(plain));
        const QString json = outputOf({"info", "--json", path("made.lbrun")});
        QVERIFY2(json.contains(R"("notes": "twice the units\nof März")"), qPrintable(json));
    }

    void aSignalEndsTheProgramAsClosingItDoes_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }

    void aSignalEndsTheProgramAsClosingItDoes()
    {
        QFETCH(int, signal);
        const auto settings = [this] {
            QFile file(m_folder.filePath("config/Lensboard/lensboard.conf"));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        QFile::remove(m_folder.filePath("config/Lensboard/lensboard.conf"));
        QProcess process;
        process.start(program(), {path("made.lbrun")});
        QTRY_VERIFY_WITH_TIMEOUT(settings().contains("made.lbrun"), 20000); // it is open
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(20000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const QString tabs = settings().section("[tabs]", 1);
        QVERIFY2(tabs.contains("made.lbrun"), qPrintable(settings()));
        QVERIFY(!QFile::exists(path("made.lbrun-wal")) && !QFile::exists(path("made.lbrun-shm")));
    }

private:
    static QString program() { return LENSBOARD_BINARY_DIR "/bin/lensboard"; }
    QString path(const char *name) const { return m_folder.filePath(name); }

    static QString outputOf(const QStringList &arguments)
    {
        QProcess process;
        process.start(program(), arguments);
        process.waitForFinished(20000);
        return QString::fromUtf8(process.readAllStandardOutput());
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "tst_program.moc"
