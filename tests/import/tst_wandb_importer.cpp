#include "core/import/tools/wandb/wandb_importer.h"
#include "core/record/flat_name.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "tests/support/wandb_log_maker.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <chrono>
#include <ctime>
#include <fstream>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Points = std::map<std::string, std::vector<std::pair<std::int64_t, std::string>>>; ///< by name

fs::path wandbFile(const std::string &name)
{
    return fs::path(LENSBOARD_SOURCE_DIR "/tests/data/wandb") / name;
}

Json ownersReading(const std::string &name)
{
    std::ifstream file(wandbFile("expected.json"));
    return Json::parse(file)[name];
}

std::string wandbBytes(const std::string &name)
{
    std::ifstream file(wandbFile("run-" + name + ".wandb"), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Points pointsOf(const store::Run &run)
{
    const store::RunChanges all = whole(run);
    Points points;
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        const auto tag = std::ranges::find(all.tags, all.series[i].tag, &std::pair<std::uint32_t, record::TagSpec>::first);
        for (const auto &[stamp, value] : run.sampled(i, {record::Axis::Step, -INFINITY, INFINITY, 1}, 1'000'000))
            points[record::flatName(tag->second, all.series[i])].emplace_back(stamp.step, record::numberText(value));
    }
    return points;
}

ImportedRun importedWandb(const std::string &bytes)
{
    const ScratchFile file("run-x.wandb");
    file.write(bytes);
    WandbImporter importer(file.path());
    return imported(importer);
}

std::string detail(const record::RunInfo &info, const std::string &name)
{
    for (const auto &[key, value] : info.environment)
        if (key == name)
            return value;
    return {};
}

} // namespace

