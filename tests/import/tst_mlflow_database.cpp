#include "core/import/tools/mlflow/mlflow_database_importer.h"
#include "core/record/flat_name.h"
#include "core/runs/listed_runs.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <QTest>

#include <fstream>
#include <tuple>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using MlflowPoints = std::multiset<std::tuple<std::string, std::int64_t, double, std::string>>; ///< name, step, seconds, value

const fs::path kMlflowData = LENSBOARD_SOURCE_DIR "/tests/data/mlflow";

/// Returns the expected content of each run, by its unique name.
std::map<std::string, Json> runsOfMlflow()
{
    std::ifstream file(kMlflowData / "expected.json");
    std::map<std::string, Json> runs;
    const Json written = Json::parse(file);
    for (const auto &[id, run] : written.items()) {
        const bool isSecond = run["name"] == "first" && run["status"] == "FAILED";
        runs[run["name"].get<std::string>() + (isSecond ? " (2)" : "")] = run;
    }
    return runs;
}

MlflowPoints pointsOfMlflow(const Json &metrics)
{
    MlflowPoints points;
    for (const auto &[name, values] : metrics.items())
        for (const Json &value : values) {
            const double number = value[2].is_string() ? NAN : value[2].get<double>();
            const bool isInfinite = std::abs(number) == std::numeric_limits<double>::max(); // MLflow's way to write it
            points.emplace(name, value[0], value[1].get<double>() / 1000, record::numberText(isInfinite ? std::copysign(INFINITY, number) : number));
        }
    return points;
}

MlflowPoints pointsOfRun(const store::Run &run)
{
    const store::RunChanges all = whole(run);
    MlflowPoints points;
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        const auto tag = std::ranges::find(all.tags, all.series[i].tag, &std::pair<std::uint32_t, record::TagSpec>::first);
        for (const auto &[stamp, value] : run.sampled(i, {record::Axis::Step, -INFINITY, INFINITY, 1}, 1'000'000))
            points.emplace(record::flatName(tag->second, all.series[i]), stamp.step, stamp.wallSeconds, record::numberText(value));
    }
    return points;
}

std::string valueOfDetail(const record::RunInfo &info, const std::string &name)
{
    const auto found = std::ranges::find(info.environment, name, &record::Environment::value_type::first);
    return found == info.environment.end() ? std::string() : std::string(found->second);
}

/// A copy of the store, and a connection that writes to it.
struct MlflowStore
{
    ScratchFile file{"mlflow.db"};
    sqlite3 *database = nullptr;

    MlflowStore()
    {
        fs::copy_file(kMlflowData / "mlflow.db", file.path());
        sqlite3_open(file.path().c_str(), &database);
    }
    ~MlflowStore() { sqlite3_close(database); }
    bool run(const std::string &sql) const { return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK; }
};

} // namespace

/// Compares with the results of MLflow's own client.
class MlflowDatabaseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allRunsAreThoseOfTheOwner()
    {
        std::set<fs::path> listed;
        for (const auto &[name, mlflow] : runsOfMlflow()) {
            ReadProgress progress;
            const fs::path path = kMlflowData / "mlflow.db" / name;
            const auto source = runs::openRun(path, progress);
            const store::Run &run = *source->run();
            QVERIFY2(pointsOfRun(run) == pointsOfMlflow(mlflow["metrics"]), name.c_str());
            const record::RunInfo info = run.info();
            QCOMPARE(info.name, mlflow["name"].get<std::string>());
            QCOMPARE(info.createdSeconds, mlflow["start"].get<double>() / 1000);
            QCOMPARE(valueOfDetail(info, "experiment"), mlflow["experiment"].get<std::string>());
            QCOMPARE(valueOfDetail(info, "lifecycle_stage"), mlflow["stage"].get<std::string>());
            for (const auto &[key, value] : mlflow["tags"].items())
                QCOMPARE(valueOfDetail(info, key), value.get<std::string>());
            if (mlflow["status"] != "RUNNING")
                QCOMPARE(info.status, mlflow["status"] == "FAILED" ? record::RunStatus::Failed : record::RunStatus::Finished);
            if (mlflow["stage"] == "active")
                listed.insert(path);
        }
        const auto found = runs::findRuns(kMlflowData).runs;
        QVERIFY(std::set<fs::path>(found.begin(), found.end()) == listed);
        QVERIFY(runs::holdsRuns(kMlflowData / "mlflow.db"));
    }

    void parametersAndNoticesArrive()
    {
        ReadProgress progress;
        const ImportedRun run(*runs::openRun(kMlflowData / "mlflow.db" / "first", progress)->run());
        const Json parameters{{"lr", 0.1}, {"layers", 3}, {"act", "relu"}};
        QCOMPARE(Json::parse(run.info.experiment)["hparams"].dump(), parameters.dump());
        QVERIFY(!run.told("metric \"nostep\" has several values at step 0: show them by time").empty());
        QCOMPARE(run.events.size(), std::size_t{1});
    }

    void aRunIsFollowed()
    {
        const MlflowStore store;
        QVERIFY(store.run("PRAGMA journal_mode = WAL"));
        const std::string id = "(SELECT run_uuid FROM runs WHERE name = 'running')";
        MlflowDatabaseImporter importer(store.file.path(), "running");
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        QCOMPARE(pointsOfRun(run).size(), std::size_t{1});
        QVERIFY(!importer.read(run, progress));
        QVERIFY(store.run("INSERT INTO metrics VALUES ('loss', 0.5, 1795872190000, " + id + ", 3, 0)"));
        QVERIFY(store.run("INSERT INTO params VALUES ('late', '7', " + id + ")"));
        QVERIFY(importer.read(run, progress));
        QCOMPARE(pointsOfRun(run).size(), std::size_t{2});
        QVERIFY(pointsOfRun(run).contains({"loss", 3, 1795872190.0, "0.5"}));
        QCOMPARE(run.info().experiment, std::string(R"({"hparams":{"late":7}})"));
        QVERIFY(store.run("UPDATE runs SET status = 'KILLED' WHERE name = 'running'"));
        importer.read(run, progress);
        QCOMPARE(run.info().status, record::RunStatus::Stopped);
        QVERIFY(store.run("DELETE FROM metrics WHERE run_uuid = " + id));
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), SourceReplaced);
    }

    void aRunWithoutAnEndIsJudgedByItsTimes()
    {
        const MlflowStore store;
        const auto statusAfter = [&](std::chrono::hours silence) {
            const auto last = std::chrono::system_clock::now() - silence;
            const auto milliseconds = std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(last.time_since_epoch()).count());
            store.run("UPDATE metrics SET timestamp = " + milliseconds + " WHERE run_uuid = (SELECT run_uuid FROM runs WHERE name = 'running')");
            store.run("UPDATE runs SET start_time = start_time - 1e12 WHERE name = 'running'");
            MlflowDatabaseImporter importer(store.file.path(), "running");
            return imported(importer).info.status;
        };
        QCOMPARE(statusAfter(std::chrono::hours(1)), record::RunStatus::Unknown);
        QCOMPARE(statusAfter(std::chrono::hours(25)), record::RunStatus::Interrupted);
    }
};

LENSBOARD_TEST(MlflowDatabaseTest)
#include "tst_mlflow_database.moc"
