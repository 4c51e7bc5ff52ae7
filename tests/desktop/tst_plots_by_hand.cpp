// Plots and the lists beside them, used with mouse and keyboard through the X server.

#include "app/dialogs/command_palette.h"
#include "app/main_window.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_file_writer.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/hand.h"
#include "tests/support/patience.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/readout_panel.h"
#include "widgets/layer_panel.h"
#include "widgets/models/lens_model.h"
#include "widgets/models/readout_model.h"
#include "widgets/models/run_list_model.h"
#include "widgets/replay_controls.h"
#include "widgets/tensors/tensor_grid.h"
#include "widgets/tensors/tensor_view.h"

#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScreen>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTreeView>

#include <algorithm>
#include <memory>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;
using widgets::TagView;

namespace lensboard::widgets {

/// For QCOMPARE.
char *toString(const Stretch &stretch)
{
    return QTest::toString(QString("%1 to %2").arg(stretch.low, 0, 'g', 17).arg(stretch.high, 0, 'g', 17));
}

} // namespace lensboard::widgets

namespace {

constexpr int kLayers = 12, kTicks = 60;
constexpr std::int64_t kPictures = 900; ///< more than fit

/// Fills \p run with a loss, the norms and weights of twelve layers, and a convolution's outputs.
void fill(store::RunStore &run)
{
    run.registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "loss", true});
    run.registerSeries({0, "Loss", "training", record::SeriesRole::Line});
    run.registerTag({"Weight Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"});
    for (int layer = 0; layer < kLayers; ++layer)
        run.registerSeries({1, "fc" + std::to_string(layer), "mean", record::SeriesRole::Line});
    run.registerTag({"Weights", "WeightHistograms", record::TagKind::Numerical, "value"});
    for (int layer = 0; layer < kLayers; ++layer)
        run.registerSeries({2, "fc" + std::to_string(layer), "histogram", record::SeriesRole::Histogram});
    run.registerTag({"outputs", "outputs", record::TagKind::Tensors, "output"});
    run.registerSeries({3, "conv", "output", record::SeriesRole::Tensor});
    for (std::int64_t tick = 1; tick <= kTicks; ++tick) {
        record::Frame frame{{tick, 1, 10 * tick, 10 * tick, 1.7e9 + static_cast<double>(tick)}, {{0, 1.0 / static_cast<double>(tick)}}};
        for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
            frame.values.push_back({1 + layer, 0.001 * (static_cast<double>(layer) + static_cast<double>(tick) / kTicks)}); // with wide labels
            frame.histograms.push_back({1 + kLayers + layer, {{0, 1, 2, 3}, {1, 4, 2}}});
        }
        if (tick == 1) {
            auto tensor = std::make_shared<record::TensorValue>();
            tensor->shape = {1, kPictures, 20, 20};
            tensor->values.assign(static_cast<std::size_t>(record::elementCount(tensor->shape)), 1);
            frame.tensors.push_back({1 + 2 * kLayers, tensor});
        }
        run.commit(frame);
    }
    run.update([](record::RunInfo &info) {
        info.status = record::RunStatus::Finished;
        for (int layer = 0; layer < kLayers; ++layer)
            info.layers.push_back({"fc" + std::to_string(layer), "Linear", true, {}, {}, {}});
    });
}

} // namespace

class PlotsByHandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *name : {"first.lbrun", "second.lbrun"}) {
            store::RunStore run(record::RunInfo{"made", record::RunStatus::Finished, {}, 1.7e9, {}, {}, {}});
            fill(run);
            store::saveRunCopy(run, m_folder.filePath(name).toStdString());
        }
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get(), test::kPatienceMs));
        QVERIFY(m_window->openFile(m_folder.filePath("first.lbrun")));
        m_page = m_window->currentPage();
        QTRY_VERIFY(isSettled());
        m_hand.moveTo(m_window->findChild<QTabBar *>());
    }

    void cleanup()
    {
        m_window.reset();
        QSettings().clear();
    }

    void theWheelScrollsThePageOverAnyPlot_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<TagView>("view");
        QTest::newRow("a large plot") << "Loss" << TagView::SmallMultiples;
        QTest::newRow("small multiples") << "Weight Norm" << TagView::SmallMultiples;
        QTest::newRow("overlay") << "Weight Norm" << TagView::Overlay;
        QTest::newRow("heat map") << "Weight Norm" << TagView::HeatMap;
        QTest::newRow("profile") << "Weight Norm" << TagView::DepthProfile;
        QTest::newRow("histograms") << "Weights" << TagView::Histograms;
        QTest::newRow("ridges") << "Weights" << TagView::Ridges;
    }

    void theWheelScrollsThePageOverAnyPlot()
    {
        QFETCH(QString, tag);
        QFETCH(TagView, view);
        show(tag, view);
        QScrollBar *bar = scrollBar();
        QTRY_VERIFY(bar->maximum() > 100);
        m_hand.moveTo(plot(tag));
        const int before = bar->value(), direction = before < bar->maximum() / 2 ? 1 : -1;
        m_hand.turnWheel(direction);
        QTRY_VERIFY((bar->value() - before) * direction > 20);

        // Scrolls to the end: sliders that pass under the mouse must not take the wheel.
        m_hand.turnWheel(direction * 200);
        QTRY_COMPARE(bar->value(), direction > 0 ? bar->maximum() : 0);
        QTRY_VERIFY(isSettled());
        QVERIFY(!board()->state().chosen());
    }

    void whatSlidesUnderTheMouseIsWhatKeysAreAbout()
    {
        show("Weight Norm", TagView::SmallMultiples);
        m_hand.moveTo(plot("Weight Norm"));
        QTRY_COMPARE(board()->navigation().currentTag(), "Weight Norm");
        m_hand.turnWheel(200);
        QTRY_COMPARE(board()->navigation().currentTag(), "Weights");
    }

    void plotsThatScrollIntoViewKeepNothingOfTheCrossHair_data()
    {
        QTest::addColumn<int>("height");
        for (int height = 40; height < 600; height += 100)
            QTest::addRow("%d pixels", height) << height;
    }

    /// Plots created during scrolling appear under another plot's cross hair. They must not keep parts of it.
    void plotsThatScrollIntoViewKeepNothingOfTheCrossHair()
    {
        QFETCH(int, height);
        const auto seen = [this] {
            QTest::qWait(200); // pending repaints
            return m_window->screen()->grabWindow(board()->winId()).toImage();
        };
        m_hand.moveTo(board(), QPoint(3 * board()->width() / 4, height));
        for (int notch = 0; notch < 6; ++notch) {
            m_hand.turnWheel(1);
            QTest::qWait(60);
        }
        m_hand.moveTo(m_window->findChild<QTabBar *>());
        QTRY_VERIFY(isSettled() && !board()->state().crossHair());
        const QImage left = seen();
        for (auto *plot : board()->findChildren<widgets::TagPlot *>())
            plot->update();
        QCOMPARE(left, seen());
    }

    void withCtrlTheWheelZooms()
    {
        m_hand.moveTo(plot("Loss"));
        const widgets::Stretch all = plot("Loss")->shownX();
        m_hand.hold("Control_L", true);
        m_hand.turnWheel(-2);
        m_hand.hold("Control_L", false);
        QTRY_VERIFY(plot("Loss")->shownX().size() < 0.7 * all.size());
        QCOMPARE(scrollBar()->value(), 0);

        show("Weight Norm", TagView::DepthProfile); // which has no such axis
        const int before = scrollBar()->value();
        const auto chosen = board()->state().chosen();
        m_hand.moveTo(plot("Weight Norm"));
        m_hand.hold("Control_L", true);
        m_hand.turnWheel(2);
        m_hand.hold("Control_L", false);
        m_hand.pressKeys({"b"}); // comes after the wheel
        QTRY_VERIFY(board()->state().cursors()[1]);
        QCOMPARE(scrollBar()->value(), before);
        QCOMPARE(board()->state().chosen(), chosen);
    }

    void theWheelScrollsPicturesOfATensor()
    {
        m_page->setTensorsShown(true);
        auto *grid = m_page->findChild<widgets::TensorGrid *>();
        QTRY_VERIFY(grid->isVisible() && grid->verticalScrollBar()->maximum() > 0);
        m_hand.moveTo(grid->viewport());
        m_hand.turnWheel(100);
        QTRY_COMPARE(grid->verticalScrollBar()->value(), grid->verticalScrollBar()->maximum());
        QCOMPARE(scrollBar()->value(), 0);
    }

    void plotsAreDraggedMarkedAndShownWhole()
    {
        const widgets::TagPlot *loss = plot("Loss");
        const QPoint middle = loss->axisRect()->center(), aside = middle + QPoint(100, 0);
        const widgets::Stretch all = loss->shownX();
        const double from = loss->xAxis->pixelToCoord(middle.x()), to = loss->xAxis->pixelToCoord(aside.x());
        m_hand.hold("Shift_L", true);
        m_hand.drag(loss, middle, aside);
        QTRY_VERIFY(std::abs(loss->shownX().low - from) < 1e-6 && std::abs(loss->shownX().high - to) < 1e-6);
        m_hand.hold("Shift_L", false);
        m_hand.drag(loss, middle, aside); // pans: earlier values appear
        QTRY_VERIFY(loss->shownX().high < from + 0.9 * (to - from));
        QTRY_COMPARE(plot("Weight Norm")->shownX(), loss->shownX());
        m_hand.doubleClick(loss, middle);
        QTRY_COMPARE(loss->shownX(), all);
    }

    void plotKeysWorkWhereverTheFocusIs_data()
    {
        QTest::addColumn<QString>("place");
        for (const char *place : {"plot", "check box of a tag", "layers", "values", "runs", "x axis", "smoothing"})
            QTest::newRow(place) << place;
    }

    void plotKeysWorkWhereverTheFocusIs()
    {
        QFETCH(QString, place);
        takeFocusTo(place);
        m_hand.moveTo(plot("Weight Norm"));
        m_hand.pressKeys({"3"});
        QTRY_COMPARE(board()->tagStyle("Weight Norm").view, TagView::HeatMap);
        m_hand.pressKeys({"l"});
        QTRY_COMPARE(board()->tagStyle("Weight Norm").isLog, std::optional(true));
        m_hand.moveTo(plot("Loss"));
        m_hand.pressKeys({"a"});
        QTRY_VERIFY(board()->state().cursors()[0]);
        m_hand.moveTo(plot("Loss"), plot("Loss")->axisRect()->center() + QPoint(150, 0));
        m_hand.pressKeys({"b"});
        QTRY_VERIFY(board()->state().cursors()[1] && *board()->state().cursors()[0] < *board()->state().cursors()[1]);
        m_hand.pressKeys({"bracketright"});
        QTRY_VERIFY(board()->state().style().smoothing > 0);
    }

    /// With the mouse over no plot, keys act on the row clicked last, and cursors start at the newest tick.
    void plotKeysWorkRightAfterAClickInTheLists()
    {
        auto *lenses = m_page->findChild<QTreeView *>("lensView");
        m_hand.moveTo(plot("Loss"));
        clickRow(lenses, test::rowNamed(lenses, "Weight Norm"));
        m_hand.pressKeys({"4"});
        QTRY_COMPARE(board()->tagStyle("Weight Norm").view, TagView::DepthProfile);
        m_hand.pressKeys({"a"});
        QTRY_COMPARE(board()->state().cursors()[0], std::optional(10.0 * kTicks));

        // A view that the tag does not support; letters that start names.
        const QModelIndex loss = test::rowNamed(lenses, "Loss");
        clickRow(lenses, loss);
        for (const char *key : {"6", "w", "o", "b"})
            m_hand.pressKeys({key});
        QTRY_VERIFY(board()->state().cursors()[1]);
        QCOMPARE(lenses->currentIndex(), loss);
    }

    void aNewWindowFitsOnTheScreen()
    {
        m_window.reset(MainWindow::openAnother());
        m_window->setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get(), test::kPatienceMs));
        QTRY_VERIFY(m_window->screen()->geometry().contains(m_window->frameGeometry()));
    }

    void whoTypesTypes()
    {
        openTab(1);
        auto *search = m_page->layerPanel()->findChild<QLineEdit *>();
        QVERIFY(search->isVisible());
        m_hand.moveTo(plot("Weight Norm"));
        m_hand.click(search);
        QTRY_VERIFY(search->hasFocus());
        m_hand.type("3abn");
        QTRY_COMPARE(search->text(), "3abn");
        QCOMPARE(board()->tagStyle("Weight Norm").view, TagView::SmallMultiples);
        QVERIFY(!board()->state().cursors()[0] && !board()->state().cursors()[1]);
    }

    void layersAreFoundByTheirKey()
    {
        auto *search = m_page->layerPanel()->findChild<QLineEdit *>();
        QVERIFY(!search->isVisible());
        m_hand.pressKeys({"Alt_L", "l"});
        QTRY_VERIFY(search->hasFocus());
        m_hand.type("fc11");
        QTRY_COMPARE(search->text(), "fc11");
    }

    void thePaletteRunsWhatItFinds()
    {
        m_hand.pressKeys({"Control_L", "k"});
        QTRY_VERIFY(qobject_cast<app::CommandPalette *>(QApplication::activePopupWidget()));
        m_hand.type("relativetime");
        m_hand.pressKeys({"Return"});
        QTRY_COMPARE(board()->state().style().x, widgets::XAxis::RelativeTime);
        QVERIFY(!QApplication::activePopupWidget());
    }

    void aFolderIsListedAndItsRunsOpened()
    {
        QVERIFY(m_window->openFile(m_folder.path()));
        auto *list = m_window->findChild<app::RunListPage *>()->findChild<QTreeView *>("runList");
        QTRY_COMPARE(list->model()->rowCount(), 2);
        QTRY_VERIFY(!list->visualRect(list->model()->index(1, 0)).isEmpty());
        const int tabs = static_cast<int>(m_window->pages().size());
        m_hand.doubleClick(list->viewport(), list->visualRect(rowOf(list, "second")).center());
        QTRY_COMPARE(m_window->pages().size(), tabs + 1);
        QVERIFY(m_window->currentPage()->path().endsWith("second.lbrun"));
    }

    void aRunIsReplayedAndItsReplayPaused()
    {
        m_hand.pressKeys({"Control_L", "Shift_L", "r"});
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->replayControls());
        RunPage *replay = m_window->currentPage();
        QTRY_VERIFY(replay->run()->frameCount() > 2);
        m_hand.pressKeys({"F6"});
        QTRY_VERIFY(replay->replayControls()->playAction()->isEnabled());
        QVERIFY(replay->run()->frameCount() <= kTicks);
    }