/// Runs that wandb 0.31 wrote offline, compared with the values that wandb's own reader finds in them.
class WandbImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allValuesAreThoseOfTheOwner_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"mixed", "steps", "long", "failed", "killed"})
            QTest::newRow(name) << QString(name);
    }

    void allValuesAreThoseOfTheOwner()
    {
        QFETCH(QString, name);
        const Json expected = ownersReading(name.toStdString());
        std::map<std::int64_t, std::int64_t> places; ///< of the rows, if a metric is the step
        if (name == "steps")
            for (const Json &point : expected["values"]["train/global_step"])
                places[point[0]] = static_cast<std::int64_t>(point[1].get<double>());
        Points points;
        for (const auto &[series, values] : expected["values"].items())
            for (const Json &point : values)
                if (name != "steps" || series != "train/global_step")
                    points[series].emplace_back(places.empty() ? point[0].get<std::int64_t>() : places.at(point[0]),
                                                point[1].is_string() ? point[1].get<std::string>() : record::numberText(point[1]));
        ReadProgress progress;
        const auto source = runs::openRun(wandbFile("run-" + name.toStdString() + ".wandb"), progress);
        QVERIFY(pointsOf(*source->run()) == points);
    }

    void factsOfTheRunArrive()
    {
        WandbImporter importer(wandbFile("run-mixed.wandb"));
        const ImportedRun run = imported(importer);
        QCOMPARE(run.info.name, std::string("first try"));
        QCOMPARE(run.info.status, record::RunStatus::Finished);
        const Json parameters{{"lr", 0.1}, {"model/width", 64}, {"model/act", "relu"}, {"layers", "[1,2]"}, {"late_key", 3}};
        QCOMPARE(Json::parse(run.info.experiment)["hparams"].dump(), parameters.dump());
        QCOMPARE(detail(run.info, "project"), std::string("digits"));
        QCOMPARE(detail(run.info, "notes"), std::string("a note"));
        QCOMPARE(detail(run.info, "tag"), std::string("mlp"));
        QCOMPARE(detail(run.info, "summary best"), std::string("0.25"));
        QCOMPARE(detail(run.info, "summary loss"), std::string());
        QCOMPARE(detail(run.info, "read as"), std::string("Weights & Biases; step = _step; time = _timestamp"));
        QCOMPARE(run.stamps.at(9).epoch, std::int64_t{1});
        QCOMPARE(run.stamps.at(10).epoch, std::int64_t{1});
        QVERIFY(run.stamps.at(9).wallSeconds > 1.7e9);
        QVERIFY(!run.told("\"hist\" is skipped: it holds media of type histogram").empty());
        QCOMPARE(detail(run.info, "media"), std::string("1 image"));
        QVERIFY(!run.told("\"text\" is no number, and skipped: \"hello\"").empty());
        QVERIFY(!run.told("W&B plots \"val/*\" by \"epoch\"").empty());
    }

    void theStepMetricOfAllMetricsIsTheStep()
    {
        WandbImporter importer(wandbFile("run-steps.wandb"));
        const ImportedRun run = imported(importer);
        QCOMPARE(detail(run.info, "read as"), std::string("Weights & Biases; step = train/global_step; time = _timestamp"));
        QCOMPARE(run.stamps.rbegin()->first, std::int64_t{40});
    }

    void theEndIsTold()
    {
        WandbImporter failed(wandbFile("run-failed.wandb"));
        const record::RunInfo info = imported(failed).info;
        QCOMPARE(info.status, record::RunStatus::Failed);
        QCOMPARE(info.message, std::string("W&B recorded the exit code 1"));
        const ScratchFile file("run-x.wandb");
        file.write(wandbBytes("killed"));
        WandbImporter live(file.path());
        QCOMPARE(imported(live).info.status, record::RunStatus::Unknown);
        fs::last_write_time(file.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
        WandbImporter dead(file.path());
        const record::RunInfo ended = imported(dead).info;
        QCOMPARE(ended.status, record::RunStatus::Interrupted);
        QVERIFY(ended.message.starts_with("ends within a record that begins at byte "));
    }

    void aGrowingFileIsFollowed_data() { allValuesAreThoseOfTheOwner_data(); }
    void aGrowingFileIsFollowed()
    {
        QFETCH(QString, name);
        const std::string bytes = wandbBytes(name.toStdString());
        const GrownFile file("run-x.wandb");
        WandbImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        const std::size_t piece = bytes.size() / 37 + 1;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            file.append(std::string_view(bytes).substr(at, piece));
            importer.read(run, progress);
        }
        const ImportedRun followed(run), whole = importedWandb(bytes);
        QVERIFY(followed.tags == whole.tags && followed.values == whole.values);
    }

    void blocksAfterDamageAreRead()
    {
        WandbLogMaker log;
        for (int step = 0; step < 3000; ++step)
            log.add(wandbRow({{"_step", std::to_string(step)}, {"loss", "0.5"}}));
        QVERIFY(log.bytes.size() > 3 * WandbLogMaker::kBlock);
        const std::size_t whole = importedWandb(log.bytes).valueCount();
        QCOMPARE(whole, std::size_t{3000});
        std::string damaged = log.bytes;
        damaged[WandbLogMaker::kBlock + 100] ^= 1;
        const ImportedRun run = importedWandb(damaged);
        QVERIFY(run.valueCount() > whole - WandbLogMaker::kBlock / 20 && run.valueCount() < whole);
        QCOMPARE(run.value("loss|loss|loss|line", 2999), std::string("0.5"));
        QCOMPARE(run.events.size(), std::size_t{1});
        QVERIFY(run.told("up to byte 65536 are left out: a record does not match its checksum").starts_with("records from byte 32"));
    }

    void valuesOfAllEncodingsArrive()
    {
        const std::string typed = wandbField(1, wandbField(2, "boolean") + "\x20\x01") + wandbField(1, wandbField(2, "integer") + "\x28\x03")
                                + wandbField(1, wandbField(2, "number") + '\x31' + std::string("\0\0\0\0\0\0\xf8\x3f", 8));
        WandbLogMaker log;
        log.add(wandbField(2, typed + wandbField(2, "\x08\x07")));
        log.add(wandbRow({{"_step", "8"}, {"nested", R"({"a": 1.5, "b": {"c": 2}})"}, {"nan", "NaN"}, {"quoted", "\"Infinity\""}, {"none", "null"}}));
        const ImportedRun run = importedWandb(log.bytes);
        QCOMPARE(run.value("boolean|boolean|boolean|line", 7), std::string("1"));
        QCOMPARE(run.value("integer|integer|integer|line", 7), std::string("-2"));
        QCOMPARE(run.value("number|number|number|line", 7), std::string("1.5"));
        QCOMPARE(run.value("nested|a|value|line", 8), std::string("1.5"));
        QCOMPARE(run.value("nested|b/c|value|line", 8), std::string("2"));
        QCOMPARE(run.value("nan|nan|nan|line", 8), std::string("nan"));
        QCOMPARE(run.value("quoted|quoted|quoted|line", 8), std::string("inf"));
        QCOMPARE(run.valueCount(), std::size_t{7});
        QCOMPARE(run.events.size(), std::size_t{0});
    }

    void mediaInOneRowTakeNoLongerThanInManyRows()
    {
        constexpr int kMedia = 4000;
        WandbLogMaker oneRow, manyRows;
        std::vector<std::pair<std::string, std::string>> all;
        for (int i = 0; i < kMedia; ++i) {
            const std::string number = std::to_string(i);
            const std::vector<std::pair<std::string, std::string>> items{{"medium" + number + "/_type", "\"table-file\""}, {"value" + number, "1"}};
            all.insert(all.end(), items.begin(), items.end());
            manyRows.add(wandbRow(items));
        }
        oneRow.add(wandbRow(all));
        const auto secondsFor = [](const WandbLogMaker &log) {
            const std::clock_t begin = std::clock();
            const ImportedRun run = importedWandb(log.bytes);
            return run.valueCount() == kMedia ? static_cast<double>(std::clock() - begin) : INFINITY;
        };
        const double many = secondsFor(manyRows), one = secondsFor(oneRow);
        QVERIFY2(one < 3 * many, qPrintable(QStringLiteral("%1 / %2").arg(one).arg(many)));
    }

    void aFolderIsFoundAndOpened()
    {
        QTemporaryDir top;
        const fs::path folder = fs::path(top.path().toStdString()) / "wandb" / "offline-run-20261128_132113-mixed";
        fs::create_directories(folder / "files");
        fs::copy_file(wandbFile("run-mixed.wandb"), folder / "run-mixed.wandb");
        std::ofstream(folder / "debug.wandb.txt") << "no run";
        QCOMPARE(runs::findRuns(top.path().toStdString()).runs, (std::vector<fs::path>{folder / "run-mixed.wandb"}));
        ReadProgress progress;
        QCOMPARE(runs::openRun(folder, progress)->run()->info().name, std::string("first try"));
    }

    void anotherVersionIsRefused()
    {
        std::string bytes = wandbBytes("failed");
        bytes[6] = 1;
        try {
            importedWandb(bytes);
            QFAIL("must throw");
        } catch (const ImportError &error) {
            QVERIFY(std::string(error.what()).ends_with("has version 1 of W&B's format, not 0"));
        }
    }
};

LENSBOARD_TEST(WandbImporterTest)
#include "tst_wandb_importer.moc"
