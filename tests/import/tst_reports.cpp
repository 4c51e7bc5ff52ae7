#include "core/export/csv_export.h"
#include "core/export/json_lines_export.h"
#include "core/export/tensorboard_export.h"
#include "core/runs/run_content.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <set>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;
using RunPointer = std::shared_ptr<const store::Run>;

fs::path report(const char *name)
{
    return fs::path(LENSBOARD_SOURCE_DIR "/tests/data/reports") / name;
}

RunPointer opened(const fs::path &path, const RoleChoice &choice = {})
{
    ReadProgress progress;
    return runs::openRun(path, progress, choice)->run();
}

QString readAs(const store::Run &run)
{
    for (const auto &[name, value] : run.info().environment)
        if (name == "read as")
            return QString::fromStdString(value);
    return {};
}

std::set<std::string> names(const store::Run &run)
{
    std::set<std::string> names;
    for (const QString &line : transcript(run).split("; "))
        names.insert(line.section(' ', 0, 0).toStdString());
    return names;
}

} // namespace

/// Files that users of other tools reported, or that their tools write, with the values they must give.
class ReportsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesAreReadRight_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *expected) { QTest::newRow(name) << QString(name) << QString(expected); };
        row("02-settings-first/log.txt", "test_acc1 0=0 1=10 2=20 3=30 4=40; train_loss 0=7 1=6 2=5 3=4 4=3");
        row("02-settings-first/argsnested.txt", "train_loss 0=1 1=0.5 2=0.3333333333333333 3=0.25 4=0.2 5=0.16666666666666666; "
                                                "train_lr 0=1e-04 1=1e-04 2=1e-04 3=1e-04 4=1e-04 5=1e-04");
        row("09-metric-list/comet.json", "loss 0=1 1=0.5 2=0.3333333333333333 3=0.25 4=0.2");
        row("09-metric-list/comet2.json", "acc 0=90 1=91 2=92; loss 0=1 1=0.9 2=0.8");
        row("10-second-header/metrics.csv", "lr 50=0.001 100=0.001 150=0.001 200=0.001 250=0.001; train_loss 50=1 100=0.5 150=0.3333 200=0.25 250=0.2; "
                                            "val_acc 50=0.1 100=0.2 150=0.3 200=0.4 250=0.5; val_loss 50=2 100=1 150=0.6667 200=0.5 250=0.4");
        row("10-second-header/learning_stats.csv",
            "losses/eval.total_loss 6=0.1833 7=0.1571 8=0.1375 9=0.1222 10=0.11; losses/train.total_loss 1=1 2=0.5 3=0.3333 4=0.25 5=0.2 6=0.1667 7=0.1429 8=0.125 9=0.1111 10=0.1; "
            "lr 1=1e-04 2=1e-04 3=1e-04 4=1e-04 5=1e-04 6=5e-05 7=5e-05 8=5e-05 9=5e-05 10=5e-05; metrics/test.mAP 6=30 7=35 8=40 9=45 10=50");
        row("12-keras-csvlogger/training.log", "accuracy 0=0.5 1=0.55 2=0.6 3=0.65 4=0.7; loss 0=1 1=0.5 2=0.3333 3=0.25 4=0.2; "
                                               "val_accuracy 0=0.5 1=0.54 2=0.58 3=0.62 4=0.66; val_loss 0=1.1 1=0.55 2=0.3667 3=0.275 4=0.22");
        row("14-numbers-as-texts/strings.jsonl", "grad_norm 1=1.5 2=1.5 3=1.5 4=1.5 5=1.5; learning_rate 1=1e-04 2=1e-04 3=1e-04 4=1e-04 5=1e-04; loss 1=1 2=0.5 3=0.3333 4=0.25 5=0.2");
        row("15-log-history-at-the-end/swift-min.jsonl", "global_step 4=100; grad_norm 0=1 1=1 2=1 3=1 4=1; loss 0=0.5 1=0.5 2=0.5 3=0.5 4=0.5");
        row("18-rising-first-column/rise2.csv", "l 1=10 2=20; r 1=10 2=20; t 1=0.5 2=0.9");
        row("18-rising-first-column/rise3.csv", "l 1=10 2=20 3=30; r 1=10 2=20 3=30; t 1=0.5 2=0.9 3=1.6");
        row("19-steps-above-2-53/steps.csv", "loss 1700000000123456789=1 1700000000123456790=0.9 1700000000123456791=0.8 1700000000123456792=0.7");
        row("19-steps-above-2-53/steps.jsonl", "loss 1700000000123456789=1 1700000000123456790=0.9 1700000000123456791=0.8 1700000000123456792=0.7");
        row("22-keras-params-first/keras-pretty.json", "loss 1=1 2=0.5 3=0.25");
        row("22-keras-params-first/withparams.json", "loss 1=1 2=0.5 3=0.25; val_loss 1=1.1 2=0.7 3=0.6");
        row("23-list-of-folds/list-of-folds.json", "1/loss 1=1 2=0.5 3=0.25; 1/val_loss 1=1.1 2=0.7 3=0.6; 2/loss 1=1 2=0.5 3=0.25; 2/val_loss 1=1.1 2=0.7 3=0.6");
        row("25-byte-order-marks/bom8.json", "loss 10=1 20=0.9");
        row("25-byte-order-marks/bom16.json", "loss 10=1 20=0.9");
        row("25-byte-order-marks/fairbom.log", "train_loss 10=3.1 20=2.1; train_wps 10=100 20=100");
        row("28-media/wandb-history.jsonl", "_runtime 0=0 1=2.5 2=5 3=7.5 4=10 5=12.5; loss 0=1 1=0.5 2=0.3333333333333333 3=0.25 4=nan 5=0.16666666666666666");
        row("29-key-x/x.jsonl", "t 1=0 2=0.1 3=0.2; x 1=0 2=0.02 3=0.05; y 1=0.1 2=0.2 3=0.3");
        row("31-joined-header/16.monitor.csv", "l 1=792 2=819 3=900 4=950; r 1=-21 2=-21 3=-20 4=-19; t 1=63.464505 2=96.574202 3=130.1 4=160.2");
    }

    void filesAreReadRight()
    {
        QFETCH(QString, name);
        QTEST(transcript(*opened(report(name.toUtf8()))), "expected");
    }

    /// A follower that reads a file from its first byte on must end with the result for the whole file.
    void grownFilesGiveTheSame_data() { filesAreReadRight_data(); }
    void grownFilesGiveTheSame()
    {
        QFETCH(QString, name);
        QFile whole(QString::fromStdString(report(name.toUtf8()).string()));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray bytes = whole.readAll();
        const QByteArrayList lines = bytes.split('\n');
        if (lines.size() < 4)
            return; // a document in one line
        const GrownFile file(name.section('/', 1).toUtf8().constData());
        std::unique_ptr<runs::RunSource> source;
        ReadProgress progress;
        qsizetype length = 0;
        for (const QByteArray &line : lines) {
            length = std::min(length + line.size() + 1, bytes.size());
            file.write(std::string_view(bytes.constData(), static_cast<std::size_t>(length)));
            try {
                source ? static_cast<void>(source->refresh(progress)) : static_cast<void>(source = runs::openRun(file.path(), progress));
            } catch (const ImportError &) { // not enough to recognise it yet
            }
        }
        QVERIFY(source);
        while (source->refresh(progress)) {
        }
        QTEST(transcript(*source->run()), "expected");
    }

    /// Further shapes of the same causes.
    void shapesAreReadRight_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *what, const char *name, const char *text, const char *expected) { QTest::newRow(what) << QString(name) << QByteArray(text) << QString(expected); };
        row("an evaluation first", "a.jsonl", R"({"epoch": 0, "eval_loss": 9}
{"step": 10, "loss": 3}
{"step": 20, "loss": 2}
{"step": 30, "loss": 1}
{"epoch": 1, "eval_loss": 8}
)", "eval_loss 0=9 30=8; loss 10=3 20=2 30=1");
        row("progress of SB3", "progress.csv", "rollout/ep_rew_mean,time/iterations,time/total_timesteps,train/loss\n1,1,2048,\n2,2,4096,0.5\n3,3,6144,0.25\n",
            "rollout/ep_rew_mean 2048=1 4096=2 6144=3; time/iterations 2048=1 4096=2 6144=3; train/loss 4096=0.5 6144=0.25");
        row("progress of RLlib", "progress.csv", "episode_reward_max,timesteps_total,training_iteration\n10,4000,1\n20,8000,2\n7.5,12000,3\n",
            "episode_reward_max 4000=10 8000=20 12000=7.5; training_iteration 4000=1 8000=2 12000=3");
        row("a log of Chainer", "log", R"([
{"main/loss": 2, "epoch": 1, "iteration": 600, "elapsed_time": 1.5},
{"main/loss": 1, "epoch": 2, "iteration": 1200, "elapsed_time": 3}
]
)", "elapsed_time 600=1.5 1200=3; main/loss 600=2 1200=1");
        row("keras of R", "history.csv", "epoch,value,metric,data\n1,2,loss,training\n2,1,loss,training\n1,4,loss,validation\n2,3,loss,validation\n",
            "training/loss 1=2 2=1; validation/loss 1=4 2=3");
        row("runs one after the other", "a.csv", "run,step,loss\na,1,5\na,2,4\na,3,3\nb,1,50\nb,2,40\nb,3,30\n", "a/loss 1=5 2=4 3=3; b/loss 1=50 2=40 3=30");
        row("models that nothing names", "a.csv", "step,loss,lr,what\n1,5,1,cnn\n2,4,1,cnn\n1,50,1,mlp\n2,40,1,mlp\n3,3,1,cnn\n3,30,1,mlp\n",
            "cnn/loss 1=5 2=4 3=3; cnn/lr 1=1 2=1 3=1; mlp/loss 1=50 2=40 3=30; mlp/lr 1=1 2=1 3=1");
        row("two columns of texts", "a.csv", "step,site,what,seen\n1,x,p,1\n1,x,q,2\n1,y,p,3\n1,y,q,4\n2,x,p,5\n2,x,q,6\n2,y,p,7\n2,y,q,8\n",
            "x/p 1=1 2=5; x/q 1=2 2=6; y/p 1=3 2=7; y/q 1=4 2=8");
        row("runs of JSON lines", "a.jsonl", R"({"run": "a", "step": 1, "loss": 2}
{"run": "b", "step": 1, "loss": 3}
{"run": "a", "step": 2, "loss": 1}
{"run": "b", "step": 2, "loss": 2}
)", "a/loss 1=2 2=1; b/loss 1=3 2=2");
        row("counted rows of runs", "a.csv", "run,loss,lr\na,5,1\nb,50,1\na,4,1\nb,40,1\n", "a/loss 1=5 2=4; a/lr 1=1 2=1; b/loss 1=50 2=40; b/lr 1=1 2=1");
        row("the header twice", "a.csv", "epoch,loss\nepoch,loss\n1,3\n2,2\n", "loss 1=3 2=2");
        row("blank steps", "a.csv", "step,loss\n10,3\n,2\n20,1\n", "loss 10=3 10=2 20=1");
        row("percentages and durations", "a.jsonl", R"({"step": "1", "done": "50.0%", "took": "1m 2s"}
{"step": "2", "done": "100%", "took": "1 day, 0:00:01"}
)", "done 1=50 2=100; took 1=62 2=86401");
        row("a table without an extension", "metrics", "epoch\tloss\n1\t3\n2\t2\n", "loss 1=3 2=2");
        row("lines of objects as .log", "train.log", "started\n{\"step\": 1, \"loss\": 3}\n{\"step\": 2, \"loss\": 2}\n", "loss 1=3 2=2");
        row("a list of objects with steps", "a.json", R"([{"step": 1, "train": {"loss": 3}}, {"step": 2, "train": {"loss": 2}}])", "train/loss 1=3 2=2");
    }

    void shapesAreReadRight()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        const GrownFile file(name.toUtf8().constData());
        file.write(text.toStdString());
        QTEST(transcript(*opened(file.path())), "expected");
    }

    /// mmengine's validation rows have the number of their epoch as step, and no epoch.
    void rowsWithoutAnEpochBelongToTheLastOne()
    {
        const GrownFile file("scalars.json");
        std::string text;
        for (int epoch = 1; epoch <= 3; ++epoch)
            text += "{\"loss\": 1, \"epoch\": " + std::to_string(epoch) + ", \"step\": " + std::to_string(50 * epoch) + "}\n{\"mAP\": 0.5, \"step\": " + std::to_string(epoch) + "}\n";
        file.write(text);
        const ImportedRun run(*opened(file.path()));
        for (int epoch = 1; epoch <= 3; ++epoch)
            QCOMPARE(run.stamps.at(epoch).epoch, std::int64_t{epoch});
    }

    void dateAndTimeMayBeTwoColumns()
    {
        qputenv("TZ", "UTC");
        tzset();
        const GrownFile file("a.csv");
        file.write("Date,Time,step,loss\n2023-11-14,22:13:20,1,3\n2023-11-14,22:13:21.5,2,2\n");
        const ImportedRun run(*opened(file.path()));
        QCOMPARE(run.stamps.at(1).wallSeconds, 1700000000.0);
        QCOMPARE(run.stamps.at(2).wallSeconds, 1700000001.5);
        QCOMPARE(run.values.size(), std::size_t{1});
    }

    /// Roles that the first rows suggest change when later rows contradict them.
    void laterRowsReviseTheRoles()
    {
        const GrownFile file("a.csv");
        std::string text = "level,epoch,loss,lr\n";
        for (int i = 0; i < 300; ++i)
            text += "easy," + std::to_string(i) + ",1,1\n";
        file.write(text);
        ReadProgress progress;
        const auto source = runs::openRun(file.path(), progress);
        QVERIFY((names(*source->run()) == std::set<std::string>{"loss", "lr"}));
        std::string more;
        for (int i = 0; i < 300; ++i)
            more += "hard," + std::to_string(i) + ",2,1\n";
        file.append(more);
        QVERIFY(source->refresh(progress));
        QVERIFY((names(*source->run()) == std::set<std::string>{"easy/loss", "easy/lr", "hard/loss", "hard/lr"}));
        QVERIFY(!source->refresh(progress));
    }

    void totalsAreNoSteps()
    {
        const RunPointer run = opened(report("01-total-steps/trainer_log.jsonl"));
        const QString all = transcript(*run);
        QVERIFY2(all.contains("loss 10=0.8548 10=0.8547 20=0.7463 20=0.7463 30=0.7308"), qPrintable(all));
        QVERIFY2(all.contains("elapsed_time 10=132 10=133 20=283"), qPrintable(all));
        QVERIFY2(all.contains("remaining_time 10=86903 "), qPrintable(all));
        QCOMPARE(whole(*run).events.size(), std::size_t{1});
        QCOMPARE(readAs(*run), QString("JSON lines; step = \"current_steps\"; \"total_steps\" is the same in all rows; epoch = \"epoch\""));
    }

    void rowsOfSeveralRunsAreApart()
    {
        for (const char *name : {"07-long-table-runs/tbparse.csv", "07-long-table-runs/scalars.csv"}) {
            const QString all = transcript(*opened(report(name)));
            QVERIFY2(all.contains("lr0.1/train/epoch_loss 0=1 1=0.5 2=0.33333 3=0.25;"), qPrintable(all));
            QVERIFY2(all.contains("lr0.1/validation/epoch_loss 0=1.5 1=1 2=0.83333"), qPrintable(all));
        }
    }

    void aFirstLineThatIsNoJsonIsReported()
    {
        const RunPointer run = opened(report("13-command-line-first/stats.txt"));
        const ImportedRun read(*run);
        QCOMPARE(read.value("loss|loss|value|line", 1100), std::string("83.33333333333333"));
        QCOMPARE(read.stamps.at(1100).epoch, std::int64_t{2});
        QVERIFY(!read.told("line 1 is no JSON object").empty());
    }

    void linesThatEndWithAHistoryAreLines()
    {
        QVERIFY(transcript(*opened(report("15-log-history-at-the-end/logging.jsonl"))).contains("loss 10=0.85 20=0.8 30=0.75"));
    }

    void timesMayBeFine()
    {
        QCOMPARE(ImportedRun(*opened(report("20-micro-and-nanoseconds/us.csv"))).stamps.at(1).wallSeconds, 1700000001.123456);
        QCOMPARE(std::floor(ImportedRun(*opened(report("20-micro-and-nanoseconds/ns.jsonl"))).stamps.at(1).wallSeconds), 1700000001.0);
    }

    void whatLacksIsTold()
    {
        QCOMPARE(*runs::whyEmpty(*opened(report("27-no-values/epoch.tsv"))), std::string("no column has values to plot: all columns only place the rows"));
        const runs::FoundRuns found = runs::findRuns(report("17-no-meta-yaml/mlflow-malformed"));
        QCOMPARE(found.runs.size(), std::size_t{2});
        QCOMPARE(found.problems.size(), std::size_t{1});
        QVERIFY2(found.problems.front().find("dddddddddddddddddddddddddddddddd: looks like a run of MLflow, but its meta.yaml is missing") != std::string::npos, found.problems.front().c_str());
        try {
            opened(report("17-no-meta-yaml/mlflow-malformed/mlruns/0/dddddddddddddddddddddddddddddddd"));
            QFAIL("opened");
        } catch (const ImportError &error) {
            QVERIFY2(std::string(error.what()).find("meta.yaml is missing") != std::string::npos, error.what());
        }
    }

    void namesAreKeptInEveryForm()
    {
        const RunPointer run = opened(report("04-phase-names/trainer_state.json"));
        const std::set<std::string> before = names(*run);
        QVERIFY(before.contains("eval_g0_loss") && before.contains("eval_g0_accuracy"));
        QTemporaryDir folder;
        const auto path = [&](const char *name) { return fs::path(folder.filePath(name).toStdString()); };
        record::Progress progress;
        exports::exportJsonLines(*run, {}, path("run.jsonl"), progress);
        exports::exportTensorboard(*run, {}, path("tensorboard"), progress);
        QCOMPARE(names(*opened(path("run.jsonl"))), before);
        QCOMPARE(names(*opened(path("tensorboard"))), before);
        std::set<std::string> tables;
        for (const fs::path &file : exports::exportCsv(*run, {}, path("csv"), progress))
            tables.merge(names(*opened(file)));
        QCOMPARE(tables, before);
    }

    void columnsCanBeChosen()
    {
        const GrownFile file("chosen.csv");
        file.write("step,batch,loss,who\n1,10,5,a\n2,20,4,b\n3,30,3,a\n");
        const RunPointer run = opened(file.path(), roleChoice("batch", "who"));
        QCOMPARE(transcript(*run), QString("a/loss 10=5 30=3; a/step 10=1 30=3; b/loss 20=4; b/step 20=2"));
        QCOMPARE(readAs(*run), QString("CSV; step = \"batch\"; chosen: \"batch\", \"who\"; 2 runs by \"who\""));
        QVERIFY_EXCEPTION_THROWN(opened(file.path(), roleChoice("none", "")), ImportError);
        QVERIFY_EXCEPTION_THROWN(opened(file.path(), roleChoice("who", "")), ImportError);
        QVERIFY_EXCEPTION_THROWN(opened(report("04-phase-names/trainer_state.json"), roleChoice("step", "")), ImportError);
        QVERIFY_EXCEPTION_THROWN(opened(report("17-no-meta-yaml/mlflow-malformed/mlruns/0/cccccccccccccccccccccccccccccccc"), roleChoice("step", "")), ImportError);
    }
};

LENSBOARD_TEST(ReportsTest)
#include "tst_reports.moc"
