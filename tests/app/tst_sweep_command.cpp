// The command lensboard sweep.

#include "core/store/file/run_file.h"
#include "core/store/file/run_file_format.h"
#include "tests/support/ended_run.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

using namespace lensboard;

namespace {

struct Result
{
    int code = -1;
    QString out, err;
};

constexpr std::size_t kLongEpochs = 300;

} // namespace

class SweepCommandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        QFile file(path("e.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": 1, "name": "swept", "dataset": {"kind": "spirals", "train_samples": 400},
            "model": {"kind": "mlp", "hidden": [8]}, "optimizer": {"kind": "sgd"}, "epochs": 2, "threads": 1,
            "lenses": [{"kind": "LossMetrics"}]})");
    }

    void trainsAllCombinationsAndLeavesFinishedOnesAlone()
    {
        const QStringList four = {"sweep", "e.json", "--set", "optimizer.lr=0.1,0.01", "--set", "seed=1..2", "--jobs", "2", "--out", "four"};
        const Result trained = run(four);
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        QCOMPARE(trained.out, QString("four\n"));
        QVERIFY2(trained.err.contains("4/4 lr=0.01,seed=2: starts\n") && trained.err.contains("4/4 lr=0.01,seed=2: finished, val_accuracy "),
                 qPrintable(trained.err));
        QVERIFY2(trained.err.endsWith("4 of 4 runs are finished\n"), qPrintable(trained.err));
        QCOMPARE(runsIn("four"), (QStringList{"lr=0.01,seed=1.lbrun", "lr=0.01,seed=2.lbrun", "lr=0.1,seed=1.lbrun", "lr=0.1,seed=2.lbrun"}));
        const record::RunInfo info = infoOf("four/lr=0.01,seed=2.lbrun");
        QCOMPARE(info.status, record::RunStatus::Finished);
        QCOMPARE(info.name, std::string("swept lr=0.01,seed=2"));
        const QJsonObject experiment = experimentOf(info);
        QCOMPARE(experiment["optimizer"]["lr"].toDouble(), 0.01);
        QCOMPARE(experiment["seed"].toInt(), 2);

        const double created = infoOf("four/lr=0.1,seed=1.lbrun").createdSeconds;
        const Result again = run(four);
        QCOMPARE(again.code, 0);
        QVERIFY2(again.err.startsWith("4 of 4 runs are finished already\n") && !again.err.contains("starts"), qPrintable(again.err));
        QCOMPARE(infoOf("four/lr=0.1,seed=1.lbrun").createdSeconds, created);

        const Result other = run(four + QStringList{"--set", "epochs=3"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("four/lr=0.1,seed=1.lbrun: is a run of another experiment (epochs is 2 there, 3 here)"), qPrintable(other.err));
        QVERIFY(run({"info", "four"}).out.contains("lr=0.1,seed=2 "));
    }

    void whatIsPrintedIsWhatRuns()
    {
        const Result printed = run({"sweep", "e.json", "--set", R"(model.hidden=[16,8],[4])", "--set", "name=it's", "--output", "a folder", "--print-commands"});
        QVERIFY2(printed.code == 0, qPrintable(printed.err));
        const QStringList lines = printed.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY(!QFile::exists(path("a folder")));
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.start("/bin/sh", {"-c", lines[0]});
        QVERIFY(shell.waitForFinished(test::kPatienceMs));
        QCOMPARE(shell.exitCode(), 0);
        QCOMPARE(runsIn("a folder"), QStringList{"hidden=16+8.lbrun"});
        QCOMPARE(infoOf("a folder/hidden=16+8.lbrun").name, std::string("it's"));

        const Result rest = run({"sweep", "e.json", "--set", R"(model.hidden=[16,8],[4])", "--set", "name=it's", "--output", "a folder", "--print-commands"});
        QCOMPARE(rest.out.split('\n', Qt::SkipEmptyParts), QStringList{lines[1]});
    }

    void aSignalStopsItAndTheSameCommandGoesOn()
    {
        const QStringList command = longSweep("stopped");
        const Result stopped = stoppedInItsFirstRun(command, "stopped/seed=1.lbrun");
        QVERIFY2(stopped.code == 128 + SIGINT, qPrintable(stopped.err));
        QVERIFY2(stopped.err.contains("1/2 seed=1: stopped; it can go on\n")
                     && stopped.err.contains("0 of 2 runs are finished, 1 stopped, 1 not begun; the same command goes on"),
                 qPrintable(stopped.err));
        QCOMPARE(infoOf("stopped/seed=1.lbrun").status, record::RunStatus::Stopped);
        QVERIFY(ticksOf("stopped/seed=1.lbrun") < kLongEpochs);
        const QStringList lines = run(command + QStringList{"--print-commands"}).out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].endsWith(" train --resume stopped/seed=1.lbrun"), qPrintable(lines[0]));

        const Result again = run(command + QStringList{"--jobs", "2"});
        QVERIFY2(again.code == 0, qPrintable(again.err));
        QVERIFY2(again.err.contains("1/2 seed=1: goes on from its checkpoint\n") && again.err.contains("2/2 seed=2: starts\n"), qPrintable(again.err));
        for (const char *name : {"stopped/seed=1.lbrun", "stopped/seed=2.lbrun"}) {
            QCOMPARE(infoOf(name).status, record::RunStatus::Finished);
            QCOMPARE(ticksOf(name), kLongEpochs);
        }
    }

    void aFailedRunGoesOnFromItsCheckpoint()
    {
        const QStringList command = longSweep("failed");
        QCOMPARE(stoppedInItsFirstRun(command, "failed/seed=1.lbrun").code, 128 + SIGINT);
        test::makeFailed(path("failed/seed=1.lbrun").toStdString());
        const double created = infoOf("failed/seed=1.lbrun").createdSeconds;
        const QStringList lines = run(command + QStringList{"--print-commands"}).out.split('\n', Qt::SkipEmptyParts);
        QVERIFY2(lines.size() == 2 && lines[0].endsWith(" train --resume failed/seed=1.lbrun"), qPrintable(lines.join('\n')));

        const Result again = run(command + QStringList{"--jobs", "2"});
        QVERIFY2(again.code == 0 && again.err.contains("1/2 seed=1: goes on from its checkpoint\n"), qPrintable(again.err));
        QCOMPARE(runsIn("failed"), (QStringList{"seed=1.lbrun", "seed=2.lbrun"}));
        QCOMPARE(infoOf("failed/seed=1.lbrun").status, record::RunStatus::Finished);
        QCOMPARE(infoOf("failed/seed=1.lbrun").createdSeconds, created);
        QCOMPARE(ticksOf("failed/seed=1.lbrun"), kLongEpochs);
        QCOMPARE(QDir(path("failed")).entryList(QDir::Files).size(), 4); // and two checkpoints
    }

    void aRunThatWasMovedAwayCanStillGoOn()
    {
        const QStringList command = longSweep("moved");
        QCOMPARE(stoppedInItsFirstRun(command, "moved/seed=1.lbrun").code, 128 + SIGINT);
        QVERIFY(QFile::rename(path("moved/seed=1.lbrun"), path("mine.lbrun")));
        const Result again = run(command + QStringList{"--jobs", "2"});
        QVERIFY2(again.code == 0 && again.err.contains("1/2 seed=1: starts\n"), qPrintable(again.err));
        QVERIFY(QFile::rename(path("moved/seed=1.checkpoint.pt.old"), path("mine.checkpoint.pt")));
        QCOMPARE(run({"train", "--resume", "mine.lbrun"}).code, 0);
        QCOMPARE(ticksOf("mine.lbrun"), kLongEpochs);
    }

    void aRunThatCannotGoOnIsKeptAndTrainedAnew()
    {
        const QStringList command = longSweep("anew");
        QCOMPARE(stoppedInItsFirstRun(command, "anew/seed=1.lbrun").code, 128 + SIGINT);
        QVERIFY(QFile::remove(path("anew/seed=1.checkpoint.pt")));
        const std::size_t ticks = ticksOf("anew/seed=1.lbrun");
        const Result printed = run(command + QStringList{"--print-commands"});
        QCOMPARE(printed.code, 1);
        QVERIFY2(printed.err.contains("anew/seed=1.lbrun: stopped; move it away"), qPrintable(printed.err));
        QCOMPARE(printed.out.count('\n'), 1);

        const Result again = run(command + QStringList{"--jobs", "2"});
        QVERIFY2(again.code == 0, qPrintable(again.err));
        QVERIFY2(again.err.contains("seed=1: starts anew; the run that was there (stopped) is kept as anew/seed=1.lbrun.old\n"), qPrintable(again.err));
        QCOMPARE(ticksOf("anew/seed=1.lbrun"), kLongEpochs);
        QCOMPARE(ticksOf("anew/seed=1.lbrun.old"), ticks);
    }

    void oneThatIsBeingRecordedIsLeftAlone()
    {
        QProcess training;
        training.setWorkingDirectory(m_folder.path());
        training.start(program(), {"train", "e.json", "--set", "epochs=1000000", "--out", "busy/seed=1.lbrun"});
        QTRY_VERIFY(ticksOf("busy/seed=1.lbrun") > 2);
        const QStringList command = {"sweep", "e.json", "--set", "epochs=1000000", "--set", "seed=1,2", "--out", "busy"};
        const Result printed = run(command + QStringList{"--print-commands"});
        QCOMPARE(printed.code, 0);
        QVERIFY2(printed.out.count('\n') == 1 && printed.out.contains("--out busy/seed=2.lbrun"), qPrintable(printed.out));
        QProcess sweep;
        sweep.setWorkingDirectory(m_folder.path());
        sweep.start(program(), command);
        QTRY_VERIFY(ticksOf("busy/seed=2.lbrun") > 2);
        for (const QProcess *process : {&sweep, &training})
            ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QVERIFY(sweep.waitForFinished(test::kPatienceMs) && training.waitForFinished(test::kPatienceMs));
        QCOMPARE(sweep.exitCode(), 128 + SIGTERM);
        const QByteArray said = sweep.readAllStandardError();
        QVERIFY2(said.startsWith("1/2 seed=1: left alone; being recorded by process ")
                     && said.contains("0 of 2 runs are finished, 1 stopped, 1 left alone; the same command"),
                 said.constData());
    }

    void oneThatCannotBeTrainedStopsNoOther()
    {
        const Result result = run({"sweep", "e.json", "--set", R"(dataset={"kind":"spirals"},{"kind":"fashion-mnist","path":"/no/folder"})", "--set",
                                   "model.kind=mlp", "--set", "epochs=1"});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("1/2 dataset=kind-spirals: finished") && result.err.contains("path--no-folder: failed: ")
                     && result.err.contains("1 of 2 runs are finished, 1 failed; the same command"),
                 qPrintable(result.err));
        QCOMPARE(result.out.trimmed(), path("lensboard/runs/e-sweep"));
        QCOMPARE(runsIn("lensboard/runs/e-sweep"), QStringList{"dataset=kind-spirals.lbrun"});
    }

    void mistakesAreFoundBeforeAnythingRuns_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        QTest::newRow("no values") << QStringList{"e.json"} << "--set is required";
        QTest::newRow("unknown key") << QStringList{"e.json", "--set", "seed=1,2", "--set", "optimizer.lrr=1"} << "e.json: seed=1: optimizer.lrr: unknown key";
        QTest::newRow("out of range") << QStringList{"e.json", "--set", "optimizer.lr=0.1,-1"} << "e.json: lr=-1: optimizer.lr: found -1";
        QTest::newRow("missing experiment") << QStringList{"/no/such.json", "--set", "seed=1,2"} << "/no/such.json: no such file";
        QTest::newRow("no jobs") << QStringList{"e.json", "--set", "seed=1,2", "--jobs", "0"} << "--jobs";
        QTest::newRow("many") << QStringList{"e.json", "--set", "seed=1..1000", "--set", "epochs=1..1000"} << "at most 10000 are trained";
        QTest::newRow("a program") << QStringList{"e.json", "--set", "seed=1,2", "--set",
                                                  QString("model={\"kind\": \"torchscript\", \"path\": \"%1/tests/data/torchscript/mlp-scripted.pt\"}").arg(LENSBOARD_SOURCE_DIR)}
                                   << "--trust-model";
    }

    void mistakesAreFoundBeforeAnythingRuns()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Result result = run(QStringList{"sweep"} + arguments + QStringList{"--out", "never"});
        QCOMPARE(result.code, 2);
        QVERIFY2((result.err + result.out).contains(message), qPrintable(result.err + result.out));
        QVERIFY(!QFile::exists(path("never")));
    }

