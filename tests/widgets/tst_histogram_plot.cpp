#include "core/store/derived/histogram_pyramid.h"
#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/axes/colour_map.h"
#include "widgets/views/plots/histogram_plot.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;

namespace {

constexpr std::size_t kPlotWidth = 1000;

/// A run of histograms of six bins with a moving hump. Counts reads of histograms.
class CountedRun final : public store::Run
{
public:
    mutable std::size_t read = 0, maxAtOnce = 0;

    explicit CountedRun(int ticks, int spike = 0) : m_spike(spike)
    {
        m_run.registerTag(normTag());
        m_run.registerSeries({0, "fc1", "histogram", record::SeriesRole::Histogram});
        addTicks(ticks);
    }

    void addTicks(int count)
    {
        for (; count > 0; --count) {
            ++m_ticks;
            record::Histogram histogram{{-3, -1, 0, 1, 2, 4, 9}, {1, 0, 5.0 + m_ticks % 7, 3.0 + m_ticks % 3, 1.0 + m_ticks % 5, 0}};
            if (m_ticks == m_spike)
                histogram.counts.back() = 40;
            m_run.commit({stampOf(m_ticks), {}, {{0, histogram}}});
        }
    }
    void finish()
    {
        m_run.update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
    }
    void replace(std::uint32_t tick, const record::Histogram &histogram) { m_run.replace(tick, {stampOf(static_cast<int>(tick) + 1), {}, {{0, histogram}}}); }
    store::RunStore &run() { return m_run; }

    record::RunInfo info() const override { return m_run.info(); }
    store::RunChanges since(store::RunCursor &cursor) const override { return m_run.since(cursor); }
    std::vector<store::StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override
    {
        auto found = m_run.histogramsAfter(series, frame, most);
        read += found.size();
        maxAtOnce = std::max(maxAtOnce, found.size());
        return found;
    }
    std::uint64_t histogramEdits() const override { return m_run.histogramEdits(); }
    store::SeriesTally tally(std::uint32_t series) const override { return m_run.tally(series); }
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override { m_run.visit(series, visitor); }
    std::size_t seriesCount() const override { return m_run.seriesCount(); }

private:
    store::RunStore m_run;
    int m_ticks = 0, m_spike;
};

struct ShownHistogram
{
    PlotBoard board;
    HistogramPlot *plot = nullptr;

    explicit ShownHistogram(const std::shared_ptr<const store::Run> &run, TagView view = TagView::Histograms, const std::optional<Stretch> &chosen = {})
    {
        board.addRun(run, "run");
        board.state().choose(chosen);
        plot = drawn<HistogramPlot>(board, view);
        plot->resize(kPlotWidth, 300);
        plot->layOut();
        plot->refresh();
    }
    void follow()
    {
        board.follow();
        plot->refresh();
    }
    void choose(const std::optional<Stretch> &stretch)
    {
        board.state().choose(stretch);
        plot->refresh();
    }
};

/// Draws each histogram separately, without the optimisation for pixels.
QImage drawnPlainly(const store::Run &run, const HistogramPlot &plot)
{
    const auto histograms = run.histograms(0);
    std::vector<double> densities;
    const auto densityOf = [](const record::Histogram &histogram, std::size_t bin) {
        double total = 0;
        for (const double count : histogram.counts)
            total += count;
        return histogram.counts[bin] / total / (histogram.edges[bin + 1] - histogram.edges[bin]);
    };
    for (const auto &each : histograms)
        for (std::size_t bin = 0; bin < each.histogram->counts.size(); ++bin)
            if (each.histogram->counts[bin] > 0)
                densities.push_back(densityOf(*each.histogram, bin));
    std::ranges::sort(densities);
    const double usual = densities[static_cast<std::size_t>(0.98 * static_cast<double>(densities.size() - 1))];
    const double high = std::exp2(std::ceil(4 * std::log2(usual)) / 4);
    QImage image(plot.image().size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const Stretch x = plot.shownX();
    const QCPRange y = plot.yAxis->range();
    const auto column = [&](double at) { return static_cast<int>(std::clamp((at - x.low) / x.size() * image.width(), 0.0, 1.0 * image.width())); };
    const auto row = [&](double at) { return static_cast<int>(std::clamp((y.upper - at) / y.size() * image.height(), 0.0, 1.0 * image.height())); };
    for (std::size_t i = 0; i < histograms.size(); ++i) {
        const record::Histogram &histogram = *histograms[i].histogram;
        const double at = static_cast<double>(histograms[i].stamp.step);
        for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin)
            if (histogram.counts[bin] > 0)
                for (int px = column(at); px < column(at + 10); ++px) // one tick per 10 steps
                    for (int py = row(histogram.edges[bin + 1]); py < row(histogram.edges[bin]); ++py)
                        image.setPixelColor(px, py, viridis(std::asinh(100 * densityOf(histogram, bin) / high) / std::asinh(100)));
    }
    return image;
}

/// Returns the largest difference between colour components at any pixel.
int difference(const QImage &a, const QImage &b)
{
    int most = a.size() == b.size() ? 0 : 255;
    for (int y = 0; most < 255 && y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
            most = std::max({most, std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q)), std::abs(qAlpha(p) - qAlpha(q))});
        }
    return most;
}

} // namespace

class HistogramPlotTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksWithColumnsOfTheirOwnAreDrawnPlainly()
    {
        const auto run = std::make_shared<CountedRun>(60);
        run->finish();
        const ShownHistogram shown(run);
        QVERIFY(shown.plot->image().width() > 600);
        QVERIFY(difference(shown.plot->image(), drawnPlainly(*run, *shown.plot)) <= 1);
    }

    void histogramsAreReadOnce()
    {
        constexpr int kTicks = 20'000;
        const auto run = std::make_shared<CountedRun>(kTicks);
        ShownHistogram shown(run);
        QVERIFY2(run->read <= kTicks + 4 * kPlotWidth, qPrintable(QString::number(run->read)));
        QVERIFY2(run->maxAtOnce <= store::HistogramPyramid::kReadAtOnce, qPrintable(QString::number(run->maxAtOnce)));
        const auto readBy = [&](const auto &change) {
            run->read = 0;
            change();
            return run->read;
        };
        for (int i = 0; i < 30; ++i) {
            run->addTicks(1);
            QCOMPARE(readBy([&] { shown.follow(); }), std::size_t{1});
        }
        QCOMPARE(readBy([&] { shown.choose(Stretch{40'000, 160'000}); }), std::size_t{0}); // many ticks per column
        QCOMPARE(readBy([&] { shown.choose(Stretch{50'000, 170'000}); }), std::size_t{0});
        const std::size_t zoomed = readBy([&] { shown.choose(Stretch{50'000, 70'000}); });
        QVERIFY2(zoomed > 0 && zoomed <= 4 * (kPlotWidth + 2), qPrintable(QString::number(zoomed)));
        const std::size_t near = readBy([&] { shown.choose(Stretch{90'000, 95'000}); }); // one tick per two columns
        QVERIFY2(near >= 500 && near <= 502, qPrintable(QString::number(near)));
        const std::size_t panned = readBy([&] { shown.choose(Stretch{90'100, 95'100}); });
        QVERIFY2(panned >= 9 && panned <= 11, qPrintable(QString::number(panned))); // only the ticks new in view are read
        QCOMPARE(readBy([&] { shown.choose(std::nullopt); }), std::size_t{0});
    }

    void aSliceReadsNoMoreThanItMay()
    {
        const auto run = std::make_shared<CountedRun>(5'000);
        PlotBoard board;
        board.addRun(run, "run");
        auto *plot = drawn<HistogramPlot>(board, TagView::Histograms);
        run->addTicks(5'000);
        board.follow();
        run->read = 0;
        int slices = 0;
        for (; plot->isDirty(); ++slices) {
            const std::size_t before = run->read;
            plot->refresh(QDeadlineTimer(0)); // no time is left
            QVERIFY(run->read - before <= store::HistogramPyramid::kReadAtOnce);
            QVERIFY(slices < 1000);
        }
        QVERIFY(slices >= 5'000 / static_cast<int>(store::HistogramPyramid::kReadAtOnce));
        QVERIFY(run->read >= 5'000);
        QVERIFY(run->maxAtOnce <= store::HistogramPyramid::kReadAtOnce);
    }

    void aLiveMapIsThatDrawnAtOnce_data()
    {
        QTest::addColumn<int>("ticks");
        QTest::newRow("columns of their own") << 50;
        QTest::newRow("about one a column") << 900;
        QTest::newRow("many a column") << 9'000;
    }

    void aLiveMapIsThatDrawnAtOnce()
    {
        QFETCH(int, ticks);
        const auto run = std::make_shared<CountedRun>(ticks);
        ShownHistogram live(run);
        for (int i = 0; i < ticks; i += std::max(1, ticks / 40)) {
            run->addTicks(std::max(1, ticks / 40));
            live.follow();
            if (i % 7 == 0)
                QCOMPARE(live.plot->image(), ShownHistogram(run, TagView::Histograms, live.plot->shownX()).plot->image());
        }
        QCOMPARE(live.plot->image(), ShownHistogram(run, TagView::Histograms, live.plot->shownX()).plot->image());
    }

    void oneTickOfManyIsSeen()
    {
        constexpr int kTicks = 20'000, kSpike = 12'345;
        const auto run = std::make_shared<CountedRun>(kTicks, kSpike);
        run->finish();
        const ShownHistogram shown(run);
        const QImage &image = shown.plot->image();
        const Stretch x = shown.plot->shownX();
        const QCPRange y = shown.plot->yAxis->range();
        const int row = static_cast<int>((y.upper - 7) / y.size() * image.height()); // in the last bin, empty in other ticks
        QList<int> columns;
        for (int column = 0; column < image.width(); ++column)
            if (qAlpha(image.pixel(column, row)) > 0)
                columns << column;
        QCOMPARE(columns.size(), 1);
        QVERIFY(std::abs(columns.front() - (10.0 * kSpike - x.low) / x.size() * image.width()) <= 1.5);
    }

    void whatWasReplacedIsDrawnAnew()
    {
        const auto run = std::make_shared<CountedRun>(3'000);
        ShownHistogram shown(run);
        const QImage before = shown.plot->image();
        run->replace(1'500, {{-3, -1, 0, 1, 2, 4, 9}, {0, 0, 0, 0, 0, 7}});
        shown.follow();
        QVERIFY(shown.plot->image() != before);
        QCOMPARE(shown.plot->image(), ShownHistogram(run, TagView::Histograms, shown.plot->shownX()).plot->image());
    }

    void gapsStayGapsAmongManyTicks()
    {
        const auto run = std::make_shared<CountedRun>(4'000);
        run->run().append({record::RunEvent::Kind::LensOn, 60'000, 0, "ParameterNorm"});
        for (int tick = 6'000; tick < 10'000; ++tick)
            run->run().commit({stampOf(tick), {}, {{0, {{-3, -1, 0, 1, 2, 4, 9}, {1, 0, 5, 3, 1, 0}}}}});
        run->finish();
        const ShownHistogram shown(run);
        const QImage &image = shown.plot->image();
        const Stretch x = shown.plot->shownX();
        const int row = static_cast<int>((shown.plot->yAxis->range().upper - 0.5) / shown.plot->yAxis->range().size() * image.height());
        const auto column = [&](double step) { return static_cast<int>((step - x.low) / x.size() * image.width()); };
        for (int at = column(1'000); at < column(99'000); ++at) {
            const bool isEmpty = qAlpha(image.pixel(at, row)) == 0;
            if (at < column(40'000) - 1 || at > column(60'000) + 1)
                QVERIFY2(!isEmpty, qPrintable(QString::number(at)));
            else if (at > column(40'000) + 1 && at < column(60'000) - 1)
                QVERIFY2(isEmpty, qPrintable(QString::number(at)));
        }
    }

    void aTagOfHistogramsAloneIsShownAsMaps()
    {
        const auto run = std::make_shared<CountedRun>(10);
        run->run().registerSeries({0, "fc2", "histogram", record::SeriesRole::Histogram});
        run->run().commit({stampOf(11), {}, {{1, {{0, 1}, {1}}}}});
        PlotBoard board;
        board.addRun(run, "run");
        const auto plots = board.sections().plots("Weight Norm");
        QCOMPARE(plots.size(), std::size_t{2});
        for (const TagPlot *plot : plots)
            QVERIFY(qobject_cast<const HistogramPlot *>(plot));
    }

    void ridgesReadFewMoreAtATick()
    {
        const auto run = std::make_shared<CountedRun>(10'000);
        ShownHistogram shown(run, TagView::Ridges);
        QCOMPARE(shown.plot->ridges().bands.size(), std::size_t{24});
        run->read = 0;
        run->addTicks(1);
        shown.follow();
        QVERIFY2(run->read >= 1 && run->read <= 25, qPrintable(QString::number(run->read)));
    }
};

LENSBOARD_WINDOW_TEST(HistogramPlotTest)
#include "tst_histogram_plot.moc"
