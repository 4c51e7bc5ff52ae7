// Runs the program as a user does.

#include "core/runs/run_follower.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "core/store/file/sqlite.h"
#include "tests/support/ended_run.h"
#include "tests/support/event_file_text.h"
#include "tests/support/made_run.h"
#include "tests/support/made_training.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/stat.h>

using namespace lensboard;

namespace {

struct Result
{
    int code = -1;
    QString out, err;
};

} // namespace

class CommandLineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        write("e.json", R"({"format": 1, "name": "cli", "dataset": {"kind": "spirals", "train_samples": 400},
            "model": {"kind": "mlp", "hidden": [8]}, "optimizer": {"kind": "sgd"}, "epochs": 2, "threads": 1,
            "lenses": [{"kind": "LossMetrics"}, {"kind": "ParameterGradientGeometry"}]})");
    }

    void helpAndVersion()
    {
        QCOMPARE(run({"--version"}).out, QString("lensboard %1\n").arg(LENSBOARD_TEST_VERSION));
        for (const char *command : {"train", "sweep", "info", "check", "control", "inspect", "export"}) {
            const Result result = run({command, "--help"});
            QCOMPARE(result.code, 0);
            QVERIFY(result.out.contains("Usage:"));
        }
    }

    void aMistypedCommandIsRefused()
    {
        const Result result = run({"trian"});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains("there is no file or command trian. Did you mean train?"), qPrintable(result.err));
    }

    void eachCommandHasAManualPage()
    {
        QCOMPARE(run({"man", "--out", path("man1")}).code, 0);
        const QString help = run({"--help"}).out;
        const QString program = read("man1/lensboard.1");
        QVERIFY(program.startsWith(".TH LENSBOARD 1 "));
        static const QRegularExpression line("^  ([a-z]+) {2,}", QRegularExpression::MultilineOption);
        int commands = 0;
        for (auto found = line.globalMatch(help.mid(help.indexOf("Subcommands:"))); found.hasNext(); ++commands) {
            const QString name = found.next().captured(1);
            const QString page = read("man1/lensboard-" + name + ".1");
            QVERIFY2(page.contains(".SH OPTIONS\n") && page.contains(".SH EXIT STATUS\n"), qPrintable(name));
            QVERIFY2(program.contains("\\fBlensboard\\-" + name + "\\fR(1)"), qPrintable(name));
        }
        QVERIFY(commands >= 11);
        const QString train = read("man1/lensboard-train.1");
        QVERIFY(train.contains(".TP\n\\fB\\-\\-epochs\\fR \\fIVALUE\\fR\n"));
        QCOMPARE(run({"man", "train"}).out, train);
        QCOMPARE(run({"man", "trian"}).code, 2);
    }

    void bashCompletesCommandsOptionsAndChoices_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a command") << "tra" << "train";
        QTest::newRow("an option") << "train --res" << "--resume";
        QTest::newRow("an option of a group") << "export --cs" << "--csv";
        QTest::newRow("a choice") << "check --fail-on wa" << "warning";
        QTest::newRow("an argument's choice") << "completion fi" << "fish";
        QTest::newRow("a path") << "info e.js" << "e.json";
        QTest::newRow("an option's path") << "train --resume e.js" << "e.json";
    }

    void bashCompletesCommandsOptionsAndChoices()
    {
        QFETCH(const QString, words);
        QFETCH(const QString, expected);
        write("completion.bash", run({"completion", "bash"}).out.toUtf8());
        QProcess bash;
        bash.setWorkingDirectory(m_folder.path());
        const qsizetype count = words.count(' ') + 1;
        bash.start("bash", {"--norc", "-c", "source completion.bash; COMP_WORDS=(lensboard " + words + ") COMP_CWORD=" + QString::number(count)
                                                + "; _lensboard; echo ${COMPREPLY[@]}"});
        QVERIFY(bash.waitForFinished(test::kPatienceMs));
        QCOMPARE(QString(bash.readAllStandardOutput()).trimmed(), expected);
    }

    void explainsHowAFileWasRead()
    {
        QFile file(path("results.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("step,batch,loss,who\n1,10,5,a\n2,20,4,b\nx,30,3,a\n") > 0);
        file.close();
        const Result explained = run({"info", path("results.csv"), "--explain"});
        QCOMPARE(explained.code, 0);
        QVERIFY2(explained.out.contains("read as: CSV; step = \"step\"; 1 row skipped: line 4, column 1"), qPrintable(explained.out));
        QVERIFY2(explained.out.contains(QRegularExpression("\n  step +step\n  batch +value\n  loss +value\n  who +value\n")), qPrintable(explained.out));
        QVERIFY2(explained.out.contains("warning: line 4, column 1 (\"step\"): \"x\" is no whole number"), qPrintable(explained.out));
        const Result chosen = run({"info", path("results.csv"), "--explain", "--step", "batch", "--run", "who"});
        QVERIFY2(chosen.out.contains("read as: CSV; step = \"batch\"; chosen: \"batch\", \"who\"; 2 runs by \"who\""), qPrintable(chosen.out));
        QVERIFY2(chosen.out.contains("a (CSV, numerical)"), qPrintable(chosen.out));
        QVERIFY2(chosen.out.contains(QRegularExpression("\n  batch +step \\(chosen\\)\n")), qPrintable(chosen.out));
        const Result none = run({"info", path("results.csv"), "--step", "none"});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("has no column \"none\"; its columns are step, batch, loss, who"), qPrintable(none.err));
        QCOMPARE(run({"export", path("results.csv"), "--step", "batch", "--jsonl", path("results.jsonl")}).code, 0);
    }

    void commandsReadChosenColumns()
    {
        QFile file(path("chosen.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("step,batch,loss,who\n1,10,1,a\n2,20,1,a\n3,30,1,a\n1,40,1,b\n2,50,nan,b\n") > 0);
        file.close();
        const Result imported = run({"import", path("chosen.csv"), "--step", "batch", "--run", "who", "--out", path("chosen.lbrun")});
        QVERIFY2(imported.code == 0, qPrintable(imported.err));
        const Result described = run({"info", path("chosen.lbrun"), "--json"});
        const QJsonObject environment = QJsonDocument::fromJson(described.out.toUtf8()).object()["environment"].toObject();
        QCOMPARE(environment["read as"].toString(), QString("CSV; step = \"batch\"; chosen: \"batch\", \"who\"; 2 runs by \"who\""));
        const Result checked = run({"check", path("chosen.csv"), "--rule", "NotFinite", "--step", "batch"});
        QCOMPARE(checked.code, 1);
        QVERIFY2(checked.out.contains("problem: NotFinite, steps 50 to 50"), qPrintable(checked.out));
        QCOMPARE(run({"check", path("chosen.csv"), "--rule", "NotFinite"}).code, 0); // recognised: two runs, without a loss by its name
        const Result refused = run({"check", path("chosen.lbrun"), "--step", "batch"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("has no columns to choose"), qPrintable(refused.err));
    }

    void trainsDescribesAndExports()
    {
        const Result trained = run({"train", path("e.json"), "--out", path("r.lbrun"), "--epochs", "3", "--set",
                                    "optimizer.lr=0.1", "--set", "lenses.1.parity=true"});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        QCOMPARE(trained.out.trimmed(), path("r.lbrun"));
        QCOMPARE(QDir(m_folder.path()).entryList({"r.lbrun*"}), QStringList{"r.lbrun"});

        const Result info = run({"info", path("r.lbrun"), "--json"});
        QCOMPARE(info.code, 0);
        const QJsonObject json = QJsonDocument::fromJson(info.out.toUtf8()).object();
        QCOMPARE(json["status"].toString(), "finished");
        QCOMPARE(json["ticks"].toInt(), 3);
        QCOMPARE(json["experiment"]["optimizer"]["lr"].toDouble(), 0.1);
        QVERIFY(json["experiment"]["lenses"][1]["parity"].toBool());
        QVERIFY(json["environment"].toObject().contains("libtorch"));
        QVERIFY(run({"info", path("r.lbrun")}).out.contains("Loss / train_loss mean"));

        QCOMPARE(run({"export", path("r.lbrun"), "--png", path("r.png"), "--width", "900"}).code, 0);
        QCOMPARE(QImage(path("r.png")).width(), 900);
        QCOMPARE(run({"export", path("r.lbrun"), "--csv", path("csv")}).code, 0);
        QVERIFY(QFile::exists(path("csv/weight_gradient_norm.csv")));
        const Result none = run({"export", path("r.lbrun"), "--tensors", path("tensors")});
        QVERIFY2(none.code != 0 && none.err.contains("nothing of this is a tensor"), qPrintable(none.err));
    }

    void saysWhatIsWrong()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("checked"));
        const auto save = [&](const QString &name, const std::function<double(int)> &loss, const char *experiment = "") {
            record::RunInfo made;
            made.experiment = experiment;
            test::MadeTraining training(made);
            training.trainLoss(loss).train(100);
            const auto store = std::shared_ptr<store::RunStore>(&training.store(), [](auto *) {});
            const store::RunSaver saver(store, path("checked/" + name).toStdString());
            store->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        };
        save("good.lbrun", [](int tick) { return test::goodLoss(tick); });
        save("spikes.lbrun", [](int tick) { return tick % 30 == 29 ? 9 : test::goodLoss(tick); });
        save("sick.lbrun", [](int tick) { return 2.3 * std::exp(0.1 * tick); });
        QVERIFY(QDir(m_folder.path()).mkpath("set"));
        save("../set/spikes.lbrun", [](int tick) { return tick % 30 == 29 ? 9 : test::goodLoss(tick); },
             R"({"format": 1, "dataset": {"kind": "spirals"}, "model": {"kind": "mlp"}, "optimizer": {"kind": "sgd"},
                 "health": {"rules": [{"kind": "LossSpike", "enabled": false}]}})");

        const Result good = run({"check", path("checked/good.lbrun")});
        QVERIFY2(good.code == 0 && good.out.contains("nothing found"), qPrintable(good.out + good.err));
        QVERIFY(good.out.contains("not judged without OutputActivation: DeadUnits"));
        QCOMPARE(run({"check", path("checked/spikes.lbrun")}).code, 0);
        QCOMPARE(run({"check", path("checked/spikes.lbrun"), "--fail-on", "warning"}).code, 1);
        QCOMPARE(run({"check", path("set/spikes.lbrun"), "--fail-on", "note"}).code, 0); // the run's experiment disables the rule
        QCOMPARE(run({"check", path("set/spikes.lbrun"), "--fail-on", "note", "--rule", "LossSpike"}).code, 1);
        QCOMPARE(run({"check", path("checked/sick.lbrun"), "--rule", "LossSpike,DeadUnits"}).code, 0);
        const Result sick = run({"check", path("checked/sick.lbrun"), "--rule", "LossDiverging"});
        QCOMPARE(sick.code, 1);
        QVERIFY2(sick.out.contains("problem: LossDiverging, steps ") && sick.out.contains("  Try: "), qPrintable(sick.out));

        const Result all = run({"check", path("checked"), "--json"});
        QCOMPARE(all.code, 1);
        const QJsonArray runs = QJsonDocument::fromJson(all.out.toUtf8()).array();
        QCOMPARE(runs.size(), 3);
        QVERIFY(runs[0]["findings"].toArray().isEmpty());
        QCOMPARE(runs[1]["findings"][0]["severity"].toString(), "problem");
        QCOMPARE(runs[2]["findings"][0]["rule"].toString(), "LossSpike");

        {
            const auto empty = std::make_shared<store::RunStore>(record::RunInfo());
            const store::RunSaver saver(empty, path("unticked.lbrun").toStdString());
            empty->update([](record::RunInfo &info) {
                info.layers = {{"fc1", "Linear", true, {}}};
                info.status = record::RunStatus::Finished;
            });
        }
        const Result unticked = run({"check", path("unticked.lbrun")});
        QVERIFY2(unticked.out.contains("unticked: has no ticks, so it was not judged"), qPrintable(unticked.out + unticked.err));
        QVERIFY(!unticked.out.contains("nothing found"));
        QCOMPARE(QJsonDocument::fromJson(run({"check", path("unticked.lbrun"), "--json"}).out.toUtf8()).object()["ticks"].toInt(-1), 0);

        const Result unknown = run({"check", path("checked"), "--rule", "LossSpikes"});
        QVERIFY2(unknown.code == 2 && unknown.err.contains("did you mean LossSpike?"), qPrintable(unknown.err));
        QCOMPARE(run({"check", path("nowhere")}).code, 2);
    }

    void aRuleStopsATraining()
    {
        const QStringList training = {"train", path("e.json"), "--set", "optimizer.lr=1e6", "--epochs", "100000", "--out", path("ruled.lbrun"), "--stop-on"};
        const Result stopped = run(training + QStringList{"NotFinite,LossDiverging"});
        QCOMPARE(stopped.code, 1);
        QVERIFY2(stopped.err.contains("stops the training: "), qPrintable(stopped.err));
        const store::RunFile file(path("ruled.lbrun").toStdString());
        QCOMPARE(file.info().status, record::RunStatus::Stopped);
        const Result unknown = run(training + QStringList{"NotFinit"});
        QVERIFY2(unknown.code == 2 && unknown.err.contains("did you mean NotFinite?"), qPrintable(unknown.err));
    }

    void recordedTensorsAreExported()
    {
        const Result trained = run({"train", path("e.json"), "--out", path("tensors.lbrun"), "--epochs", "2", "--set",
                                    R"(recorders=[{"kind": "ForwardOutput", "name": "out/put", "types": ["Linear"]}])"});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        const Result exported = run({"export", path("tensors.lbrun"), "--tensors", path("tensors")});
        QVERIFY2(exported.code == 0, qPrintable(exported.err));
        QFile index(path("tensors/out_put/index.json"));
        QVERIFY(index.open(QIODevice::ReadOnly));
        const QJsonArray files = QJsonDocument::fromJson(index.readAll()).object()["files"].toArray();
        QVERIFY(files.size() >= 2);
        QCOMPARE(files[0]["of"].toString(), "output");
        QCOMPARE(files[0]["tensors"].toArray().size(), 2);
        QVERIFY(QFileInfo(path("tensors/out_put/1.pt")).size() > 100);
    }

    void runsNoModelThatNobodyTrusts()
    {
        const QStringList train = {"train", path("e.json"), "--out", path("never.lbrun"), "--epochs", "1", "--set",
                                   "model={\"kind\": \"torchscript\", \"path\": \"" LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt\"}"};
        const Result refused = run(train);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("--trust-model"), qPrintable(refused.err));
        QVERIFY(!QFile::exists(path("never.lbrun")));
        QVERIFY(!run(train + QStringList{"--trust-model"}).err.contains("--trust-model"));
    }

    void inspectsAModel()
    {
        const QString model = LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt";
        const Result shown = run({"inspect", model, "--input", "64"});
        QVERIFY2(shown.code == 0, qPrintable(shown.err));
        const QStringList lines = shown.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 7);
        QCOMPARE(lines[1].simplified(), "(model) Mlp N×10 0 5018");
        QCOMPARE(lines[2].simplified(), "fc1 Linear N×48 3120 3120");
        QCOMPARE(lines[3].simplified(), "act1 ReLU N×48 0 0");

        const QJsonObject json = QJsonDocument::fromJson(run({"inspect", model, "--json"}).out.toUtf8()).object();
        QCOMPARE(json["sha256"].toString().size(), 64);
        QCOMPARE(json["layers"][5]["layer"].toString(), "out");
        QCOMPARE(json["layers"][5]["own_parameters"][0]["shape"], QJsonArray({10, 32}));
        QVERIFY(json["layers"][5]["output_shape"].isNull()); // the layer was not run

        for (const QStringList &wrong : {QStringList{"--input", "63"}, {"--input", "1x"}, {"--input", "64", "--input-type", "int64"}, {"--input-type", "int7"}}) {
            const Result refused = run(QStringList{"inspect", model} + wrong);
            QCOMPARE(refused.code, 2);
            QVERIFY(refused.out.isEmpty() && !refused.err.isEmpty());
        }
        QVERIFY(run({"inspect", path("e.json")}).err.contains("is a text; expected a TorchScript file"));
    }

    void exportsAPartAsWhateverIsWanted()
    {
        QVERIFY(run({"train", path("e.json"), "--out", path("p.lbrun"), "--epochs", "5"}).code == 0);
        const auto exported = [&](const QString &option, const QString &name) {
            const Result result = run({"export", path("p.lbrun"), option, path(name), "--tag", "Loss", "--steps", "10:"});
            if (result.code != 0 || result.out.trimmed() != path(name))
                return result.err.toUtf8();
            QFile file(path(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("missing");
        };
        const QByteArray objects = exported("--jsonl", "p.jsonl");
        const QJsonObject first = QJsonDocument::fromJson(objects.left(objects.indexOf('\n'))).object();
        QVERIFY2(first["step"].toInt() >= 10 && first.contains("Loss/Loss/train_loss mean"), objects.constData());
        QCOMPARE(first.keys().filter("Norm"), QStringList());
        const QByteArray svg = exported("--svg", "p.svg");
        QVERIFY2(svg.startsWith("<?xml") && svg.contains(">Loss</text>") && svg.contains(">step</text>"), svg.left(500).constData());
        QVERIFY(!svg.contains("Weight") && !svg.contains("<image"));
        const QByteArray pdf = exported("--pdf", "p.pdf");
        QVERIFY(pdf.startsWith("%PDF-") && pdf.contains("/Font") && !pdf.contains("/Subtype /Image"));

        const Result again = run({"export", path("p.jsonl"), "--csv", path("again")});
        QCOMPARE(again.out.trimmed(), path("again/loss.csv")); // what was exported can be opened
    }

    void printsAndWritesForTensorBoard()
    {
        const Result trained = run({"train", path("e.json"), "--out", path("t.lbrun"), "--print", "--tensorboard", path("live")});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        const QStringList printed = trained.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(printed.filter(QRegularExpression("^tick ")).size(), 2);
        QCOMPARE(printed.filter(QRegularExpression("^    train_loss mean=")).size(), 2);
        QCOMPARE(printed.back(), path("t.lbrun"));

        const QStringList events = test::eventsIn(path("live"));
        QCOMPARE(events.size(), 3);
        QVERIFY(events[1].startsWith("step 1 at "));
        for (const char *name : {" loss/loss/train_loss_mean=", " loss/loss/train_loss_-std=", " weight_gradient_norm/fc1/mean="})
            QVERIFY2(events[2].contains(name), qPrintable(events[2]));

        const Result exported = run({"export", path("t.lbrun"), "--tensorboard", path("exported")});
        QCOMPARE(exported.code, 0);
        QCOMPARE(exported.out.trimmed(), test::eventFiles(path("exported")).value(0));
        QCOMPARE(test::eventsIn(path("exported")), events);
        QCOMPARE(run({"export", path("t.lbrun"), "--tensorboard", path("e.json")}).code, 2);
    }

    void aTensorBoardFolderThatVanishesEndsNoTraining()
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), {"train", "e.json", "--out", "v.lbrun", "--epochs", "1000000", "--tensorboard", "vanishing"});
        QTRY_VERIFY(!test::eventFiles(path("vanishing")).isEmpty());
        QVERIFY(QDir(path("vanishing")).removeRecursively());
        QByteArray said;
        QTRY_VERIFY((said += process.readAllStandardError()).contains("warning: TensorBoard's events: vanishing/events.out"));
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("events are not complete on disk: vanishing/events.out"));
        const store::RunFile kept(path("v.lbrun").toStdString());
        QCOMPARE(kept.info().status, record::RunStatus::Stopped);
    }

    void aKilledTrainingIsResumedIntoItsRunBitForBit()
    {
        const QStringList changes = {"--epochs", "120", "--set", "checkpoint.seconds=0", "--set", "tick.unit=steps", "--set", "tick.every=2"};
        const Result whole = run(QStringList{"train", "e.json", "--out", "whole.lbrun"} + changes);
        QVERIFY2(whole.code == 0, qPrintable(whole.err));
        const auto expected = lossesOf("whole.lbrun");

        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), QStringList{"train", "e.json", "--out", "killed.lbrun"} + changes);
        QTRY_VERIFY(QFile::exists(path("killed.checkpoint.pt")));
        const std::size_t ticks = lossesOf("killed.lbrun").size();
        QTRY_VERIFY(lossesOf("killed.lbrun").size() > ticks + 2); // to stop between two checkpoints
        process.kill();
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        const auto before = lossesOf("killed.lbrun");
        QVERIFY(!before.empty() && before.size() < expected.size());

        const Result resumed = run({"train", "--resume", "killed.lbrun", "--save-model", "model.pt"});
        QVERIFY2(resumed.code == 0, qPrintable(resumed.err));
        QCOMPARE(resumed.out.trimmed(), QString("killed.lbrun"));
        QVERIFY(lossesOf("killed.lbrun") == expected);
        QVERIFY(QFile::exists(path("model.pt")));
        QVERIFY(!QFile::exists(path("killed.lbrun.before")));
        const auto info = store::RunFile(path("killed.lbrun").toStdString()).info();
        QCOMPARE(info.status, record::RunStatus::Finished);

        const Result again = run({"train", "--resume", "killed.lbrun"});
        QCOMPARE(again.code, 2);
        QVERIFY2(again.err.contains("killed.lbrun: is finished"), qPrintable(again.err));
    }

    /// Readers have the file open, one of them while reading, when its journal is merged and the file is renamed.
    void aFollowedTrainingIsResumedAfterKill()
    {
        const QStringList changes = {"--epochs", "150", "--set", "checkpoint.seconds=0", "--set", "tick.unit=steps", "--set", "tick.every=2"};
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), QStringList{"train", "e.json", "--out", "followed.lbrun"} + changes);
        QTRY_VERIFY(QFile::exists(path("followed.checkpoint.pt")));
        const std::filesystem::path file = path("followed.lbrun").toStdString();
        imports::ReadProgress progress;
        const runs::RunFollower follower(runs::openRun(file, progress), [](const record::Message &error) { qFatal("%s", error.c_str()); });
        const store::RunFile seldom(file); // like a script that keeps a run open after reading it once
        const auto seen = follower.run();
        const std::size_t begun = seen->frameCount();
        QTRY_VERIFY(seen->frameCount() > begun);
        QTRY_VERIFY(store::RunFile(file).frameCount() > seldom.frameCount() + 10);

        ::kill(static_cast<pid_t>(process.processId()), SIGSTOP); // prevents the process from ending
        const Result second = run({"train", "--resume", "followed.lbrun"});
        QCOMPARE(second.code, 2);
        QVERIFY2(second.err.contains(QString("followed.lbrun: is being written by another program (PID %1). Stop that program, then try again").arg(process.processId())),
                 qPrintable(second.err));
        process.kill();
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QTRY_COMPARE(seen->info().status, record::RunStatus::Interrupted);
        store::sqlite::Database reader(file, store::sqlite::Database::Open::ReadOnly);
        reader.execute("BEGIN");
        QVERIFY(reader.integer("SELECT count(*) FROM info") > 0);

        const Result resumed = run({"train", "--resume", "followed.lbrun"});
        QVERIFY2(resumed.code == 0, qPrintable(resumed.err));
        const store::RunFile whole(file);
        QCOMPARE(whole.info().status, record::RunStatus::Finished);
        QVERIFY(whole.frameCount() > begun);
        QTRY_COMPARE(seen->info().status, record::RunStatus::Finished);
        QCOMPARE(seen->frameCount(), whole.frameCount());
        const auto shown = test::frames(*seen), written = test::frames(whole);
        QVERIFY(std::ranges::equal(shown, written, [](const auto &a, const auto &b) { return test::same(a, b); }));
        reader.execute("COMMIT");
        QCOMPARE(QDir(m_folder.path()).entryList({"followed.*.before*"}), QStringList());
    }

    void nothingThatIsReadIsReplaced()
    {
        write("log.csv", "step,loss\n1,0.5\n2,0.25\n");
        const Result exported = run({"export", "log.csv", "--jsonl", "./log.csv"});
        QCOMPARE(exported.code, 2);
        QVERIFY2(exported.err.contains("./log.csv: is the run itself; choose another name"), qPrintable(exported.err));
        QCOMPARE(run({"info", "log.csv"}).code, 0);

        QVERIFY(QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt", path("mlp.pt")));
        const Result trained = run({"train", "e.json", "--set", R"(model={"kind": "torchscript", "path": "mlp.pt"})", "--trust-model", "--save-model",
                                    path("mlp.pt"), "--out", "scripted.lbrun"});
        QCOMPARE(trained.code, 2);
        QVERIFY2(trained.err.contains("mlp.pt: is a file that the experiment needs; choose another name"), qPrintable(trained.err));
        QVERIFY(!QFile::exists(path("scripted.lbrun")));
    }

    void aRunThatWasKilledBetweenItsLastCheckpointAndItsEndIsFinished()
    {
        QCOMPARE(run({"train", "e.json", "--out", "endless.lbrun"}).code, 0);
        const auto expected = lossesOf("endless.lbrun");
        const QString described = run({"info", "endless.lbrun"}).out;
        test::makeKilled(path("endless.lbrun").toStdString());
        const Result resumed = run({"train", "--resume", "endless.lbrun", "--save-model", "endless.pt"});
        QVERIFY2(resumed.code == 0, qPrintable(resumed.err));
        QCOMPARE(resumed.out.trimmed(), QString("endless.lbrun"));
        QCOMPARE(store::RunFile(path("endless.lbrun").toStdString()).info().status, record::RunStatus::Finished);
        QVERIFY(lossesOf("endless.lbrun") == expected);
        QCOMPARE(run({"info", "endless.lbrun"}).out, described);
        QVERIFY(QFile::exists(path("endless.pt")));
    }

    void aStoppedTrainingGoesOnInItsRunAndInANewOne()
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), {"train", "e.json", "--out", "halted.lbrun", "--epochs", "2000"});
        QTRY_VERIFY(QFile::exists(path("halted.lbrun")) && lossesOf("halted.lbrun").size() > 5);
        QCOMPARE(run({"train", "--resume", "halted.lbrun"}).code, 2); // still being recorded
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        const auto stopped = lossesOf("halted.lbrun");
        const auto last = stopped.back().at("epoch");

        const Result other = run({"train", "--from", "halted.lbrun", "--out", "other.lbrun", "--epochs",
                                  QString::number(last + 2), "--set", "optimizer.lr=0.001"});
        QVERIFY2(other.code == 0, qPrintable(other.err));
        const auto continued = lossesOf("other.lbrun");
        QVERIFY(continued.front().at("epoch") >= last);
        QCOMPARE(continued.back().at("epoch"), last + 2);
        QVERIFY(lossesOf("halted.lbrun") == stopped); // unchanged

        QFile::remove(path("halted.checkpoint.pt"));
        const Result nothing = run({"train", "--resume", "halted.lbrun"});
        QCOMPARE(nothing.code, 2);
        QVERIFY2(nothing.err.contains("halted.checkpoint.pt"), qPrintable(nothing.err));
        QCOMPARE(run({"train"}).code, 2);
        QCOMPARE(run({"train", "e.json", "--resume", "halted.lbrun"}).code, 2);
    }

    void withoutLensesAndWithoutAPath()
    {
        const Result result = run({"train", path("e.json"), "--no-lenses"});
        QCOMPARE(result.code, 0);
        const QString file = result.out.trimmed();
        QVERIFY(file.startsWith(path("lensboard/runs/cli-")));
        QVERIFY(test::whole(store::RunFile(file.toStdString())).series.empty());
        QVERIFY2(result.err.contains("notice: No lens is on, so nothing is measured"), qPrintable(result.err));
        QVERIFY(!run({"train", path("e.json"), "--out", "watched.lbrun"}).err.contains("No lens is on"));
    }

    /// For example an endless device, or a pipe without a writer.
    void whatIsNoRegularFileIsRefused()
    {
        QCOMPARE(::mkfifo(path("fifo").toLocal8Bit().constData(), 0600), 0);
        for (const QString &file : {QString("/dev/zero"), path("fifo")})
            for (const QStringList &arguments : {QStringList{"train", file, "--out", "never.lbrun"}, QStringList{"train", "--from", file, "--out", "never.lbrun"},
                                                 QStringList{"train", "--resume", file}, QStringList{"inspect", file}, QStringList{"info", file},
                                                 QStringList{"import", file, "--out", "never.lbrun"},
                                                 QStringList{"train", "e.json", "--out", "never.lbrun", "--trust-model", "--set",
                                                             QString(R"(model={"kind": "torchscript", "path": "%1"})").arg(file)}}) {
                const Result result = run(arguments);
                QCOMPARE(result.code, 2);
                QVERIFY2(result.err.contains(file + ": "), qPrintable(arguments.join(' ') + ": " + result.err));
            }
        QVERIFY(!QFile::exists(path("never.lbrun")));
    }

    void namesThatMeanSomethingToSqliteAreFiles()
    {
        for (const QString &name : {QString(":memory:"), QString("file:run.lbrun?mode=memory")}) {
            const Result trained = run({"train", "e.json", "--out", name, "--epochs", "2"});
            QVERIFY2(trained.code == 0, qPrintable(trained.err));
            const QString file = m_folder.path() + '/' + name;
            QVERIFY(QFile::exists(file));
            QCOMPARE(store::RunFile(file.toStdString()).frameCount(), std::size_t{2});
            QVERIFY(run({"info", name}).out.contains("train_loss"));
        }
    }

    void badInputIsCodeTwoWithAReason_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        QTest::newRow("no experiment") << QStringList{"train"} << "--resume or --from is required";
        QTest::newRow("missing experiment") << QStringList{"train", "/no/such.json"} << "/no/such.json: no such file";
        QTest::newRow("mistyped key") << QStringList{"train", "e.json", "--set", "optimizer.lrr=1"} << "optimizer.lrr: unknown key";
        QTest::newRow("epochs") << QStringList{"train", "e.json", "--epochs", "0"} << "--epochs";
        QTest::newRow("unknown option") << QStringList{"train", "e.json", "--fast"} << "--fast";
        QTest::newRow("missing data") << QStringList{"train", "e.json", "--set", "dataset={\"kind\":\"fashion-mnist\",\"path\":\"/no/folder\"}"} << "dataset-fashion-mnist";
        QTest::newRow("existing run") << QStringList{"train", "e.json", "--out", "e.json"} << "exists already";
        QTest::newRow("no folder") << QStringList{"train", "e.json", "--out", "/proc/x/y.lbrun"} << "/proc/x/y.lbrun: cannot be created";
        QTest::newRow("no run") << QStringList{"info", "e.json"} << "is not a Lensboard run";
        QTest::newRow("nothing to export") << QStringList{"export", "e.json"} << "[--png,--svg,--pdf,--csv,--jsonl,--tensorboard,--tensors] is required";
        QTest::newRow("two exports") << QStringList{"export", "e.json", "--csv", "c", "--tensorboard", "t"} << "2 were given";
        QTest::newRow("no such tag") << QStringList{"export", "r.lbrun", "--csv", "never", "--tag", "Lost"} << "the run has no \"Lost\"; its tags are \"";
        QTest::newRow("steps") << QStringList{"export", "r.lbrun", "--csv", "never", "--steps", "5-9"} << "found \"5-9\", expected FROM:TO";
        QTest::newRow("steps upside down") << QStringList{"export", "r.lbrun", "--csv", "never", "--steps", "9:5"} << "expected FROM:TO";
        QTest::newRow("no folder for a picture") << QStringList{"export", "r.lbrun", "--svg", "/no/such/p.svg"} << "/no/such/p.svg: cannot be created: No such file";
        QTest::newRow("no event files") << QStringList{"train", "e.json", "--out", "never.lbrun", "--tensorboard", "e.json"} << "e.json: cannot be created: Not a directory";
    }

    void badInputIsCodeTwoWithAReason()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Result result = run(arguments);
        QCOMPARE(result.code, 2);
        QVERIFY2((result.err + result.out).contains(message), qPrintable(result.err + result.out));
        QVERIFY(!QFile::exists(path("never.lbrun")));
    }

    void aSignalStopsAfterTheBatchAndKeepsTheRun_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }

    void aSignalStopsAfterTheBatchAndKeepsTheRun()
    {
        QFETCH(int, signal);
        QFile::remove(path("stopped.lbrun"));
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), {"train", "e.json", "--out", "stopped.lbrun", "--epochs", "1000000"});
        QTRY_VERIFY(QFile::exists(path("stopped.lbrun")));
        QTRY_VERIFY(store::RunFile(path("stopped.lbrun").toStdString()).frameCount() > 2);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 128 + signal);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("stopping; Ctrl-C again stops at once\n") && said.contains("the run is kept, and goes on with lensboard train --resume stopped.lbrun\n"),
                 said.constData());
        const store::RunFile stopped(path("stopped.lbrun").toStdString());
        QCOMPARE(stopped.info().status, record::RunStatus::Stopped);
    }

    void ctrlCWhileItPreparesSaysThatThereIsNoRun()
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), {"train", "e.json", "--out", "unborn.lbrun", "--epochs", "1000000"});
        QVERIFY(process.waitForStarted(test::kPatienceMs));
        QTRY_VERIFY(catches(process.processId(), SIGINT)); // before LibTorch is loaded
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        const QByteArray said = process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY2(said.contains("stopped before the first batch; nothing was recorded, there is no run"), said.constData());
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        QVERIFY(process.readAllStandardOutput().isEmpty());
        QVERIFY(!QFile::exists(path("unborn.lbrun")));
    }

    /// A run stopped before its first tick is kept, because its checkpoint can be resumed.
    void aRunWithoutTicksIsKeptToo()
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), {"train", "e.json", "--out", "tickless.lbrun", "--epochs", "1000000", "--set", "inspector.active_every=1000000"});
        QByteArray said;
        QTRY_VERIFY((said += process.readAllStandardError()).contains("epoch "));
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        said += process.readAllStandardError();
        QVERIFY2(said.contains("the run is kept, and goes on with lensboard train --resume tickless.lbrun\n"), said.constData());
        QCOMPARE(store::RunFile(path("tickless.lbrun").toStdString()).info().status, record::RunStatus::Stopped);
    }

    /// SIGHUP is ignored under nohup, for example.
    void aSignalThatIsIgnoredStaysIgnored()
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); });
        process.start(program(), {"train", "e.json", "--out", "nohup.lbrun", "--epochs", "1000000"});
        QTRY_VERIFY(QFile::exists(path("nohup.lbrun")));
        const auto ticks = [&] { return store::RunFile(path("nohup.lbrun").toStdString()).frameCount(); };
        QTRY_VERIFY(ticks() > 2);
        QVERIFY(!catches(process.processId(), SIGHUP));
        ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
        const std::size_t before = ticks();
        QTRY_VERIFY(ticks() > before + 100);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
    }

    void aSignalEndsTheWindowAndKeepsTheRun_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void aSignalEndsTheWindowAndKeepsTheRun()
    {
        QFETCH(int, signal);
        QTemporaryDir home;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("XDG_CONFIG_HOME", home.path());
        environment.insert("XDG_DATA_HOME", home.path());
        process.setProcessEnvironment(environment);
        write("long.json", R"({"format": 1, "name": "long", "dataset": {"kind": "spirals", "train_samples": 400},
            "model": {"kind": "mlp", "hidden": [8]}, "optimizer": {"kind": "sgd"}, "epochs": 1000000, "threads": 1,
            "lenses": [{"kind": "LossMetrics"}]})");
        process.start(program(), {path("long.json"), "--start"});
        const QDir runs(home.filePath("lensboard/runs"));
        const auto file = [&] { return runs.filePath(runs.entryList({"*.lbrun"}).value(0)); };
        QTRY_VERIFY(file().endsWith(".lbrun"));
        QTRY_VERIFY(store::RunFile(file().toStdString()).frameCount() > 2);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const store::RunFile stopped(file().toStdString());
        QCOMPARE(stopped.info().status, record::RunStatus::Stopped);
        QCOMPARE(runs.entryList({"*.lbrun*"}, QDir::Files), QStringList{QFileInfo(file()).fileName()}); // no journal remains
    }

    void whatARunHoldsTellsNoTerminalWhatToDo()
    {
        const Result trained = run({"train", "e.json", "--out", "escape.lbrun", "--set", "name=\"red \\u001b[31m \\u009b\""});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        for (const QStringList &arguments : {QStringList{"info", "escape.lbrun"}, QStringList{"info", "escape.lbrun", "e.lbrun"}}) {
            const Result info = run(arguments);
            QVERIFY(arguments.size() > 2 || info.out.contains("red \\x1b[31m \\x9b"));
            QVERIFY(!info.out.contains(QChar(0x1b)) && !info.out.contains(QChar(0x9b)));
        }
    }

    void aFolderThatCannotBeMadeIsNamed()
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_DATA_HOME", "/proc/none");
        process.setProcessEnvironment(environment);
        process.start(program(), {"train", path("e.json")});
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QCOMPARE(process.exitCode(), 2);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("the folder /proc/none/lensboard/runs is not there and cannot be made: "), said.constData());
    }

    void picturesAreTheSameInAllLanguages()
    {
        QVERIFY(run({"train", "e.json", "--out", "picture.lbrun", "--epochs", "20"}).code == 0);
        QByteArrayList pictures;
        for (const char *language : {"C.UTF-8", "de_DE.UTF-8"}) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("LC_ALL", language);
            process.setProcessEnvironment(environment);
            process.setWorkingDirectory(m_folder.path());
            process.start(program(), {"export", "picture.lbrun", "--svg", "picture.svg"});
            QVERIFY(process.waitForFinished(test::kPatienceMs));
            QCOMPARE(process.exitCode(), 0);
            QFile picture(path("picture.svg"));
            QVERIFY(picture.open(QIODevice::ReadOnly));
            pictures << picture.readAll();
        }
        QVERIFY(pictures[0] == pictures[1]);
    }

    void theLanguageOfTheSystemDoesNotMatter()
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", "de_DE.UTF-8");
        process.setProcessEnvironment(environment);
        process.start(program(), {"train", path("e.json"), "--out", path("de.lbrun"), "--set", "optimizer.lr=0.125"});
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(run({"info", path("de.lbrun")}).out.contains("\"lr\": 0.125"));
    }

