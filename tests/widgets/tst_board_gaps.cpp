#include "core/store/derived/ensemble_run.h"
#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/models/readout_model.h"
#include "widgets/views/plots/depth_plot.h"
#include "widgets/views/plots/heat_map_plot.h"
#include "widgets/views/plots/histogram_plot.h"
#include "widgets/views/plots/line_plot.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;

namespace {

/// Returns a run with ticks 1 to 10. The lens is off from after tick 4 until tick 7, and misses these ticks.
std::shared_ptr<WrittenRun> interrupted(double scale = 1)
{
    auto run = std::make_shared<WrittenRun>();
    for (int tick = 1; tick <= 10; ++tick) {
        if (tick == 5)
            run->switchLens(false, 41);
        if (tick == 8)
            run->switchLens(true, 70);
        run->tick(tick, tick < 5 || tick > 7 ? LayerValues{{"fc1", scale * tick}, {"fc2", 2 * scale * tick}} : LayerValues{});
    }
    run->finish();
    return run;
}

struct ShownGaps
{
    std::shared_ptr<WrittenRun> written = interrupted();
    PlotBoard board;

    ShownGaps() { board.addRun(written->run(), "run"); }

    std::optional<store::StampedValue> read(double x) { return board.sections().readings("Weight Norm", x).front().value; }
};

} // namespace

