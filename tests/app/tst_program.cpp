// Commands of the program that do not train.

#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>

#include <csignal>

using namespace lensboard;
using test::append;
using test::scalarRecord;

namespace {

struct Result
{
    int code = -1;
    QString out, err;
};

} // namespace

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

    void infoListsTheRunsOfAFolder()
    {
        const QString logs = kerasLogs("info");
        const Result plain = run({"info", logs});
        QVERIFY2(plain.code == 0, qPrintable(plain.err));
        const QStringList lines = plain.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[0].startsWith("exp1/train  ") && lines[0].contains(" 2 ticks  epoch_loss 0.5 ") && lines[0].endsWith(logs + "/exp1/train"), qPrintable(lines[0]));
        QVERIFY(lines[1].startsWith("exp2/train  ") && lines[3].startsWith("sgd_0.5 "));
        QCOMPARE(lines[3].indexOf("finished"), lines[0].indexOf("finished"));

        const Result json = run({"info", "--json", logs});
        const QJsonArray runs = QJsonDocument::fromJson(json.out.toUtf8()).array();
        QCOMPARE(runs.size(), 4);
        QCOMPARE(runs[2]["path"].toString(), logs + "/exp2/validation");
        QCOMPARE(runs[2]["ticks"].toInt(), 2);

        const QStringList two = run({"info", logs + "/exp1/train", logs + "/exp2/train", logs + "/none"}).out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(two.size(), 2);
        QVERIFY(two[0].startsWith("exp1/train ") && two[1].startsWith("exp2/train "));

        QDir(logs + "/exp2").removeRecursively();
        QDir(logs + "/sgd_0.5").removeRecursively();
        QVERIFY(run({"info", logs}).out.contains("train: finished\n")); // the only one
        const Result own = run({"info", m_folder.path()});
        QVERIFY2(own.out.startsWith("made ") || own.out.contains("\nmade "), qPrintable(own.out + own.err));
    }

    void infoCountsHistogramsAndAlignsNames()
    {
        const QString log = path("histograms");
        QVERIFY(QDir().mkpath(log));
        const QByteArray histogram = test::bytesField(5, test::doubleField(1, -1) + test::doubleField(2, 1) + test::doubleField(3, 4) + test::doubleField(4, 0)
                                                             + test::doubleField(5, 2) + test::doublesField(6, {0, 2}) + test::doublesField(7, {3, 1}));
        for (int step = 0; step < 20; ++step)
            append(log + "/events.out.tfevents.1.h", test::valueRecord(step, "σ/größe", histogram) + scalarRecord(step, "σ/x", 1));
        const QString info = run({"info", log}).out;
        const QStringList rows = info.split('\n').filter(" points, last ");
        QVERIFY2(!rows.filter(QRegularExpression("^  größe / histogram +20 points, last 4 values$")).isEmpty(), qPrintable(info));
        for (const QString &row : rows)
            QCOMPARE(row.indexOf(" points,"), rows[0].indexOf(" points,"));
    }

    void importMakesAFolderOfRunsWhateverTheirNumber()
    {
        const QString logs = kerasLogs("import"), out = path("imported");
        append(logs + "/exp1/mine.lbrun", "is one already");
        const Result all = run({"import", logs, "--out", out});
        QVERIFY2(all.code == 0, qPrintable(all.err));
        const QStringList names = {"exp1-train.lbrun", "exp2-train.lbrun", "exp2-validation.lbrun", "sgd_0.5.lbrun"};
        QCOMPARE(QDir(out).entryList(QDir::Files), names);
        QCOMPARE(all.out.split('\n', Qt::SkipEmptyParts).size(), 4);
        QCOMPARE(run({"import", logs, "--out", out}).code, 2); // the output exists already

        QCOMPARE(run({"import", logs + "/exp1/train", "--out", path("one")}).code, 0);
        QCOMPARE(QDir(path("one")).entryList(QDir::Files), QStringList{"train.lbrun"});
        QCOMPARE(run({"import", logs + "/exp1/train", "--out", path("one.lbrun")}).code, 0);
        QVERIFY(QFileInfo(path("one.lbrun")).isFile());
        const Result several = run({"import", logs, "--out", path("several.lbrun")});
        QVERIFY2(several.code == 2 && several.err.contains("holds 5 runs (exp1/mine, …, sgd_0.5)"), qPrintable(several.err));
        const Result own = run({"import", out, "--out", path("again")});
        QVERIFY2(own.code == 2 && own.err.contains("holds runs of Lensboard only"), qPrintable(own.err));
    }

    void exportOfAFolderWritesEachRunIntoAPlaceOfItsOwn()
    {
        const QString logs = kerasLogs("export");
        QCOMPARE(run({"export", logs, "--csv", path("csv")}).code, 0);
        QCOMPARE(QDir(path("csv")).entryList(QDir::Dirs | QDir::NoDotAndDotDot), (QStringList{"exp1-train", "exp2-train", "exp2-validation", "sgd_0.5"}));
        QVERIFY(QFile::exists(path("csv/exp2-validation/epoch_loss.csv")));
        const Result lines = run({"export", logs, "--jsonl", path("all.jsonl")});
        QCOMPARE(lines.out.split('\n').value(1), path("all-exp2-train.jsonl"));
        QVERIFY(QFile::exists(path("all-exp2-train.jsonl")) && !QFile::exists(path("all.jsonl")));
        const Result part = run({"export", logs, "--jsonl", path("part.jsonl"), "--steps", "1:1"});
        QCOMPARE(part.code, 0);
    }

    void exportOfNothingIsAnError()
    {
        const QString logs = kerasLogs("nothing");
        for (const QStringList &nothing : {QStringList{"--steps", "50:"}, {"--tag", "epoch_loss", "--steps", ":-1"}})
            for (const QStringList &format : {QStringList{"--csv", path("no")}, {"--jsonl", path("no.jsonl")}, {"--tensorboard", path("no")}, {"--png", path("no.png")}}) {
                const Result result = run(QStringList{"export", logs + "/exp1/train"} + format + nothing);
                QVERIFY2(result.code == 2 && result.err.contains("there are no"), qPrintable(format.join(' ') + ": " + result.err));
                QVERIFY(QDir(m_folder.path()).entryList({"no*"}).filter(QRegularExpression("^no(\\.|$)")).isEmpty());
            }
    }

    void whatHoldsNothingIsBadInputWithAReason_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("reason");
        const QByteArray garbage(400, '\x5a');
        QTest::newRow("empty event file") << "e/events.out.tfevents.1.h" << QByteArray() << "nothing was written into it yet";
        QTest::newRow("event file of garbage") << "g/events.out.tfevents.1.h" << garbage << "is damaged at byte 0";
        QTest::newRow("empty table") << "empty.csv" << QByteArray() << "nothing was written into it yet";
        QTest::newRow("empty lines") << "empty.jsonl" << QByteArray() << "is empty";
        QTest::newRow("empty recording") << "empty.pkl" << QByteArray() << "is empty";
        QTest::newRow("empty run file") << "empty.lbrun" << QByteArray() << "interrupted before anything was written";
        QTest::newRow("garbage") << "garbage.pkl" << garbage << "is not a Lensboard run";
        QTest::newRow("run file of garbage") << "garbage.lbrun" << garbage << "garbage.lbrun";
    }

    void whatHoldsNothingIsBadInputWithAReason()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, reason);
        const QString file = path("holds nothing/" + name);
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        append(file, content);
        for (const QStringList &command : {QStringList{"info"}, {"info", "--json"}, {"import", "--out", path("never.lbrun")}, {"export", "--csv", path("never")}}) {
            const Result result = run(command + QStringList{file});
            QCOMPARE(result.code, 2);
            QVERIFY2(result.err.contains(reason) && result.err.contains(file) && result.out.isEmpty(), qPrintable(command.join(' ') + ": " + result.err + result.out));
            QVERIFY(!QFileInfo::exists(path("never.lbrun")) && !QFileInfo::exists(path("never")));
        }
    }

    void aRunThatCannotBeReadKeepsNoOtherFromBeing()
    {
        const QString logs = kerasLogs("mixed");
        append(logs + "/exp1/train/events.out.tfevents.2.h", QByteArray()); // an empty, just started file
        append(logs + "/broken.lbrun", "no run at all");
        QString deep = logs;
        for (int level = 0; level <= 64; ++level)
            deep += "/d";
        QVERIFY(QDir().mkpath(deep));
        const Result info = run({"info", logs});
        QCOMPARE(info.code, 1);
        QCOMPARE(info.out.split('\n', Qt::SkipEmptyParts).size(), 4);
        QVERIFY2(info.err.contains("lensboard: " + logs + "/broken.lbrun: ") && info.err.contains("/d: lies more than 64 levels deep"), qPrintable(info.err));
        const Result imported = run({"import", logs + "/exp1", "--out", path("mixed imported")});
        QCOMPARE(imported.code, 0);
        QVERIFY(QDir(logs).removeRecursively() && QDir().mkpath(logs));
        const Result none = run({"info", logs});
        QVERIFY2(none.code == 2 && none.err.contains("holds no runs"), qPrintable(none.err));
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
        QTRY_VERIFY(settings().contains("made.lbrun")); // the window opened it
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const QString tabs = settings().section("[tabs]", 1);
        QVERIFY2(tabs.contains("made.lbrun"), qPrintable(settings()));
        QVERIFY(!QFile::exists(path("made.lbrun-wal")) && !QFile::exists(path("made.lbrun-shm")));
    }

private:
    static QString program() { return LENSBOARD_BINARY_DIR "/bin/lensboard"; }
    QString path(const QString &name) const { return m_folder.filePath(name); }

    static Result run(const QStringList &arguments)
    {
        QProcess process;
        process.start(program(), arguments);
        process.waitForFinished(test::kPatienceMs);
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }

    static QString outputOf(const QStringList &arguments) { return run(arguments).out; }

    /// Copies logs in the layout of Keras' callback after two experiments, beside a run with a dot in its name.
    QString kerasLogs(const char *name) const
    {
        const QString logs = path(QString("logs of ") + name);
        for (const char *run : {"exp1/train", "exp2/train", "exp2/validation", "sgd_0.5"}) {
            QDir().mkpath(logs + '/' + run);
            append(logs + '/' + run + "/events.out.tfevents.1.h", scalarRecord(0, "epoch_loss", 1) + scalarRecord(1, "epoch_loss", 0.5f));
        }
        return logs;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "tst_program.moc"
