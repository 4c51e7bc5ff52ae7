#include "tests/support/patience.h"
#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/board/board_actions.h"
#include "widgets/views/plots/depth_plot.h"
#include "widgets/views/plots/heat_map_plot.h"
#include "widgets/views/plots/histogram_plot.h"
#include "widgets/views/plots/line_plot.h"

#include <QAction>
#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;
using record::SeriesRole;

namespace {

constexpr int kWidth = 600, kHeight = 300;
constexpr double kMinRoom = 3; ///< pixels between an extreme and the end of the axis

/// Returns a run with the tags "Weight Norm", measured at each tick, and "Rare Norm", measured from tick 11 to tick 20.
std::shared_ptr<store::RunStore> runOfTwoTags(int ticks)
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag(normTag());
    run->registerTag({"Rare Norm", "OutputNorm", record::TagKind::Numerical, "L2 norm"});
    run->registerSeries({0, "fc1", "mean", SeriesRole::Line});
    run->registerSeries({1, "fc1", "mean", SeriesRole::Line});
    run->registerSeries({0, "fc1", "histogram", SeriesRole::Histogram});
    for (int tick = 1; tick <= ticks; ++tick) {
        record::Frame frame{stampOf(tick), {{0, 1.0 * tick}}};
        if (tick > 10 && tick <= 20)
            frame.values.push_back({1, 1.0 * tick});
        if (tick > 10 && tick <= 15)
            frame.histograms.push_back({2, {{0, 1, 2}, {3, 4}}});
        run->commit(frame);
    }
    return run;
}

void finish(store::RunStore &run)
{
    run.update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
}

/// A board with plots of one size, drawn by drawn().
struct AxesBoard : PlotBoard
{
    void show(const std::shared_ptr<const store::Run> &run)
    {
        addRun(run, "run");
        refreshQueue().stop();
    }
    template <typename Plot = LinePlot>
    Plot *drawn(const QString &tag, std::size_t place = 0)
    {
        follow();
        auto *plot = qobject_cast<Plot *>(sections().plots(tag).at(place));
        if (plot->size() != QSize(kWidth, kHeight)) {
            plot->resize(kWidth, kHeight);
            plot->grab(); // sets its fonts
            plot->layOut();
        }
        plot->refresh();
        return plot;
    }
    void view(const QString &tag, TagView view)
    {
        TagStyle style = tagStyle(tag);
        style.view = view;
        setTagStyle(tag, style);
    }
};

/// Returns the smaller distance, in pixels, between the drawn line and the ends of its axis.
double roomAround(const LinePlot &plot)
{
    double room = kHeight;
    for (const auto &point : plot.traces().lines.front().points)
        if (!std::isnan(point.y)) {
            const double at = plot.yAxis->coordToPixel(point.y);
            room = std::min({room, at - plot.axisRect()->top(), plot.axisRect()->bottom() - at});
        }
    return room;
}

} // namespace

class PlotAxesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // ---- x
    void allPlotsShowTheSameStretch_data()
    {
        QTest::addColumn<XAxis>("x");
        QTest::newRow("steps") << XAxis::Step;
        QTest::newRow("ticks") << XAxis::Tick;
        QTest::newRow("samples") << XAxis::Samples;
        QTest::newRow("time") << XAxis::WallTime;
        QTest::newRow("relative time") << XAxis::RelativeTime;
    }

    void allPlotsShowTheSameStretch()
    {
        QFETCH(XAxis, x);
        const auto run = runOfTwoTags(40);
        finish(*run);
        AxesBoard board;
        board.show(run);
        BoardStyle style;
        style.x = x;
        board.state().setStyle(style);
        const Stretch all = board.drawn("Weight Norm")->shownX();
        QCOMPARE(board.drawn("Rare Norm")->shownX(), all);
        board.view("Weight Norm", TagView::Histograms);
        QCOMPARE(board.drawn<HistogramPlot>("Weight Norm")->shownX(), all);
        style.isLinked = false; // not linked to other plots
        board.state().setStyle(style);
        QVERIFY(board.drawn("Rare Norm")->shownX().size() < all.size() / 2);
    }

    void theStretchIsThatOfVisibleRuns()
    {
        AxesBoard board;
        for (const int ticks : {20, 60}) {
            const auto run = runOfTwoTags(ticks);
            finish(*run);
            board.show(run);
        }
        QVERIFY(board.drawn("Rare Norm")->shownX().contains(600));
        board.setRunVisible(1, false);
        QVERIFY(board.drawn("Rare Norm")->shownX().high < 220);
        QVERIFY(board.drawn("Weight Norm")->shownX().high < 220);
    }

    /// Also applies to a plot without new values.
    void theStretchGrowsInAllPlots()
    {
        const auto run = runOfTwoTags(30);
        AxesBoard board;
        board.show(run);
        QCOMPARE(board.drawn("Rare Norm")->shownX(), board.drawn("Weight Norm")->shownX());
        for (int tick = 31; tick <= 60; ++tick)
            run->commit({stampOf(tick), {{0, 1.0 * tick}}});
        QVERIFY(board.drawn("Weight Norm")->shownX().contains(600));
        QCOMPARE(board.drawn("Rare Norm")->shownX(), board.drawn("Weight Norm")->shownX());
    }

    // ---- y
    void aNewExtremeIsNotCut_data()
    {
        QTest::addColumn<double>("share"); // relative to the range, beyond the previous extreme
        for (const double share : {0.03, 0.05, 0.0598, 0.07, 2.0})
            QTest::addRow("%g", share) << share;
    }

    void aNewExtremeIsNotCut()
    {
        QFETCH(double, share);
        WrittenRun written;
        AxesBoard board;
        for (int tick = 1; tick <= 50; ++tick)
            written.tick(tick, {{"fc1", tick % 2}});
        board.show(written.run());
        QVERIFY(roomAround(*board.drawn("Weight Norm")) >= kMinRoom);
        written.tick(51, {{"fc1", 1 + share}});
        QVERIFY(roomAround(*board.drawn("Weight Norm")) >= kMinRoom);
        written.tick(52, {{"fc1", -share}});
        QVERIFY(roomAround(*board.drawn("Weight Norm")) >= kMinRoom);
    }

    /// A line that enters or leaves the visible range is shown completely within it.
    void whatCrossesTheStretchIsNotCut()
    {
        WrittenRun written;
        for (const auto &[tick, value] : {std::pair(1, 5.0), std::pair(2, 5.5), std::pair(3, 40.0), std::pair(4, 5.0)})
            written.tick(tick, {{"fc1", value}});
        AxesBoard board;
        board.show(written.run());
        for (const Stretch x : {Stretch{8, 29}, Stretch{22, 28}, Stretch{31, 45}}) {
            board.state().choose(x);
            const LinePlot *plot = board.drawn("Weight Norm");
            const auto &points = plot->traces().lines.front().points;
            for (std::size_t i = 1; i < points.size(); ++i)
                for (const double at : {x.low, x.high})
                    if (points[i - 1].x <= at && at <= points[i].x) {
                        const double share = (at - points[i - 1].x) / (points[i].x - points[i - 1].x);
                        QVERIFY(plot->yAxis->range().contains(points[i - 1].y + share * (points[i].y - points[i - 1].y)));
                    }
        }
    }

    /// Rewards and log-likelihoods, for example, are far below zero.
    void aLineFarBelowZeroIsOnView()
    {
        WrittenRun written;
        for (int tick = 1; tick <= 10; ++tick)
            written.tick(tick, {{"fc1", 50.0 * tick - 1000}});
        AxesBoard board;
        board.show(written.run());
        const QCPRange range = board.drawn("Weight Norm")->yAxis->range();
        QVERIFY2(range.contains(-950) && range.contains(-500) && range.size() < 600, qPrintable(QString("%1 … %2").arg(range.lower).arg(range.upper)));
    }

    /// A symmetric scale is linear up to a millionth of the greatest value: ten times that value is as high as the greatest value before it.
    void anAxisIsDrawnWithItsScale()
    {
        WrittenRun written;
        for (int tick = 1; tick <= 40; ++tick)
            written.tick(tick, {{"fc1", tick % 2 ? 0 : tick % 4 ? 1e-12 : 1}});
        AxesBoard board;
        board.show(written.run());
        TagStyle style;
        style.isLog = true;
        board.setTagStyle("Weight Norm", style);
        LinePlot *plot = board.drawn("Weight Norm");
        QCOMPARE(plot->scale(), ValueScale::Kind::SymmetricLog);
        const QCPRange before = plot->yAxis->range();
        written.tick(41, {{"fc1", 10}});
        plot = board.drawn("Weight Norm");
        QVERIFY(std::abs(plot->yAxis->range().upper - before.upper) < 1e-9);
        const QImage first = plot->grab().toImage();
        plot->replot(QCustomPlot::rpImmediateRefresh);
        QCOMPARE(first, plot->grab().toImage());
    }

    // ---- bands
    void aBandEndsWhereATickWasMeasuredOnce()
    {
        const auto run = std::make_shared<store::RunStore>();
        run->registerTag(normTag());
        run->registerSeries({0, "fc1", "mean", SeriesRole::Line});
        run->registerSeries({0, "fc1", "min", SeriesRole::BandLow});
        run->registerSeries({0, "fc1", "max", SeriesRole::BandHigh});
        for (int tick = 1; tick <= 9; ++tick) {
            const double half = tick == 4 || tick == 5 || tick == 9 ? 0 : 1;
            run->commit({stampOf(tick), {{0, 5.0}, {1, 5 - half}, {2, 5 + half}}});
        }
        AxesBoard board;
        board.show(run);
        const LinePlot *plot = board.drawn("Weight Norm");
        QCOMPARE(plot->points("mean").size(), std::size_t{9});
        QCOMPARE(plot->traces().bands.size(), std::size_t{1});
        const auto &[low, high] = std::tie(plot->traces().bands.front().low, plot->traces().bands.front().high);
        QCOMPARE(low.size(), high.size());
        std::vector<double> gaps;
        for (std::size_t i = 0; i < low.size(); ++i)
            if (std::isnan(low[i].y) && std::isnan(high[i].y))
                gaps.push_back(low[i].x);
            else
                QCOMPARE(high[i].y - low[i].y, 2.0);
        QCOMPARE(gaps, (std::vector<double>{40, 50, 90}));
        QVERIFY(std::ranges::any_of(low, [](const auto &point) { return point.x == 35 && point.y == 4; })); // halfway
        QVERIFY(std::ranges::any_of(low, [](const auto &point) { return point.x == 55 && point.y == 4; }));
    }

    // ---- scales
    void normsThatSpanDecadesAreLogarithmic_data()
    {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<LayerValues>("first");
        QTest::addColumn<bool>("isLog");
        QTest::newRow("layers decades apart") << "L2 norm" << LayerValues{{"fc1", 1e-6}, {"fc2", 0.2}} << true;
        QTest::newRow("one of them vanished") << "mean RMS" << LayerValues{{"fc1", 0}, {"fc2", 1e-4}, {"fc3", 0.2}} << true;
        QTest::newRow("alike") << "L2 norm" << LayerValues{{"fc1", 0.1}, {"fc2", 0.2}} << false;
        QTest::newRow("all vanished") << "L2 norm" << LayerValues{{"fc1", 0}, {"fc2", 0}} << false;
        QTest::newRow("no norm") << "cosine" << LayerValues{{"fc1", 1e-6}, {"fc2", 0.2}} << false;
        QTest::newRow("below zero") << "L2 norm" << LayerValues{{"fc1", -1e-6}, {"fc2", 0.2}, {"fc3", 2000}} << false;
    }

    void normsThatSpanDecadesAreLogarithmic()
    {
        QFETCH(QString, quantity);
        QFETCH(LayerValues, first);
        QFETCH(bool, isLog);
        record::TagSpec tag = normTag();
        tag.quantity = quantity.toStdString();
        WrittenRun written(tag);
        written.tick(1, first);
        AxesBoard board;
        board.show(written.run());
        board.view("Weight Norm", TagView::Overlay);
        const LinePlot *plot = board.drawn("Weight Norm");
        QCOMPARE(plot->scale() != ValueScale::Kind::Linear, isLog);
        QCOMPARE(plot->yAxis->label().contains("log"), isLog);
        BoardActions actions(&board);
        board.navigation().setCurrentTag("Weight Norm");
        const auto all = actions.findChildren<QAction *>();
        const auto log = std::ranges::find(all, QString("Logarithmic Values"), &QAction::text);
        QVERIFY(log != all.end());
        QCOMPARE((*log)->isChecked(), isLog);
        TagStyle style = board.tagStyle("Weight Norm");
        style.isLog = !isLog; // the user's choice has priority
        board.setTagStyle("Weight Norm", style);
        QCOMPARE(board.drawn("Weight Norm")->scale() != ValueScale::Kind::Linear, !isLog && first["fc2"] > 0); // no logarithm for zeros only
    }

    void aScaleThatDataChoseStays()
    {
        WrittenRun written;
        AxesBoard board;
        for (int tick = 1; tick <= 5; ++tick)
            written.tick(tick, {{"fc1", 1}, {"fc2", 2}});
        board.show(written.run());
        QCOMPARE(board.drawn("Weight Norm")->scale(), ValueScale::Kind::Linear);
        for (int tick = 6; tick <= 9; ++tick)
            written.tick(tick, {{"fc1", 1e-5}, {"fc2", 2}});
        QCOMPARE(board.drawn("Weight Norm")->scale(), ValueScale::Kind::Log);
        QCOMPARE(board.drawn("Weight Norm", 1)->scale(), ValueScale::Kind::Log); // common to all its layers
        for (int tick = 10; tick <= 20; ++tick)
            written.tick(tick, {{"fc1", 2}, {"fc2", 2}});
        QCOMPARE(board.drawn("Weight Norm")->scale(), ValueScale::Kind::Log);
    }

    void aMapOfHistogramsHasAColourScale()
    {
        AxesBoard board;
        board.show(runOfTwoTags(40));
        board.view("Weight Norm", TagView::Histograms);
        const auto *plot = board.drawn<HistogramPlot>("Weight Norm");
        const auto bars = [&] {
            std::vector<QCPColorScale *> found;
            for (int i = 0; i < plot->plotLayout()->elementCount(); ++i)
                if (auto *bar = qobject_cast<QCPColorScale *>(plot->plotLayout()->elementAt(i)))
                    found.push_back(bar);
            return found;
        };
        QCOMPARE(bars().size(), std::size_t{1});
        QVERIFY(!bars().front()->axis()->label().isEmpty());
        QCOMPARE(bars().front()->dataRange().lower, 0.0);
        const QColor greatest(plot->image().pixel(plot->image().width() / 3, plot->image().height() / 4));
        QVERIFY(greatest.alpha() > 0);
        board.view("Weight Norm", TagView::Ridges); // this view has no such colours
        plot = board.drawn<HistogramPlot>("Weight Norm");
        QVERIFY(bars().empty());
    }

    // ---- views
    void theMenuHasTheViewThatIsShown()
    {
        const auto run = std::make_shared<store::RunStore>();
        run->registerTag(normTag());
        for (const char *layer : {"fc1", "fc2"})
            run->registerSeries({0, layer, "histogram", SeriesRole::Histogram});
        run->commit({stampOf(1), {}, {{0, {{0, 1}, {1}}}, {1, {{0, 1}, {1}}}}});
        AxesBoard board;
        board.show(run);
        BoardActions actions(&board);
        board.navigation().setCurrentTag("Weight Norm");
        QStringList checked;
        for (const QAction *action : actions.findChildren<QAction *>())
            if (action->isChecked() && (action->text() == "Small Multiples" || action->text() == "Histograms"))
                checked << action->text();
        QCOMPARE(checked, QStringList{"Histograms"});
    }

    /// Counts of NaN and infinities do not count as lines.
    void aTagWithoutLinesIsShownAsItsHistograms()
    {
        const auto run = std::make_shared<store::RunStore>();
        run->registerTag(normTag());
        run->registerSeries({0, "fc1", "histogram", SeriesRole::Histogram});
        run->registerSeries({0, "fc1", "not finite", SeriesRole::Line});
        run->commit({stampOf(1), {{1, 3.0}}, {{0, {{0, 1}, {1}}}}});
        AxesBoard board;
        board.show(run);
        QVERIFY(qobject_cast<HistogramPlot *>(board.sections().plots("Weight Norm").front()));
    }
};

LENSBOARD_WINDOW_TEST(PlotAxesTest)
#include "tst_plot_axes.moc"
