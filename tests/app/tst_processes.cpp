// Training in several processes, as a user.

#include "core/store/file/run_file.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <map>
#include <set>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lensboard;

namespace {

struct Result
{
    int code = -1;
    QString out, err;
};

QProcessEnvironment placed(int rank, int size, int port)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("RANK", QString::number(rank));
    environment.insert("WORLD_SIZE", QString::number(size));
    environment.insert("LOCAL_RANK", QString::number(rank));
    environment.insert("MASTER_ADDR", "127.0.0.1");
    environment.insert("MASTER_PORT", QString::number(port));
    return environment;
}

/// Returns the child processes of \p parent, from /proc.
QList<qint64> childrenOf(qint64 parent)
{
    QFile file(QString("/proc/%1/task/%1/children").arg(parent));
    QList<qint64> children;
    if (file.open(QIODevice::ReadOnly))
        for (const QByteArray &id : file.readAll().split(' '))
            if (!id.trimmed().isEmpty())
                children << id.toLongLong();
    return children;
}

/// Occupies a port.
class TakenPort
{
public:
    TakenPort() : m_socket(socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        socklen_t size = sizeof address;
        if (bind(m_socket, reinterpret_cast<sockaddr *>(&address), size) == 0 && listen(m_socket, 1) == 0
            && getsockname(m_socket, reinterpret_cast<sockaddr *>(&address), &size) == 0)
            m_port = ntohs(address.sin_port);
    }
    ~TakenPort() { close(m_socket); }
    TakenPort(const TakenPort &) = delete;
    TakenPort &operator=(const TakenPort &) = delete;

    int number() const { return m_port; }

private:
    int m_socket;
    int m_port = 0;
};

int freePort()
{
    return TakenPort().number();
}

} // namespace

class ProcessesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        qputenv("OMP_NUM_THREADS", "1");
        QFile file(path("e.json"));
        QVERIFY(file.open(QIODevice::WriteOnly)); // 401 and 203 samples: the last batches have other sizes, and some processes get none of their samples
        file.write(R"({"format": 1, "name": "several", "dataset": {"kind": "spirals", "train_samples": 401, "validation_samples": 203},
            "model": {"kind": "mlp", "hidden": [16, 16]}, "optimizer": {"kind": "sgd", "lr": 0.1, "momentum": 0.9}, "epochs": 3,
            "batch_size": 16, "tick": {"unit": "steps", "every": 3}, "scheduler": {"kind": "plateau", "patience": 0},
            "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputNorm"}, {"kind": "OutputActivation", "inplace": false, "activation_aggregation": "median"},
                {"kind": "ParameterGradientGeometry"}, {"kind": "ParameterUpdateGeometry"}, {"kind": "OutputGradientGeometry", "enabled": false}]})");
    }

    void lossesAreThoseOfOneProcess_data()
    {
        QTest::addColumn<int>("processes");
        QTest::addColumn<QStringList>("more");
        QTest::newRow("two") << 2 << QStringList{"--set", "batch_size=8"};
        QTest::newRow("four") << 4 << QStringList{"--set", "batch_size=4"};
        QTest::newRow("more than the last batch has") << 16 << QStringList{"--set", "batch_size=1", "--epochs", "1"};
    }
    void lossesAreThoseOfOneProcess()
    {
        QFETCH(int, processes);
        QFETCH(QStringList, more);
        const QString file = QString("n%1.lbrun").arg(processes);
        const QStringList epochs = more.mid(2);
        const Result one = run(QStringList{"train", "e.json", "--out", "one-" + file} + epochs);
        QVERIFY2(one.code == 0, qPrintable(one.err));
        const Result several = run(QStringList{"train", "e.json", "--processes", QString::number(processes), "--out", file} + more);
        QVERIFY2(several.code == 0, qPrintable(several.err));
        QVERIFY2(several.err.contains(QString("%1 processes train together, in batches of 16 samples").arg(processes)), qPrintable(several.err));
        const store::RunFile expected(path("one-" + file).toStdString()), found(path(file).toStdString());
        QCOMPARE(found.frameCount(), expected.frameCount());
        QCOMPARE(found.info().status, record::RunStatus::Finished);
        QVERIFY(compare(expected, found, {"LossMetrics"}) > 100 / (epochs.isEmpty() ? 1 : 3));
        if (QTest::currentTestFailed())
            return;
        const auto times = seriesOf(found, {"Processes"});
        QCOMPARE(times.size(), std::size_t{2} * static_cast<std::size_t>(processes)); // one line for steps and one for waiting, per process
        for (const auto &[name, series] : times)
            for (const store::PlacedValue &each : found.values(series, 0, 1000))
                QVERIFY2(each.value >= 0 && each.value < 10, name.c_str());
        // averaged gradients equal the gradients over the samples of all processes
        QVERIFY(compare(expected, found, {"ParameterGradientGeometry", "ParameterUpdateGeometry"}) > 100);
    }

    void statisticsOfOutputsAreOfAllSamples()
    {
        const QStringList common = {"train", "e.json", "--epochs", "1", "--set", "tick.unit=epoch", "--set", "tick.every=1", "--set", "dataset.train_samples=400",
                                    "--set", "optimizer.lr=1e-9"};
        const Result one = run(common + QStringList{"--out", "whole.lbrun"}), several = run(common + QStringList{"--processes", "2", "--set", "batch_size=8", "--out", "parts.lbrun"});
        QVERIFY2(one.code == 0 && several.code == 0, qPrintable(one.err + several.err));
        const store::RunFile whole(path("whole.lbrun").toStdString()), parts(path("parts.lbrun").toStdString());
        const auto expected = seriesOf(whole, {"OutputNorm"}), found = seriesOf(parts, {"OutputNorm"});
        QCOMPARE(found.size(), expected.size());
        int lines = 0;
        for (const auto &[name, series] : expected)
            if (name.find(" 0 ") != std::string::npos) { // means over all samples of the untrained network do not depend on the number of processes
                const double all = whole.values(series, 0, 1).front().value, merged = parts.values(found.at(name), 0, 1).front().value;
                QVERIFY2(std::abs(merged - all) <= 1e-5 * std::abs(all), qPrintable(QString("%1: %2, %3").arg(name.c_str()).arg(merged).arg(all)));
                ++lines;
            }
        QVERIFY(lines > 0);
    }

    /// Each process measures some of the layers; with a limit to its memory the first measures all of them.
    void lensesOfParametersAreDivided_data()
    {
        QTest::addColumn<int>("processes");
        QTest::newRow("two") << 2;
        QTest::newRow("three") << 3;
    }
    void lensesOfParametersAreDivided()
    {
        QFETCH(int, processes);
        const QString lenses = R"([{"kind": "ParameterGradientGeometry", "inplace": false, "line_aggregation": ["mean", "median"]}, {"kind": "ParameterGradientActivation"},
            {"kind": "ParameterUpdateGeometry"}, {"kind": "ParameterNorm"}, {"kind": "ParameterCondition"}])";
        const QStringList common = {"train", "e.json", "--epochs", "1", "--set", "batch_size=3", "--set", "model.hidden=[500,400,300]", "--set",
                                    "dataset.train_samples=91", "--set", "lenses=" + lenses};
        const auto file = [&](const char *name) { return QString("%1-%2.lbrun").arg(name).arg(processes); };
        const QStringList several = {"--processes", QString::number(processes)};
        const Result alone = run(common + several + QStringList{"--set", "inspector.memory=1 GB", "--out", file("undivided")});
        const Result divided = run(common + several + QStringList{"--out", file("divided")});
        QVERIFY2(alone.code == 0 && divided.code == 0, qPrintable(alone.err + divided.err));
        const store::RunFile expected(path(file("undivided")).toStdString()), found(path(file("divided")).toStdString());
        const std::set<std::string> all = {"ParameterGradientGeometry", "ParameterGradientActivation", "ParameterUpdateGeometry", "ParameterNorm", "ParameterCondition"};
        QVERIFY(compare(expected, found, all, 1e-12) > 50);
        QCOMPARE(namesOf(found), namesOf(expected)); // in the same order
        const Result one = run(common + QStringList{"--set", QString("batch_size=%1").arg(3 * processes), "--out", file("undivided-one")});
        QVERIFY2(one.code == 0, qPrintable(one.err));
        QVERIFY(compare(store::RunFile(path(file("undivided-one")).toStdString()), found, all, 1e-4) > 50);
    }

    void theFirstTakesCommandsForAll()
    {
        qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
        const Result result = stoppedAmid({"train", "e.json", "--processes", "2", "--epochs", "100000", "--out", "ordered.lbrun"}, [this](QProcess &) {
            const auto control = [this](const QStringList &commands) { return run(QStringList{"control", "ordered.lbrun"} + commands); };
            QCOMPARE(control({"--pause"}).code, 0);
            QTRY_VERIFY(control({"--json"}).out.contains(R"("state": "paused")"));
            QCOMPARE(control({"--lens", "OutputNorm=off", "--stop"}).code, 0);
        });
        QVERIFY2(result.code == 0, qPrintable(result.err));
        store::RunCursor start;
        const auto events = store::RunFile(path("ordered.lbrun").toStdString()).since(start).events;
        QVERIFY(std::ranges::any_of(events, [](const auto &event) { return event.kind == record::RunEvent::Kind::LensOff && event.text == "OutputNorm"; }));
    }

    void linesOfEachProcess()
    {
        const Result result = run({"train", "e.json", "--processes", "2", "--epochs", "1", "--set", "inspector.by_process=true", "--set", "batch_size=8",
                                   "--set", "dataset.train_samples=400", "--set", "tick.unit=epoch", "--set", "tick.every=1", "--out", "each.lbrun"});
        QVERIFY2(result.code == 0, qPrintable(result.err));
        const store::RunFile file(path("each.lbrun").toStdString());
        const auto all = seriesOf(file, {"Processes", "LossMetrics", "OutputNorm"});
        const auto value = [&](const std::string &name) { return all.contains(name) ? file.values(all.at(name), 0, 1).front().value : NAN; };
        const auto isMean = [](double first, double second, double both) { return first != second && std::abs((first + second) / 2 - both) <= 1e-9; };
        QVERIFY(isMean(value("Training Loss, by Process Training Loss, by Process 0 process 0"),
                       value("Training Loss, by Process Training Loss, by Process 0 process 1"), value("Loss Loss 0 train_loss mean")));
        QVERIFY(value("Validation Loss, by Process Validation Loss, by Process 0 process 1") > 0);
        int layers = 0;
        for (const auto &[name, series] : all)
            if (const std::string start = "Output Norm "; name.starts_with(start) && name.ends_with(" 0 mean")) {
                const std::string ofEach = "Output Norm, by Process " + name.substr(start.size()) + ", process ";
                QVERIFY2(isMean(value(ofEach + '0'), value(ofEach + '1'), value(name)), name.c_str());
                ++layers;
            }
        QVERIFY(layers > 0);
    }

    void aSignalStopsThemAllAtOneStep()
    {
        const Result stopped = stoppedAmid({"train", "e.json", "--processes", "2", "--epochs", "100000", "--out", "stopped.lbrun"}, [](QProcess &process) { process.terminate(); });
        QVERIFY2(stopped.code == 128 + SIGTERM, qPrintable(stopped.err));
        QVERIFY2(stopped.err.contains("the run is kept, and goes on with lensboard train --resume"), qPrintable(stopped.err));
        QCOMPARE(store::RunFile(path("stopped.lbrun").toStdString()).info().status, record::RunStatus::Stopped);
    }

    /// The number of processes may change at a resumption: the layers are distributed again.
    void itGoesOnInAsManyProcessesAsThereAre()
    {
        const auto stop = [](QProcess &process) { process.terminate(); };
        const Result stopped = stoppedAmid({"train", "e.json", "--processes", "2", "--epochs", "40", "--set", "model.hidden=[300,200]", "--out", "resumed.lbrun"}, stop);
        QVERIFY2(stopped.code == 128 + SIGTERM, qPrintable(stopped.err));
        const std::size_t before = store::RunFile(path("resumed.lbrun").toStdString()).frameCount();
        const auto namesBefore = namesOf(store::RunFile(path("resumed.lbrun").toStdString()));
        const Result other = run({"train", "--resume", "resumed.lbrun", "--processes", "3"});
        QVERIFY2(other.code == 0, qPrintable(other.err));
        const store::RunFile file(path("resumed.lbrun").toStdString());
        QCOMPARE(file.info().status, record::RunStatus::Finished);
        QVERIFY(file.frameCount() > before);
        const auto namesNow = namesOf(file);
        const std::set<std::string> old(namesBefore.begin(), namesBefore.end()), all(namesNow.begin(), namesNow.end());
        QCOMPARE(all.size(), namesNow.size()); // no series was registered twice
        for (const std::string &name : all)
            QVERIFY2(old.contains(name) || name.ends_with("process 2"), name.c_str());
    }

    void aCheckpointGoesOnAsInOneProcess_data()
    {
        QTest::addColumn<QString>("hidden");
        QTest::addColumn<std::set<std::string>>("lenses");
        QTest::newRow("small") << "[16,16]" << std::set<std::string>{"LossMetrics"};
        QTest::newRow("with layers to divide") << "[300,200]" << std::set<std::string>{"LossMetrics", "ParameterGradientGeometry", "ParameterUpdateGeometry"};
    }
    void aCheckpointGoesOnAsInOneProcess()
    {
        QFETCH(const QString, hidden);
        QFETCH(const std::set<std::string>, lenses);
        const auto file = [](const char *name) { return QString("%1 %2.lbrun").arg(name, QTest::currentDataTag()); };
        const Result base = run({"train", "e.json", "--processes", "2", "--set", "batch_size=8", "--set", "model.hidden=" + hidden, "--epochs", "2", "--out", file("base")});
        const QStringList more = {"train", "--from", file("base"), "--epochs", "4"};
        const Result one = run(more + QStringList{"--set", "batch_size=16", "--processes", "1", "--out", file("from one")});
        const Result four = run(more + QStringList{"--set", "batch_size=4", "--processes", "4", "--out", file("from four")});
        QVERIFY2(base.code == 0 && one.code == 0 && four.code == 0, qPrintable(base.err + one.err + four.err));
        QVERIFY(compare(store::RunFile(path(file("from one")).toStdString()), store::RunFile(path(file("from four")).toStdString()), lenses) > 50);
    }

    void lensesAreThoseOfTheFirstProcess()
    {
        const Result without = run({"train", "e.json", "--processes", "2", "--no-lenses", "--epochs", "1", "--out", "without.lbrun"});
        QVERIFY2(without.code == 0, qPrintable(without.err));
        refusedInEachProcess("lenses.OutputNorm.enabled=false", "process 1 trains another experiment than the first process: lenses.OutputNorm.enabled");
    }

    void whereOneIsKilledTheOthersSayWhichAndEnd()
    {
        const Result ended = stoppedAmid({"train", "e.json", "--processes", "3", "--epochs", "100000", "--out", "killed.lbrun"}, [&](QProcess &process) {
            const auto others = childrenOf(process.processId());
            QCOMPARE(others.size(), 2);
            m_others = others;
            ::kill(static_cast<pid_t>(others.back()), SIGKILL);
        });
        QVERIFY2(ended.code == 1, qPrintable(ended.err));
        QVERIFY2(ended.err.contains("process 2 of 3") && ended.err.contains("does not answer any more"), qPrintable(ended.err));
        for (const qint64 other : m_others)
            QVERIFY2(::kill(static_cast<pid_t>(other), 0) != 0, "no process is left behind");
        const store::RunFile file(path("killed.lbrun").toStdString());
        QCOMPARE(file.info().status, record::RunStatus::Interrupted);
        const record::Message reason = file.info().message;
        const record::Message::Parts *const message = reason.parts();
        QVERIFY(message && message->arguments.front().parts()); // "%1 does not answer any more", "process %1 of %2 (%3)"
        QVERIFY(file.frameCount() > 0);
    }

    void thePlanOfAKilledTrainingGoesWithTheNext()
    {
        const QDir temporary(path("temporary"));
        QVERIFY(temporary.mkpath("."));
        qputenv("TMPDIR", temporary.path().toUtf8());
        stoppedAmid({"train", "e.json", "--processes", "2", "--epochs", "100000", "--out", "first-killed.lbrun"}, [](QProcess &process) { process.kill(); });
        QCOMPARE(temporary.entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
        const Result next = run({"train", "e.json", "--processes", "2", "--epochs", "1", "--out", "next.lbrun"});
        qunsetenv("TMPDIR");
        QVERIFY2(next.code == 0, qPrintable(next.err));
        QCOMPARE(temporary.entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }

    void torchrunStartsThemAsWell()
    {
        const QString torchrun = QStandardPaths::findExecutable("torchrun");
        if (torchrun.isEmpty())
            QSKIP("there is no torchrun");
        QProcess process;
        process.setWorkingDirectory(m_folder.path()); // Debian 12's fails under its Python unless it redirects something
        process.start(torchrun, {"--no_python", "-r", "1", "-t", "1", "--nproc_per_node", "2", "--master_port", QString::number(freePort()),
                                 LENSBOARD_BINARY_DIR "/bin/lensboard", "train", "e.json", "--epochs", "1", "--out", "torchrun.lbrun"});
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        const QString said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0 && said.contains("2 processes train together"), qPrintable(said));
        QCOMPARE(store::RunFile(path("torchrun.lbrun").toStdString()).info().status, record::RunStatus::Finished);
    }

    void differentExperimentsAreRefusedInEachProcess()
    {
        refusedInEachProcess("optimizer.lr=0.2", "optimizer.lr is 0.2 there, not 0.1");
    }

    void whoeverWaitsInVainSaysForWhom()
    {
        QProcess first;
        start(first, {"train", "e.json", "--join-timeout", "1"}, placed(0, 3, freePort()));
        QVERIFY(first.waitForFinished(test::kPatienceMs));
        const QString said = first.readAllStandardError();
        QVERIFY2(first.exitCode() == 2 && said.contains("of 3 processes these did not come") && said.contains("1, 2"), qPrintable(said));
        QProcess second;
        start(second, {"train", "e.json", "--join-timeout", "1"}, placed(1, 2, freePort()));
        QVERIFY(second.waitForFinished(test::kPatienceMs));
        const QString other = second.readAllStandardError();
        QVERIFY2(second.exitCode() == 1 && other.contains("process 1 of 2 found nobody at 127.0.0.1"), qPrintable(other));
    }

    void aPortThatIsTakenIsNamed()
    {
        const TakenPort port;
        QProcess first;
        start(first, {"train", "e.json"}, placed(0, 2, port.number()));
        QVERIFY(first.waitForFinished(test::kPatienceMs));
        const QString said = first.readAllStandardError();
        QVERIFY2(first.exitCode() == 2 && said.contains(QString("the processes cannot meet at 127.0.0.1:%1").arg(port.number())), qPrintable(said));
    }

    void fewerSamplesThanProcessesAreRefused()
    {
        const Result few = run({"train", "e.json", "--processes", "4", "--set", "dataset.train_samples=3"});
        QVERIFY2(few.code == 2 && few.err.contains("3 training samples are fewer than the 4 processes"), qPrintable(few.err));
    }

    void aWorkerThatCannotBeginEndsTheWait()
    {
        const Result mistaken = run({"train", "e.json", "--processes", "2"}, placed(1, 2, 1));
        QVERIFY2(mistaken.code == 2 && mistaken.err.contains("--processes: this is one of several processes already"), qPrintable(mistaken.err));
    }

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }

    /// Checks that both processes end with the message \p why when the second trains the experiment changed by \p assignment.
    void refusedInEachProcess(const QString &assignment, const QString &why) const
    {
        QProcess first, second;
        const int port = freePort();
        start(first, {"train", "e.json"}, placed(0, 2, port));
        start(second, {"train", "e.json", "--set", assignment}, placed(1, 2, port));
        for (QProcess *process : {&first, &second}) {
            QVERIFY(process->waitForFinished(test::kPatienceMs));
            const QString said = process->readAllStandardError();
            QVERIFY2(process->exitCode() != 0 && said.contains(why), qPrintable(said));
        }
    }

    /// Returns how many values were compared.
    static int compare(const store::Run &expected, const store::Run &found, const std::set<std::string> &lenses, double tolerance = 1e-5)
    {
        int compared = 0;
        const auto those = seriesOf(found, lenses);
        for (const auto &[name, series] : seriesOf(expected, lenses)) {
            const auto all = expected.values(series, 0, 1000), values = those.contains(name) ? found.values(those.at(name), 0, 1000) : decltype(all)();
            for (std::size_t i = 0; i < all.size(); ++i)
                if (i >= values.size() || !(std::abs(values[i].value - all[i].value) <= tolerance)) {
                    QTest::qFail(qPrintable(QString("%1 at %2: %3, of one process %4").arg(name.c_str()).arg(i).arg(i < values.size() ? values[i].value : NAN).arg(all[i].value)), __FILE__, __LINE__);
                    return compared;
                }
            compared += static_cast<int>(all.size());
        }
        return compared;
    }

    /// Returns the names of the run's series, as tag and layer, in order of registration.
    static std::vector<std::string> namesOf(const store::Run &run)
    {
        store::RunCursor cursor;
        const store::RunChanges all = run.since(cursor);
        std::vector<std::string> names;
        for (const auto &[id, tag] : all.tags)
            names.push_back(tag.name);
        for (const record::SeriesSpec &series : all.series)
            names.push_back(std::to_string(series.tag) + ' ' + series.layer + ' ' + series.label);
        return names;
    }

    /// Series of these lenses by tag, layer, role and label.
    static std::map<std::string, std::uint32_t> seriesOf(const store::Run &run, const std::set<std::string> &lenses)
    {
        store::RunCursor cursor;
        const store::RunChanges all = run.since(cursor);
        std::map<std::uint32_t, record::TagSpec> tags(all.tags.begin(), all.tags.end());
        std::map<std::string, std::uint32_t> series;
        for (std::uint32_t i = 0; i < all.series.size(); ++i)
            if (const record::TagSpec &tag = tags[all.series[i].tag]; lenses.contains(tag.lens))
                series[tag.name + ' ' + all.series[i].layer + ' ' + std::to_string(static_cast<int>(all.series[i].role)) + ' ' + all.series[i].label] = i;
        return series;
    }

    void start(QProcess &process, const QStringList &arguments, const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment()) const
    {
        process.setWorkingDirectory(m_folder.path());
        process.setProcessEnvironment(environment);
        process.start(LENSBOARD_BINARY_DIR "/bin/lensboard", arguments);
    }

    Result run(const QStringList &arguments, const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment()) const
    {
        QProcess process;
        start(process, arguments, environment);
        if (!process.waitForFinished(test::kPatienceMs))
            return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    /// Calls \p stop once the run has ticks.
    template <typename Stop>
    Result stoppedAmid(const QStringList &arguments, const Stop &stop) const
    {
        QProcess process;
        start(process, arguments);
        const auto hasTicks = [&] {
            try {
                return store::RunFile(path(arguments.back()).toStdString()).frameCount() > 20;
            } catch (const std::exception &) {
                return false;
            }
        };
        if (!QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning || hasTicks(); }, test::kPatienceMs))
            return {};
        stop(process);
        if (!process.waitForFinished(test::kPatienceMs))
            return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    QTemporaryDir m_folder;
    QList<qint64> m_others;
};

QTEST_GUILESS_MAIN(ProcessesTest)
#include "tst_processes.moc"