/// No view or read-out shows values for the time a lens was off.
class BoardGapsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readingsAreThoseOfTheTickOrNone_data()
    {
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("expected"); // NaN: not measured
        QTest::newRow("at a tick") << 40.0 << 4.0;
        QTest::newRow("nearer to the one before") << 24.0 << 2.0;
        QTest::newRow("as near to either") << 25.0 << 2.0;
        QTest::newRow("nearer to the next") << 26.0 << 3.0;
        QTest::newRow("nearer to the next, just before the end") << 96.0 << 10.0;
        QTest::newRow("until the next tick was due") << 49.0 << 4.0;
        QTest::newRow("at the first tick that was missed") << 50.0 << double(NAN);
        QTest::newRow("at the last one") << 79.0 << double(NAN);
        QTest::newRow("measured again") << 80.0 << 8.0;
        QTest::newRow("before all") << 5.0 << double(NAN);
        QTest::newRow("the last") << 105.0 << 10.0;
        QTest::newRow("after the end") << 111.0 << double(NAN);
    }
    void readingsAreThoseOfTheTickOrNone()
    {
        QFETCH(double, step);
        QFETCH(double, expected);
        ShownGaps shown;
        const auto read = shown.read(step);
        QCOMPARE(read.has_value(), !std::isnan(expected));
        if (read)
            QCOMPARE(read->value, expected);
    }

    void aSeriesThatIsMeasuredRarelyHasNone()
    {
        WrittenRun rare;
        for (int tick = 1; tick <= 40; ++tick)
            rare.tick(tick, tick % 10 ? LayerValues{{"fc1", tick}} : LayerValues{{"fc1", tick}, {"fc2", tick}});
        PlotBoard board;
        board.addRun(rare.run(), "run");
        for (const Reading &reading : board.sections().readings("Weight Norm", 295))
            QCOMPARE(reading.value->value, reading.series.spec.layer == "fc1" ? 29.0 : 30.0);
    }

    void aReadingTellsTheStepItIsOf()
    {
        WrittenRun rare;
        for (int tick = 1; tick <= 20; ++tick)
            rare.tick(tick, tick % 10 ? LayerValues{{"fc1", tick}} : LayerValues{{"fc1", tick}, {"fc2", 100 + tick}});
        PlotBoard board;
        board.addRun(rare.run(), "run");
        ReadoutModel model;
        model.setReadings(board.sections().readings("Weight Norm", 155), {}, {});
        QCOMPARE(model.index(0, ReadoutModel::Value).data().toString(), "120");
        QVERIFY(model.index(0, ReadoutModel::Place).data().toString().contains("200"));
        QVERIFY(model.index(1, ReadoutModel::Place).data().toString().contains("150"));
        QCOMPARE(model.places().size(), qsizetype{2});
        model.setReadings(board.sections().readings("Weight Norm", 205), {}, {});
        QCOMPARE(model.places(), QStringList{"step 200"});
    }

    void whatWasNotMeasuredIsSaid()
    {
        ShownGaps shown;
        ReadoutModel model;
        model.setReadings(shown.board.sections().readings("Weight Norm", 60), {}, {});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, ReadoutModel::Value).data().toString(), "not measured");
        QVERIFY(model.index(0, ReadoutModel::Place).data().toString().isEmpty());
    }

    void aHeatMapHasNoCellsThere()
    {
        ShownGaps shown;
        const auto *map = drawn<HeatMapPlot>(shown.board, TagView::HeatMap);
        const QImage image = map->image();
        const auto isEmpty = [&](double step) {
            const Stretch x = map->shownX();
            return qAlpha(image.pixel(static_cast<int>((step - x.low) / x.size() * image.width()), 0)) == 0;
        };
        for (const double step : {20.0, 45.0, 48.0, 82.0})
            QVERIFY2(!isEmpty(step), qPrintable(QString::number(step)));
        for (const double step : {52.0, 60.0, 71.0, 78.0})
            QVERIFY2(isEmpty(step), qPrintable(QString::number(step)));
    }

    void aProfileHasNoPointsThere()
    {
        ShownGaps shown;
        shown.board.state().setCrossHair(60);
        const auto *profile = drawn<DepthPlot>(shown.board, TagView::DepthProfile);
        for (const auto &point : profile->traces().lines.front().points)
            QVERIFY(std::isnan(point.y));
        QVERIFY(profile->traces().marksAbove.empty()); // it was not measured; infinite values would have marks
    }

    void aLineIsBrokenThereOnEveryAxis()
    {
        for (const XAxis x : {XAxis::Step, XAxis::Tick, XAxis::Samples, XAxis::WallTime, XAxis::RelativeTime}) {
            ShownGaps shown;
            BoardStyle style;
            style.x = x;
            shown.board.state().setStyle(style);
            const auto points = drawn<LinePlot>(shown.board, TagView::SmallMultiples)->points("mean");
            QCOMPARE(points.size(), std::size_t{8});
            QVERIFY(std::isnan(points[4].y) && points[3].y == 4 && points[5].y == 8);
        }
    }

    void offAndOnWithinATickIsNoGap()
    {
        WrittenRun run;
        for (int tick = 1; tick <= 3; ++tick)
            run.tick(tick, {{"fc1", tick}});
        run.switchLens(false, 32);
        run.switchLens(true, 36);
        run.tick(4, {{"fc1", 4.0}});
        PlotBoard board;
        board.addRun(run.run(), "run");
        QCOMPARE(drawn<LinePlot>(board, TagView::SmallMultiples)->points("mean").size(), std::size_t{4});
    }

    void aHistogramMapIsEmptyThere()
    {
        auto run = std::make_shared<store::RunStore>();
        run->registerTag(normTag());
        run->registerSeries({0, "fc1", "histogram", record::SeriesRole::Histogram});
        for (int tick = 1; tick <= 10; ++tick) {
            if (tick == 8)
                run->append({record::RunEvent::Kind::LensOn, 70, 0, "ParameterNorm"});
            if (tick < 5 || tick > 7)
                run->commit({stampOf(tick), {}, {{0, {{0, 1}, {1}}}}});
        }
        PlotBoard board;
        board.addRun(run, "run");
        const auto *map = drawn<HistogramPlot>(board, TagView::Histograms);
        const auto alphaAt = [&](double step) {
            const Stretch x = map->shownX();
            return qAlpha(map->image().pixel(static_cast<int>((step - x.low) / x.size() * map->image().width()), map->image().height() / 2));
        };
        QVERIFY(alphaAt(45) > 0 && alphaAt(85) > 0);
        QCOMPARE(alphaAt(60), 0);
    }

    void theMeanOfRunsHasAGapWhereNoneCounts()
    {
        const auto whole = std::make_shared<WrittenRun>();
        for (int tick = 1; tick <= 10; ++tick)
            whole->tick(tick, {{"fc1", 3.0 * tick}});
        const auto mean = [](std::vector<std::shared_ptr<const store::Run>> runs) {
            return std::make_shared<store::EnsembleRun>("mean", std::move(runs), store::EnsembleRun::Spread::Deviation);
        };
        PlotBoard board, gaps;
        board.addRun(mean({interrupted()->run(), whole->run()}), "mean");
        gaps.addRun(mean({interrupted()->run(), interrupted(3)->run()}), "mean");
        const auto points = drawn<LinePlot>(board, TagView::SmallMultiples)->points("mean");
        QCOMPARE(points.size(), std::size_t{12}); // interrupted where the number of averaged runs changes
        QVERIFY(points[3].y == 8 && std::isnan(points[4].y) && points[5].y == 15 && points[7].y == 21 && std::isnan(points[8].y) && points[9].y == 16);
        const auto broken = drawn<LinePlot>(gaps, TagView::SmallMultiples)->points("mean");
        QCOMPARE(broken.size(), std::size_t{8});
        QVERIFY(std::isnan(broken[4].y) && broken[3].y == 8 && broken[5].y == 16);
        QVERIFY(!gaps.sections().readings("Weight Norm", 60).front().value);
    }

    void aReadingOfAMeanTellsOfHowManyRuns()
    {
        WrittenRun whole;
        for (int tick = 1; tick <= 10; ++tick)
            whole.tick(tick, {{"fc1", 3.0 * tick}});
        PlotBoard board;
        board.addRun(std::make_shared<store::EnsembleRun>("mean", std::vector<std::shared_ptr<const store::Run>>{interrupted()->run(), whole.run()},
                                                          store::EnsembleRun::Spread::Deviation),
                     "mean");
        ReadoutModel model;
        const QAbstractItemModelTester tester(&model);
        const auto read = [&](double x) {
            model.setReadings(board.sections().readings("Weight Norm", x), {}, {});
            QStringList counts; // of fc1 and fc2; only one of the runs has them
            for (const char *layer : {"fc1", "fc2"})
                for (int row = 0; row < model.rowCount(); ++row)
                    if (model.index(row, ReadoutModel::Layer).data(Qt::ToolTipRole) == layer)
                        counts << model.index(row, ReadoutModel::MeanOf).data().toString();
            return counts;
        };
        QCOMPARE(read(40), (QStringList{"2 of 2", "1 of 2"}));
        QCOMPARE(read(60), (QStringList{"1 of 2", ""})); // not measured
        QVERIFY(model.hasMeans());
        QVERIFY(model.index(0, ReadoutModel::Value).data(Qt::ToolTipRole).toString().contains("mean of 1 of 2 runs"));
        QCOMPARE(read(100), (QStringList{"2 of 2", "1 of 2"}));
        ShownGaps plain;
        model.setReadings(plain.board.sections().readings("Weight Norm", 40), {}, {});
        QVERIFY(!model.hasMeans());
    }
};

LENSBOARD_WINDOW_TEST(BoardGapsTest)
#include "tst_board_gaps.moc"