private:
    static bool catches(qint64 process, int signal)
    {
        QFile status(QString("/proc/%1/status").arg(process));
        if (!status.open(QIODevice::ReadOnly))
            return false;
        for (const QByteArray &line : status.readAll().split('\n'))
            if (line.startsWith("SigCgt:"))
                return line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1;
        return false;
    }

    static QString program() { return LENSBOARD_BINARY_DIR "/bin/lensboard"; }
    QString path(const QString &name) const { return m_folder.filePath(name); }

    QString read(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    void write(const QString &name, const QByteArray &content)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    /// Returns one map per tick: its epoch, its step, and its values of loss and metrics by label.
    std::vector<std::map<std::string, double>> lossesOf(const char *name) const
    {
        const store::RunFile file(path(name).toStdString());
        const store::RunChanges all = test::whole(file);
        std::vector<std::map<std::string, double>> ticks;
        for (const record::Frame &frame : file.frames(0, all.lastFrame)) {
            auto &tick = ticks.emplace_back();
            tick["epoch"] = static_cast<double>(frame.stamp.epoch);
            tick["step"] = static_cast<double>(frame.stamp.step);
            for (const auto &[series, value] : frame.values)
                if (all.series.at(series).tag < 2) // the first lens registers two tags: loss and metrics
                    tick[all.series[series].label] = value;
        }
        return ticks;
    }

    Result run(const QStringList &arguments)
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program(), arguments);
        process.waitForFinished(test::kPatienceMs);
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_command_line.moc"
