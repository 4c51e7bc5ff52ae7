#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "core/store/derived/ensemble_run.h"
#include "core/store/file/run_file_format.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/axes/colour_map.h"
#include "widgets/board/board_actions.h"
#include "widgets/board/board_pages.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/plot_window.h"
#include "widgets/board/readout_panel.h"
#include "widgets/models/readout_model.h"
#include "widgets/views/plots/depth_plot.h"
#include "widgets/views/plots/heat_map_plot.h"
#include "widgets/views/plots/histogram_plot.h"
#include "widgets/views/plots/line_plot.h"
#include "widgets/views/span_image.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QAnimationDriver>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <cmath>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

constexpr const char *kTag = "Weight Norm";

/// The clock of animations advances only when the test says so.
class AnimationClock final : public QAnimationDriver
{
public:
    AnimationClock() { install(); }
    ~AnimationClock() override { uninstall(); }

    qint64 elapsed() const override { return m_elapsed; }
    void pass(int ms)
    {
        m_elapsed += ms;
        advanceAnimation();
    }

private:
    qint64 m_elapsed = 0;
};

record::TagSpec norm()
{
    return {kTag, "ParameterNorm", record::TagKind::Numerical, "L2 norm"};
}

/// Value of layer \p layer at tick \p tick, counted from 1.
double value(int layer, int tick, double scale = 1)
{
    return scale * (layer + 1) * 10 + tick;
}

std::shared_ptr<store::RunStore> emptyRun(int layers)
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag(norm());
    for (int layer = 0; layer < layers; ++layer)
        run->registerSeries({0, "layer" + std::to_string(layer), "mean", record::SeriesRole::Line});
    return run;
}

/// One tick per 10 steps and 2 seconds; ten ticks per epoch.
record::TickStamp stampOfTick(int tick)
{
    return {tick, 1 + (tick - 1) / 10, 10 * tick, 640 * tick, 1.7e9 + 2 * tick};
}

void addTick(store::RunStore &run, int layers, int tick, double scale = 1)
{
    record::Frame frame{stampOfTick(tick), {}};
    for (int layer = 0; layer < layers; ++layer)
        frame.values.push_back({static_cast<std::uint32_t>(layer), value(layer, tick, scale)});
    run.commit(frame);
}

std::shared_ptr<store::RunStore> madeRun(int layers, int ticks, double scale = 1)
{
    auto run = emptyRun(layers);
    for (int tick = 1; tick <= ticks; ++tick)
        addTick(*run, layers, tick, scale);
    return run;
}

/// One layer with values that move up over time.
std::shared_ptr<store::RunStore> runOfHistograms()
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag(norm());
    run->registerSeries({0, "layer0", "histogram", record::SeriesRole::Histogram});
    for (int tick = 1; tick <= 10; ++tick)
        run->commit({stampOfTick(tick), {}, {{0, {{0, 1, 2, 3}, {1, tick < 6 ? 8.0 : 1.0, tick < 6 ? 1.0 : 8.0}}}}});
    return run;
}

/// Two layers with a line and a histogram each. Reads fail after a test requests it.
class FailingRun final : public store::Run
{
public:
    FailingRun()
    {
        for (int layer = 0; layer < 2; ++layer)
            m_run->registerSeries({0, "layer" + std::to_string(layer), "histogram", record::SeriesRole::Histogram});
        for (int tick = 1; tick <= 20; ++tick) {
            const record::Histogram histogram{{0, 1, 2}, {3, 4}};
            m_run->commit({stampOfTick(tick), {{0, value(0, tick)}, {1, value(1, tick)}}, {{2, histogram}, {3, histogram}}});
        }
    }

    record::RunInfo info() const override { return m_run->info(); }
    store::RunChanges since(store::RunCursor &cursor) const override { return m_run->since(cursor); }
    std::vector<store::StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override { return readable().histogramsAfter(series, frame, most); }
    store::SeriesTally tally(std::uint32_t series) const override { return readable().tally(series); }
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override { (series.empty() ? *m_run : readable()).visit(series, visitor); }
    std::size_t seriesCount() const override { return m_run->seriesCount(); }

    bool fails = false;

private:
    const store::RunStore &readable() const
    {
        if (fails)
            throw store::RunFileError("run.lbrun", "cannot be read");
        return *m_run;
    }

    std::shared_ptr<store::RunStore> m_run = emptyRun(2);
};

/// A board in its own window.
struct Board : PlotBoard
{
    explicit Board(const std::shared_ptr<const store::Run> &run)
    {
        addRun(run, "first");
        resize(1000, 700);
        show();
        settle();
    }
    void settle()
    {
        QVERIFY(QTest::qWaitForWindowExposed(this));
        QTRY_VERIFY(isSettled());
    }
    bool isSettled() const
    {
        const auto visible = onView();
        return !visible.isEmpty() && std::none_of(visible.begin(), visible.end(), [](const TagPlot *plot) { return plot->isDirty(); });
    }
    QList<TagPlot *> onView() const
    {
        QList<TagPlot *> visible = findChildren<TagPlot *>();
        visible.removeIf([](const TagPlot *plot) { return plot->visibleRegion().isEmpty(); });
        return visible;
    }
    LinePlot *line(std::size_t place = 0) const { return qobject_cast<LinePlot *>(sections().plots(kTag).at(place)); }
    void setView(TagView view)
    {
        TagStyle style = tagStyle(kTag);
        style.view = view;
        setTagStyle(kTag, style);
        settle();
    }
    void change(const std::function<void(TagStyle &)> &how)
    {
        TagStyle style = tagStyle(kTag);
        how(style);
        setTagStyle(kTag, style);
        settle();
    }
};

