#include "tests/support/patience.h"
#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/board/legend_label.h"
#include "widgets/board/plot_window.h"
#include "widgets/board/tag_section.h"
#include "widgets/views/plots/depth_plot.h"
#include "widgets/views/plots/heat_map_plot.h"
#include "widgets/views/plots/line_plot.h"

#include <QAbstractItemView>
#include <QRegularExpression>

#include <cmath>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;

namespace {

record::TagSpec lossTag()
{
    record::TagSpec tag{"Loss", "LossMetrics"};
    tag.big = true;
    return tag;
}

/// Returns the text of the legend over a tag's plots, without colours.
QString legend(PlotBoard &board, const QString &tag = "Weight Norm")
{
    auto *section = const_cast<TagSection *>(board.sections().section(tag));
    section->updateLegend();
    QString html = section->legendText();
    return html.remove(QRegularExpression("<[^>]*>")).remove(QChar(0x2060)).replace("&nbsp;", " ");
}

} // namespace

/// Overlaid runs of different models, and hidden layers.
class OverlaidRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLayerThatARunLacksIsNotMarkedInTheProfile()
    {
        WrittenRun first, second;
        first.tick(1, {{"fc1", 1}, {"fc2", 2}, {"fc3", INFINITY}});
        second.tick(1, {{"fc1", 3}});
        PlotBoard board;
        board.addRun(first.run(), "first");
        board.addRun(second.run(), "second");
        const auto *profile = drawn<DepthPlot>(board, TagView::DepthProfile);
        QCOMPARE(profile->traces().marksAbove, std::vector<double>{2}); // the infinite one
        QVERIFY(profile->traces().marksBelow.empty());
    }

    void aLegendNamesRunsThatHaveSuchALine()
    {
        WrittenRun first;
        first.tick(1, {{"fc1", 1}});
        WrittenRun other({"Bias Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"});
        other.tick(1, {{"fc1", 1}});
        PlotBoard board;
        board.addRun(first.run(), "first");
        board.addRun(other.run(), "second");
        QVERIFY2(legend(board).contains("first") && !legend(board).contains("second"), qPrintable(legend(board)));
        QVERIFY(legend(board, "Bias Norm").contains("second") && !legend(board, "Bias Norm").contains("first"));
    }

    void whatIsBigIsNoLayer()
    {
        WrittenRun loss(lossTag());
        loss.tick(1, {{"Loss", 0.5}});
        loss.tick(2, {{"Loss", 0.25}});
        WrittenRun norms;
        norms.tick(1, {{"fc1", 1}, {"fc2", 2}});
        PlotBoard board;
        board.addRun(loss.run(), "first");
        board.addRun(norms.run(), "second");
        QCOMPARE(board.state().runs[0]->layers, QStringList());
        QCOMPARE(board.state().runs[1]->layers, (QStringList{"fc1", "fc2"}));
        board.visibility().setHiddenLayers({"Loss", "fc2"}); // a layer could have the name "Loss"
        QCOMPARE(board.sections().plots("Loss").size(), std::size_t{1});
        QCOMPARE(drawn<LinePlot>(board, TagView::SmallMultiples, "Loss")->points("mean").size(), std::size_t{2});
    }

    void aTagAllOfWhoseLayersAreHiddenHasNoHeading()
    {
        for (const TagView view : {TagView::SmallMultiples, TagView::Overlay, TagView::HeatMap, TagView::DepthProfile}) {
            WrittenRun run;
            run.tick(1, {{"fc1", 1}, {"fc2", 2}});
            PlotBoard board;
            board.addRun(run.run(), "run");
            TagStyle style;
            style.view = view;
            board.setTagStyle("Weight Norm", style);
            board.visibility().setHiddenLayers({"fc1", "fc2"});
            QVERIFY(board.sections().isEmpty() && board.sections().plots("Weight Norm").empty());
            board.state().undo().undo();
            QVERIFY(!board.sections().isEmpty() && !board.sections().plots("Weight Norm").empty());
        }
    }

    void theInnerBandIsTheDarkerOneInPlotAndLegend()
    {
        for (const bool innerFirst : {true, false}) {
            auto run = std::make_shared<store::RunStore>();
            run->registerTag(normTag());
            run->registerSeries({0, "fc1", "mean", record::SeriesRole::Line});
            const auto addBand = [&](const char *low, const char *high) {
                run->registerSeries({0, "fc1", low, record::SeriesRole::BandLow});
                run->registerSeries({0, "fc1", high, record::SeriesRole::BandHigh});
            };
            innerFirst ? addBand("Q1", "Q3") : addBand("min", "max");
            innerFirst ? addBand("min", "max") : addBand("Q1", "Q3");
            const double inner = innerFirst ? 1 : 4, outer = innerFirst ? 4 : 1;
            run->commit({stampOf(1), {{0, 0}, {1, -inner}, {2, inner}, {3, -outer}, {4, outer}}});
            run->commit({stampOf(2), {{0, 0}, {1, -inner}, {2, inner}, {3, -outer}, {4, outer}}});
            PlotBoard board;
            board.addRun(run, "run");
            const auto &bands = drawn<LinePlot>(board, TagView::SmallMultiples)->traces().bands;
            const auto alphaOf = [&](double reach) {
                return std::ranges::find_if(bands, [reach](const DrawnBand &band) { return band.high.front().y == reach; })->colour.alpha();
            };
            QVERIFY(alphaOf(1) > alphaOf(4));
            for (const DrawnBand &band : bands) // distinguishable where they overlap
                QVERIFY(band.outline.alpha() > band.colour.alpha() && band.outline.rgb() == band.colour.rgb());
            QVERIFY2(legend(board).contains("■ Q1 … Q3   ■ min … max"), qPrintable(legend(board)));
            const auto &notes = board.sections().section("Weight Norm")->legend().notes;
            const int ground = board.palette().color(QPalette::Base).lightness();
            const auto contrast = [ground](const LegendEntry &entry) { return std::abs(entry.colour.lightness() - ground); };
            QVERIFY(contrast(notes.at(0)) > contrast(notes.at(1)));
        }
    }

    void layersOfOtherNamesStandBesideEachOther()
    {
        WrittenRun first, second;
        first.tick(1, {{"fc1", 1}, {"fc2", 2}});
        second.tick(1, {{"net.0", 3}, {"net.2", 8}});
        PlotBoard board;
        board.addRun(first.run(), "first");
        board.addRun(second.run(), "second");
        const auto profiles = drawn<DepthPlot>(board, TagView::DepthProfile)->traces().lines;
        QCOMPARE(profiles.size(), std::size_t{2});
        QCOMPARE(profiles[1].points.size(), std::size_t{2}); // layers of unknown type, in order
        QVERIFY(profiles[1].points[0].y < profiles[1].points[1].y);
        QCOMPARE(drawn<HeatMapPlot>(board, TagView::HeatMap)->rows(), (QStringList{"fc1", "fc2"}));
        const auto maps = board.sections().plots("Weight Norm");
        QCOMPARE(maps.size(), std::size_t{2});
        auto *secondMap = qobject_cast<HeatMapPlot *>(maps[1]);
        secondMap->layOut();
        secondMap->refresh();
        QCOMPARE(secondMap->rows(), (QStringList{"net.0", "net.2"}));
    }

    void differencesAreFromTheFirstRun_data()
    {
        QTest::addColumn<bool>("isLog");
        QTest::addColumn<QList<double>>("expected"); // expected heights on the axis
        QTest::newRow("linear") << false << QList<double>{2, -6};
        QTest::newRow("logarithmic") << true << QList<double>{std::log10(3), std::log10(0.25)};
    }

    void differencesAreFromTheFirstRun()
    {
        QFETCH(bool, isLog);
        QFETCH(QList<double>, expected);
        WrittenRun first, second;
        first.tick(1, {{"fc1", 1}, {"fc2", 8}});
        second.tick(1, {{"fc1", 3}, {"fc2", 2}});
        PlotBoard board;
        board.addRun(first.run(), "first");
        board.addRun(second.run(), "second");
        TagStyle style = board.tagStyle("Weight Norm");
        style.isDifference = true;
        style.isLog = isLog;
        board.setTagStyle("Weight Norm", style);
        const auto *plot = drawn<DepthPlot>(board, TagView::DepthProfile);
        const auto &lines = plot->traces().lines;
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].points[0].y, expected[0]);
        QCOMPARE(lines[0].points[1].y, expected[1]);
        QVERIFY(plot->yAxis->range().contains(0)); // the axis shows 0, the level of equal values
        const auto *map = drawn<HeatMapPlot>(board, TagView::HeatMap);
        QCOMPARE(board.sections().plots("Weight Norm").size(), std::size_t{1});
        QCOMPARE(map->title(), "second minus first");
        const QImage image = map->image();
        const QColor more = image.pixelColor(image.width() / 2, 0), less = image.pixelColor(image.width() / 2, 1);
        QVERIFY(more.red() > more.blue() && less.blue() > less.red());
    }

    void aLegendSaysOfHowManyStepsItIs_data()
    {
        QTest::addColumn<double>("first"); // share of measured steps per tick in the first half
        QTest::addColumn<double>("second");
        QTest::addColumn<QString>("note");
        QTest::newRow("all") << 1.0 << 1.0 << "100 % of all steps measured";
        QTest::newRow("nearly all") << 0.996 << 0.996 << "99 % of all steps measured";
        QTest::newRow("none in the last ticks") << 0.5 << 0.0 << "25 % of all steps measured";
        QTest::newRow("few") << 0.012 << 0.012 << "1.2 % of all steps measured";
    }

    void aLegendSaysOfHowManyStepsItIs()
    {
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(QString, note);
        const auto run = std::make_shared<store::RunStore>();
        run->registerTag({"Weight Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"});
        run->registerTag({record::kCoverageTag, record::kCoverageLens, record::TagKind::Probability, "share"});
        run->registerSeries({0, "fc1", "mean", record::SeriesRole::Line});
        run->registerSeries({1, record::kCoverageTag, "ParameterNorm", record::SeriesRole::Line});
        PlotBoard board;
        board.addRun(run, "run");
        constexpr std::int64_t kTicks = 100;
        for (std::int64_t i = 1; i <= kTicks; ++i) { // read in several parts
            run->commit({{i, 1, i, i, 0}, {{0, 1.0}, {1, i <= kTicks / 2 ? first : second}}});
            if (i % 15 == 0)
                legend(board);
        }
        QVERIFY2(legend(board).contains(note), qPrintable(legend(board)));
    }

    void notFiniteHasTheSignThatThePlotHas()
    {
        WrittenRun run;
        run.tick(1, {{"fc1", INFINITY}, {"fc2", 1}});
        PlotBoard board;
        board.addRun(run.run(), "run");
        QVERIFY(legend(board).contains("▲ not finite at 1 point"));
        drawn<HeatMapPlot>(board, TagView::HeatMap);
        QVERIFY(legend(board).contains("■ not finite at 1 point"));
    }

    void aPlotAloneHasItsLegendValuesAndLargerLetters()
    {
        WrittenRun run;
        run.tick(1, {{"fc1", 1}, {"fc2", 2}});
        PlotBoard board;
        board.addRun(run.run(), "run");
        board.resize(600, 400);
        board.show();
        const auto plots = board.sections().plots("Weight Norm");
        board.showAlone(*plots[1]);
        auto *window = board.findChild<PlotWindow *>();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        QTRY_VERIFY(window->legend().contains("mean"));
        QVERIFY(window->plot()->xAxis->tickLabelFont().pointSizeF() > 1.3 * plots[1]->xAxis->tickLabelFont().pointSizeF());
        auto *values = window->findChild<QAbstractItemView *>();
        board.state().setCrossHair(10);
        QTRY_COMPARE(values->model()->rowCount(), 1); // only values of its layer

        const auto *shown = qobject_cast<LinePlot *>(window->plot());
        QTRY_COMPARE(shown->points("mean").size(), std::size_t{1});
        QVERIFY(QMetaObject::invokeMethod(window->findChild<LegendLabel *>(), "linkActivated", Q_ARG(QString, "mean")));
        QTRY_VERIFY(shown->points("mean").empty());
        QTRY_VERIFY(window->legend().contains("line-through"));
    }
};

LENSBOARD_WINDOW_TEST(OverlaidRunsTest)
#include "tst_overlaid_runs.moc"
