#include "core/import/tools/optuna/optuna_importer.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <QTest>

#include <fstream>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kOptunaData = LENSBOARD_SOURCE_DIR "/tests/data/optuna";

/// A storage, and the trials that Optuna loads from it.
struct StorageOfOptuna
{
    const char *file, *trials;
};
constexpr StorageOfOptuna kStorages[] = {{"optuna.db", "expected.json"}, {"optuna_journal.log", "journal-expected.json"}};

Json trialsOfOptuna(const StorageOfOptuna &storage)
{
    std::ifstream file(kOptunaData / storage.trials);
    return Json::parse(file);
}

std::string textOfOptuna(const Json &number)
{
    return number.is_string() ? number.get<std::string>() : record::numberText(number);
}

record::RunStatus statusOf(const std::string &state)
{
    if (state == "COMPLETE")
        return record::RunStatus::Finished;
    return state == "FAIL" ? record::RunStatus::Failed : record::RunStatus::Stopped;
}

} // namespace

/// Compares with the trials that Optuna itself loads.
class OptunaImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allTrialsAreThoseOfTheOwner()
    {
        std::set<fs::path> listed;
        for (const StorageOfOptuna &storage : kStorages) {
            const Json trials = trialsOfOptuna(storage);
            for (const auto &[name, trial] : trials.items()) {
                ReadProgress progress;
                const fs::path path = kOptunaData / storage.file / name;
                listed.insert(path);
                const ImportedRun run(*runs::openRun(path, progress)->run());
                const Json &reports = trial["reports"], &objectives = trial["objectives"];
                for (const Json &report : reports)
                    QCOMPARE(run.value("intermediate_value|intermediate_value|intermediate_value|line", report[0]), textOfOptuna(report[1]));
                const std::int64_t last = reports.empty() ? 0 : reports.back()[0].get<std::int64_t>();
                for (std::size_t i = 0; i < objectives.size(); ++i) {
                    const std::string series = objectives.size() == 1 ? "objective" : "objective_" + std::to_string(i);
                    QCOMPARE(run.value(series + '|' + series + '|' + series + "|line", last), textOfOptuna(objectives[i]));
                }
                QCOMPARE(run.valueCount(), reports.size() + objectives.size());
                const Json parameters = run.info.experiment.empty() ? Json::object() : Json::parse(run.info.experiment)["hparams"];
                QCOMPARE(parameters.dump(), trial["params"].dump());
                QCOMPARE(run.info.name, name);
                if (trial["state"] != "RUNNING")
                    QCOMPARE(run.info.status, statusOf(trial["state"]));
            }
        }
        const auto found = runs::findRuns(kOptunaData).runs;
        QVERIFY(std::set<fs::path>(found.begin(), found.end()) == listed);
    }

    /// Lines that Optuna rejects when it reads the journal change nothing. A deleted study has no trials.
    void aJournalIsFollowed()
    {
        const GrownFile file("journal.log");
        const auto json = [](std::string text) {
            std::ranges::replace(text, '\'', '"');
            return text;
        };
        const auto line = [&](const std::string &text) { return json("{" + text + "}\n"); };
        file.write(line("'op_code':0,'worker_id':'w','study_name':'a','directions':[1]") + line("'op_code':0,'worker_id':'w','study_name':'gone','directions':[1]")
                   + line("'op_code':0,'worker_id':'w','study_name':'a','directions':[1]")
                   + line("'op_code':4,'worker_id':'w','study_id':1,'datetime_start':'2024-05-06T07:08:09'")
                   + line("'op_code':1,'worker_id':'w','study_id':1") + line("'op_code':4,'worker_id':'w','study_id':1,'datetime_start':null")
                   + line("'op_code':4,'worker_id':'w','study_id':0,'datetime_start':'2024-05-06T07:08:09'")
                   + line("'op_code':7,'worker_id':'w','trial_id':1,'step':2,'intermediate_value':0.5"));
        ReadProgress progress;
        const auto source = runs::openRun(file.path(), progress);
        QCOMPARE(source->run()->info().name, std::string("a trial 0"));
        QCOMPARE(source->run()->info().status, record::RunStatus::Interrupted);
        file.append(line("'op_code':7,'worker_id':'w','trial_id':1,'step':1,'intermediate_value':NaN") + line("'op_code':7,'worker_id':'w','trial_id':0,'step':9,'intermediate_value':7")
                    + line("'op_code':6,'worker_id':'w','trial_id':1,'state':1,'values':[0.25],'datetime_complete':'2024-05-06T07:09:09'") + json("{'op_code':6,'wor"));
        source->refresh(progress);
        file.append(json("ker_id':'w','trial_id':1,'state':3,'values':[7.5]}\n"));
        source->refresh(progress);
        const ImportedRun run(*source->run());
        QCOMPARE(run.value("intermediate_value|intermediate_value|intermediate_value|line", 2), std::string("0.5"));
        QCOMPARE(run.value("intermediate_value|intermediate_value|intermediate_value|line", 1), std::string("nan"));
        QCOMPARE(run.value("objective|objective|objective|line", 2), std::string("0.25")); // the largest step
        QCOMPARE(run.valueCount(), std::size_t{3});
        QCOMPARE(run.info.status, record::RunStatus::Finished);
    }

    void aTrialIsFollowed()
    {
        const ScratchFile file("optuna.db");
        fs::copy_file(kOptunaData / "optuna.db", file.path());
        sqlite3 *database = nullptr;
        sqlite3_open(file.path().c_str(), &database);
        const auto write = [&](const std::string &sql) { return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK; };
        const std::string id = "(SELECT trial_id FROM trials WHERE state = 'RUNNING')";
        OptunaImporter importer(file.path(), "digits trial 6");
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{0});
        for (int step = 0; step < 2; ++step) {
            QVERIFY(write("INSERT INTO trial_intermediate_values (trial_id, step, intermediate_value, intermediate_value_type) VALUES (" + id + ", "
                          + std::to_string(step) + ", 0.5, 'FINITE')"));
            QVERIFY(importer.read(run, progress));
        }
        QVERIFY(write("INSERT INTO trial_values (trial_id, objective, value, value_type) VALUES (" + id + ", 0, 0.25, 'FINITE')"));
        QVERIFY(write("UPDATE trials SET state = 'COMPLETE' WHERE state = 'RUNNING'"));
        QVERIFY(importer.read(run, progress));
        const ImportedRun followed(run);
        QCOMPARE(followed.valueCount(), std::size_t{3});
        QCOMPARE(followed.value("objective|objective|objective|line", 1), std::string("0.25"));
        QCOMPARE(followed.info.status, record::RunStatus::Finished);
        QCOMPARE(std::ranges::count(followed.info.environment, std::string("read as"), &record::Environment::value_type::first), 1);
        sqlite3_close(database);
    }
};

LENSBOARD_TEST(OptunaImporterTest)
#include "tst_optuna_importer.moc"