private:
    widgets::PlotBoard *board() const { return m_page->board(); }
    QScrollBar *scrollBar() const { return board()->findChild<QScrollArea *>()->verticalScrollBar(); }

    /// Returns the first visible plot of \p tag and its middle.
    widgets::TagPlot *plot(const QString &tag) const
    {
        const auto plots = board()->sections().plots(tag);
        const auto onView = std::find_if(plots.begin(), plots.end(), [](const widgets::TagPlot *each) {
            return each->visibleRegion().contains(each->axisRect()->center());
        });
        return onView == plots.end() ? nullptr : *onView;
    }

    bool isSettled() const
    {
        const auto plots = board()->findChildren<widgets::TagPlot *>();
        return !plots.isEmpty() && std::none_of(plots.begin(), plots.end(), [](const widgets::TagPlot *each) {
            return !each->visibleRegion().isEmpty() && each->isDirty();
        });
    }

    void show(const QString &tag, TagView view)
    {
        widgets::TagStyle style = board()->tagStyle(tag);
        style.view = view;
        board()->setTagStyle(tag, style);
        const auto isOnView = [&] {
            board()->sections().scrollTo(*board()->sections().plots(tag).front()); // plots laid out in the meantime may move it away
            return isSettled() && plot(tag);
        };
        QTRY_VERIFY(isOnView());
    }

    void openTab(int index)
    {
        for (QTabWidget *tabs : m_page->findChildren<QTabWidget *>())
            if (tabs->indexOf(m_page->layerPanel()) >= 0) {
                m_hand.click(tabs->tabBar(), tabs->tabBar()->tabRect(index).center());
                QTRY_COMPARE(tabs->currentIndex(), index);
            }
    }

    void clickRow(QTreeView *view, const QModelIndex &row)
    {
        view->scrollTo(row);
        QTRY_VERIFY(view->isVisible() && !view->visualRect(row).isEmpty());
        m_hand.click(view->viewport(), view->visualRect(row).center());
        QTRY_VERIFY(view->hasFocus() && view->currentIndex().siblingAtColumn(row.column()) == row);
    }

    void takeFocusTo(const QString &place)
    {
        if (place == "plot") {
            m_hand.click(plot("Loss"));
            QTRY_VERIFY(plot("Loss")->hasFocus());
            return;
        }
        if (place == "check box of a tag") {
            auto *lenses = m_page->findChild<QTreeView *>("lensView");
            m_hand.click(lenses->viewport(), test::checkBox(lenses, test::rowNamed(lenses, "Weights")));
            QTRY_VERIFY(lenses->hasFocus() && !board()->visibility().isTagVisible("Weights"));
            return;
        }
        if (place == "layers" || place == "runs") {
            openTab(place == "layers" ? 1 : 2);
            auto *view = m_page->findChild<QTreeView *>(place == "layers" ? "layerView" : "shownRuns");
            return clickRow(view, view->model()->index(0, 0));
        }
        if (place == "values") {
            m_hand.moveTo(plot("Weight Norm"));
            m_hand.pressKeys({"a"}); // otherwise the list would be empty when the mouse arrives
            QTRY_VERIFY(board()->state().cursors()[0]);
            auto *view = m_page->findChild<widgets::ReadoutPanel *>()->findChild<QTreeView *>();
            QTRY_VERIFY(view->model()->rowCount() > 1);
            return clickRow(view, view->model()->index(1, widgets::ReadoutModel::Layer));
        }
        auto *bar = place == "x axis" ? static_cast<QWidget *>(m_page->findChild<QComboBox *>()) : m_page->findChild<QSlider *>();
        bar->setFocus();
        QVERIFY(bar->hasFocus());
    }

    static QModelIndex rowOf(const QTreeView *list, const QString &run)
    {
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data(widgets::RunListModel::kPathRole).toString().contains(run))
                return list->model()->index(row, 0);
        return {};
    }

    QTemporaryDir m_folder;
    test::Hand m_hand;
    std::unique_ptr<MainWindow> m_window;
    RunPage *m_page = nullptr;
};

int main(int argc, char **argv)
{
    return test::runOnDesktop<PlotsByHandTest>(argc, argv);
}

#include "tst_plots_by_hand.moc"
