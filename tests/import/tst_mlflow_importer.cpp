#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/import/tools/mlflow/mlflow_importer.h"
#include "core/runs/run_folder_scan.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <fstream>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;

/// A file store with one run, in MLflow 2's layout.
class FileStore
{
public:
    FileStore()
    {
        write("0/meta.yaml", "artifact_location: file:///tmp/mlruns/0\nexperiment_id: '0'\nlifecycle_stage: active\nname: Default\n");
        write("0/abc/meta.yaml", "artifact_uri: file:///tmp/mlruns/0/abc/artifacts\nend_time: 1748257992525\nentry_point_name: ''\nexperiment_id: '0'\n"
                                 "lifecycle_stage: active\nrun_id: abc\nrun_name: wise-roo's 476\nrun_uuid: abc\nstart_time: 1748257990910\nstatus: 4\n"
                                 "tags: []\nuser_id: aryan\n");
        write("0/abc/metrics/loss", "1748257990000 0.5 0\n1748257991000 0.25 10\n");
        write("0/abc/metrics/val_loss", "1748257991500 nan 10\n");
        write("0/abc/metrics/train/acc", "1748257990000 0.125 0 dataset digest\n");
        write("0/abc/params/lr", "0.01");
        write("0/abc/params/optimizer/name", "adam");
        write("0/abc/tags/mlflow.source.name", "train.py");
    }

    fs::path path() const { return m_folder.path().toStdString(); }
    fs::path run() const { return path() / "0/abc"; }
    void write(const std::string &name, const std::string &text, std::ios::openmode mode = {}) const
    {
        fs::create_directories((path() / name).parent_path());
        std::ofstream(path() / name, std::ios::binary | mode) << text;
    }
    void append(const std::string &name, const std::string &text) const { write(name, text, std::ios::app); }

private:
    QTemporaryDir m_folder;
};

ImportedRun readRun(const fs::path &path)
{
    MlflowImporter importer(path);
    return imported(importer);
}

} // namespace

class MlflowImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunArrives()
    {
        const FileStore store;
        const ImportedRun run = readRun(store.run());
        QCOMPARE(run.value("loss|loss|loss|line", 10), std::string("0.25"));
        QCOMPARE(run.value("loss|loss|val_loss|line", 10), std::string("nan"));
        QCOMPARE(run.value("train|acc|value|line", 0), std::string("0.125"));
        QCOMPARE(run.valueCount(), std::size_t{4});
        QCOMPARE(run.stamps.at(0).wallSeconds, 1748257990.0);
        QCOMPARE(run.info.name, std::string("wise-roo's 476"));
        QVERIFY(run.info.status == record::RunStatus::Failed);
        QCOMPARE(run.info.createdSeconds, 1748257990.91);
        QCOMPARE(run.info.experiment, std::string(R"({"hparams":{"lr":0.01,"optimizer/name":"adam"}})"));
        const auto &details = run.info.environment;
        QVERIFY(std::find(details.begin(), details.end(), record::Environment::value_type("experiment", "Default")) != details.end());
        QVERIFY(std::find(details.begin(), details.end(), record::Environment::value_type("mlflow.source.name", "train.py")) != details.end());
        QCOMPARE(run.events.size(), std::size_t{0});
    }

    void stepsAreReadAsTheyAre()
    {
        const FileStore store;
        store.write("0/abc/metrics/loss", "1748257990000 3 0\n1748257991000 2 0\n1748257992000 1 5\n");
        store.write("0/abc/metrics/acc", "1748257990000 7\n1748257991000 8\n"); // format of the first versions
        const ImportedRun run = readRun(store.run());
        QCOMPARE(run.value("loss|loss|loss|line", 0), std::string("2"));
        QCOMPARE(run.value("loss|loss|loss|line", 1), std::string("no value"));
        QCOMPARE(run.value("loss|loss|loss|line", 5), std::string("1"));
        QCOMPARE(run.value("acc|acc|acc|line", 1), std::string("8"));
        QCOMPARE(run.told("step 0"), std::string("metric \"loss\" has several values at step 0: show them by time"));
    }

    void whatIsLeftOutIsReported()
    {
        const FileStore store;
        store.write("0/abc/metrics/loss", "1748257990000 3 1\nx\n1748257991000 2 1\n1748257992000 1");
        const ImportedRun run = readRun(store.run());
        QVERIFY(!run.told("metric \"loss\", line 2 is left out: expected milliseconds, value and step, found \"x\"").empty());
        QCOMPARE(run.info.message, std::string("metric \"loss\" ends within line 4"));
    }

    /// MLflow's status of a killed run stays RUNNING.
    void aRunThatIsSaidToRunMayHaveEnded()
    {
        const FileStore store;
        store.write("0/abc/meta.yaml", "run_id: abc\nstatus: 1\n");
        QCOMPARE(readRun(store.run()).info.status, record::RunStatus::Unknown);
        for (const auto &file : fs::recursive_directory_iterator(store.run() / "metrics"))
            fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(25));
        QCOMPARE(readRun(store.run()).info.status, record::RunStatus::Interrupted);
        store.write("0/abc/meta.yaml", "run_id: abc\nstatus: 3\n");
        QCOMPARE(readRun(store.run()).info.status, record::RunStatus::Finished);
    }

    void itIsFollowed()
    {
        const FileStore store;
        MlflowImporter importer(store.run());
        store::RunStore run;
        ReadProgress progress;
        QVERIFY(importer.read(run, progress));
        QVERIFY(!importer.read(run, progress));
        store.append("0/abc/metrics/loss", "1748257993000 0.125 20\n");
        store.write("0/abc/metrics/late", "1748257993000 1 20\n");
        QVERIFY(importer.read(run, progress));
        QCOMPARE(ImportedRun(run).value("loss|loss|loss|line", 20), std::string("0.125"));
        QCOMPARE(ImportedRun(run).value("late|late|late|line", 20), std::string("1"));
        fs::remove(store.run() / "metrics/late");
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), SourceReplaced);
        fs::remove_all(store.run());
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), ImportError);
    }

    void aStopLeavesTheRestForTheNextLook()
    {
        const FileStore store;
        MlflowImporter importer(store.run());
        store::RunStore run;
        ReadProgress stopped;
        std::stop_source source;
        stopped.stop = source.get_token();
        source.request_stop();
        importer.read(run, stopped);
        ReadProgress progress;
        importer.read(run, progress);
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{4});
    }

    void runsOfAStoreAreListed()
    {
        const FileStore store;
        store.write("0/def/meta.yaml", "experiment_id: '0'\nrun_id: def\nlifecycle_stage: deleted\n");
        store.write(".trash/1/xyz/meta.yaml", "experiment_id: '1'\nrun_id: xyz\nlifecycle_stage: active\n");
        store.write("models/net/meta.yaml", "name: net\n");
        store.write("1/uvw/meta.yaml", "experiment_id: \"1\"\nrun_uuid: uvw\nname: \"\\u00fcber\"\n");
        QVERIFY((runs::findRuns(store.path()).runs == std::vector<fs::path>{store.run(), store.path() / "1/uvw"}));
        QVERIFY((runs::findRuns(store.run()).runs == std::vector<fs::path>{store.run()}));
        ReadProgress progress;
        QCOMPARE(runs::openRun(store.run(), progress)->run()->info().name, std::string("wise-roo's 476"));
        QVERIFY(mlflowMeta(store.path() / "1/uvw/meta.yaml")["name"] == "über");
    }

    void aListSeesGrowth()
    {
        const FileStore store;
        runs::RunFolderScan scan(store.path());
        std::vector<std::size_t> ticks;
        const runs::RunFolderScan::Listener listener{[&](const runs::RunSummary &run) { ticks.push_back(run.ticks); }, {}, {}};
        scan.look({}, listener);
        store.append("0/abc/metrics/loss", "1748257993000 0.125 20\n");
        QTRY_VERIFY((scan.look({}, listener), ticks.size() == 2)); // not at once: reading uses a limited share of the time
        QVERIFY((ticks == std::vector<std::size_t>{2, 3}));
    }

    void aMetricAloneArrives()
    {
        const FileStore store;
        ReadProgress progress;
        const ImportedRun run(*runs::openRun(store.run() / "metrics/loss", progress)->run());
        QCOMPARE(run.value("loss|loss|loss|line", 10), std::string("0.25"));
        QVERIFY(!isMlflowMetric("1 2 3\n"));
        QVERIFY(!isMlflowMetric("1748257990000,0.5,0\n"));
        QVERIFY(!isMlflowMetric("step loss acc\n"));
    }
};

LENSBOARD_TEST(MlflowImporterTest)
#include "tst_mlflow_importer.moc"
