#include "core/import/tools/database_runs.h"
#include "core/import/tools/foreign_database.h"
#include "core/import/tools/trackio_database.h"
#include "core/import/tools/trackio_importer.h"
#include "core/runs/listed_runs.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "tests/support/trackio_maker.h"

#include <QTest>

#include <fstream>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;

ImportedRun readTrackioRun(const fs::path &path)
{
    ReadProgress progress;
    return ImportedRun(*runs::openRun(path, progress)->run());
}

/// Returns the error of opening \p path.
std::string refusal(const fs::path &path)
{
    try {
        ReadProgress progress;
        runs::openRun(path, progress);
    } catch (const std::exception &error) {
        return error.what();
    }
    return "was opened";
}

void writeTwoRuns(TrackioMaker &maker)
{
    maker.log("a", 0, R"({"loss": 2, "val_loss": 3, "epoch": 1.5})");
    maker.log("b/c", 0, R"({"loss": 7})");
    maker.log("a", 1, R"({"loss": "NaN", "train/acc": 0.5, "picture": {"_type": "trackio.image", "file_path": "x.png", "width": 7}, "note": "late"})");
    maker.run(R"(INSERT INTO configs (run_name, config, created_at) VALUES ('a', '{"lr": 0.01, "optimizer": {"name": "adam"}}', ''))");
    maker.run("INSERT INTO system_metrics (timestamp, run_name, metrics) VALUES ('', 'a', '{\"gpu\": 1}')");
}

} // namespace

class TrackioImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsOfAProjectArrive()
    {
        const ScratchFile file("project.db");
        TrackioMaker maker(file.path());
        writeTwoRuns(maker);
        const auto runs = runs::findRuns(file.path()).runs;
        QVERIFY((runs == std::vector<fs::path>{file.path() / "a", file.path() / "b%2Fc"}));
        QVERIFY(runs::findRuns(file.folder()).runs == runs);
        QVERIFY(runs::holdsRuns(file.path()));
        const ImportedRun run = readTrackioRun(runs[0]);
        QCOMPARE(run.value("loss|loss|loss|line", 0), std::string("2"));
        QCOMPARE(run.value("loss|loss|loss|line", 1), std::string("nan"));
        QCOMPARE(run.value("loss|loss|val_loss|line", 0), std::string("3"));
        QCOMPARE(run.value("train|acc|value|line", 1), std::string("0.5"));
        QCOMPARE(run.valueCount(), std::size_t{4});
        QCOMPARE(run.stamps.at(0).wallSeconds, 1754051696.25);
        QCOMPARE(run.stamps.at(0).epoch, std::int64_t{1});
        QCOMPARE(run.info.name, std::string("a"));
        QCOMPARE(run.info.experiment, std::string(R"({"hparams":{"lr":0.01,"optimizer/name":"adam"}})"));
        QVERIFY(!run.told("row 3: \"picture\" is no number, and skipped: ").empty());
        QVERIFY(!run.told("row 3: \"note\" is no number, and skipped: \"late\"").empty());
        QVERIFY(!run.told("rows of machine measurements are skipped, since they have no steps: 1").empty());
        QCOMPARE(readTrackioRun(runs[1]).info.name, std::string("b/c"));
    }

    void aProjectOfOneRunIsThatRun()
    {
        const ScratchFile file("project.db");
        TrackioMaker maker(file.path());
        QVERIFY(QString::fromStdString(refusal(file.path())).contains("without any runs by now"));
        maker.log("a", 0, R"({"loss": 2})");
        QCOMPARE(readTrackioRun(file.path()).info.name, std::string("a"));
        QVERIFY((runs::findRuns(file.path()).runs == std::vector{file.path()}));
        QVERIFY(!runs::holdsRuns(file.path()));
        maker.log("b", 0, R"({"loss": 2})");
        const QString said = QString::fromStdString(refusal(file.path()));
        QVERIFY2(said.contains("holds 2 runs: open one of them, as ") && said.endsWith("project.db/b"), qPrintable(said));
        QVERIFY(QString::fromStdString(refusal(file.path() / "c")).contains("has no run \"c\""));
    }

    void nothingIsLeftBesideIt()
    {
        const ScratchFile file("50% of #1?.db");
        {
            TrackioMaker maker(file.path());
            maker.log("a", 0, R"({"loss": 2})");
        }
        QCOMPARE(readTrackioRun(file.path()).value("loss|loss|loss|line", 0), std::string("2"));
        QCOMPARE(std::distance(fs::directory_iterator(file.folder()), fs::directory_iterator()), 1);
    }

    void oldAndNewTablesAreRead_data()
    {
        QTest::addColumn<QString>("columns");
        QTest::addColumn<QString>("values"); ///< two rows, of two runs with the same name
        QTest::newRow("0.1, projects in one file") << "id INTEGER PRIMARY KEY, timestamp TEXT, project_name TEXT, run_name TEXT, step INTEGER, metrics TEXT"
                                                   << "(1, '', 'q', 'a', 0, '{\"x\": 1}'), (2, '', 'p', 'a', 0, '{\"x\": 2}'); "
                                                      "CREATE INDEX idx_metrics_proj_run_step ON metrics(project_name, run_name, step)";
        QTest::newRow("ids of runs") << "id INTEGER PRIMARY KEY, timestamp TEXT, run_id TEXT, run_name TEXT, step INTEGER, metrics TEXT, log_id TEXT, space_id TEXT"
                                     << "(1, '', 'r1', 'a', 0, '{\"x\": 1}', 'l', NULL), (2, '', 'r2', 'a', 0, '{\"x\": 2}', 'm', NULL)";
        QTest::newRow("of pandas, as bytes") << "id INTEGER, timestamp TEXT, run_id TEXT, run_name TEXT, step INTEGER, metrics BLOB"
                                             << "(1, '', 'r1', 'a', 0, CAST('{\"x\": 1}' AS BLOB)), (2, '', 'r2', 'a', 0, CAST('{\"x\": 2}' AS BLOB))";
    }

    void oldAndNewTablesAreRead()
    {
        QFETCH(QString, columns);
        QFETCH(QString, values);
        const ScratchFile file("project.db");
        TrackioMaker maker(file.path(), "CREATE TABLE metrics (" + columns.toStdString() + "); INSERT INTO metrics VALUES " + values.toStdString());
        QVERIFY((runs::findRuns(file.path()).runs == std::vector<fs::path>{file.path() / "a", file.path() / "a (2)"}));
        QCOMPARE(readTrackioRun(file.path() / "a").value("x|x|x|line", 0), std::string("1"));
        QCOMPARE(readTrackioRun(file.path() / "a (2)").value("x|x|x|line", 0), std::string("2"));
    }

    void itIsFollowed()
    {
        const ScratchFile file("project.db");
        TrackioMaker maker(file.path());
        maker.log("a", 0, R"({"loss": 2})");
        TrackioImporter importer(file.path(), "a");
        store::RunStore run;
        ReadProgress progress;
        QVERIFY(importer.read(run, progress));
        QVERIFY(!importer.read(run, progress));
        maker.log("b", 0, R"({"loss": 7})");
        maker.log("a", 1, R"({"loss": 1})");
        QVERIFY(importer.read(run, progress));
        QCOMPARE(ImportedRun(run).value("loss|loss|loss|line", 1), std::string("1"));
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{2});
    }

    void rowsThatAreWrittenAgainAreReadAnew()
    {
        const ScratchFile file("project.db");
        TrackioMaker maker(file.path());
        for (int step = 0; step < 3; ++step)
            maker.log("a", step, R"({"loss": 2})");
        ReadProgress progress;
        const auto source = runs::openRun(file.path(), progress);
        maker.run("BEGIN; DELETE FROM metrics; DELETE FROM sqlite_sequence");
        for (int step = 0; step < 5; ++step)
            maker.log("a", 10 * step, R"({"acc": 1})");
        maker.run("COMMIT");
        source->refresh(progress);
        QVERIFY(ImportedRun(*source->run()).sameValues(readTrackioRun(file.path())));
        QCOMPARE(ImportedRun(*source->run()).valueCount(), std::size_t{5});
    }

    void aRowThatIsNoObjectIsLeftOut()
    {
        const ScratchFile file("project.db");
        TrackioMaker maker(file.path());
        maker.log("a", 0, "[1]");
        maker.log("a", 1, R"({"loss": 1})");
        const ImportedRun run = readTrackioRun(file.path());
        QCOMPARE(run.value("loss|loss|loss|line", 1), std::string("1"));
        QVERIFY(!run.told("row 1 is no JSON object").empty());
    }

    /// Imitated tables (views, generated columns, virtual tables) may execute SQL when they are read.
    void whatIsComputedIsRefused_data()
    {
        QTest::addColumn<QString>("tables");
        QTest::newRow("a view") << "CREATE TABLE t (x); CREATE VIEW metrics AS SELECT 1 AS id, '' AS timestamp, 'a' AS run_name, 0 AS step, '{}' AS metrics FROM t";
        QTest::newRow("a generated column") << "CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp TEXT, run_name TEXT, step INTEGER, metrics TEXT AS (hex(zeroblob(1000000))))";
        QTest::newRow("a virtual table") << "CREATE VIRTUAL TABLE metrics USING fts5(timestamp, run_name, step, metrics)";
        QTest::newRow("another program's") << "CREATE TABLE metrics (id INTEGER, name TEXT, value REAL)";
        QTest::newRow("nothing") << "";
    }

    void whatIsComputedIsRefused()
    {
        QFETCH(QString, tables);
        const ScratchFile file("project.db");
        const TrackioMaker maker(file.path(), "CREATE TABLE other (x); " + tables.toStdString());
        QVERIFY(!isRunDatabase(file.path()));
        const QString said = QString::fromStdString(refusal(file.path()));
        QVERIFY2(said.contains("is an SQLite database of another program"), qPrintable(said));
    }

    /// SQLite would read missing pages beyond the end of a file as zeros.
    void aFileThatIsCutShortIsRefused()
    {
        const ScratchFile file("project.db");
        {
            TrackioMaker maker(file.path(), TrackioMaker::kTables, "DELETE");
            for (int step = 0; step < 100; ++step)
                maker.log("a", step, R"({"loss": 2})");
        }
        fs::resize_file(file.path(), fs::file_size(file.path()) / 2);
        QVERIFY_EXCEPTION_THROWN(TrackioDatabase(file.path()), ImportError);
    }

    void aJournalThatNamesAnotherFileIsRefused()
    {
        const ScratchFile file("project.db"), victim("victim.txt");
        victim.write("mine");
        {
            TrackioMaker maker(file.path(), TrackioMaker::kTables, "DELETE");
            maker.log("a", 0, R"({"loss": 2})");
        }
        // A journal's header without pages, and the name of a file that SQLite would delete after the rollback.
        std::string journal = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + std::string(4, '\0') + std::string(8, '\1') + std::string("\0\0\2\0\0\0\2\0", 8);
        journal.resize(512, '\0');
        const std::string name = victim.path().string();
        std::uint32_t sum = 0;
        for (const char c : name)
            sum += static_cast<unsigned char>(c);
        const auto number = [](std::uint32_t value) {
            return std::string{static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8), static_cast<char>(value)};
        };
        journal += number(0x40000000 / 512 + 1) + name + number(static_cast<std::uint32_t>(name.size())) + number(sum) + "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
        std::ofstream(file.path().string() + "-journal", std::ios::binary) << journal;
        refusal(file.path());
        QVERIFY(fs::exists(victim.path()));
    }

    void namesOfRunsLeadBack()
    {
        for (const std::string name : {"a", "b/c", "50%", "%2F", ".", "..", ".hidden", "", "ü x"}) {
            const ScratchFile file("project.db");
            file.write("x");
            const auto place = databaseRunPlace(databaseRunPath(file.path(), name));
            QVERIFY(place && place->file == file.path());
            QCOMPARE(place->run, name);
        }
        QVERIFY(!databaseRunPlace("/nowhere/project.db/a"));
    }
};

LENSBOARD_TEST(TrackioImporterTest)
#include "tst_trackio_importer.moc"
