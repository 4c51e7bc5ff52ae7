// Sends commands to a training in another process, as a user in a terminal.

#include "core/session/resumed_run.h"
#include "core/store/file/run_file.h"
#include "tests/support/lens_values.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

using namespace lensboard;
using record::RunEvent;

namespace {

struct Said
{
    int code = -1;
    QString out, err;
};

} // namespace

class ControlCommandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
        QFile experiment(path("e.json"));
        QVERIFY(experiment.open(QIODevice::WriteOnly));
        experiment.write(R"({"format": 1, "name": "ordered", "dataset": {"kind": "spirals", "train_samples": 400},
            "model": {"kind": "mlp", "hidden": [8], "dropout": 0.2}, "optimizer": {"kind": "sgd", "lr": 0.05}, "threads": 1,
            "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputNorm"}, {"kind": "ParameterGradientGeometry"}]})");
    }

    void commandsAreFollowedAndChangeNoLoss()
    {
        QProcess training;
        begin(training, {"--out", path("run.lbrun"), "--epochs", "1000000"});
        QTRY_COMPARE(status()["state"].toString(), "training");
        command({"--pause"});
        QTRY_COMPARE(status()["state"].toString(), "paused");
        const int step = status()["step"].toInt(), hooks = status()["hooks"].toInt();
        QVERIFY(hooks > 0);
        QCOMPARE(status()["abilities"].toArray(), (QJsonArray{"lenses", "pause", "stop", "learning_rate", "checkpoint"}));

        command({"--lens", "OutputNorm=off", "--lens", "ParameterGradientGeometry=off"});
        QTRY_COMPARE(status()["hooks"].toInt(), 0); // loss lenses need no hooks
        command({"--lens", "OutputNorm=on", "--lens", "ParameterGradientGeometry=on"});
        QTRY_COMPARE(status()["hooks"].toInt(), hooks);
        command({"--lens", R"(ParameterNorm={"log_scale": true})", "--lens", R"(w={"kind": "StateMonitor", "module": "fc1", "attribute": "weight"})"});
        QCOMPARE(lens("ParameterNorm")["log_scale"].toBool(), true);
        QCOMPARE(lens("w")["attribute"].toString(), "weight");
        QTRY_VERIFY(status()["hooks"].toInt() > hooks);
        const Said wrong = control({"--lens", R"(ParameterNorm={"log_scal": true})"});
        QVERIFY2(wrong.code == 1 && wrong.err.contains("log_scale"), qPrintable(wrong.err));
        QCOMPARE(status()["step"].toInt(), step);

        const int ticks = status()["ticks"].toInt();
        command({"--tick"});
        QTRY_COMPARE(status()["ticks"].toInt(), ticks + 1);
        QTRY_COMPARE(status()["state"].toString(), "paused");
        const int atTick = status()["step"].toInt(); // after the validation batches, which are not steps
        command({"--step"});
        QTRY_COMPARE(status()["step"].toInt(), atTick + 1);
        command({"--lr", "0.05", "--checkpoint", "--continue"}); // the current rate
        QVERIFY(QFile::exists(path("run.checkpoint.pt")));
        QTRY_VERIFY(status()["ticks"].toInt() > ticks + 5);
        command({"--lens", "ParameterNorm=off"});
        QTRY_VERIFY(status()["ticks"].toInt() > ticks + 10);
        command({"--stop"});
        QVERIFY(training.waitForFinished(test::kPatienceMs));
        QCOMPARE(training.exitCode(), 0);
        const Said over = control({"--status"});
        QVERIFY2(over.code == 2 && over.err.contains("is stopped"), qPrintable(over.err));
        QCOMPARE(QDir(path("lensboard")).entryList(QDir::System | QDir::NoDotAndDotDot).size(), 0);

        const store::RunFile run(path("run.lbrun").toStdString());
        std::vector<RunEvent::Kind> events;
        for (const RunEvent &event : test::whole(run).events)
            events.push_back(event.kind);
        using enum RunEvent::Kind;
        QCOMPARE(events, (std::vector{LensOff, LensOff, LensOn, LensOn, LensSettings, LensSettings, LearningRate, LensOff}));

        const auto disturbed = test::lensValues(path("run.lbrun").toStdString(), "LossMetrics");
        QProcess twin;
        begin(twin, {"--out", path("twin.lbrun"), "--epochs", QString::number(disturbed.size())});
        QVERIFY(twin.waitForFinished(test::kPatienceMs));
        const auto undisturbed = test::lensValues(path("twin.lbrun").toStdString(), "LossMetrics");
        QCOMPARE(undisturbed.size(), disturbed.size());
        for (std::size_t i = 0; i + 1 < disturbed.size(); ++i) // the last tick was cut by the stop
            QVERIFY2(disturbed[i] == undisturbed[i], qPrintable(QString::number(i)));
    }

    void itSaysWhyThereIsNobodyToCommand()
    {
        const Said missing = control({}, "missing.lbrun");
        QVERIFY2(missing.code == 2 && missing.err.contains("missing.lbrun"), qPrintable(missing.err));
        QCOMPARE(control({"--lens", "OutputNorm"}).code, 2);
        QCOMPARE(control({"--pause", "--stop"}).code, 2);

        QProcess deaf;
        begin(deaf, {"--out", path("deaf.lbrun"), "--epochs", "1000000", "--no-control"});
        QTRY_VERIFY(QFile::exists(path("deaf.lbrun")));
        QTRY_VERIFY(store::RunFile(path("deaf.lbrun").toStdString()).frameCount() > 2);
        const Said refused = control({"--stop"}, "deaf.lbrun");
        QVERIFY2(refused.code == 2 && refused.err.contains("--no-control"), qPrintable(refused.err));
        deaf.kill();
        QVERIFY(deaf.waitForFinished(test::kPatienceMs));
        const Said killed = control({"--status"}, "deaf.lbrun");
        QVERIFY2(killed.code == 2 && killed.err.contains("is interrupted"), qPrintable(killed.err));
    }

    void aTrainingThatStandsStillIsNotWaitedForForever()
    {
        QProcess training;
        begin(training, {"--out", path("still.lbrun"), "--epochs", "1000000"});
        QTRY_COMPARE(status("still.lbrun")["state"].toString(), "training");
        ::kill(static_cast<pid_t>(training.processId()), SIGSTOP);
        const Said still = control({"--stop"}, "still.lbrun");
        ::kill(static_cast<pid_t>(training.processId()), SIGCONT);
        QVERIFY2(still.code == 1 && still.err.contains("does not answer"), qPrintable(still.err));
        QVERIFY(training.waitForFinished(test::kPatienceMs)); // the pending command stops it
        QCOMPARE(training.exitCode(), 0);
    }

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }

    void begin(QProcess &process, const QStringList &arguments) const
    {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(LENSBOARD_BINARY_DIR "/bin/lensboard", QStringList{"train", path("e.json")} + arguments);
    }

    Said control(const QStringList &arguments, const QString &run = "run.lbrun") const
    {
        QProcess process;
        process.start(LENSBOARD_BINARY_DIR "/bin/lensboard", QStringList{"control", path(run)} + arguments);
        process.waitForFinished(test::kPatienceMs);
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }
    void command(const QStringList &arguments) const
    {
        const Said said = control(arguments);
        QVERIFY2(said.code == 0, qPrintable(said.err));
    }
    /// Returns the status, or an empty object if the training accepts no commands.
    QJsonObject status(const QString &run = "run.lbrun") const
    {
        return QJsonDocument::fromJson(control({"--status", "--json"}, run).out.toUtf8()).object();
    }
    QJsonObject lens(const QString &name) const
    {
        for (const QJsonValue lens : status()["lenses"].toArray())
            if (lens["name"].toString() == name)
                return lens["settings"].toObject();
        return {};
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ControlCommandTest)
#include "tst_control_command.moc"
