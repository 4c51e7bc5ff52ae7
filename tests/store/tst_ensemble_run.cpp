#include "core/experiment/field.h"
#include "core/runs/run_column.h"
#include "core/runs/run_summary.h"
#include "core/store/columns/run_store.h"
#include "core/store/derived/ensemble_run.h"
#include "core/store/derived/smoothed_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/gaps.h"
#include "tests/support/made_run.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <thread>

using namespace lensboard;
using namespace lensboard::store;
using Spread = EnsembleRun::Spread;
using record::SeriesRole;

namespace {

using Points = std::map<std::int64_t, double>; ///< by step

record::TickStamp at(std::int64_t step)
{
    return {step, 1, step, 10 * step, static_cast<double>(step)};
}

std::shared_ptr<RunStore> runOf(const Points &points, const std::string &name = "run")
{
    record::RunInfo info;
    info.name = name;
    info.status = record::RunStatus::Finished;
    auto run = std::make_shared<RunStore>(info);
    run->registerTag({"Loss", "L"});
    run->registerSeries({0, "Loss", "loss mean", SeriesRole::Line});
    for (const auto &[step, value] : points)
        run->commit({at(step), {{0, value}}});
    return run;
}

Points pointsOf(const Run &run, std::uint32_t series)
{
    const auto ticks = run.ticks(0, run.frameCount());
    Points points;
    for (const auto &[frame, value, ignored] : run.values(series, 0, 10'000'000))
        points[ticks[frame].step] = value;
    return points;
}

void compare(const Points &actual, const Points &expected)
{
    QCOMPARE(actual.size(), expected.size());
    for (const auto &[step, value] : expected)
        QVERIFY2(actual.contains(step) && (test::same(actual.at(step), value) || std::abs(actual.at(step) - value) < 1e-12),
                 qPrintable(QString("step %1: not %2").arg(step).arg(value)));
}

/// Computes the values averaged at a step from the definition: for each run with points before and after the step, its value there, or the linear
/// interpolation between its neighbours; NaN if a neighbour is unknown.
std::vector<double> counted(const std::vector<Points> &runs, std::int64_t step)
{
    std::vector<double> values;
    for (const Points &run : runs) {
        const auto after = run.lower_bound(step);
        if (after == run.end() || (after->first != step && after == run.begin()))
            continue;
        if (after->first == step) {
            values.push_back(after->second);
        } else {
            const auto before = std::prev(after);
            const double part = static_cast<double>(step - before->first) / static_cast<double>(after->first - before->first);
            values.push_back(before->second + part * (after->second - before->second));
        }
    }
    return values;
}

/// Returns true if a run has a non-finite point next to \p step.
bool isUnknown(const std::vector<Points> &runs, std::int64_t step)
{
    return std::ranges::any_of(runs, [step](const Points &run) {
        const auto after = run.lower_bound(step);
        return after != run.end() && after->first != step && after != run.begin()
            && !(std::isfinite(after->second) && std::isfinite(std::prev(after)->second));
    });
}

struct PlainMean
{
    Points mean, deviation, least, greatest;
    std::map<std::int64_t, std::size_t> count;
};

PlainMean plain(const std::vector<Points> &runs)
{
    PlainMean all;
    for (const Points &any : runs)
        for (const auto &[step, ignored] : any) {
            if (isUnknown(runs, step))
                continue;
            const std::vector<double> values = counted(runs, step);
            const bool isFinite = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
            const auto n = static_cast<double>(values.size());
            const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
            double squares = 0;
            for (const double value : values)
                squares += (value - mean) * (value - mean);
            all.mean[step] = isFinite ? mean : NAN;
            all.deviation[step] = isFinite ? (n > 1 ? std::sqrt(squares / (n - 1)) : 0) : NAN;
            all.least[step] = isFinite ? *std::ranges::min_element(values) : NAN;
            all.greatest[step] = isFinite ? *std::ranges::max_element(values) : NAN;
            all.count[step] = values.size();
        }
    return all;
}

Points plainMean(const std::vector<Points> &runs)
{
    return plain(runs).mean;
}

std::map<std::int64_t, std::size_t> countsOf(const Run &run, std::uint32_t series)
{
    std::map<std::int64_t, std::size_t> counts;
    for (const auto &[step, ignored] : pointsOf(run, series))
        counts[step] = run.averagedRuns(series, step).count;
    return counts;
}

/// Returns a run with the lens "Mine" switched on again at \p switchedOn.
std::shared_ptr<RunStore> interruptedRun(const Points &points, std::int64_t switchedOn)
{
    const auto run = std::make_shared<RunStore>();
    run->registerTag({"Loss", "Mine"});
    run->registerSeries({0, "Loss", "loss mean", SeriesRole::Line});
    for (const auto &[step, value] : points) {
        if (step >= switchedOn && (step == points.begin()->first || std::prev(points.find(step))->first < switchedOn))
            run->append({record::RunEvent::Kind::LensOn, switchedOn, 0, "Mine"});
        run->commit({at(step), {{0, value}}});
    }
    return run;
}

} // namespace

class EnsembleRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void meanAndDeviationByHand()
    {
        const EnsembleRun mean("all", {runOf({{10, 1}, {20, 2}, {30, 9}}), runOf({{10, 3}, {20, 2}, {30, 9}}), runOf({{10, 8}, {20, 2}})},
                               Spread::Deviation);
        const auto all = test::whole(mean);
        QCOMPARE(all.series.size(), std::size_t{3});
        QCOMPARE(all.series[0].label, std::string("loss mean"));
        QCOMPARE(all.series[1].label, std::string("loss -σ"));
        QCOMPARE(all.series[2].label, std::string("loss +σ"));
        QVERIFY(all.series[1].role == SeriesRole::BandLow && all.series[2].role == SeriesRole::BandHigh);
        compare(pointsOf(mean, 0), {{10, 4}, {20, 2}, {30, 9}}); // the third has ended
        const double deviation = std::sqrt((9 + 1 + 16) / 2.0);
        compare(pointsOf(mean, 1), {{10, 4 - deviation}, {20, 2}, {30, 9}});
        compare(pointsOf(mean, 2), {{10, 4 + deviation}, {20, 2}, {30, 9}});
    }

    void aRunWhoseLensWasOffIsLeftOutThere()
    {
        const auto interrupted = interruptedRun({{10, 1}, {40, 4}, {50, 5}}, 30);
        interrupted->append({record::RunEvent::Kind::LensOn, 45, 0, "L"}); // an event of another lens
        const EnsembleRun mean("all", {interrupted, runOf({{10, 3}, {20, 3}, {30, 5}, {40, 3}, {45, 3}, {50, 3}})}, Spread::Range);
        compare(pointsOf(mean, 0), {{10, 2}, {20, 3}, {30, 5}, {40, 3.5}, {45, 3.75}, {50, 4}});
        QCOMPARE(countsOf(mean, 0), (std::map<std::int64_t, std::size_t>{{10, 2}, {20, 1}, {30, 1}, {40, 2}, {45, 2}, {50, 2}}));
        for (const Gap &gap : gapsOf(mean, 0, {}, record::Axis::Step))
            QVERIFY(gap.begin > 50); // beyond the end
        QVERIFY(test::whole(mean).events.empty());               // otherwise views would show gaps
    }

    void stretchesAreOfTheSameRuns()
    {
        using Stretches = std::vector<AveragedStretch>;
        const Points all = {{10, 1}, {20, 1}, {30, 1}, {40, 1}};
        const auto stretches = [](std::vector<std::shared_ptr<const Run>> runs) { return EnsembleRun("all", std::move(runs), Spread::Range).stretches(0); };
        QCOMPARE(stretches({runOf(all), runOf(all)}), (Stretches{{10, 2}}));
        QCOMPARE(stretches({runOf(all), runOf({{10, 3}, {20, 3}})}), (Stretches{{10, 2}, {30, 1}}));            // it ended
        QCOMPARE(stretches({runOf({{10, 3}, {20, 3}}), runOf({{30, 1}, {40, 1}})}), (Stretches{{10, 1}, {30, 1}})); // as many runs, but different ones
        QCOMPARE(stretches({interruptedRun({{10, 3}, {40, 3}}, 35), runOf(all)}), (Stretches{{10, 2}, {20, 1}, {40, 2}}));
        QCOMPARE(EnsembleRun("all", {runOf(all)}, Spread::Range).stretches(9), Stretches()); // no such series
    }

    void runsOfOtherDaysShareAClock()
    {
        const auto run = [](double begin, std::int64_t ticks) {
            const auto made = runOf({});
            for (std::int64_t tick = 1; tick <= ticks; ++tick)
                made->commit({{10 * tick, 1, tick, 10 * tick, begin + static_cast<double>(tick)}, {{0, 1.0}}});
            return made;
        };
        const EnsembleRun mean("all", {run(5000, 2), run(1000, 4)}, Spread::Range);
        std::vector<double> seconds;
        for (const auto &stamp : mean.ticks(0, mean.frameCount()))
            seconds.push_back(stamp.wallSeconds);
        QCOMPARE(seconds, (std::vector<double>{5001, 5002, 5003, 5004}));
    }

    void settingsThatDifferSaySo()
    {
        const auto run = [](double rate, int seed) {
            const auto made = runOf({{1, 1}});
            made->update([&](record::RunInfo &info) {
                info.experiment = QStringLiteral(R"({"optimizer": {"kind": "sgd", "lr": %1}, "seed": %2, "epochs": 3})").arg(rate).arg(seed).toStdString();
                info.createdSeconds = seed;
                info.layers = {{"fc1", "Linear", true, {}}, {"fc2", seed == 1 ? "Linear" : "LSTM", true, {}}};
            });
            return made;
        };
        const EnsembleRun mean("all", {run(0.1, 1), run(0.01, 2)}, Spread::Deviation);
        const auto json = experiment::Json::parse(mean.info().experiment);
        QVERIFY(json["optimizer"]["lr"] == "differs" && json["seed"] == "differs");
        QVERIFY(json["optimizer"]["kind"] == "sgd" && json["epochs"] == 3);
        QCOMPARE(mean.info().createdSeconds, 0.0);
        QVERIFY(mean.info().layers == (std::vector<record::LayerInfo>{{"fc1", "Linear", true, {}}, {"fc2", {}, true, {}}}));
        const auto summary = runs::summarise("mean", mean); // no defaults replace differing settings
        QVERIFY(!summary.fields.empty());
        for (const auto &[path, value] : summary.fields)
            if (path == "optimizer.lr" || path == "seed") {
                QVERIFY(value == "differs");
                QVERIFY(runs::differs(summary, {runs::RunColumn::Shows::Field, path}));
                QVERIFY(std::holds_alternative<std::monostate>(runs::valueOf(summary, {runs::RunColumn::Shows::Field, path})));
            }
    }

    void whereNoneCountsTheMeanHasAGap()
    {
        const Points off = {{10, 1}, {20, 1}, {50, 1}, {60, 1}}, longer = {{10, 3}, {20, 3}, {30, 3}, {50, 3}, {60, 3}};
        const auto resumed = [](const std::vector<std::shared_ptr<const Run>> &runs) {
            const EnsembleRun mean("all", runs, Spread::Range);
            std::vector<Gap> gaps = gapsOf(mean, 0, {}, record::Axis::Step);
            gaps.pop_back(); // beyond the end
            const SmoothedRun smooth(std::make_shared<EnsembleRun>("all", runs, Spread::Range), 0.5);
            const auto smoothGaps = gapsOf(smooth, 0, {}, record::Axis::Step);
            return std::equal(gaps.begin(), gaps.end(), smoothGaps.begin()) ? gaps : std::vector<Gap>{{-1, -1}};
        };
        QCOMPARE(resumed({interruptedRun(off, 50), interruptedRun(off, 45)}), (std::vector<Gap>{{30, 50}}));
        QCOMPARE(resumed({interruptedRun(off, 50), interruptedRun(longer, 45)}), (std::vector<Gap>{{40, 50}})); // where both are off
        QCOMPARE(resumed({interruptedRun(off, 50), runOf(longer)}), (std::vector<Gap>{}));
        QCOMPARE(resumed({runOf({{10, 1}, {20, 1}}), runOf({{50, 1}, {60, 1}})}), (std::vector<Gap>{{30, 50}})); // one after the other
        const auto inner = std::make_shared<EnsembleRun>("inner", std::vector<std::shared_ptr<const Run>>{interruptedRun(off, 50)}, Spread::Range);
        QCOMPARE(resumed({inner}), (std::vector<Gap>{{30, 50}})); // a mean of a mean
    }

    void runsOfUnequalLengths()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 20; ++round) {
            std::vector<Points> points(5);
            std::vector<std::shared_ptr<const Run>> runs;
            for (Points &run : points) {
                std::int64_t step = static_cast<std::int64_t>(random() % 200);
                for (auto left = 1 + random() % 300; left > 0; --left)
                    run[step += round % 2 ? 1 : static_cast<std::int64_t>(1 + random() % 9)] = random() % 60 == 0 ? NAN : static_cast<double>(random() % 100);
                runs.push_back(runOf(run));
            }
            const PlainMean expected = plain(points);
            const EnsembleRun deviation("all", runs, Spread::Deviation), range("all", runs, Spread::Range);
            Points low, high;
            for (const auto &[step, mean] : expected.mean) {
                low[step] = mean - expected.deviation.at(step);
                high[step] = mean + expected.deviation.at(step);
            }
            compare(pointsOf(deviation, 0), expected.mean);
            compare(pointsOf(deviation, 1), low);
            compare(pointsOf(deviation, 2), high);
            compare(pointsOf(range, 1), expected.least);
            compare(pointsOf(range, 2), expected.greatest);
            for (std::uint32_t series = 0; series < 3; ++series)
                QCOMPARE(countsOf(deviation, series), expected.count);
            QCOMPARE(deviation.averagedRuns(0, 100).all, std::size_t{5});
        }
    }

    void aLiveRunBehindOthersCountsAsItComes()
    {
        const Points ended = {{10, 1}, {20, 1}, {30, 1}, {40, 1}};
        const auto live = runOf({{10, 3}, {20, 5}});
        const EnsembleRun mean("all", {runOf(ended), live}, Spread::Deviation);
        RunCursor cursor;
        mean.since(cursor);
        compare(pointsOf(mean, 0), {{10, 2}, {20, 3}, {30, 1}, {40, 1}});
        compare(pointsOf(mean, 1), {{10, 2 - std::sqrt(2)}, {20, 3 - std::sqrt(8)}, {30, 1}, {40, 1}});
        QCOMPARE(mean.averagedRuns(0, 30), (AveragedRuns{1, 2}));
        live->commit({at(35), {{0, 7.0}}});
        QVERIFY(mean.since(cursor).edited);
        compare(pointsOf(mean, 0), {{10, 2}, {20, 3}, {30, (1 + 5 + 2 / 1.5) / 2}, {35, 4}, {40, 1}});
        QCOMPARE(countsOf(mean, 0), (std::map<std::int64_t, std::size_t>{{10, 2}, {20, 2}, {30, 2}, {35, 2}, {40, 1}}));
        QVERIFY(mean.since(cursor).empty());
    }

    void oneRunIsItsOwnMean()
    {
        const Points points = {{3, 1}, {4, NAN}, {7, -2}};
        const auto run = runOf(points);
        const EnsembleRun mean("one", {run}, Spread::Deviation);
        for (std::uint32_t series = 0; series < 3; ++series)
            compare(pointsOf(mean, series), points);
        QCOMPARE(mean.averagedRuns(0, 7), (AveragedRuns{1, 1}));
        QCOMPARE(run->averagedRuns(0, 7), (AveragedRuns{1, 1})); // like any other run
        QCOMPARE(SmoothedRun(std::make_shared<EnsembleRun>("two", std::vector<std::shared_ptr<const Run>>{run, run}, Spread::Range), 0.5).averagedRuns(0, 7),
                 (AveragedRuns{2, 2}));
        QCOMPARE(mean.averagedRuns(9, 7), (AveragedRuns{0, 1})); // there is no such series
    }

    void leastAndGreatest()
    {
        const EnsembleRun mean("all", {runOf({{10, 1}}), runOf({{10, 3}}), runOf({{10, 8}})}, Spread::Range);
        QCOMPARE(test::whole(mean).series[1].label, std::string("loss min"));
        compare(pointsOf(mean, 1), {{10, 1}});
        compare(pointsOf(mean, 2), {{10, 8}});
    }

    void otherTicksAreInterpolated()
    {
        const EnsembleRun mean("all", {runOf({{0, 0}, {10, 10}, {20, 40}}), runOf({{5, 1}, {15, 3}, {25, 5}, {35, 7}})}, Spread::Range);
        compare(pointsOf(mean, 0), {{0, 0}, {5, 3}, {10, 6}, {15, 14}, {20, 22}, {25, 5}, {35, 7}});
    }

    void whatOneRunHasAloneIsShown()
    {
        const auto first = runOf({{1, 1}, {2, 2}}), second = runOf({{1, 3}});
        first->registerTag({"Accuracy", "L"});
        second->registerTag({"Other", "L"});
        second->registerTag({"Accuracy", "M"});
        second->registerSeries({1, "Other", "x", SeriesRole::Line});
        second->commit({at(5), {{1, 0.5}}});
        const EnsembleRun mean("all", {first, second}, Spread::Deviation);
        const auto all = test::whole(mean);
        QCOMPARE(all.tags.size(), std::size_t{3});
        QCOMPARE(all.tags[1].second.lens, std::string("L")); // from the first run with the tag
        QCOMPARE(all.series[3].layer, std::string("Other"));
        QCOMPARE(all.series[3].tag, 2u);
        compare(pointsOf(mean, 3), {{5, 0.5}});
        compare(pointsOf(mean, 4), {{5, 0.5}});
        compare(pointsOf(mean, 0), {{1, 2}, {2, 2}});
        QCOMPARE(mean.averagedRuns(3, 5), (AveragedRuns{1, 2}));
        QCOMPARE(mean.tally(6).count, std::size_t{0});
        QVERIFY(!mean.span(6));
    }

    void nonFiniteValuesAreNotAveragedAway()
    {
        const EnsembleRun mean("all", {runOf({{1, 1}, {2, INFINITY}, {4, 1}}), runOf({{1, 1}, {2, 1}, {3, 1}, {4, 1}}), runOf({{1, 3}, {4, 3}})},
                               Spread::Deviation);
        compare(pointsOf(mean, 0), {{1, 5.0 / 3}, {2, NAN}, {4, 5.0 / 3}}); // at 3 the first run lies between ∞ and 1
        QCOMPARE(mean.tally(0), (SeriesTally{3, 1}));
        QCOMPARE(mean.firstNonFinite(0)->stamp.step, 2);
    }

    void bandsCountsAndHistogramsAreLeftOut()
    {
        const auto run = std::make_shared<RunStore>();
        run->registerTag({"Norm", "L"});
        run->registerTag({"Shares", "L", record::TagKind::Relations});
        for (const auto &[label, role] : {std::pair("mean", SeriesRole::Line), std::pair("-σ", SeriesRole::BandLow), std::pair("+σ", SeriesRole::BandHigh),
                                          std::pair("not finite", SeriesRole::Line), std::pair("median", SeriesRole::Line),
                                          std::pair("values", SeriesRole::Histogram)})
            run->registerSeries({0, "a", label, role});
        run->registerSeries({1, "Shares", "a", SeriesRole::Line});
        run->commit({at(1), {{0, 1}, {1, 0}, {2, 2}, {3, 7}, {4, 5}, {6, 0.5}}});
        const EnsembleRun mean("all", {run, run}, Spread::Deviation);
        std::vector<std::string> labels;
        for (const auto &series : test::whole(mean).series)
            labels.push_back(series.label);
        QCOMPARE(labels, (std::vector<std::string>{"mean", "-σ", "+σ", "median", "median -σ", "median +σ", "a"}));
        compare(pointsOf(mean, 3), {{1, 5}});
        compare(pointsOf(mean, 6), {{1, 0.5}});
        QVERIFY(mean.histograms(0).empty());
        test::readEverything(mean);
        test::readEverything(SmoothedRun(std::make_shared<EnsembleRun>("all", std::vector<std::shared_ptr<const Run>>{run}, Spread::Range), 0.9));
    }

    void itIsFinishedWhenAllAre()
    {
        const auto first = runOf({}, "first"), second = runOf({}, "second");
        second->update([](auto &info) { info.status = record::RunStatus::Recording; });
        const EnsembleRun mean("all", {first, second}, Spread::Range);
        RunCursor cursor;
        QVERIFY(mean.since(cursor).info->status == record::RunStatus::Recording);
        QCOMPARE(mean.info().name, std::string("all"));
        QCOMPARE(mean.info().message, std::string("mean of first, second"));
        second->update([](auto &info) { info.status = record::RunStatus::Finished; });
        QVERIFY(mean.since(cursor).info->status == record::RunStatus::Finished);
        QVERIFY(mean.since(cursor).empty());
    }

    /// Runs with different tick lengths overtake each other; the mean is correct at any time.
    void runsThatGrowAreFollowed()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 20; ++round) {
            std::vector<std::shared_ptr<RunStore>> runs = {runOf({}), runOf({}), runOf({})};
            const EnsembleRun mean("all", {runs[0], runs[1], runs[2]}, Spread::Deviation);
            std::vector<Points> points(runs.size());
            std::vector<std::int64_t> steps(runs.size());
            for (int turn = 0; turn < 60; ++turn) {
                for (std::size_t i = 0; i < runs.size(); ++i)
                    for (auto count = random() % 3 * (random() % 20); count > 0; --count) {
                        steps[i] += round % 2 ? 5 : static_cast<std::int64_t>(1 + random() % 9);
                        const double value = random() % 15 == 0 ? NAN : static_cast<double>(random() % 100);
                        points[i][steps[i]] = value;
                        runs[i]->commit({at(steps[i]), {{0, value}}});
                    }
                if (turn % 3 == 0)
                    compare(pointsOf(mean, 0), plainMean(points));
            }
        }
    }

    void noEarlierValueChangesUnsaid()
    {
        std::mt19937 random(4);
        int unedited = 0;
        for (int round = 0; round < 20; ++round) {
            std::vector<std::shared_ptr<RunStore>> runs = {runOf({}), runOf({})};
            const EnsembleRun mean("all", {runs[0], runs[1]}, Spread::Range);
            std::vector<std::int64_t> steps(runs.size());
            RunCursor cursor;
            std::vector<PlacedValue> known;
            for (int turn = 0; turn < 40; ++turn) {
                const bool both = random() % 2;
                const auto only = random() % 2;
                for (std::size_t i = 0; i < runs.size(); ++i)
                    if (both || i == only)
                        runs[i]->commit({at(steps[i] += both ? 10 : 3), {{0, static_cast<double>(random() % 100)}}});
                const RunChanges changes = mean.since(cursor);
                const auto now = mean.values(0, 0, 1000);
                unedited += changes.edited ? 0 : 1;
                for (std::size_t i = 0; !changes.edited && i < now.size(); ++i) {
                    const bool isNew = now[i].frame >= changes.firstFrame;
                    QVERIFY(isNew || (i < known.size() && known[i].frame == now[i].frame && known[i].value == now[i].value));
                }
                known = now;
            }
        }
        QVERIFY(unedited > 50);
    }

    /// A series measured less often than its run ticks: a later value changes means already shown in between, and this is reported.
    void whatIsMeasuredLateChangesEarlierValuesAndSaysSo()
    {
        std::mt19937 random(6);
        std::vector<std::shared_ptr<RunStore>> runs = {runOf({}), runOf({})};
        const auto mean = std::make_shared<EnsembleRun>("all", std::vector<std::shared_ptr<const Run>>{runs[0], runs[1]}, Spread::Range);
        const SmoothedRun smooth(mean, 0.0); // unsmoothed
        RunCursor cursor;
        Points known;
        int changed = 0;
        for (std::int64_t step = 1; step < 500; ++step) {
            for (const auto &run : runs)
                run->commit(random() % 4 ? record::Frame{at(step), {}} : record::Frame{at(step), {{0, static_cast<double>(random() % 100)}}});
            const Points now = pointsOf(*mean, 0);
            const bool isSame = std::ranges::all_of(known, [&](const auto &point) { return now.contains(point.first) && now.at(point.first) == point.second; });
            changed += isSame ? 0 : 1;
            QVERIFY(mean->since(cursor).edited || isSame);
            compare(pointsOf(smooth, 0), now);
            known = now;
        }
        QVERIFY(changed > 20);
    }

    void editsAndRestartsBeginAnew()
    {
        Points first, second;
        for (std::int64_t step = 0; step < 3000; ++step) {
            first[step] = static_cast<double>(step % 10);
            second[2 * step] = static_cast<double>(step % 7);
        }
        const auto a = runOf(first), b = runOf(second);
        const EnsembleRun mean("all", {a, b}, Spread::Deviation);
        RunCursor cursor;
        QVERIFY(!mean.since(cursor).edited);
        compare(pointsOf(mean, 0), plainMean({first, second}));
        a->commit({at(1000), {{0, 77.0}}});
        first[1000] = 77;
        QVERIFY(mean.since(cursor).edited);
        compare(pointsOf(mean, 0), plainMean({first, second}));
        b->cut({{0, 2500}});
        second.erase(second.lower_bound(2500), second.end());
        QVERIFY(mean.since(cursor).restarted);
        compare(pointsOf(mean, 0), plainMean({first, second}));
        QVERIFY(mean.since(cursor).empty());
        b->restart({});
        QVERIFY(mean.since(cursor).restarted);
        compare(pointsOf(mean, 0), first); // only one run has it
        b->registerTag({"Loss", "L"});
        b->registerSeries({0, "Loss", "loss mean", SeriesRole::Line});
        QVERIFY(mean.since(cursor).edited);
        compare(pointsOf(mean, 0), first); // b has no value for it yet
    }

    void runFilesAreAveragedAlike()
    {
        RunStore run;
        test::addMadeSeries(run, 3);
        for (std::size_t frame = 0; frame < 3000; ++frame)
            run.commit(test::madeFrame(frame, 3));
        const test::ScratchFile path("run.lbrun");
        saveRunCopy(run, path.path());
        const auto file = std::make_shared<RunFile>(path.path());
        const EnsembleRun mean("all", {file, file}, Spread::Deviation);
        const auto finite = [](Points points) {
            for (auto &[step, value] : points)
                value = std::isfinite(value) ? value : NAN;
            return points;
        };
        for (std::uint32_t series = 0; series < 3; ++series)
            compare(pointsOf(mean, 3 * series), finite(pointsOf(run, series)));
    }

    void aReaderOnAnotherThreadSeesThemGrow()
    {
        const std::vector<std::shared_ptr<RunStore>> runs = {runOf({}), runOf({})};
        const EnsembleRun mean("all", {runs[0], runs[1]}, Spread::Deviation);
        std::atomic<int> over = 0;
        std::vector<std::thread> writers;
        for (const auto &run : runs)
            writers.emplace_back([&over, run] {
                for (std::int64_t step = 1; step <= 3000; ++step)
                    run->commit({at(step), {{0, static_cast<double>(step)}}});
                ++over;
            });
        RunCursor cursor;
        while (over < 2) {
            mean.since(cursor);
            mean.trace(0, {record::Axis::Step, 0, 3000, 100});
        }
        for (std::thread &writer : writers)
            writer.join();
        const Points points = pointsOf(mean, 0);
        QCOMPARE(points.size(), std::size_t{3000});
        QVERIFY(std::ranges::all_of(points, [](const auto &point) { return point.second == static_cast<double>(point.first); }));
    }
};

LENSBOARD_TEST(EnsembleRunTest)
#include "tst_ensemble_run.moc"
