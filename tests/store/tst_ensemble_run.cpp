#include "core/store/columns/run_store.h"
#include "core/store/derived/ensemble_run.h"
#include "core/store/derived/smoothed_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"

#include <QTest>

#include <atomic>
#include <map>
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

/// From the definition, point by point.
Points plainMean(const std::vector<Points> &runs)
{
    Points means;
    const auto needed = static_cast<std::size_t>(std::ranges::count_if(runs, [](const Points &run) { return !run.empty(); }));
    for (const Points &any : runs)
        for (const auto &[step, ignored] : any) {
            double sum = 0;
            std::size_t count = 0;
            bool isFinite = true;
            for (const Points &run : runs) {
                const auto after = run.lower_bound(step);
                if (after == run.end() || (after->first != step && after == run.begin()))
                    continue;
                if (after->first == step) {
                    isFinite = isFinite && std::isfinite(after->second);
                    sum += after->second;
                    ++count;
                } else if (const auto before = std::prev(after); std::isfinite(before->second) && std::isfinite(after->second)) {
                    const double part = static_cast<double>(step - before->first) / static_cast<double>(after->first - before->first);
                    sum += before->second + part * (after->second - before->second);
                    ++count;
                }
            }
            if (count == needed)
                means[step] = isFinite ? sum / static_cast<double>(count) : NAN;
        }
    return means;
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
        compare(pointsOf(mean, 0), {{10, 4}, {20, 2}}); // ends with the first of them: the mean of the others would be another
        const double deviation = std::sqrt((9 + 1 + 16) / 2.0);
        compare(pointsOf(mean, 1), {{10, 4 - deviation}, {20, 2}});
        compare(pointsOf(mean, 2), {{10, 4 + deviation}, {20, 2}});
    }

    void aGapOfOneIsAGapOfTheMean()
    {
        const auto interrupted = std::make_shared<RunStore>();
        interrupted->registerTag({"Loss", "Mine"}); // its own lens
        interrupted->registerSeries({0, "Loss", "loss mean", SeriesRole::Line});
        interrupted->commit({at(10), {{0, 1}}});
        interrupted->append({record::RunEvent::Kind::LensOn, 30, 0, "Mine"});
        interrupted->append({record::RunEvent::Kind::LensOn, 45, 0, "L"}); // of another
        interrupted->commit({at(40), {{0, 4}}});
        interrupted->commit({at(50), {{0, 5}}});
        const EnsembleRun mean("all", {interrupted, runOf({{10, 3}, {20, 3}, {30, 3}, {40, 3}, {45, 3}, {50, 3}})}, Spread::Range);
        compare(pointsOf(mean, 0), {{10, 2}, {40, 3.5}, {45, 3.75}, {50, 4}});
        const auto events = test::whole(mean).events;
        QVERIFY(std::ranges::any_of(events, [](const auto &event) { return event.step == 30 && event.text == "Mine"; })); // for the view
    }

    void leastAndGreatest()
    {
        const EnsembleRun mean("all", {runOf({{10, 1}}), runOf({{10, 3}}), runOf({{10, 8}})}, Spread::Range);
        QCOMPARE(test::whole(mean).series[1].label, std::string("loss min"));
        compare(pointsOf(mean, 1), {{10, 1}});
        compare(pointsOf(mean, 2), {{10, 8}});
    }

    void otherTicksAreInterpolatedAndNothingBeyondTheEnds()
    {
        const EnsembleRun mean("all", {runOf({{0, 0}, {10, 10}, {20, 40}}), runOf({{5, 1}, {15, 3}, {25, 5}, {35, 7}})}, Spread::Range);
        compare(pointsOf(mean, 0), {{5, 3}, {10, 6}, {15, 14}, {20, 22}});
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
        QCOMPARE(all.tags[1].second.lens, std::string("L")); // of the first that has it
        QCOMPARE(all.series[3].layer, std::string("Other"));
        QCOMPARE(all.series[3].tag, 2u);
        compare(pointsOf(mean, 3), {{5, 0.5}});
        compare(pointsOf(mean, 4), {{5, 0.5}});
        compare(pointsOf(mean, 0), {{1, 2}});
        QCOMPARE(mean.tally(6).count, std::size_t{0});
        QVERIFY(!mean.span(6));
    }

    void nonFiniteValuesAreNotAveragedAway()
    {
        const EnsembleRun mean("all", {runOf({{1, 1}, {2, INFINITY}, {4, 1}}), runOf({{1, 1}, {2, 1}, {3, 1}, {4, 1}}), runOf({{1, 3}, {4, 3}})},
                               Spread::Deviation);
        compare(pointsOf(mean, 0), {{1, 5.0 / 3}, {2, NAN}, {4, 5.0 / 3}}); // at 3 the first is between ∞ and 1
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

    /// Runs of other tick lengths that overtake each other: right at any time.
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
        compare(pointsOf(mean, 0), first); // the only one that has it
        b->registerTag({"Loss", "L"});
        b->registerSeries({0, "Loss", "loss mean", SeriesRole::Line});
        QVERIFY(mean.since(cursor).edited);
        compare(pointsOf(mean, 0), first); // b has no value of it yet
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

QTEST_GUILESS_MAIN(EnsembleRunTest)
#include "tst_ensemble_run.moc"
