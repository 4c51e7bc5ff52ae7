#include "widgets/plots/plot_board.h"
#include "widgets/plots/tag_plot.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

record::TagSpec norm()
{
    return {"Weight Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"};
}

void tick(PlotBoard &board, std::int64_t number, const visualizer::Readings &readings)
{
    const record::TickStamp stamp{number, 1, 10 * number, 100 * number, 0};
    if (!readings.empty())
        board.plotNumerical(stamp, "Weight Norm", readings);
    board.endTick(stamp);
}

visualizer::Readings reading(double value)
{
    return {{"fc1", {{"mean", value}}, {{"-σ", "+σ", value - 1, value + 1}}}, {"fc2", {{"mean", 2 * value}}, {}}};
}

} // namespace

class PlotBoardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onePlotALayerAndOneForABigTag()
    {
        PlotBoard board;
        board.registerTag(norm());
        record::TagSpec loss{"Loss", "LossMetrics"};
        loss.big = true;
        board.registerTag(loss);
        tick(board, 1, reading(3));
        board.plotNumerical({1, 1, 10, 100, 0}, "Loss", {{"Loss", {{"train_loss mean", 1}}, {}}});
        QCOMPARE(board.plots("Weight Norm").size(), std::size_t{2});
        QCOMPARE(board.plots("Weight Norm")[1]->layer(), "fc2");
        QCOMPARE(board.plots("Loss").size(), std::size_t{1});
        QVERIFY(board.plots("unknown").empty());
    }

    void ticksWithoutTheTagLeaveAGap()
    {
        PlotBoard board;
        board.registerTag(norm());
        tick(board, 1, reading(1));
        tick(board, 2, reading(2));
        tick(board, 3, {}); // the lens was off
        tick(board, 4, reading(4));
        const auto points = board.plots("Weight Norm")[0]->points("mean");
        QCOMPARE(points.size(), std::size_t{4});
        QCOMPARE(points[1], (stats::Point{20, 2}));
        QVERIFY(std::isnan(points[2].y));
        QCOMPARE(points[3], (stats::Point{40, 4}));
    }

    void aTagThatChangesIsShownAsItIsNow()
    {
        PlotBoard board;
        board.resize(600, 400);
        board.show();
        board.registerTag(norm());
        tick(board, 1, reading(10));
        tick(board, 2, reading(1000));
        TagPlot *plot = board.plots("Weight Norm")[0];
        QTRY_VERIFY(!plot->isDirty());
        for (const bool log : {true, false, true}) {
            record::TagSpec changed = norm();
            changed.logY = log;
            changed.quantity = log ? "RMS" : "L2 norm";
            board.registerTag(changed);
            QTRY_VERIFY(!plot->isDirty());
            QCOMPARE(plot->yAxis->scaleType(), log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
            QCOMPARE(plot->yAxis->label(), QString::fromStdString(changed.quantity));
            QVERIFY(plot->yAxis->range().contains(10) && plot->yAxis->range().contains(1000));
        }
        tick(board, 3, reading(100));
        QCOMPARE(plot->points("mean").size(), std::size_t{3}); // what was there stays
    }

    void aLabelThatIsNotAlwaysThereLeavesNone()
    {
        PlotBoard board;
        board.registerTag(norm());
        tick(board, 1, {{"fc1", {{"mean", 1}, {"max", 5}}, {}}});
        tick(board, 2, {{"fc1", {{"mean", 2}}, {}}});
        tick(board, 3, {{"fc1", {{"mean", 3}, {"max", 6}}, {}}});
        const auto points = board.plots("Weight Norm")[0]->points("max");
        QCOMPARE(points.size(), std::size_t{2});
    }

    void nonFiniteValuesAreMarkedNotDrawn()
    {
        PlotBoard board;
        board.resize(600, 400);
        board.show();
        board.registerTag(norm());
        tick(board, 1, reading(1));
        tick(board, 2, reading(NAN));
        tick(board, 3, reading(INFINITY));
        tick(board, 4, reading(2));
        TagPlot *plot = board.plots("Weight Norm")[0];
        QCOMPARE(plot->nonFiniteCount(), 2);
        QTRY_VERIFY(!plot->isDirty());
        QVERIFY(plot->yAxis->range().upper < 10); // the limits are those of finite values
        QVERIFY(board.picture(800).width() == 800);
    }

    void wheelAndDoubleClickZoomAllPlotsAlike()
    {
        PlotBoard board;
        board.resize(700, 500);
        board.registerTag(norm());
        for (int i = 1; i <= 50; ++i)
            tick(board, i, reading(i));
        board.show();
        QVERIFY(QTest::qWaitForWindowExposed(&board));
        TagPlot *first = board.plots("Weight Norm")[0], *second = board.plots("Weight Norm")[1];
        QTRY_VERIFY(!first->isDirty() && !second->isDirty());
        const QCPRange all = first->xAxis->range();
        QVERIFY(all.lower < 10 && all.upper > 500);
        Q_EMIT first->xRangeChosen(QCPRange(100, 200));
        QTRY_COMPARE(second->xAxis->range(), QCPRange(100, 200));
        tick(board, 51, reading(51));
        QTRY_VERIFY(!first->isDirty());
        QCOMPARE(first->xAxis->range(), QCPRange(100, 200)); // a live plot keeps the user's zoom
        QTest::mouseDClick(second, Qt::LeftButton, {}, second->rect().center());
        QTRY_VERIFY(first->xAxis->range().upper > 500);
    }

    void hiddenTagsTakeNoRoom()
    {
        PlotBoard board;
        board.registerTag(norm());
        tick(board, 1, reading(1));
        const int height = board.picture(800).height();
        board.setTagVisible("Weight Norm", false);
        QVERIFY(board.picture(800).height() < height / 2);
        tick(board, 2, reading(2)); // recorded all the same
        board.setTagVisible("Weight Norm", true);
        QCOMPARE(board.plots("Weight Norm")[0]->points("mean").size(), std::size_t{2});
    }

    void sharesStandOnEachOther()
    {
        PlotBoard board;
        board.resize(500, 300);
        record::TagSpec tag{"Norm Comparison", "ParameterNorm", record::TagKind::Relations};
        tag.big = true;
        board.registerTag(tag);
        for (std::int64_t i = 1; i <= 3; ++i)
            board.plotRelations({i, 1, i, i, 0}, "Norm Comparison", {{"Norm Comparison", {{"fc1", 0.25}, {"fc2", 0.75}}, {}}});
        board.show();
        TagPlot *plot = board.plots("Norm Comparison")[0];
        QTRY_VERIFY(!plot->isDirty());
        QCOMPARE(plot->graph(2)->data()->at(0)->value, 1.0); // the second stands on the first
    }
};

QTEST_MAIN(PlotBoardTest)
#include "tst_plot_board.moc"
