#include "core/store/columns/run_store.h"
#include "core/store/derived/smoothed_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lensboard;
using namespace lensboard::store;

namespace {

constexpr double kWeight = 0.9;
constexpr std::size_t kSmoothedSeries = 3;

/// Returns a pointer to \p run that does not own it.
std::shared_ptr<const Run> borrowed(const Run &run)
{
    return {std::shared_ptr<void>(), &run};
}

std::vector<double> valuesOf(const Run &run, std::uint32_t series)
{
    std::vector<double> values;
    for (const PlacedValue &placed : run.values(series, 0, 10'000'000))
        values.push_back(placed.value);
    return values;
}

/// Computed from the definition: a value's weight depends on the number of finite values after it.
std::vector<double> plainAverage(const std::vector<double> &values, double weight)
{
    std::vector<double> averages;
    for (std::size_t end = 0; end < values.size(); ++end) {
        long double sum = 0, weights = 0, power = 1;
        for (std::size_t i = end + 1; i-- > 0 && power > 1e-30L;)
            if (std::isfinite(values[i])) {
                sum += power * values[i];
                weights += power;
                power *= weight;
            }
        averages.push_back(std::isfinite(values[end]) ? static_cast<double>(sum / weights) : values[end]);
    }
    return averages;
}

/// The mean of the averages from both ends.
std::vector<double> plainCentred(std::vector<double> values, double weight)
{
    std::vector<double> averages = plainAverage(values, weight);
    std::ranges::reverse(values);
    const std::vector<double> after = plainAverage(values, weight);
    for (std::size_t i = 0; i < averages.size(); ++i)
        averages[i] = (averages[i] + after[averages.size() - 1 - i]) / 2;
    return averages;
}

void compareToPlain(const Run &smoothed, const Run &run)
{
    const bool isCentred = smoothed.info().status != record::RunStatus::Recording;
    for (std::uint32_t series = 0; series < kSmoothedSeries; ++series) {
        const auto actual = valuesOf(smoothed, series), values = valuesOf(run, series);
        const auto expected = isCentred ? plainCentred(values, kWeight) : plainAverage(values, kWeight);
        QCOMPARE(actual.size(), expected.size());
        for (std::size_t i = 0; i < actual.size(); ++i)
            QVERIFY2(test::same(actual[i], expected[i]) || std::abs(actual[i] - expected[i]) < 1e-12,
                     qPrintable(QString("value %1 is %2, not %3").arg(i).arg(actual[i]).arg(expected[i])));
        QCOMPARE(smoothed.tally(series), run.tally(series));
    }
}

/// Checks bitwise equality with a newly computed smoothing, for any history of changes.
void compareToFresh(const Run &smoothed, const Run &run, double weight = kWeight)
{
    const auto actual = test::frames(smoothed), expected = test::frames(SmoothedRun(borrowed(run), weight));
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        QVERIFY2(test::same(actual[i], expected[i]), qPrintable(QString("frame %1").arg(i)));
}

/// A run of one line.
std::shared_ptr<RunStore> lineRun(const std::vector<double> &values)
{
    auto run = std::make_shared<RunStore>();
    run->registerTag({"Loss", "L"});
    run->registerSeries({0, "Loss", "loss", record::SeriesRole::Line});
    for (std::int64_t i = 1; const double value : values) {
        run->commit({{i, 1, i * i, i, 0}, {{0, value}}}); // unequal steps
        ++i;
    }
    return run;
}

void finishRun(RunStore &run)
{
    run.update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
}

} // namespace

class SmoothedRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesAreTheAverageOfThoseBefore()
    {
        RunStore run;
        test::addMadeSeries(run, kSmoothedSeries);
        for (std::size_t frame = 0; frame < 5000; ++frame)
            run.commit(test::madeFrame(frame, kSmoothedSeries));
        const SmoothedRun smoothed(borrowed(run), kWeight);
        compareToPlain(smoothed, run);
        test::readEverything(smoothed);

        const test::ScratchFile file("run.lbrun");
        saveRunCopy(run, file.path());
        const RunFile saved(file.path());
        QVERIFY(saved.info().status != record::RunStatus::Recording);
        const SmoothedRun ended(borrowed(saved), kWeight);
        compareToPlain(ended, run);
        test::readEverything(ended);
    }

    void aConstantStaysAndARampDoesNotLagOnceTheRunHasEnded()
    {
        constexpr double kHeavy = 0.97; // a lag of 32 values
        constexpr std::size_t kCount = 3000, kEnds = 700;
        const std::vector<double> constant(kCount, 0.1);
        std::vector<double> ramp;
        for (std::size_t i = 0; i < kCount; ++i)
            ramp.push_back(5 + 0.25 * static_cast<double>(i));
        const auto still = lineRun(constant), rising = lineRun(ramp);
        const SmoothedRun level(still, kHeavy), slope(rising, kHeavy);
        QCOMPARE(valuesOf(level, 0), constant);
        QVERIFY(std::abs(ramp.back() - valuesOf(slope, 0).back() - 0.25 * 0.97 / 0.03) < 1e-6); // lags during recording
        QCOMPARE(valuesOf(slope, 0).front(), ramp.front());
        finishRun(*still);
        finishRun(*rising);
        QCOMPARE(valuesOf(level, 0), constant);
        const auto smoothed = valuesOf(slope, 0);
        QCOMPARE(smoothed.size(), kCount);
        for (std::size_t i = kEnds; i < kCount - kEnds; ++i)
            QVERIFY2(std::abs(smoothed[i] - ramp[i]) < 1e-6, qPrintable(QString::number(i)));
        QVERIFY(std::ranges::is_sorted(smoothed));
        QVERIFY(smoothed.front() >= ramp.front() && smoothed.back() <= ramp.back());
    }

    void theEndOfARunIsAnEdit()
    {
        const auto run = lineRun({4, 8, NAN, 2, 6});
        const SmoothedRun smoothed(run, 0.5);
        RunCursor cursor;
        smoothed.since(cursor);
        QCOMPARE(valuesOf(smoothed, 0).at(1), (0.5 * 4 + 8) / 1.5);
        finishRun(*run);
        QVERIFY(smoothed.since(cursor).edited);
        QVERIFY(smoothed.since(cursor).empty());
        const double before = (0.5 * 4 + 8) / 1.5, after = (8 + 0.5 * 2 + 0.25 * 6) / 1.75;
        const auto centred = valuesOf(smoothed, 0);
        QVERIFY(std::abs(centred.at(1) - (before + after) / 2) < 1e-12);
        QVERIFY(std::isnan(centred.at(2)));
        run->commit({{6, 1, 100, 6, 0}, {{0, 1.0}}}); // occurs in imported runs
        QVERIFY(smoothed.since(cursor).edited);
        const auto grown = valuesOf(smoothed, 0), expected = plainCentred(valuesOf(*run, 0), 0.5);
        QCOMPARE(grown.size(), std::size_t{6});
        for (const std::size_t i : {0, 1, 3, 4, 5})
            QVERIFY(std::abs(grown[i] - expected[i]) < 1e-12);
        run->update([](record::RunInfo &info) { info.notes = "as good as over"; });
        QVERIFY(!smoothed.since(cursor).edited);
        run->update([](record::RunInfo &info) { info.status = record::RunStatus::Recording; }); // resumed
        QVERIFY(smoothed.since(cursor).edited);
        QCOMPARE(valuesOf(smoothed, 0).at(1), before);
    }

    void bandsAreSmoothedAndCountsAreNot()
    {
        RunStore run;
        run.registerTag({"Norm", "L"});
        using Role = record::SeriesRole;
        for (const auto &[label, role] : {std::pair("mean", Role::Line), std::pair("-σ", Role::BandLow), std::pair("+σ", Role::BandHigh),
                                          std::pair("not finite", Role::Line), std::pair("values", Role::Histogram)})
            run.registerSeries({0, "a", label, role});
        for (std::int64_t i = 1; i <= 100; ++i) {
            const auto x = static_cast<double>(i % 7);
            run.commit({{i, 1, i, i, 0}, {{0, x}, {1, x - 1}, {2, x + 1}, {3, x}}, {{4, {{0, 1}, {x}}}}});
        }
        const SmoothedRun smoothed(borrowed(run), kWeight);
        const auto line = valuesOf(smoothed, 0), low = valuesOf(smoothed, 1), high = valuesOf(smoothed, 2);
        for (std::size_t i = 0; i < line.size(); ++i)
            QVERIFY(std::abs(line[i] - low[i] - 1) < 1e-12 && std::abs(high[i] - line[i] - 1) < 1e-12);
        QCOMPARE(valuesOf(smoothed, 3), valuesOf(run, 3));
        QCOMPARE(smoothed.histograms(4).size(), std::size_t{100});
        QVERIFY(smoothed.values(5, 0, 1).empty());
    }

    void whatGrowsIsContinued_data()
    {
        QTest::addColumn<int>("step");
        QTest::addColumn<bool>("isFile");
        for (const int step : {7, 300, 1500})
            for (const bool isFile : {false, true})
                QTest::addRow("%d at a time, %s", step, isFile ? "file" : "memory") << step << isFile;
    }

    void whatGrowsIsContinued()
    {
        QFETCH(int, step);
        QFETCH(bool, isFile);
        const test::ScratchFile file("live.lbrun");
        RunStore run;
        RunFileWriter writer(file.path());
        test::addMadeSeries(run, kSmoothedSeries);
        writer.write(run);
        RunFile seen(file.path());
        const SmoothedRun smoothed(isFile ? borrowed(seen) : borrowed(run), kWeight);
        RunCursor cursor;
        smoothed.since(cursor);
        for (std::size_t frame = 0; frame < 4000;) {
            for (int i = 0; i < step; ++i)
                run.commit(test::madeFrame(frame++, kSmoothedSeries));
            writer.write(run);
            seen.refresh();
            QVERIFY(!smoothed.since(cursor).edited);
            smoothed.trace(0, {record::Axis::Step, 0, 40'000, 100});
        }
        compareToFresh(smoothed, run);
    }

    void editsAndRestartsBeginAnew()
    {
        RunStore run;
        test::addMadeSeries(run, kSmoothedSeries);
        const auto grow = [&](std::size_t count) {
            for (std::size_t frame = 0; frame < count; ++frame)
                run.commit(test::madeFrame(frame, kSmoothedSeries));
        };
        grow(3000);
        SmoothedRun smoothed(borrowed(run), kWeight);
        RunCursor cursor;
        smoothed.since(cursor);
        compareToFresh(smoothed, run);
        run.commit({{50, 1, 500, 1, 0}, {{0, 1000.0}}}); // at the step of an early value
        compareToFresh(smoothed, run);
        QVERIFY(smoothed.since(cursor).edited);
        run.commit({{50, 1, 505, 1, 0}, {{0, 1000.0}}}); // between two
        compareToFresh(smoothed, run);
        run.cut({{2, 12'345}});
        compareToFresh(smoothed, run);
        QVERIFY(smoothed.since(cursor).edited);
        QVERIFY(smoothed.since(cursor).empty());
        run.restart({});
        QCOMPARE(smoothed.frameCount(), std::size_t{0});
        test::addMadeSeries(run, kSmoothedSeries);
        grow(1000);
        QVERIFY(smoothed.since(cursor).restarted);
        compareToFresh(smoothed, run);
    }

    void anotherWeightIsAnEdit()
    {
        RunStore run;
        test::addMadeSeries(run, kSmoothedSeries);
        for (std::size_t frame = 0; frame < 2000; ++frame)
            run.commit(test::madeFrame(frame, kSmoothedSeries));
        SmoothedRun smoothed(borrowed(run), kWeight);
        RunCursor cursor;
        QVERIFY(!smoothed.since(cursor).restarted);
        compareToFresh(smoothed, run);
        smoothed.setWeight(kWeight);
        QVERIFY(smoothed.since(cursor).empty());
        smoothed.setWeight(0.5);
        QVERIFY(smoothed.since(cursor).edited);
        compareToFresh(smoothed, run, 0.5);
        run.commit({{1, 1, 500, 1, 0}, {{0, 1000.0}}});
        QVERIFY(smoothed.since(cursor).edited);
        QVERIFY(smoothed.since(cursor).empty());
        QVERIFY_EXCEPTION_THROWN(smoothed.setWeight(1), std::invalid_argument);
        QCOMPARE(smoothed.weight(), 0.5);
        smoothed.setWeight(0);
        QCOMPARE(valuesOf(smoothed, 2).back(), valuesOf(run, 2).back());
    }

    void valuesAreDroppedAndComputedAgain()
    {
        RunStore run;
        run.registerTag({"Loss", "L"});
        run.registerSeries({0, "Loss", "loss", record::SeriesRole::Line});
        const std::size_t count = (SmoothedRun::kMaxKept + 50) * Chunk::kSize + 5;
        std::vector<double> some;
        for (std::size_t i = 0; i < count; ++i) {
            const double value = static_cast<double>(i * 7919 % 1000);
            run.commit({{static_cast<std::int64_t>(i), 1, static_cast<std::int64_t>(i), 1, 0}, {{0, value}}});
            if (i < 3000)
                some.push_back(value);
        }
        const SmoothedRun smoothed(borrowed(run), kWeight);
        QVERIFY(!smoothed.trace(0, {record::Axis::Step, 0, static_cast<double>(count), 500}).points.empty());
        QVERIFY(smoothed.keptChunks() <= SmoothedRun::kMaxKept + 1);
        const auto expected = plainAverage(some, kWeight);
        for (const auto &[frame, value, ignored] : smoothed.values(0, 0, some.size()))
            QVERIFY(std::abs(value - expected[frame]) < 1e-9);
        smoothed.values(0, 0, count);
        QVERIFY(smoothed.keptChunks() <= SmoothedRun::kMaxKept + 1);
        finishRun(run);
        const auto centred = plainCentred(some, kWeight); // compares only values far enough from the end
        for (const auto &[frame, value, ignored] : smoothed.values(0, 0, some.size() - 500))
            QVERIFY(std::abs(value - centred[frame]) < 1e-9);
        QVERIFY(smoothed.keptChunks() <= SmoothedRun::kMaxKept + 1);
    }

    void aReaderOnAnotherThreadSeesWholeFrames()
    {
        RunStore run;
        test::addMadeSeries(run, kSmoothedSeries);
        SmoothedRun smoothed(borrowed(run), kWeight);
        std::atomic<bool> isOver = false;
        std::thread writer([&] {
            for (std::size_t frame = 0; frame < 3000; ++frame)
                run.commit(test::madeFrame(frame, kSmoothedSeries));
            isOver = true;
        });
        std::thread other([&] {
            for (int i = 0; !isOver; ++i)
                smoothed.setWeight(0.01 * (i % 100));
        });
        while (!isOver)
            smoothed.trace(0, {record::Axis::Step, 0, 30'000, 300});
        writer.join();
        other.join();
        smoothed.setWeight(kWeight);
        compareToFresh(smoothed, run);
    }
};

LENSBOARD_TEST(SmoothedRunTest)
#include "tst_smoothed_run.moc"
