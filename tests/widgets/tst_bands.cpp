// Bands of several runs, on logarithmic axes, and of means of runs.

#include "core/store/derived/ensemble_run.h"
#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/board/tag_header.h"
#include "widgets/board/tag_section.h"
#include "widgets/views/plots/line_plot.h"

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;

namespace {

using Points = std::vector<double>;

/// Returns a run with a line of \p values, one per tick, and a band from \p low below to \p high above it.
std::shared_ptr<store::RunStore> bandedRun(const Points &values, double low = 1, double high = 1)
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag(normTag());
    run->registerSeries({0, "fc1", "mean", record::SeriesRole::Line});
    run->registerSeries({0, "fc1", "-σ", record::SeriesRole::BandLow});
    run->registerSeries({0, "fc1", "+σ", record::SeriesRole::BandHigh});
    int tick = 0;
    for (const double value : values)
        run->commit({stampOf(++tick), {{0, value}, {1, value - low}, {2, value + high}}});
    run->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
    return run;
}

std::shared_ptr<store::EnsembleRun> meanOf(std::vector<std::shared_ptr<const store::Run>> runs)
{
    return std::make_shared<store::EnsembleRun>("mean", std::move(runs), store::EnsembleRun::Spread::Deviation);
}

/// Returns the number of painted bands in \p plot.
std::ptrdiff_t paintedBands(const LinePlot &plot)
{
    const TracePlottable &traces = plot.traces();
    return std::ranges::count_if(traces.bands, [&](const DrawnBand &band) {
        return !band.isOnlyForward || (!traces.highlighted().isEmpty() && band.key.startsWith(traces.highlighted()));
    });
}

QString noteOf(LinePlot &plot)
{
    return plot.item(0)->visible() ? qobject_cast<QCPItemText *>(plot.item(0))->text() : QString();
}

/// Returns the height of the coloured column at \p step on the plot's lower edge, relative to the plot's height.
double shareBelow(LinePlot &plot, double step)
{
    const QImage image = plot.toPixmap(600, 300).toImage();
    const QRect rect = plot.axisRect()->rect();
    const int x = static_cast<int>(plot.xAxis->coordToPixel(step));
    int painted = 0;
    for (int y = rect.bottom() - 3; y > rect.top() && image.pixelColor(x, y).saturation() > 20; --y)
        ++painted;
    return static_cast<double>(painted) / rect.height();
}

} // namespace

class BandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fromFourRunsOnTheBandUnderTheMouseIsDrawn()
    {
        PlotBoard board;
        for (int i = 0; i < 3; ++i)
            board.addRun(bandedRun({1.0 + i, 2.0 + i, 3.0 + i}), QString::number(i));
        auto *plot = drawn<LinePlot>(board, TagView::SmallMultiples);
        QCOMPARE(paintedBands(*plot), 3);
        const double least = plot->yAxis->range().lower;
        board.addRun(bandedRun({40, 50, 60}, 100, 100), "wide");
        plot = drawn<LinePlot>(board, TagView::SmallMultiples);
        QCOMPARE(paintedBands(*plot), 0);
        QVERIFY(plot->yAxis->range().lower > least - 4); // the axis range ignores the band
        plot->highlightRun(board.state().runs[1].get());
        plot->refresh();
        QCOMPARE(paintedBands(*plot), 1);
        plot->highlightRun(nullptr);
        board.setRunVisible(3, false);
        plot = drawn<LinePlot>(board, TagView::SmallMultiples);
        QCOMPARE(paintedBands(*plot), 3);
    }

    void theBandOfAMeanStaysBesideManyRuns()
    {
        PlotBoard board;
        std::vector<std::shared_ptr<const store::Run>> runs;
        for (int i = 0; i < 6; ++i) {
            runs.push_back(bandedRun({1.0 + i, 2.0 + i, 3.0 + i}));
            board.addRun(runs.back(), QString::number(i));
        }
        board.addRun(meanOf(runs), "mean");
        QCOMPARE(paintedBands(*drawn<LinePlot>(board, TagView::SmallMultiples)), 1);
    }

    void aBandThatReachesZeroIsClippedAtALogarithmicAxis()
    {
        PlotBoard board;
        board.resize(800, 600);
        board.addRun(bandedRun({10, 10, 1, 10, 10}, 5, 5), "run"); // at the value 1 the band reaches down to −4
        TagStyle style;
        style.isLog = true;
        board.setTagStyle("Weight Norm", style);
        auto *plot = drawn<LinePlot>(board, TagView::SmallMultiples);
        QCOMPARE(plot->scale(), ValueScale::Kind::Log);
        const QCPRange axis = plot->yAxis->range();
        const auto &low = plot->traces().bands.front().low;
        QVERIFY(low[2].y < axis.lower && low[2].y > axis.lower - 0.1 * axis.size()); // not decades lower, with vertical walls on both sides
        QVERIFY(shareBelow(*plot, 25) < 0.5);
    }

    void aMeanIsBrokenWhereOtherRunsAreAveraged()
    {
        PlotBoard board;
        board.addRun(meanOf({bandedRun({2, 2, 2, 2, 2, 2}), bandedRun({4, 4, 4})}), "mean");
        auto *plot = drawn<LinePlot>(board, TagView::SmallMultiples);
        const auto points = plot->points("mean");
        QCOMPARE(points.size(), std::size_t{7});
        QVERIFY(points[2].y == 3 && std::isnan(points[3].y) && points[4].y == 2);
        QCOMPARE(noteOf(*plot), "mean of 2, then 1 runs");
        QVERIFY(!std::isnan(plot->points("mean").front().y));

        PlotBoard whole;
        whole.addRun(meanOf({bandedRun({2, 2, 2}), bandedRun({4, 4, 4})}), "mean");
        plot = drawn<LinePlot>(whole, TagView::SmallMultiples);
        QVERIFY(std::ranges::none_of(plot->points("mean"), [](const stats::Point &point) { return std::isnan(point.y); }));
        QCOMPARE(noteOf(*plot), QString());
    }

    void headingsStandOverTheirPlots()
    {
        const record::TagSpec loss{.name = "Loss", .lens = "LossMetrics", .big = true};
        record::TagSpec drift{.name = "Drift", .lens = "Drift", .big = true};
        auto run = std::make_shared<store::RunStore>();
        run->registerTag(loss);
        run->registerTag(drift);
        run->registerSeries({0, "Loss", "mean", record::SeriesRole::Line});
        run->registerSeries({1, "Drift", "norm", record::SeriesRole::Line});
        run->commit({stampOf(1), {{0, 1.0}, {1, 1.0}}});
        PlotBoard board;
        board.addRun(run, "run");
        board.resize(1000, 700);
        board.show();
        QVERIFY(QTest::qWaitForWindowExposed(&board));
        TagSection *left = board.sections().all()[0];
        const int top = left->findChild<TagHeader *>()->y();
        left->resize(left->width(), left->height() + 300); // like next to a taller one
        QTest::qWait(0);
        QCOMPARE(left->findChild<TagHeader *>()->y(), top);
        QCOMPARE(left->findChild<TagHeader *>()->height(), board.sections().all()[1]->findChild<TagHeader *>()->height());
    }
};

LENSBOARD_WINDOW_TEST(BandsTest)
#include "tst_bands.moc"