QPoint pointAt(const TagPlot *plot, double x)
{
    return {static_cast<int>(plot->xAxis->coordToPixel(x)), plot->axisRect()->rect().center().y()};
}

void moveMouse(const TagPlot *plot, const QPoint &to)
{
    QWidget *window = plot->QWidget::window();
    QTest::mouseMove(window->windowHandle(), {1, 1});
    QTest::mouseMove(window->windowHandle(), plot->mapTo(window, to));
}

void turnWheel(TagPlot *plot, const QPoint &at, int notches, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent wheel(at, plot->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(plot, &wheel);
}

} // namespace

class BoardViewsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aButtonForEachViewThatThereIs()
    {
        Board board(madeRun(3, 20));
        for (const auto &[name, plots] : {std::pair("Overlay", 1), std::pair("Heat Map", 1), std::pair("Depth Profile", 1), std::pair("Small Multiples", 3)}) {
            const auto buttons = board.findChildren<QToolButton *>();
            const auto button = std::find_if(buttons.begin(), buttons.end(), [name = name](const QToolButton *b) { return b->accessibleName() == name; });
            QVERIFY(button != buttons.end() && (*button)->isVisible());
            QTest::mouseClick(*button, Qt::LeftButton);
            board.settle();
            QCOMPARE(board.sections().plots(kTag).size(), static_cast<std::size_t>(plots));
        }
        const auto buttons = board.findChildren<QToolButton *>();
        QVERIFY(std::none_of(buttons.begin(), buttons.end(), [](const QToolButton *b) { return b->accessibleName() == "Ridges" && b->isVisible(); }));
    }

    void aHeatMapColoursByValue()
    {
        Board board(madeRun(5, 40));
        board.setView(TagView::HeatMap);
        const auto *map = qobject_cast<HeatMapPlot *>(board.sections().plots(kTag).front());
        QCOMPARE(map->rows().front(), "layer0");
        const QImage &image = map->image();
        QCOMPARE(image.height(), 5);
        const auto lightness = [&](int row, double share) { return qGray(image.pixel(static_cast<int>(share * (image.width() - 1)), row)); };
        QVERIFY(lightness(0, 0.05) < lightness(2, 0.5) && lightness(2, 0.5) < lightness(4, 0.9)); // 11 < 50 < 89
        QCOMPARE(QColor(image.pixel(static_cast<int>(0.93 * image.width()), 4)).rgb(), viridis(1).rgb());
    }

    void aProfileIsThatOfTheTickUnderTheHand()
    {
        Board board(madeRun(4, 30));
        board.setView(TagView::DepthProfile);
        const auto *profile = qobject_cast<DepthPlot *>(board.sections().plots(kTag).front());
        const auto heights = [&] {
            std::vector<double> all;
            for (const auto &point : profile->traces().lines.front().points)
                all.push_back(point.y);
            return all;
        };
        QCOMPARE(heights(), (std::vector<double>{value(0, 30), value(1, 30), value(2, 30), value(3, 30)})); // the last tick
        board.state().setCrossHair(105); // between ticks 10 and 11
        board.settle();
        QCOMPARE(heights(), (std::vector<double>{value(0, 10), value(1, 10), value(2, 10), value(3, 10)}));
        auto *plot = board.sections().plots(kTag).front();
        QTest::mousePress(plot, Qt::LeftButton, {}, QPoint(plot->axisRect()->right(), plot->axisRect()->center().y())); // starts scrubbing
        board.settle();
        QCOMPARE(heights().front(), value(0, 30));
    }

    void histogramsAreMapsAndRidges()
    {
        Board board(runOfHistograms());
        board.setView(TagView::Histograms);
        const auto *map = qobject_cast<HistogramPlot *>(board.sections().plots(kTag).front());
        const QImage &image = map->image();
        const auto at = [&](double x, double y) { return qGray(image.pixel(static_cast<int>(x * image.width()), static_cast<int>((1 - y) * image.height()))); };
        QVERIFY(at(0.2, 0.5) > at(0.2, 0.8) && at(0.8, 0.8) > at(0.8, 0.5)); // the hump moved up
        board.setView(TagView::Ridges);
        QCOMPARE(qobject_cast<HistogramPlot *>(board.sections().plots(kTag).front())->ridges().bands.size(), std::size_t{10});
    }

    void histogramsOfALogarithmicTagHaveSuchAnAxis()
    {
        const auto brightness = [](bool isLogarithmic, double y) {
            const auto run = std::make_shared<store::RunStore>();
            record::TagSpec tag = norm();
            tag.logY = isLogarithmic;
            run->registerTag(tag);
            run->registerSeries({0, "layer0", "histogram", record::SeriesRole::Histogram});
            for (int tick = 1; tick <= 10; ++tick)
                run->commit({stampOfTick(tick), {}, {{0, {{-1, -1e-4, 1e-4, 1}, {1, 1, 1}}}}});
            Board board(run);
            board.setView(TagView::Histograms);
            const QImage &image = qobject_cast<HistogramPlot *>(board.sections().plots(kTag).front())->image();
            return qGray(image.pixel(image.width() / 2, static_cast<int>((1 - y) * image.height())));
        };
        QVERIFY(brightness(true, 0.52) > brightness(true, 0.7)); // the bin around zero is seen
        QCOMPARE(brightness(false, 0.52), brightness(false, 0.7));
    }

    void aMarkOverRidgesZoomsNothing()
    {
        Board board(runOfHistograms());
        board.setView(TagView::Ridges);
        TagPlot *ridges = board.sections().plots(kTag).front();
        const QPoint from = ridges->axisRect()->center();
        QTest::mousePress(ridges, Qt::LeftButton, Qt::ShiftModifier, from);
        QTest::mouseRelease(ridges, Qt::LeftButton, Qt::ShiftModifier, from + QPoint(40, 0));
        QVERIFY(!board.state().chosen()); // the lines have the values on their x axis
        QCOMPARE(board.navigation().currentPlot(), ridges);
    }

    void keysZoomPlotsThatRunAlongX()
    {
        const auto run = runOfHistograms();
        run->registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "loss", true});
        run->registerSeries({1, "Loss", "mean", record::SeriesRole::Line});
        for (int tick = 11; tick <= 20; ++tick)
            run->commit({stampOfTick(tick), {{1, 1.0 / tick}}});
        Board board(run);
        const BoardActions actions(&board);
        board.setView(TagView::Ridges);
        TagPlot *ridges = board.sections().plots(kTag).front(), *loss = board.sections().plots("Loss").front();
        loss->refresh();
        board.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&board));
        QTest::mouseClick(ridges, Qt::LeftButton, {}, ridges->axisRect()->center());
        QCOMPARE(board.navigation().currentPlot(), ridges);
        const Stretch values = ridges->shownX(), all = loss->shownX();
        QTest::keyClick(&board, Qt::Key_Plus, Qt::ControlModifier);
        const Stretch zoomed = loss->shownX();
        QVERIFY(zoomed.size() < 0.9 * all.size() && zoomed.low > all.low && zoomed.high < all.high);
        QCOMPARE(board.state().chosen(), std::optional(zoomed));
        QTest::keyClick(&board, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(loss->shownX().low < zoomed.low);
        QCOMPARE(ridges->shownX(), values);

        Board alone(runOfHistograms());
        alone.setView(TagView::Ridges);
        alone.navigation().zoom(0.7);
        alone.navigation().pan(0.2);
        QVERIFY(!alone.state().chosen());
    }

    void theCrossHairRunsThroughAllPlotsWithTheirValues()
    {
        Board board(madeRun(3, 20));
        ReadoutPanel panel(&board);
        panel.show();
        auto *model = panel.findChild<ReadoutModel *>();
        const QAbstractItemModelTester tester(model);
        moveMouse(board.line(1), pointAt(board.line(1), 93));
        QTRY_COMPARE(model->rowCount(), 3);
        QCOMPARE(board.state().crossHair(), std::optional(90.0));
        const auto text = [&](int row, int column) { return model->index(row, column).data().toString(); };
        QCOMPARE(text(0, ReadoutModel::Layer), "layer2"); // greatest value first
        QCOMPARE(text(0, ReadoutModel::Value), "39");
        QCOMPARE(text(2, ReadoutModel::Value), "19");
    }

    void pinnedCursorsTellTheChange()
    {
        Board board(madeRun(2, 20));
        BoardActions actions(&board);
        ReadoutPanel panel(&board);
        panel.show();
        auto *model = panel.findChild<ReadoutModel *>();
        board.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&board));
        for (const auto &[key, x] : {std::pair(Qt::Key_A, 50.5), std::pair(Qt::Key_B, 150.5)}) {
            moveMouse(board.line(0), pointAt(board.line(0), x));
            QTRY_VERIFY(board.state().crossHair() && std::abs(*board.state().crossHair() - x) < 4);
            QTest::keyClick(&board, key);
        }
        QVERIFY(board.state().cursors()[0] && board.state().cursors()[1]);
        QTRY_COMPARE(model->index(0, ReadoutModel::Change).data().toString(), "10");
        QTRY_VERIFY(!panel.findChild<QTreeView *>()->isColumnHidden(ReadoutModel::Change));
        QTest::keyClick(&board, Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!board.state().cursors()[0] && !board.state().cursors()[1]);
    }

    void whatChangedBetweenCursorsIsNeverCut_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("hasRoomForAll");
        QTest::newRow("short numbers") << 1.0 << true;
        QTest::newRow("long numbers") << -1.2345e-5 << false;
    }

    void whatChangedBetweenCursorsIsNeverCut()
    {
        QFETCH(double, scale);
        QFETCH(bool, hasRoomForAll);
        auto run = emptyRun(1);
        for (int tick = 1; tick <= 20; ++tick)
            run->commit({stampOfTick(tick), {{0, scale * tick}}});
        Board board(run);
        ReadoutPanel panel(&board);
        panel.resize(330, 300); // the initial width beside the plots
        panel.show();
        board.state().setCrossHair(50);
        board.state().setCursor(0, 60);
        board.state().setCursor(1, 170);
        auto *view = panel.findChild<QTreeView *>();
        const auto isShownWhole = [&](int column) {
            const QString number = view->model()->index(0, column).data().toString();
            return view->columnViewportPosition(column) + view->columnWidth(column) <= view->viewport()->width()
                && view->columnWidth(column) > view->fontMetrics().horizontalAdvance(number);
        };
        for (const int column : {ReadoutModel::AtA, ReadoutModel::AtB, ReadoutModel::Change})
            QTRY_VERIFY(view->model()->rowCount() == 1 && isShownWhole(column));
        QVERIFY(view->columnWidth(ReadoutModel::Layer) > 30);
        QCOMPARE(view->isColumnHidden(ReadoutModel::Value), !hasRoomForAll);
    }

    void wheelDragAndDoubleClick()
    {
        Board board(madeRun(2, 100));
        LinePlot *first = board.line(0), *second = board.line(1);
        const Stretch all = first->shownX();
        turnWheel(first, pointAt(first, 300), 1, Qt::NoModifier);
        QCOMPARE(first->shownX(), all); // scrolls the page instead
        turnWheel(first, pointAt(first, 300), 3, Qt::ControlModifier);
        board.settle();
        const Stretch zoomed = first->shownX();
        QVERIFY(std::abs(zoomed.size() / all.size() - 0.512) < 0.01);
        QVERIFY(std::abs(first->xAxis->pixelToCoord(pointAt(first, 300).x()) - 300) < 5); // the point under the mouse stays
        QCOMPARE(second->shownX(), zoomed);

        const QPoint from = first->axisRect()->center(), to = from + QPoint(40, 0);
        QTest::mousePress(first, Qt::LeftButton, {}, from);
        QTest::mouseMove(first, to);
        QMouseEvent move(QEvent::MouseMove, to, first->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(first, &move);
        QTest::mouseRelease(first, Qt::LeftButton, {}, to);
        board.settle();
        QVERIFY(second->shownX().low < zoomed.low && std::abs(second->shownX().size() - zoomed.size()) < 1e-6);

        const double left = first->xAxis->pixelToCoord(from.x()), right = first->xAxis->pixelToCoord(to.x());
        QTest::mousePress(first, Qt::LeftButton, Qt::ShiftModifier, from);
        QTest::mouseRelease(first, Qt::LeftButton, Qt::ShiftModifier, to);
        board.settle();
        QVERIFY(std::abs(second->shownX().low - left) < 1e-6 && std::abs(second->shownX().high - right) < 1e-6);

        QTest::mouseDClick(second, Qt::LeftButton, {}, second->rect().center());
        board.settle();
        QCOMPARE(first->shownX(), all);

        const QPoint edge(first->axisRect()->left(), from.y());
        QTest::mousePress(first, Qt::LeftButton, Qt::ShiftModifier, edge);
        QTest::mouseRelease(first, Qt::LeftButton, Qt::ShiftModifier, QPoint(0, from.y())); // towards the outside
        QVERIFY(edge.x() > 10 && !board.state().chosen());

        BoardStyle alone;
        alone.isLinked = false;
        board.state().setStyle(alone);
        turnWheel(first, pointAt(first, 300), 3, Qt::ControlModifier);
        board.settle();
        QVERIFY(first->shownX().size() < second->shownX().size());
    }

    void plotsThatAreNotLinkedHaveZoomsOfTheirOwn()
    {
        Board board(madeRun(2, 100));
        const BoardActions actions(&board);
        board.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&board));
        LinePlot *first = board.line(0), *second = board.line(1);
        const auto zoomFirst = [&] {
            turnWheel(first, pointAt(first, 300), 3, Qt::ControlModifier);
            board.settle();
        };
        zoomFirst();
        QVERIFY(board.navigation().isBehind() && !board.shown().isEverything());
        QTest::keyClick(&board, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        board.settle();
        QVERIFY(!board.state().style().isLinked);
        QVERIFY(!board.navigation().isBehind() && board.shown().isEverything()); // the board itself has no zoom
        zoomFirst();
        QVERIFY(first->shownX().size() < second->shownX().size());
        QTest::keyClick(&board, Qt::Key_0, Qt::ControlModifier);
        board.settle();
        QCOMPARE(first->shownX(), second->shownX());
        zoomFirst();
        QTest::keyClick(&board, Qt::Key_2, Qt::AltModifier); // on the axis of ticks, the same numbers are other positions
        board.settle();
        QCOMPARE(board.state().style().x, XAxis::Tick);
        QCOMPARE(first->shownX(), second->shownX());
    }

    void aTouchpadMovesThePageToThePixel()
    {
        Board board(madeRun(40, 20));
        auto *scroll = board.findChild<QScrollArea *>();
        QScrollBar *bar = scroll->verticalScrollBar();
        QVERIFY(bar->maximum() > 400);
        const auto push = [&](QPoint pixels, QPoint angle, Qt::ScrollPhase phase) { // sends the event through the window, like the platform
            const QPoint at = board.line(0)->mapTo(&board, board.line(0)->axisRect()->center());
            QWheelEvent wheel(at, board.mapToGlobal(at), pixels, angle, Qt::NoButton, Qt::NoModifier, phase, false);
            QSpontaneKeyEvent::setSpontaneous(&wheel); // other events are not passed to the parent
            qApp->notify(board.windowHandle(), &wheel);
        };
        push({}, {}, Qt::ScrollBegin);
        for (const int pixels : {-7, -12, -1})
            push({0, pixels}, {0, 2 * pixels}, Qt::ScrollUpdate);
        QCOMPARE(bar->value(), 20);
        push({0, 5}, {0, 10}, Qt::ScrollMomentum);
        QCOMPARE(bar->value(), 15);
        push({-30, 2}, {-60, 4}, Qt::ScrollUpdate); // mostly sideways
        QCOMPARE(bar->value(), 15);
        push({}, {}, Qt::ScrollEnd);
        push({0, 15}, {}, Qt::NoScrollPhase);
        QCOMPARE(bar->value(), 0);

        // Eight eighths of a notch scroll as far as one notch. A whole notch scrolls with an animation.
        for (int i = 0; i < 8; ++i)
            push({}, {0, -15}, Qt::NoScrollPhase);
        const int notch = bar->value();
        QCOMPARE(notch, QApplication::wheelScrollLines() * bar->singleStep());
        AnimationClock clock;
        QList<int> places;
        connect(bar, &QScrollBar::valueChanged, &board, [&](int value) { places << value; });
        push({0, -120}, {0, -120}, Qt::NoScrollPhase); // the driver estimates the pixels
        push({}, {0, -120}, Qt::NoScrollPhase);
        QVERIFY(bar->value() < 3 * notch);
        QTRY_VERIFY((clock.pass(20), bar->value() == 3 * notch));
        QVERIFY(places.size() > 3 && std::is_sorted(places.begin(), places.end()));
    }

    void aLiveRunIsFollowedWhereTheUserZoomed()
    {
        auto run = madeRun(1, 50);
        Board board(run);
        board.state().choose(Stretch{200, 400});
        board.settle();
        QVERIFY(board.navigation().isBehind());
        addTick(*run, 1, 51);
        board.follow();
        board.settle();
        QCOMPARE(board.line()->shownX(), (Stretch{200, 400}));
        board.navigation().setFollowing(true);
        board.settle();
        QCOMPARE(board.line()->shownX(), (Stretch{310, 510}));
        addTick(*run, 1, 52);
        board.follow();
        board.settle();
        QCOMPARE(board.line()->shownX(), (Stretch{320, 520}));
        turnWheel(board.line(), board.line()->axisRect()->center(), 1, Qt::ControlModifier); // a manual zoom ends following
        QVERIFY(!board.state().isFollowing());
    }

    void theAxisOfALivePlotStandsForAWhile()
    {
        auto run = madeRun(1, 100);
        Board board(run);
        const Stretch before = board.line()->shownX();
        QVERIFY(before.high > 1020);
        addTick(*run, 1, 101);
        board.follow();
        board.settle();
        QCOMPARE(board.line()->shownX(), before);
        QCOMPARE(board.line()->points("mean").size(), std::size_t{101});
        run->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        board.follow();
        board.settle();
        QVERIFY(board.line()->shownX().high < 1025); // the run is over: no extra space is kept
    }

    void smoothingKeepsTheRawLineBehind()
    {
        auto run = emptyRun(1);
        const std::vector<double> raw = {4, 8, NAN, 2, 6};
        for (int tick = 1; tick <= 5; ++tick)
            run->commit({stampOfTick(tick), {{0, raw[static_cast<std::size_t>(tick - 1)]}}});
        Board board(run);
        BoardStyle style;
        style.smoothing = 0.5;
        board.state().setStyle(style);
        board.settle();
        const TracePlottable &traces = board.line()->traces();
        QCOMPARE(traces.lines.size(), std::size_t{1});
        QCOMPARE(traces.faintLines.size(), std::size_t{1});
        QCOMPARE(traces.faintLines.front().points.at(1).y, 8.0);
        double mean = 0, weight = 0;
        for (std::size_t i = 0; i < raw.size(); ++i) {
            const double shown = traces.lines.front().points.at(i).y;
            if (std::isnan(raw[i])) {
                QVERIFY(std::isnan(shown));
                continue;
            }
            mean = 0.5 * mean + 0.5 * raw[i];
            weight = 0.5 * weight + 0.5;
            QVERIFY(std::abs(shown - mean / weight) < 1e-12);
        }
        const auto isTold = [](const QLabel *label) { return label->text().contains("smoothed&nbsp;by&nbsp;0.5"); };
        QTRY_VERIFY(std::ranges::any_of(board.findChildren<QLabel *>(), isTold)); // legends are made when idle
        board.state().setStyle({});
        board.settle();
        QVERIFY(board.line()->traces().faintLines.empty());
    }

    void whatIsNotFiniteFirstIsFound()
    {
        auto run = emptyRun(60);
        for (int tick = 1; tick <= 20; ++tick) {
            record::Frame frame{stampOfTick(tick), {}};
            for (std::uint32_t layer = 0; layer < 60; ++layer)
                frame.values.push_back({layer, (layer == 3 && tick >= 15) || (layer == 55 && tick >= 12) ? INFINITY : 1.0 * layer});
            run->commit(frame);
        }
        Board board(run);
        QVERIFY(board.navigation().goToFirstNonFinite());
        QTRY_VERIFY(board.navigation().currentPlot() && !board.navigation().currentPlot()->visibleRegion().isEmpty());
        QCOMPARE(board.navigation().currentPlot()->title(), "layer55");
        QCOMPARE(board.state().crossHair(), std::optional(120.0));
        board.settle();
        const TracePlottable &traces = board.line(55)->traces();
        QCOMPARE(traces.marksAbove.size(), std::size_t{9});
        QCOMPARE(traces.marksAbove.front(), 120.0);
        Board finite(madeRun(2, 5));
        QVERIFY(!finite.navigation().goToFirstNonFinite());
    }

    void aRunThatCannotBeReadAnyMoreIsZoomed_data()
    {
        QTest::addColumn<TagView>("view");
        QTest::newRow("small multiples") << TagView::SmallMultiples;
        QTest::newRow("heat map") << TagView::HeatMap;
        QTest::newRow("histograms") << TagView::Histograms;
    }

    void aRunThatCannotBeReadAnyMoreIsZoomed()
    {
        QFETCH(TagView, view);
        const auto run = std::make_shared<FailingRun>();
        Board board(run);
        board.setView(view);
        TagPlot *plot = board.sections().plots(kTag).front();
        QSignalSpy failed(&board, &PlotBoard::failed);
        run->fails = true;
        const double before = plot->shownX().size();
        turnWheel(plot, plot->axisRect()->center(), 1, Qt::ControlModifier);
        QVERIFY(plot->shownX().size() < before);
        QTRY_VERIFY(!failed.isEmpty());
        QVERIFY2(failed.front().front().toString().contains("run.lbrun: cannot be read"), qPrintable(failed.front().front().toString()));
    }

    void aRunThatCannotBeReadAnyMoreIsScrubbed()
    {
        const auto run = std::make_shared<FailingRun>();
        Board board(run);
        board.setView(TagView::DepthProfile);
        TagPlot *plot = board.sections().plots(kTag).front();
        run->fails = true;
        QTest::mousePress(plot, Qt::LeftButton, {}, plot->axisRect()->center());
        QVERIFY(board.state().crossHair());
    }

    void whatCannotBeReadIsNotToldAtTheMouse()
    {
        const auto run = std::make_shared<FailingRun>();
        Board board(run);
        board.setView(TagView::HeatMap);
        TagPlot *map = board.sections().plots(kTag).front();
        moveMouse(map, map->axisRect()->center());
        QTRY_VERIFY(board.state().crossHair());
        const QImage told = map->grab().toImage();
        run->fails = true;
        QVERIFY(map->grab().toImage() != told);
    }

    void layersThatCannotBeReadAnyMoreAreNotSorted()
    {
        const auto run = std::make_shared<FailingRun>();
        Board board(run);
        QSignalSpy failed(&board, &PlotBoard::failed);
        run->fails = true;
        BoardStyle style;
        style.order = PlotOrder::Worst;
        board.state().setStyle(style);
        QCOMPARE(board.sections().plots(kTag).front()->title(), "layer0"); // although the second has the greater values
        QVERIFY(failed.isEmpty());
        QVERIFY(!board.navigation().goToFirstNonFinite());
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.front().front().toString().contains("run.lbrun: cannot be read"));
    }

    void hidingCanBeUndone()
    {
        Board board(madeRun(3, 10));
        QSignalSpy hidden(&board.visibility(), &BoardVisibility::tagVisibilityChanged);
        board.visibility().setTagVisible(kTag, false);
        QVERIFY(board.sections().isEmpty());
        board.state().undo().undo();
        QVERIFY(!board.sections().isEmpty());
        QCOMPARE(hidden.size(), 2);
        board.visibility().setHiddenLayers({"layer1"});
        QCOMPARE(board.sections().plots(kTag).size(), std::size_t{2});
        QCOMPARE(board.sections().plots(kTag)[1]->title(), "layer2");
        QVERIFY(!board.shown().hasLayer("layer1") && board.shown().hasLayer("layer2")); // tables show only visible layers
        board.state().undo().undo();
        QCOMPARE(board.sections().plots(kTag).size(), std::size_t{3});
        board.state().undo().redo();
        QCOMPARE(board.sections().plots(kTag).size(), std::size_t{2});
    }

    void layersAreSorted()
    {
        auto run = std::make_shared<store::RunStore>();
        run->registerTag(norm());
        for (const auto *name : {"b", "c", "a"})
            run->registerSeries({0, name, "mean", record::SeriesRole::Line});
        run->commit({stampOfTick(1), {{0, 5}, {1, 7}, {2, 9}}});
        run->commit({stampOfTick(2), {{0, NAN}, {1, 1}, {2, 2}}});
        Board board(run);
        const auto titles = [&] {
            QStringList all;
            for (const TagPlot *plot : board.sections().plots(kTag))
                all << plot->title();
            return all.join(' ');
        };
        QCOMPARE(titles(), "b c a");
        BoardStyle style;
        style.order = PlotOrder::Name;
        board.state().setStyle(style);
        QCOMPARE(titles(), "a b c");
        style.order = PlotOrder::Worst;
        board.state().setStyle(style);
        QCOMPARE(titles(), "b a c");
    }

    void runsLieOverEachOther()
    {
        Board board(madeRun(2, 20));
        board.addRun(madeRun(2, 30, 2), "second");
        board.settle();
        const auto &lines = board.line()->traces().lines;
        QCOMPARE(lines.size(), std::size_t{2});
        QVERIFY(lines[0].colour != lines[1].colour);
        QCOMPARE(lines[1].points.back().y, value(0, 30, 2));
        QVERIFY(board.line()->shownX().high >= 300);
        board.setRunVisible(0, false);
        board.settle();
        QCOMPARE(board.line()->traces().lines.size(), std::size_t{1});
        QCOMPARE(board.line()->traces().lines.front().points.front().y, value(0, 1, 2));
        board.removeRun(1);
        QVERIFY(board.sections().plots(kTag).empty()); // the remaining one is hidden
        board.setRunVisible(0, true);
        QCOMPARE(board.sections().plots(kTag).size(), std::size_t{2});
    }

    void theMeanOfRunsIsARunWithABand()
    {
        const auto a = madeRun(1, 10), b = madeRun(1, 10, 3);
        Board board(a);
        board.addRun(b, "second");
        board.addRun(std::make_shared<store::EnsembleRun>("mean", std::vector<std::shared_ptr<const store::Run>>{a, b}, store::EnsembleRun::Spread::Deviation), "mean");
        board.settle();
        const TracePlottable &traces = board.line()->traces();
        QCOMPARE(traces.lines.size(), std::size_t{3});
        QCOMPARE(traces.lines[2].points.front().y, 21.0); // mean of 11 and 31
        QCOMPARE(traces.bands.size(), std::size_t{1});
        QVERIFY(std::abs(traces.bands.front().high.front().y - (21 + 20 / std::sqrt(2.0))) < 1e-9);
    }

    void plotsRunAlongOtherAxes_data()
    {
        QTest::addColumn<int>("axis");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("last");
        QTest::newRow("tick") << int(XAxis::Tick) << 1.0 << 20.0;
        QTest::newRow("epoch") << int(XAxis::Epoch) << 1.0 << 2.0;
        QTest::newRow("samples") << int(XAxis::Samples) << 640.0 << 12800.0;
        QTest::newRow("wall time") << int(XAxis::WallTime) << 1.7e9 + 2 << 1.7e9 + 40;
        QTest::newRow("relative time") << int(XAxis::RelativeTime) << 0.0 << 38.0;
    }
    void plotsRunAlongOtherAxes()
    {
        QFETCH(int, axis);
        QFETCH(double, first);
        QFETCH(double, last);
        Board board(madeRun(1, 20));
        BoardStyle style;
        style.x = static_cast<XAxis>(axis);
        board.state().setStyle(style);
        board.settle();
        const auto points = board.line()->points("mean");
        QCOMPARE(points.front().x, first);
        QCOMPARE(points.back().x, last);
        const auto readings = board.sections().readings(kTag, last);
        QCOMPARE(readings.front().value->value, value(0, 20));
        board.state().choose(Stretch{first, last});
        
        QCOMPARE(board.shown().firstStep, 10.0); // pictures and tables always use steps
        QCOMPARE(board.shown().lastStep, 200.0);
    }

    void limitsAreAutomaticRobustOrTyped()
    {
        auto run = emptyRun(1);
        for (int tick = 1; tick <= 500; ++tick)
            run->commit({stampOfTick(tick), {{0, tick == 250 ? 1e6 : std::sin(0.1 * tick)}}});
        run->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        Board board(run);
        QVERIFY(board.line()->yAxis->range().upper > 1e6);
        board.change([](TagStyle &style) { style.limits = Limits::Robust; });
        QVERIFY(board.line()->yAxis->range().upper < 2);
        const auto *note = board.line()->item(0);
        QVERIFY(note->visible()); // tells that there is more
        board.change([](TagStyle &style) { style.limits = Limits::Typed, style.low = -3, style.high = 7; });
        QCOMPARE(board.line()->yAxis->range(), QCPRange(-3, 7));
        board.change([](TagStyle &style) { style.isLog = true; });
        QCOMPARE(board.line()->scale(), ValueScale::Kind::SymmetricLog); // the sine changes its sign
    }

    void onePlotTakesTheWholeScreen()
    {
        Board board(madeRun(2, 20));
        board.showAlone(*board.sections().plots(kTag)[1]);
        auto *window = board.findChild<PlotWindow *>();
        QVERIFY(window && QTest::qWaitForWindowExposed(window));
        QCOMPARE(window->plot()->title(), "layer1");
        QTRY_VERIFY(!window->plot()->isDirty());
        const double before = window->plot()->shownX().size();
        turnWheel(window->plot(), window->plot()->axisRect()->center(), 1, Qt::NoModifier); // there is nothing to scroll
        QVERIFY(window->plot()->shownX().size() < before);
        QTest::keyClick(window, Qt::Key_Escape);
        QTRY_VERIFY(!board.findChild<PlotWindow *>());
        board.navigation().resetZoom();
    }

    void aPlotOnTheWholeScreenGetsWhatComesLater()
    {
        const auto run = madeRun(2, 20);
        Board board(run);
        board.setView(TagView::HeatMap);
        board.showAlone(*board.sections().plots(kTag).front());
        board.setView(TagView::SmallMultiples); // the map keeps its view
        board.showAlone(*board.sections().plots(kTag)[1]);
        const auto windows = board.findChildren<PlotWindow *>();
        QCOMPARE(windows.size(), 2);
        const auto *map = qobject_cast<HeatMapPlot *>(windows[0]->plot());
        const auto *lines = qobject_cast<LinePlot *>(windows[1]->plot());
        run->registerSeries({0, "layer1", "-σ", record::SeriesRole::BandLow});
        run->registerSeries({0, "layer1", "+σ", record::SeriesRole::BandHigh});
        run->registerSeries({0, "layer2", "mean", record::SeriesRole::Line});
        run->commit({stampOfTick(21), {{2, 1}, {3, 2}, {4, 3}}});
        board.follow();
        QCOMPARE(map->series().size(), std::size_t{3}); // a heat map has no bands
        QCOMPARE(lines->series().size(), std::size_t{3});
        board.addRun(madeRun(2, 20, 2), "second");
        QTRY_COMPARE(lines->traces().lines.size(), std::size_t{2});
        QTest::keyClick(windows[1], Qt::Key_Escape);
        QTRY_COMPARE(board.findChildren<PlotWindow *>().size(), 1);
        board.addRun(madeRun(2, 20, 3), "third");
        QTRY_COMPARE(map->rows(), (QStringList{"layer0", "layer1", "layer2"})); // with the layers that other runs also have
    }

    void contentsMakeTheSameBoard()
    {
        Board board(madeRun(3, 20));
        board.addRun(madeRun(3, 20, 2), "second");
        board.change([](TagStyle &style) { style.view = TagView::HeatMap; });
        board.state().choose(Stretch{50, 150});
        board.visibility().setHiddenLayers({"layer2"});
        PlotBoard other;
        other.setContents(board.contents());
        QCOMPARE(other.sections().plots(kTag).size(), std::size_t{2}); // one map per run
        BoardPages(other).layOut(900);
        QCOMPARE(other.sections().plots(kTag).front()->shownX(), (Stretch{50, 150}));
        QCOMPARE(qobject_cast<HeatMapPlot *>(other.sections().plots(kTag).front())->rows(), (QStringList{"layer0", "layer1"}));
    }

    void spansShowEverySpike()
    {
        SpanImage spans;
        spans.clear({200, 100}, 1);
        std::vector<QPointF> points;
        for (int i = 0; i < 20000; ++i)
            points.emplace_back(i / 100.0, i == 12345 ? 3 : 50 + (i % 7));
        spans.paintLine(points, 1, Qt::black);
        const QImage &image = spans.image();
        QCOMPARE(qAlpha(image.pixel(123, 20)), 255); // the spike, from 50 up to 3
        QCOMPARE(qAlpha(image.pixel(122, 20)), 0);
        QCOMPARE(qAlpha(image.pixel(60, 52)), 255);
        QCOMPARE(qAlpha(image.pixel(60, 90)), 0);
        spans.clear({200, 100}, 1);
        spans.paintLine(std::vector<QPointF>{{0, 10}, {99, 10}, {100, NAN}, {120, 10}, {199, 10}}, 1, Qt::black);
        QVERIFY(qAlpha(image.pixel(50, 10)) > 0);
        QCOMPARE(qAlpha(image.pixel(110, 10)), 0); // a gap
    }

    void ticksStandAtRoundValues()
    {
        QVector<double> ticks;
        QVector<QString> labels;
        ValueTicker ticker;
        ticker.setTickCount(5);
        ticker.setScale(ValueScale(ValueScale::Kind::Log));
        ticker.generate({-3, 2}, QLocale::c(), 'g', 6, ticks, nullptr, &labels);
        QVERIFY(ticks.contains(2) && ticks.size() >= 3);
        QCOMPARE(labels.back(), "100");
        const ValueScale symmetric(ValueScale::Kind::SymmetricLog, 0.01);
        ticker.setScale(symmetric);
        ticker.generate({symmetric.height(-100), symmetric.height(100)}, QLocale::c(), 'g', 6, ticks, nullptr, &labels);
        QVERIFY(labels.contains("0") && labels.contains("100") && labels.contains("-100"));
        for (const double v : {-5.0, 0.0, 1e-5, 30.0})
            QVERIFY(std::abs(symmetric.value(symmetric.height(v)) - v) < 1e-9);
    }
};

LENSBOARD_WINDOW_TEST(BoardViewsTest)
#include "tst_board_views.moc"