private:
    static QString program() { return LENSBOARD_BINARY_DIR "/bin/lensboard"; }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QStringList runsIn(const QString &folder) const { return QDir(path(folder)).entryList({"*.lbrun"}, QDir::Files, QDir::Name); }
    record::RunInfo infoOf(const QString &name) const { return store::RunFile(path(name).toStdString()).info(); }

    static QJsonObject experimentOf(const record::RunInfo &info)
    {
        return QJsonDocument::fromJson(QByteArray::fromStdString(info.experiment)).object();
    }

    /// Returns 0 if there is no file.
    std::size_t ticksOf(const QString &name) const
    {
        try {
            return QFile::exists(path(name)) ? store::RunFile(path(name).toStdString()).frameCount() : 0;
        } catch (const store::RunFileError &) { // the file is being created
            return 0;
        }
    }

    static QStringList longSweep(const QString &folder)
    {
        return {"sweep", "e.json", "--set", "seed=1,2", "--set", "model.hidden=[256,256]", "--set", QString("epochs=%1").arg(kLongEpochs), "--out", folder};
    }

    /// Interrupts like Ctrl-C once \p first has some ticks.
    Result stoppedInItsFirstRun(const QStringList &command, const QString &first)
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), command);
        [&] { QTRY_VERIFY(ticksOf(first) > 2); }();
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        process.waitForFinished(test::kPatienceMs);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

    Result run(const QStringList &arguments)
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), arguments);
        process.waitForFinished(test::kPatienceMs);
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(SweepCommandTest)
#include "tst_sweep_command.moc"
