#include "tests/support/patience.h"
#include "tests/support/shown_run.h"
#include "widgets/plots/board_actions.h"
#include "widgets/plots/depth_plot.h"
#include "widgets/plots/heat_map_plot.h"
#include "widgets/plots/histogram_plot.h"
#include "widgets/plots/line_plot.h"

#include <QAction>
#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;
using record::SeriesRole;

namespace {

constexpr int kWidth = 600, kHeight = 300;

/// Tags "Weight Norm", measured at each tick, and "Rare Norm", from tick 11 to tick 20.
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

/// A board that draws its plots, of one size, in drawn().
struct Board : PlotBoard
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
            plot->grab(); // has its fonts from here on
            plot->layOut();
        }
        plot->refresh();
        return plot;
    }
    void view(const QString &tag, TagView view)
    {
        TagLook look = tagLook(tag);
        look.view = view;
        setTagLook(tag, look);
    }
};

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
        Board board;
        board.show(run);
        BoardLook look;
        look.x = x;
        board.state().setLook(look);
        const Stretch all = board.drawn("Weight Norm")->shownX();
        QCOMPARE(board.drawn("Rare Norm")->shownX(), all);
        board.view("Weight Norm", TagView::Histograms);
        QCOMPARE(board.drawn<HistogramPlot>("Weight Norm")->shownX(), all);
        look.isLinked = false; // each its own
        board.state().setLook(look);
        QVERIFY(board.drawn("Rare Norm")->shownX().size() < all.size() / 2);
    }

    void theStretchIsThatOfVisibleRuns()
    {
        Board board;
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

    /// Also in a plot without new values.
    void theStretchGrowsInAllPlots()
    {
        const auto run = runOfTwoTags(30);
        Board board;
        board.show(run);
        QCOMPARE(board.drawn("Rare Norm")->shownX(), board.drawn("Weight Norm")->shownX());
        for (int tick = 31; tick <= 60; ++tick)
            run->commit({stampOf(tick), {{0, 1.0 * tick}}});
        QVERIFY(board.drawn("Weight Norm")->shownX().contains(600));
        QCOMPARE(board.drawn("Rare Norm")->shownX(), board.drawn("Weight Norm")->shownX());
    }
};

QTEST_MAIN(PlotAxesTest)
#include "tst_plot_axes.moc"
