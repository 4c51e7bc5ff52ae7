#include "core/record/flat_name.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <fstream>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Rounds = std::map<std::string, std::vector<std::pair<std::int64_t, double>>>; ///< by name

const fs::path kBoostingData = LENSBOARD_SOURCE_DIR "/tests/data/boosting";

Rounds roundsOf(const fs::path &path)
{
    ReadProgress progress;
    const auto source = runs::openRun(path, progress);
    const store::Run &run = *source->run();
    const store::RunChanges all = whole(run);
    Rounds rounds;
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        const auto tag = std::ranges::find(all.tags, all.series[i].tag, &std::pair<std::uint32_t, record::TagSpec>::first);
        for (const auto &[stamp, value] : run.sampled(i, {record::Axis::Step, -INFINITY, INFINITY, 1}, 1000))
            rounds[record::flatName(tag->second, all.series[i])].emplace_back(stamp.step, value);
    }
    return rounds;
}

Json ownersResult(const char *name)
{
    std::ifstream file(kBoostingData / name);
    return Json::parse(file);
}

} // namespace

/// Results of LightGBM and CatBoost, compared with their own evals_result.
class BoostingImportersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allRoundsOfLightgbmArrive()
    {
        Rounds expected;
        const Json result = ownersResult("lightgbm-evals_result.json");
        for (const auto &[set, metrics] : result.items())
            for (const auto &[metric, values] : metrics.items())
                for (std::size_t round = 0; round < values.size(); ++round)
                    expected[set + '/' + metric].emplace_back(round, values[round].get<double>());
        QCOMPARE(expected.size(), std::size_t{4});
        QVERIFY(roundsOf(kBoostingData / "lightgbm-evals_result.json") == expected);
    }

    /// CatBoost writes ten digits.
    void allIterationsOfCatboostArrive()
    {
        const Rounds rounds = roundsOf(kBoostingData / "catboost_training.json");
        std::size_t count = 0;
        const Json result = ownersResult("catboost-expected.json");
        for (const auto &[set, metrics] : result.items())
            for (const auto &[metric, values] : metrics.items()) {
                const std::string name = set == "learn" ? set : set == "validation_0" ? "test" : "test1";
                const auto found = rounds.find(name + '/' + metric.substr(0, metric.find(':')));
                QVERIFY2(found != rounds.end() && found->second.size() == values.size(), metric.c_str());
                for (std::size_t round = 0; round < values.size(); ++round, ++count) {
                    QCOMPARE(found->second[round].first, static_cast<std::int64_t>(round));
                    QVERIFY(std::abs(found->second[round].second - values[round].get<double>()) < 1e-9);
                }
            }
        QCOMPARE(count, std::size_t{9 * 12});
        QCOMPARE(rounds.size(), std::size_t{9 + 2}); // also passed_time and remaining_time
        QVERIFY((runs::findRuns(kBoostingData).runs == std::vector{kBoostingData / "catboost_training.json"}));
    }
};

LENSBOARD_TEST(BoostingImportersTest)
#include "tst_boosting_importers.moc"
