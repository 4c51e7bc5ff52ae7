#include "core/store/columns/run_store.h"
#include "core/store/derived/histogram_pyramid.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lensboard;
using namespace lensboard::store;
using record::Histogram;

namespace {

record::TickStamp stampOf(std::size_t i)
{
    const auto step = static_cast<std::int64_t>(i);
    return {step + 1, 1, step, step, 1e9 + static_cast<double>(i)};
}

std::shared_ptr<RunStore> runOfHistograms(const std::vector<Histogram> &histograms)
{
    auto run = std::make_shared<RunStore>(record::RunInfo(), 0);
    run->registerTag({"Weights", "Histograms"});
    run->registerSeries({0, "fc", "histogram", record::SeriesRole::Histogram});
    for (std::size_t i = 0; i < histograms.size(); ++i)
        run->commit({stampOf(i), {}, {{0, histograms[i]}}});
    return run;
}

std::vector<Histogram> random(std::size_t count, bool haveSameBins)
{
    std::mt19937_64 source(count);
    std::vector<Histogram> all;
    for (std::size_t i = 0; i < count; ++i) {
        Histogram histogram{{-2, -1, 0, 1, 2}, {}};
        if (!haveSameBins)
            for (double &edge : histogram.edges)
                edge = edge * (1 + static_cast<double>(source() % 4)) / 2;
        for (int bin = 0; bin < 4; ++bin)
            histogram.counts.push_back(static_cast<double>(source() % 10));
        histogram.counts[1] += 1;
        std::ranges::sort(histogram.edges);
        all.push_back(histogram);
    }
    return all;
}

HistogramPyramid whole(const std::shared_ptr<const Run> &run)
{
    HistogramPyramid pyramid(run, 0);
    while (pyramid.readOn()) {}
    return pyramid;
}

/// Returns the density of the shares at \p value.
double densityAt(const HistogramShares &shares, double value)
{
    for (std::size_t i = 0; i < shares.shares.size(); ++i)
        if (const double low = (*shares.edges)[i], high = (*shares.edges)[i + 1]; low <= value && value < high)
            return shares.shares[i] / (high - low);
    return 0;
}

double densityAt(const Histogram &histogram, double value)
{
    double total = 0;
    for (const double count : histogram.counts)
        total += count;
    HistogramShares shares{std::make_shared<const std::vector<double>>(histogram.edges), {}};
    for (const double count : histogram.counts)
        shares.shares.push_back(static_cast<float>(count / total));
    return densityAt(shares, value);
}

} // namespace

class HistogramPyramidTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pagesAreThatOfAll_data()
    {
        QTest::addColumn<bool>("isReleased");
        QTest::addColumn<bool>("isFile");
        QTest::newRow("in memory") << false << false;
        QTest::newRow("released") << true << false;
        QTest::newRow("file") << true << true;
    }

    void pagesAreThatOfAll()
    {
        QFETCH(bool, isReleased);
        QFETCH(bool, isFile);
        const test::ScratchFile file("run.lbrun");
        const auto histograms = random(2500, true);
        const auto written = runOfHistograms(histograms);
        std::optional<RunSaver> saver;
        if (isReleased) {
            saver.emplace(written, file.path());
            QVERIFY(saver->waitUntilWritten(test::kPatience));
        }
        const std::shared_ptr<const Run> run = isFile ? std::static_pointer_cast<const Run>(std::make_shared<RunFile>(file.path())) : written;
        std::vector<Histogram> read;
        std::optional<std::uint32_t> last;
        while (true) {
            const auto page = run->histogramsAfter(0, last, 100);
            QVERIFY(page.size() <= 100);
            if (page.empty())
                break;
            for (const StampedHistogram &each : page) {
                QCOMPARE(each.frame, read.size());
                QCOMPARE(each.stamp.step, static_cast<std::int64_t>(read.size()));
                read.push_back(*each.histogram);
            }
            last = page.back().frame;
        }
        QVERIFY(read == histograms);
        QCOMPARE(run->histograms(0).size(), histograms.size());
        QVERIFY(run->histogramsAfter(0, 2499, 5).empty());
        QVERIFY(run->histogramsAfter(0, 1'000'000, 5).empty());
        QVERIFY(run->histogramsAfter(7, 1, 5).empty());
    }

    void aFileThatGrewSinceItWasReadIsSound()
    {
        const test::ScratchFile file("run.lbrun");
        const auto histograms = random(1500, true);
        const auto run = runOfHistograms({histograms.begin(), histograms.begin() + 1000});
        RunSaver saver(run, file.path());
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        RunFile read(file.path());
        for (std::size_t i = 1000; i < histograms.size(); ++i)
            run->commit({stampOf(i), {}, {{0, histograms[i]}}});
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        QCOMPARE(read.histograms(0).size(), std::size_t{1000});
        QVERIFY(read.refresh());
        QCOMPARE(read.histograms(0).size(), std::size_t{1500});
    }

    void editsAreCounted()
    {
        const auto run = runOfHistograms(random(50, true));
        const auto before = run->histogramEdits();
        run->commit({stampOf(50), {}, {{0, {{0, 1}, {1}}}}});
        run->append({});
        QCOMPARE(run->histograms(0).size(), std::size_t{51});
        QCOMPARE(run->histogramEdits(), before); // earlier histograms did not change
        const auto edits = [&](const auto &edit) {
            const auto count = run->histogramEdits();
            edit();
            run->histograms(0);
            return run->histogramEdits() > count;
        };
        QVERIFY(edits([&] { run->replace(10, {stampOf(10), {}, {{0, {{0, 1}, {2}}}}}); }));
        QVERIFY(edits([&] { run->commit({stampOf(20), {}, {{0, {{0, 1}, {3}}}}}); })); // inserted before others
        QVERIFY(edits([&] { run->withdraw(5); }));
        QVERIFY(edits([&] { run->cut({{0, 30}}); }));
    }

    void aColumnHasTheGreatestShareOfItsTicks_data()
    {
        QTest::addColumn<bool>("haveSameBins");
        QTest::addColumn<std::size_t>("columns");
        for (const bool same : {true, false})
            for (const std::size_t columns : {4, 50, 300, 3000})
                QTest::addRow("%s, %zu columns", same ? "same bins" : "other bins", columns) << same << columns;
    }

    void aColumnHasTheGreatestShareOfItsTicks()
    {
        QFETCH(bool, haveSameBins);
        QFETCH(std::size_t, columns);
        const auto histograms = random(1000, haveSameBins);
        const auto run = runOfHistograms(histograms);
        HistogramPyramid pyramid = whole(run);
        QCOMPARE(pyramid.size(), histograms.size());
        const Window window{record::Axis::Step, 0, 1000, columns};
        HistogramView view = pyramid.view(window, {});
        for (const std::size_t number : view.missing)
            pyramid.keep(number, 1);
        view = pyramid.view(window, {});
        QVERIFY(view.missing.empty());
        QVERIFY(view.spans.size() <= 4 * (columns + 2) || view.spans.size() <= histograms.size());
        const double perColumn = 1000 / static_cast<double>(columns);
        for (const double value : {-3.9, -1.6, -0.7, -0.2, 0.3, 0.8, 1.7, 3.6}) {
            std::vector<double> found(columns);
            for (const HistogramSpan &span : view.spans)
                for (std::size_t column = span.first; column < span.last; ++column)
                    found[column] = std::max(found[column], densityAt(*span.shares, value));
            double greatest = 0, greatestFound = 0;
            for (std::size_t i = 0; i < histograms.size(); ++i) {
                const auto column = static_cast<std::ptrdiff_t>(static_cast<double>(i) / perColumn);
                const double density = densityAt(histograms[i], value);
                greatest = std::max(greatest, density);
                double near = 0; // nodes are at most one column away from their position
                for (std::ptrdiff_t beside = -1; beside <= 1; ++beside)
                    if (column + beside >= 0 && column + beside < static_cast<std::ptrdiff_t>(columns))
                        near = std::max(near, found[static_cast<std::size_t>(column + beside)]);
                QVERIFY2(near >= 0.999 * density, qPrintable(QString("%1 of tick %2: %3 < %4").arg(value).arg(i).arg(near).arg(density)));
            }
            for (const double density : found)
                greatestFound = std::max(greatestFound, density);
            QVERIFY(std::abs(greatestFound - greatest) <= 1e-3 * greatest);
        }
    }

    void nodesStandInForWhatIsMissing()
    {
        const auto run = runOfHistograms(random(30'000, true));
        HistogramPyramid pyramid = whole(run);
        const Window window{record::Axis::Step, 100, 600, 1000};
        const HistogramView view = pyramid.view(window, {});
        QCOMPARE(view.missing.size(), std::size_t{500});
        QCOMPARE(view.spans.size(), std::size_t{500});
        QVERIFY(view.spans.front().shares == view.spans[1].shares);
        pyramid.keep(view.missing.front(), view.missing.size());
        const HistogramView read = pyramid.view(window, {});
        QVERIFY(read.missing.empty());
        QCOMPARE(read.spans.size(), std::size_t{500});
        QVERIFY(read.spans.front().shares != read.spans[1].shares);
    }

    void unusableHistogramsAreEmpty()
    {
        const double nan = std::nan(""), infinity = INFINITY;
        const HistogramPyramid pyramid = whole(runOfHistograms({{{}, {}}, {{0, 1}, {0}}, {{1, 0}, {1}}, {{0, nan}, {1}}, {{0, infinity}, {1}}, {{0, 1}, {nan}}, {{0, 1}, {infinity}}, {{0, 1, 2}, {1}}}));
        QCOMPARE(pyramid.size(), std::size_t{8});
        QVERIFY(!pyramid.extent());
        const HistogramPyramid narrow = whole(runOfHistograms({{{2, 2}, {7}}}));
        QCOMPARE(narrow.extent(), std::optional(std::pair(2.0, 2.0)));
    }

    void nodesOverManyBinsHaveFew()
    {
        std::vector<Histogram> histograms;
        for (int i = 0; i < 64; ++i) {
            Histogram histogram;
            for (int edge = 0; edge <= 200; ++edge)
                histogram.edges.push_back(edge + 0.01 * i);
            histogram.counts.assign(200, 1);
            histograms.push_back(histogram);
        }
        HistogramPyramid pyramid = whole(runOfHistograms(histograms));
        const HistogramView view = pyramid.view({record::Axis::Step, -1, 1000, 5}, {});
        QCOMPARE(view.spans.size(), std::size_t{1});
        QVERIFY(view.spans.front().shares->shares.size() <= HistogramPyramid::kMaxBins);
        QVERIFY(std::abs(densityAt(*view.spans.front().shares, 100.3) - 0.005) < 0.002);
    }
};

LENSBOARD_TEST(HistogramPyramidTest)
#include "tst_histogram_pyramid.moc"
