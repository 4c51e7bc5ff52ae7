#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/support/labelled_plot.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/board/board_pages.h"
#include "widgets/board/board_picture.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/tag_header.h"
#include "widgets/board/tag_section.h"
#include "widgets/views/plots/line_plot.h"

#include <QHelpEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

record::TagSpec layerNorm()
{
    return {"Weight Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"};
}

/// A run being recorded and the board that shows it.
struct Shown
{
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    PlotBoard board;

    explicit Shown(const record::TagSpec &tag = layerNorm())
    {
        board.addRun(run, "run");
        registerTag(tag);
    }

    void registerTag(const record::TagSpec &tag)
    {
        recorder.registerTag(tag);
        board.follow();
    }
    void tick(std::int64_t number, const visualizer::Readings &readings, const record::TagSpec &tag = layerNorm())
    {
        const record::TickStamp stamp{number, 1, 10 * number, 100 * number, 0};
        if (!readings.empty())
            test::plot(recorder, stamp, tag, readings);
        recorder.endTick(stamp);
        board.follow();
    }
    void recordTensor(std::int64_t number, const record::TagSpec &tag)
    {
        const record::TickStamp stamp{number, 1, 10 * number, 100 * number, 0};
        const auto tensor = std::make_shared<const record::TensorValue>(record::TensorValue{{1}, {1.0f}});
        const auto series = recorder.registerSeries({recorder.registerTag(tag), "fc9", "value", record::SeriesRole::Tensor});
        recorder.plotTensors(stamp, std::vector<record::SeriesTensor>{{series, tensor}});
        recorder.endTick(stamp);
        board.follow();
    }
    void note(record::RunEvent::Kind kind, std::int64_t step)
    {
        recorder.note({kind, step, 0, "ParameterNorm"});
        board.follow();
    }
    /// Returns the plot of a layer, drawn with the current values.
    LinePlot *drawn(const char *tag = "Weight Norm", std::size_t layer = 0) const
    {
        auto *plot = qobject_cast<LinePlot *>(board.sections().plots(tag).at(layer));
        plot->refresh();
        return plot;
    }
};

visualizer::Readings reading(double value)
{
    return {{"fc1", {{"mean", value}}, {{"-σ", "+σ", value - 1, value + 1}}}, {"fc2", {{"mean", 2 * value}}, {}}};
}

} // namespace

class PlotBoardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Lenses that take turns find some layers later than others.
    void layersStandInModelOrderWheneverTheyWereMeasured()
    {
        Shown shown;
        shown.run->update([](record::RunInfo &info) { info.layers = {{"fc1", "Linear", true, {}}, {"fc2", "Linear", true, {}}, {"fc3", "Linear", true, {}}}; });
        const auto mean = [](const char *layer) { return visualizer::Readings{{layer, {{"mean", 1}}, {}}}; };
        shown.tick(1, mean("fc3"));
        shown.tick(2, mean("fc1"));
        shown.tick(3, mean("fc2.weight")); // below a layer
        const auto order = [&] {
            QStringList layers;
            for (const TagPlot *plot : shown.board.sections().plots("Weight Norm"))
                layers << plot->title();
            return layers;
        };
        QCOMPARE(order(), (QStringList{"fc1", "fc2.weight", "fc3"}));
    }

    void onePlotALayerAndOneForABigTag()
    {
        Shown shown;
        PlotBoard &board = shown.board;
        record::TagSpec loss{"Loss", "LossMetrics"};
        loss.big = true;
        shown.registerTag(loss);
        shown.tick(1, reading(3));
        shown.tick(2, {{"Loss", {{"train_loss mean", 1}}, {}}}, loss);
        QCOMPARE(board.sections().plots("Weight Norm").size(), std::size_t{2});
        QCOMPARE(board.sections().plots("Weight Norm")[1]->title(), "fc2");
        QCOMPARE(board.sections().plots("Loss").size(), std::size_t{1});
        QVERIFY(board.sections().plots("unknown").empty());
    }

    void aLensThatWasOffLeavesAGap()
    {
        Shown shown;
        shown.tick(1, reading(1));
        shown.tick(2, reading(2));
        shown.note(record::RunEvent::Kind::LensOff, 22);
        shown.tick(3, {});
        shown.note(record::RunEvent::Kind::LensOn, 31);
        shown.tick(4, reading(4));
        shown.tick(5, reading(5));
        const auto points = shown.drawn()->points("mean");
        QCOMPARE(points.size(), std::size_t{5});
        QCOMPARE(points[1], (stats::Point{20, 2}));
        QVERIFY(std::isnan(points[2].y));
        QCOMPARE(points[3], (stats::Point{40, 4}));
        QCOMPARE(points[4], (stats::Point{50, 5}));
    }

    void aTagThatChangesIsShownAsItIsNow()
    {
        Shown shown;
        PlotBoard &board = shown.board;
        board.resize(600, 400);
        board.show();
        shown.tick(1, reading(10));
        shown.tick(2, reading(1000));
        auto *plot = qobject_cast<LinePlot *>(board.sections().plots("Weight Norm")[0]);
        QTRY_VERIFY(!plot->isDirty());
        for (const bool log : {true, false, true}) {
            record::TagSpec changed = layerNorm();
            changed.logY = log;
            changed.quantity = log ? "RMS" : "L2 norm";
            shown.registerTag(changed);
            QTRY_VERIFY(!plot->isDirty());
            QCOMPARE(plot->scale(), log ? ValueScale::Kind::Log : ValueScale::Kind::Linear);
            QCOMPARE(plot->yAxis->label(), log ? "RMS (log)" : "L2 norm");
            QVERIFY(plot->yAxis->range().contains(log ? 1 : 10) && plot->yAxis->range().contains(log ? 3 : 1000));
        }
        shown.tick(3, reading(100));
        QCOMPARE(shown.drawn()->points("mean").size(), std::size_t{3}); // earlier values stay
    }

    /// A recorder was removed, and a monitor with its name was added.
    void aTagOfTensorsMayBecomeOneOfLines()
    {
        Shown shown;
        const record::TagSpec tensors{"drift", "drift", record::TagKind::Tensors};
        shown.registerTag(layerNorm());
        shown.registerTag(tensors);
        shown.recordTensor(1, tensors);
        QVERIFY(shown.board.sections().plots("drift").empty());
        const record::TagSpec lines{"drift", "drift", record::TagKind::Numerical};
        shown.registerTag(lines);
        shown.tick(2, reading(2), lines);
        QCOMPARE(shown.board.sections().plots("drift").size(), std::size_t{2}); // no plot for the layer of the tensor
        QCOMPARE(shown.board.sections().plots("drift").front()->title(), "fc1");
        shown.registerTag(tensors);
        shown.recordTensor(3, tensors);
        QCOMPARE(shown.board.sections().plots("drift").size(), std::size_t{2}); // drawn plots stay
    }

    void aLabelThatIsNotAlwaysThereLeavesNone()
    {
        Shown shown;
        shown.tick(1, {{"fc1", {{"mean", 1}, {"max", 5}}, {}}});
        shown.tick(2, {{"fc1", {{"mean", 2}}, {}}});
        shown.tick(3, {{"fc1", {{"mean", 3}, {"max", 6}}, {}}});
        const auto points = shown.drawn()->points("max");
        QCOMPARE(points.size(), std::size_t{2});
    }

    void nonFiniteValuesAreMarkedNotDrawn()
    {
        Shown shown;
        PlotBoard &board = shown.board;
        board.resize(600, 400);
        board.show();
        shown.tick(1, reading(1));
        shown.tick(2, reading(NAN));
        shown.tick(3, reading(INFINITY));
        shown.tick(4, reading(2));
        auto *plot = qobject_cast<LinePlot *>(board.sections().plots("Weight Norm")[0]);
        QTRY_VERIFY(!plot->isDirty());
        QVERIFY(plot->yAxis->range().upper < 10); // the limits are taken from the finite values
        const auto points = plot->points("mean");
        QCOMPARE(std::count_if(points.begin(), points.end(), [](const auto &p) { return std::isnan(p.y); }), 2);
        QTRY_VERIFY(std::ranges::any_of(board.findChildren<QLabel *>(),
                                        [](const QLabel *label) { return label->text().contains("not&nbsp;finite&nbsp;at&nbsp;4&nbsp;point"); }));
    }

    void whatHappenedStandsOnTheAxis()
    {
        Shown shown;
        BoardState &state = shown.board.state();
        const auto marks = [&] {
            QStringList all;
            for (const EventMark &mark : state.events().all())
                all << QString::number(mark.x) + '|' + mark.text;
            return all;
        };
        shown.tick(1, reading(1));
        shown.tick(2, reading(2));
        shown.note(record::RunEvent::Kind::Warning, 25);
        shown.note(record::RunEvent::Kind::Text, 25);
        shown.tick(3, reading(3));
        shown.note(record::RunEvent::Kind::LensOff, 12);
        shown.tick(4, {{"fc2", {{"mean", std::nan("")}}, {}}});
        QCOMPARE(marks(), QStringList({"12|step 12 · lens off: Parameter Norm", "25|step 25 · ParameterNorm",
                                       "40|step 40 · first value that is not finite, in Weight Norm of fc2"}));

        BoardStyle style = state.style();
        style.x = XAxis::Samples; // an event belongs to the tick that ends after it
        state.setStyle(style);
        QCOMPARE(marks(), QStringList({"200|sample 200 · lens off: Parameter Norm", "300|sample 300 · ParameterNorm",
                                       "400|sample 400 · first value that is not finite, in Weight Norm of fc2"}));
        style.x = XAxis::WallTime; // these events have no times
        state.setStyle(style);
        QVERIFY(marks().isEmpty());
        style.x = XAxis::Step;
        style.events = EventKind::Lens;
        state.setStyle(style);
        QCOMPARE(marks().size(), 1);
        shown.board.setRunVisible(0, false);
        QVERIFY(marks().isEmpty());
    }

    void findingsAreMarkedSinceWhen()
    {
        Shown shown;
        shown.tick(1, reading(1));
        shown.tick(2, reading(2));
        shown.board.setFindings(0, {{15, true, "Dead Units"}});
        const auto &marks = shown.board.state().events().all();
        QCOMPARE(marks.size(), std::size_t{1});
        QCOMPARE(marks[0].x, 15.0);
        QVERIFY(marks[0].isProblem);
        QCOMPARE(marks[0].text, "step 15 · Dead Units");
    }

    /// Findings about a layer are marked on its plots only; findings about the model on the model's plots.
    void flagsOfALayerStandOnItsPlots()
    {
        Shown shown;
        shown.board.resize(600, 800);
        shown.board.show();
        const record::TagSpec loss{.name = "Loss", .lens = "LossMetrics", .big = true};
        shown.registerTag(loss);
        for (const std::int64_t tick : {1, 3})
            shown.tick(tick, reading(1));
        for (const std::int64_t tick : {4, 5})
            shown.tick(tick, {{"Loss", {{"train_loss mean", 1}}, {}}}, loss);
        shown.board.setFindings(0, {{15, true, "Dead Units", {"fc2", "fc9"}}});
        const auto words = [&](const char *tag, std::size_t layer, double step = 15) {
            LinePlot *plot = shown.drawn(tag, layer);
            plot->layOut();
            const QRect rect = plot->axisRect()->rect();
            return shown.board.state().events().textAt(*plot, {plot->xAxis->coordToPixel(step), double(rect.center().y())});
        };
        QCOMPARE(words("Weight Norm", 0), QString());
        QCOMPARE(words("Weight Norm", 1), "step 15 · Dead Units");
        shown.board.setFindings(0, {{45, true, "Dead Units", {"fc2", "fc9"}}});
        QCOMPARE(words("Loss", 0, 45), "step 45 · Dead Units");
    }

    /// Hidden plots become visible, scrolled to the right range, with the threshold inside the value axis.
    void evidenceIsGoneTo()
    {
        Shown shown;
        shown.board.resize(600, 400);
        shown.board.show();
        for (int tick = 1; tick <= 100; ++tick)
            shown.tick(tick, reading(1 + 0.01 * tick));
        shown.board.visibility().setTagVisible("Weight Norm", false);
        shown.board.visibility().setHiddenLayers({"fc1", "fc2"});
        QVERIFY(!shown.board.navigation().goToEvidence(*shown.board.state().runs[0], {"Loss", {}, {}, 3.0}, 600, 700));
        QVERIFY(shown.board.navigation().goToEvidence(*shown.board.state().runs[0], {"Weight Norm", {"fc2"}, {}, 7.0}, 600, 700));
        QVERIFY(shown.board.visibility().isTagVisible("Weight Norm"));
        QCOMPARE(shown.board.state().hiddenLayers(), std::set<QString>{"fc1"});
        const auto seen = shown.board.state().chosen();
        QVERIFY(seen && seen->contains(600) && seen->contains(700) && seen->size() < 300);
        LinePlot *plot = shown.drawn("Weight Norm", 0);
        QCOMPARE(plot->title(), "fc2");
        QVERIFY(plot->yAxis->range().contains(7.0) && plot->yAxis->range().contains(3.0));
        // Evidence of the whole model: the first plot of the tag, even if all its layers are hidden.
        shown.board.visibility().setHiddenLayers({"fc1", "fc2"});
        QVERIFY(shown.board.navigation().goToEvidence(*shown.board.state().runs[0], {"Weight Norm", {}, {}, 7.0}, 600, 700));
        QVERIFY(shown.board.navigation().currentPlot());
        QCOMPARE(shown.board.navigation().currentPlot()->title(), "fc1");
        shown.board.navigation().resetZoom();
        QVERIFY(!shown.board.state().evidence());
        QVERIFY(!shown.drawn("Weight Norm", 0)->yAxis->range().contains(7.0));
    }

    void pointingAtAFlagSaysWhatHappened()
    {
        Shown shown;
        shown.board.resize(600, 400);
        shown.board.show();
        shown.tick(1, reading(1));
        shown.note(record::RunEvent::Kind::LearningRate, 15);
        shown.tick(2, reading(2));
        LinePlot *plot = shown.drawn();
        QTRY_VERIFY(!plot->isDirty());
        const QRect rect = plot->axisRect()->rect();
        const auto at = [&](double step) { return QPoint(static_cast<int>(plot->xAxis->coordToPixel(step)), rect.center().y()); };
        const auto point = [&](double step) {
            QHelpEvent help(QEvent::ToolTip, at(step), plot->mapToGlobal(at(step)));
            QVERIFY(QApplication::sendEvent(plot, &help));
        };
        point(15);
        QCOMPARE(QToolTip::text(), "step 15 · learning rate: ParameterNorm");
        point(18);
        QTRY_VERIFY(!QToolTip::isVisible());
        const QColor flag = PlotTheme(plot->palette()).series(1);
        const QImage seen = plot->grab().toImage();
        const double scale = seen.devicePixelRatio();
        QCOMPARE(seen.pixelColor((QPointF(at(15).x(), rect.top() + 1) * scale).toPoint()), flag);
    }

    void wheelAndDoubleClickZoomAllPlotsAlike()
    {
        Shown shown;
        PlotBoard &board = shown.board;
        board.resize(700, 500);
        for (int i = 1; i <= 50; ++i)
            shown.tick(i, reading(i));
        board.show();
        QVERIFY(QTest::qWaitForWindowExposed(&board));
        TagPlot *first = board.sections().plots("Weight Norm")[0], *second = board.sections().plots("Weight Norm")[1];
        QTRY_VERIFY(!first->isDirty() && !second->isDirty());
        const QCPRange all = first->xAxis->range();
        QVERIFY(all.lower < 10 && all.upper > 500);
        first->choose(Stretch{100, 200});
        QTRY_COMPARE(second->xAxis->range(), QCPRange(100, 200));
        shown.tick(51, reading(51));
        QTRY_VERIFY(!first->isDirty());
        QCOMPARE(first->xAxis->range(), QCPRange(100, 200)); // a live plot keeps the user's zoom
        QTest::mouseDClick(second, Qt::LeftButton, {}, second->rect().center());
        QTRY_VERIFY(first->xAxis->range().upper > 500);
    }

    void theLegendHidesAndSolosLines()
    {
        Shown shown;
        shown.board.resize(600, 400);
        shown.board.show();
        shown.tick(1, {{"fc1", {{"mean", 1}, {"median", 2}}, {{"-σ", "+σ", 0, 2}}}});
        shown.tick(2, {{"fc1", {{"mean", 2}, {"median", 3}}, {{"-σ", "+σ", 1, 3}}}});
        const TagSection *section = shown.board.sections().section("Weight Norm");
        const auto *legend = section->findChild<TagHeader *>()->findChildren<QLabel *>().constLast();
        const auto click = [&](const QString &label, int times) {
            for (int i = 0; i < times; ++i)
                QVERIFY(QMetaObject::invokeMethod(const_cast<QLabel *>(legend), "linkActivated", Q_ARG(QString, label)));
        };
        const auto lines = [&] {
            QStringList drawn;
            for (const char *label : {"mean", "median"})
                if (!shown.drawn()->points(label).empty())
                    drawn << label;
            return drawn;
        };
        QTRY_VERIFY(legend->text().contains("href='median'"));
        click("median", 1);
        QCOMPARE(lines(), QStringList{"mean"});
        QTRY_VERIFY(legend->text().contains("line-through"));
        shown.board.state().undo().undo();
        QCOMPARE(lines(), QStringList({"mean", "median"}));
        click("mean", 2);
        QCOMPARE(lines(), QStringList{"mean"});
        shown.board.state().undo().undo(); // a double click is one change
        QCOMPARE(lines(), QStringList({"mean", "median"}));
        shown.board.state().undo().redo();
        click("mean", 2);
        QCOMPARE(lines(), QStringList({"mean", "median"}));
    }

    void zoomsAndViewsAreTakenBack()
    {
        Shown shown;
        shown.board.resize(600, 400);
        shown.board.show();
        for (int number = 1; number <= 9; ++number)
            shown.tick(number, reading(number));
        LinePlot *plot = shown.drawn();
        BoardState &state = shown.board.state();
        TagStyle map;
        map.view = TagView::HeatMap;
        shown.board.chooseTagStyle("Weight Norm", map);
        QCOMPARE(state.undo().undoText(), "View of Weight Norm");
        state.undo().undo();
        QCOMPARE(shown.board.tagStyle("Weight Norm"), TagStyle());

        plot = shown.drawn();
        for (int notch = 0; notch < 3; ++notch) // one turn of the wheel
            plot->pointer().zoom(0.7, 50);
        const auto zoomed = state.chosen();
        QVERIFY(zoomed);
        shown.board.chooseTagStyle("Weight Norm", map);
        state.setFollowing(true);
        shown.board.navigation().resetZoom();
        QVERIFY(!state.chosen());
        state.undo().undo();
        QCOMPARE(state.chosen(), zoomed);
        state.undo().undo();
        state.undo().undo();
        QVERIFY(!state.chosen() && !state.undo().canUndo());
        state.undo().redo();
        QCOMPARE(state.chosen(), zoomed);

        BoardStyle style = state.style();
        style.x = XAxis::Samples;
        state.setStyle(style);
        state.undo().undo(); // a zoom of another axis
        state.undo().redo();
        QVERIFY(!state.chosen());
    }

    void hiddenTagsTakeNoRoom()
    {
        Shown shown;
        PlotBoard &board = shown.board;
        shown.tick(1, reading(1));
        BoardPages pages(board);
        const int height = pages.layOut(800).height();
        QCOMPARE(pages.layOut(800).width(), 800);
        board.visibility().setTagVisible("Weight Norm", false);
        QVERIFY(pages.layOut(800).height() < height / 2);
        shown.tick(2, reading(2)); // recorded nevertheless
        board.visibility().setTagVisible("Weight Norm", true);
        QCOMPARE(shown.drawn()->points("mean").size(), std::size_t{2});
    }

    void whatIsShownIsTagsAndSteps()
    {
        Shown shown;
        for (int i = 1; i <= 50; ++i)
            shown.tick(i, reading(i));
        QVERIFY(shown.board.shown().isEverything());
        shown.drawn()->choose(Stretch{100.5, 200});
        shown.board.visibility().setTagVisible("Weight Norm", false);
        QVERIFY((shown.board.shown() == store::Selection{std::set<std::string>(), {}, 100.5, 200}));
        PlotBoard other;
        other.setContents(shown.board.contents());
        QVERIFY(other.shown() == shown.board.shown() && other.sections().isEmpty());
        shown.board.state().undo().undo();
        QVERIFY(shown.board.shown().tags == std::nullopt && !shown.board.sections().isEmpty());
    }

    void pagesCutNoPlotAndNoTagThatFits()
    {
        Shown shown;
        const auto layers = [](int count) {
            visualizer::Readings readings;
            for (int layer = 0; layer < count; ++layer)
                readings.push_back({"layer" + std::to_string(layer), {{"mean", 1.0 * layer}}, {}});
            return readings;
        };
        shown.tick(1, layers(4));
        for (const auto &[name, count] : {std::pair("Bias Norm", 6), std::pair("Update Norm", 60)}) {
            record::TagSpec tag = layerNorm();
            tag.name = name;
            shown.registerTag(tag);
            shown.tick(count, layers(count), tag);
        }
        BoardPages pages(shown.board);
        pages.layOut(1200); // five plots per row
        const auto cut = pages.pages(400);
        QStringList continued;
        for (const BoardPages::Page &page : cut) {
            QVERIFY(page.bottom > page.top && page.bottom - page.top <= 400);
            QVERIFY(&page == &cut.front() || std::abs(page.top - (&page - 1)->bottom) <= 2); // the space between tags
            continued << page.continued;
        }
        QCOMPARE(continued.mid(0, 4), (QStringList{"", "", "", "Update Norm"})); // no page has room for two tags
        QCOMPARE(cut.back().bottom, pages.layOut(1200).height());
    }

    void aVectorPictureDrawsNothingBeyondTheAxes()
    {
        Shown shown;
        for (int i = 1; i <= 50; ++i)
            shown.tick(i, reading(i % 2 ? 1e6 : 1));
        BoardPicture picture(contentsOf(shown.run, {std::nullopt, {}, 205, 295}), QPalette());
        const QByteArray svg = picture.svg(800);
        static const QRegularExpression line("<poly(?:line|gon)[^>]* points=\"([^\"]*)\"");
        int points = 0;
        for (auto found = line.globalMatch(svg); found.hasNext();)
            for (const QString &point : found.next().captured(1).split(' ', Qt::SkipEmptyParts)) {
                const double x = point.section(',', 0, 0).toDouble(), y = point.section(',', 1).toDouble();
                QVERIFY2(x >= 0 && x <= 400 && y >= 0 && y <= 165, qPrintable(point)); // of a plot
                ++points;
            }
        QVERIFY2(points > 20, svg.left(3000).constData());
        QVERIFY(svg.contains(">fc2</text>") && svg.contains(">Weight Norm</text>") && !svg.contains("<image"));
    }

    void sharesStandOnEachOther()
    {
        record::TagSpec tag{"Norm Comparison", "ParameterNorm", record::TagKind::Relations};
        tag.big = true;
        Shown shown(tag);
        for (std::int64_t i = 1; i <= 3; ++i)
            shown.tick(i, {{"Norm Comparison", {{"fc1", 0.25}, {"fc2", 0.75}}, {}}}, tag);
        QCOMPARE(shown.drawn("Norm Comparison")->points("fc2").front().y, 1.0); // the second is stacked on the first
    }

    void onlyPlotsOnViewAreMade()
    {
        Shown shown;
        visualizer::Readings readings;
        for (int layer = 0; layer < 400; ++layer)
            readings.push_back({"layer" + std::to_string(layer), {{"mean", 1.0 * layer}}, {}});
        shown.tick(1, readings);
        shown.board.resize(1000, 600);
        shown.board.show();
        const auto made = [&] { return shown.board.findChildren<TagPlot *>().size(); };
        QTRY_VERIFY(made() > 4);
        QVERIFY2(made() < 40, qPrintable(QString::number(made())));
        auto *bar = shown.board.findChild<QScrollArea *>()->verticalScrollBar();
        bar->setValue(bar->maximum());
        const auto isMade = [&](const char *layer) {
            const auto plots = shown.board.findChildren<TagPlot *>();
            return std::any_of(plots.begin(), plots.end(), [&](const TagPlot *plot) { return plot->title() == layer; });
        };
        QTRY_VERIFY(isMade("layer399"));
        QVERIFY(!isMade("layer200"));
    }

    void aValueThatWasReplacedIsDrawnAnew()
    {
        Shown shown;
        shown.tick(1, reading(1));
        shown.tick(2, reading(2));
        QCOMPARE(shown.drawn()->points("mean").back(), (stats::Point{20, 2}));
        shown.tick(2, reading(5)); // the number of values is unchanged
        QCOMPARE(shown.drawn()->points("mean").back(), (stats::Point{20, 5}));
    }

    void aRunThatBeginsAnewIsShownAnew()
    {
        Shown shown;
        shown.tick(1, reading(1));
        shown.run->restart({});
        shown.recorder = store::StoreVisualizer(shown.run);
        record::TagSpec other = layerNorm();
        other.name = "Bias Norm";
        shown.registerTag(other);
        shown.tick(7, reading(7), other);
        QVERIFY(shown.board.sections().plots("Weight Norm").empty());
        QCOMPARE(shown.drawn("Bias Norm")->points("mean"), (std::vector<stats::Point>{{70, 7}}));
    }
};

LENSBOARD_WINDOW_TEST(PlotBoardTest)
#include "tst_plot_board.moc"
