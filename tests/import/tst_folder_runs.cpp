#include "core/import/tools/folder_runs.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <string_view>

using namespace lensboard;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;

const fs::path kFolders = LENSBOARD_SOURCE_DIR "/tests/data/folders";
const fs::path kOldRun = kFolders / "wandb-0.9/run-20200601_101500-abc123";

ImportedRun folderRun(const fs::path &folder, const imports::RoleChoice &choice = {})
{
    imports::ReadProgress progress;
    return ImportedRun(*runs::openRun(folder, progress, choice)->run());
}

std::string detailOf(const ImportedRun &run, const std::string &name)
{
    for (const auto &[known, text] : run.info.environment)
        if (known == name)
            return text;
    return {};
}

void append(const fs::path &file, const std::string &text)
{
    std::ofstream(file, std::ios::app) << text;
}

} // namespace

/// Runs in folders of files. The tools themselves wrote the data, except the run of W&B 0.9.
class FolderRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRepositoryOfAimIsRefused()
    {
        const QTemporaryDir folder;
        const fs::path repository = fs::path(folder.path().toStdString()) / ".aim";
        fs::create_directories(repository / "seqs");
        append(repository / "run_metadata.sqlite", "SQLite format 3");
        for (const fs::path &path : {repository, repository.parent_path(), repository.parent_path() / ""})
            try {
                folderRun(path);
                QFAIL("no error");
            } catch (const imports::ImportError &error) {
                QVERIFY2(std::string_view(error.what()).find("is a repository of Aim and cannot be read") != std::string_view::npos, error.what());
            }
    }

    void runsOfSacredAreRead()
    {
        const ImportedRun run = folderRun(kFolders / "sacred/1");
        for (int i = 0; i < 30; ++i) {
            QCOMPARE(run.value("training.loss|training.loss|training.loss|line", i * 10), record::numberText(1.0 / (i + 1)));
            QCOMPARE(run.value("training.acc|training.acc|training.acc|line", i), record::numberText(static_cast<double>(static_cast<float>(i / 30.0))));
        }
        QCOMPARE(run.value("val|loss|value|line", 0), std::string("0.5"));
        QCOMPARE(run.value("val|loss|value|line", 100), std::string("nan"));
        QCOMPARE(run.value("val|loss|value|line", 200), std::string("inf"));
        QCOMPARE(run.valueCount(), std::size_t{63});
        QVERIFY(std::abs(run.stamps.at(10).wallSeconds - run.info.createdSeconds) < 1);
        QVERIFY(run.info.experiment.starts_with(R"({"hparams":{"fail":0,"lr":0.1,"model/act":"relu","model/width":64,"seed":)"));
        QCOMPARE(run.info.name, std::string("1"));
        QCOMPARE(run.info.status, record::RunStatus::Finished);
        QCOMPARE(detailOf(run, "experiment"), std::string("mnist"));
        QCOMPARE(detailOf(run, "result"), std::string("0.5"));
        QCOMPARE(folderRun(kFolders / "sacred/2").info.status, record::RunStatus::Failed);
        QCOMPARE(folderRun(kFolders / "sacred/1/metrics.json").values, run.values);
        QVERIFY(runs::isMeasurementDocument(kFolders / "sacred/1/metrics.json"));
    }

    void runsOfDvcliveAreRead()
    {
        const ImportedRun run = folderRun(kFolders / "dvclive");
        for (int i = 0; i < 20; ++i) {
            QCOMPARE(run.value("train|loss|value|line", i), record::numberText(1.0 / (i + 1)));
            QCOMPARE(run.value("acc|acc|acc|line", i), record::numberText(i / 20.0));
        }
        QCOMPARE(run.value("val|loss|value|line", 5), std::string("nan"));
        QCOMPARE(run.valueCount(), std::size_t{44});
        QCOMPARE(run.info.experiment, std::string(R"({"hparams":{"lr":0.1,"model/width":64}})"));
        QCOMPARE(detailOf(run, "summary best"), std::string("0.9"));
        QCOMPARE(detailOf(run, "summary acc"), std::string());
        const ImportedRun timed = folderRun(kFolders / "dvclive-times");
        QCOMPARE(timed.value("loss|loss|loss|line", 2), std::string("2.5"));
        QVERIFY(timed.stamps.at(1).wallSeconds > 1.7e9 && timed.stamps.at(1).wallSeconds < 1.9e9);
    }

    void oldRunsOfWandbAreRead()
    {
        const ImportedRun run = folderRun(kOldRun);
        for (int i = 0; i < 12; ++i) {
            QCOMPARE(run.value("train_loss|train_loss|value|line", i), record::numberText(1.0 / (i + 1)));
            QCOMPARE(run.value("val|acc|value|line", i), record::numberText(i / 20.0));
        }
        QCOMPARE(run.stamps.at(2).wallSeconds, 1591006503.25);
        QCOMPARE(run.info.experiment, std::string(R"({"hparams":{"batch_size":32,"lr":0.001,"model/name":"resnet: 18","model/width":64}})"));
        QCOMPARE(run.info.status, record::RunStatus::Finished);
        QCOMPARE(run.info.name, kOldRun.filename().string());
        QCOMPARE(detailOf(run, "summary best_acc"), std::string("0.75"));
        QCOMPARE(detailOf(run, "summary train_loss"), std::string());
        QCOMPARE(folderRun(kOldRun, {{"epoch", imports::ColumnUse::Step}}).stamps.rbegin()->second.epoch, std::int64_t{2});
    }

    void foldersAreListed()
    {
        const std::vector<fs::path> expected = {kFolders / "dvclive", kFolders / "dvclive-times", kFolders / "sacred/1", kFolders / "sacred/2", kOldRun};
        QCOMPARE(runs::findRuns(kFolders).runs, expected);
    }

    void growingFoldersAreFollowed()
    {
        const QTemporaryDir place;
        const fs::path folder = place.path().toStdString(), live = folder / "live", old = folder / "old", sacred = folder / "sacred";
        fs::create_directories(live / "plots/metrics");
        append(live / "plots/metrics/loss.tsv", "step\tloss\n0\t1.5\n");
        append(live / "metrics.json", "{}");
        fs::create_directories(old);
        append(old / "wandb-history.jsonl", "{\"loss\": 1.5, \"_step\": 0}\n");
        fs::copy(kFolders / "sacred/1", sacred, fs::copy_options::recursive);
        imports::ReadProgress progress;
        const auto liveRun = runs::openRun(live, progress), oldRun = runs::openRun(old, progress), sacredRun = runs::openRun(sacred, progress);
        append(live / "plots/metrics/loss.tsv", "1\t1.25\n2\t1.");
        append(live / "plots/metrics/acc.tsv", "step\tacc\n1\t0.5\n");
        append(old / "wandb-history.jsonl", "{\"loss\": 1.25, \"_step\": 1}\n");
        append(old / "config.yaml", "lr:\n  value: 0.5\n");
        std::ofstream(sacred / "metrics.json") << R"({"loss": {"steps": [7], "timestamps": ["2024-05-06T07:08:09.5"], "values": [{"dtype": "float32", "py/object": "numpy.float32", "value": 2.5}]}})";
        std::ofstream(sacred / "run.json") << R"({"experiment": {"name": "x"}, "status": "RUNNING"})";
        for (const auto &source : {liveRun.get(), oldRun.get(), sacredRun.get()})
            source->refresh(progress);
        const ImportedRun one(*liveRun->run()), two(*oldRun->run()), three(*sacredRun->run());
        QCOMPARE(one.value("loss|loss|loss|line", 1), std::string("1.25"));
        QCOMPARE(one.value("acc|acc|acc|line", 1), std::string("0.5"));
        QCOMPARE(one.valueCount(), std::size_t{3});
        QVERIFY(one.info.message.find("ends within line 4") != one.info.message.npos);
        QCOMPARE(two.value("loss|loss|value|line", 1), std::string("1.25"));
        QCOMPARE(two.info.experiment, std::string(R"({"hparams":{"lr":0.5}})"));
        QTRY_COMPARE_WITH_TIMEOUT((sacredRun->refresh(progress), ImportedRun(*sacredRun->run()).value("loss|loss|loss|line", 7)), std::string("2.5"), test::kPatienceMs);
        QCOMPARE(sacredRun->run()->info().status, record::RunStatus::Unknown);
    }

    void damagedFoldersAreReported()
    {
        const QTemporaryDir place;
        const fs::path live = place.path().toStdString();
        fs::create_directories(live / "plots/metrics");
        append(live / "plots/metrics/loss.tsv", "step\tloss\n0\t1.5\n1\tone\ntwo\t2\n3\t3.5\n");
        append(live / "metrics.json", "{\"loss\": ");
        const ImportedRun run = folderRun(live);
        QCOMPARE(run.valueCount(), std::size_t{2});
        QVERIFY(!run.told("line 3 is left out").empty());
    }
};

LENSBOARD_TEST(FolderRunsTest)
#include "tst_folder_runs.moc"
