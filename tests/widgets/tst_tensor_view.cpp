#include "core/store/columns/run_store.h"
#include "tests/support/patience.h"
#include "widgets/tensors/tensor_bars.h"
#include "widgets/tensors/tensor_grid.h"
#include "widgets/tensors/tensor_heat_map.h"
#include "widgets/tensors/tensor_histogram.h"
#include "widgets/tensors/tensor_timeline.h"
#include "widgets/tensors/tensor_view.h"
#include "tests/support/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>

#include <cstdlib>
#include <limits>
#include <set>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

/// All values equal the tick's number, except the last (NaN) and the second-last (negative).
std::shared_ptr<const record::TensorValue> tensorOf(std::int64_t tick, std::vector<std::int64_t> shape)
{
    auto tensor = std::make_shared<record::TensorValue>();
    tensor->shape = std::move(shape);
    tensor->values.assign(static_cast<std::size_t>(record::elementCount(tensor->shape)), static_cast<float>(tick));
    if (tensor->values.size() > 1) {
        tensor->values.end()[-2] = -1;
        tensor->values.back() = std::numeric_limits<float>::quiet_NaN();
    }
    return tensor;
}

} // namespace

class TensorViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_run = std::make_shared<store::RunStore>();
        m_run->registerTag({"Loss", "LossMetrics"});
        m_run->registerTag({"outputs", "outputs", record::TagKind::Tensors, "output"});
        m_run->registerTag({"fc.weight tensor", "fc.weight", record::TagKind::Tensors, "value"});
        m_run->registerSeries({0, "Loss", "training", record::SeriesRole::Line});
        m_run->registerSeries({1, "conv", "output", record::SeriesRole::Tensor});
        m_run->registerSeries({1, "head", "output", record::SeriesRole::Tensor});
        m_run->registerSeries({2, "fc", "EMA", record::SeriesRole::Tensor});
        m_view = std::make_unique<TensorView>(m_run);
        m_view->resize(560, 640);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }

    void cleanup() { m_view.reset(); }

    void whatIsEmptySaysWhatToDo()
    {
        const TensorView fresh(std::make_shared<store::RunStore>());
        QVERIFY(fresh.findChild<QLabel *>("noTensors")->text().contains("experiment"));
        TensorView training(std::make_shared<store::RunStore>());
        training.setLive(true, true);
        QVERIFY(training.findChild<QLabel *>("noTensors")->text().contains("Record Tensors"));
        m_view->setLive(true);
        m_view->follow();
        QTRY_VERIFY(find<QLabel>("noTensors")->text().contains("after the first tick"));
        m_view->setLive(false);
        QVERIFY(find<QLabel>("noTensors")->text().contains("Nothing was recorded"));
    }

    void aTensorIsShownAsWhatItIs()
    {
        commit(2);
        QTRY_VERIFY(m_view->shown());
        QCOMPARE(m_view->shownStyle(), TensorView::Style::Pictures);
        QCOMPARE(find<QLabel>("tensorShape")->text(), "[4, 6, 8, 8]");
        QCOMPARE(grid()->pictureCount(), 6);
        QVERIFY(QRect(QPoint(), grid()->viewport()->size()).contains(grid()->pictureRect(5)));
        type(find<QSpinBox>("tensorSet"), "3");
        QCOMPARE(pointAt(grid()->viewport(), grid()->pictureRect(1).center()), "[3, 1, 3, 3] = 2");
        QTest::keyClick(find<QSpinBox>("tensorSet"), Qt::Key_Down);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(find<QSpinBox>("tensorSet"), Qt::Key_Down);
        QCOMPARE(find<QSpinBox>("tensorSet")->text(), "all");
        QCOMPARE(grid()->pictureCount(), 24);

        // One vector per sample: pictures are not available.
        QTest::keyClick(find<QComboBox>("tensorLayer"), Qt::Key_Down);
        QTRY_COMPARE(m_view->shownStyle(), TensorView::Style::HeatMap);
        QCOMPARE(find<QLabel>("tensorShape")->text(), "[4, 10]");
        QVERIFY(!styleButton("Pictures")->isEnabled());
        const auto *map = m_view->findChild<TensorHeatMap *>();
        QCOMPARE(map->image().size(), QSize(10, 4));
        QCOMPARE(pointAt(m_view->findChild<TensorHeatMap *>(), map->cells().topLeft() + QPoint(2, 2)), "[0, 0] = 2");
        QCOMPARE(pointAt(m_view->findChild<TensorHeatMap *>(), map->cells().bottomRight() - QPoint(2, 2)), "[3, 9] = NaN");
        QVERIFY(map->image().pixel(9, 3) != map->image().pixel(0, 0));

        QTest::mouseClick(styleButton("Histogram"), Qt::LeftButton);
        const auto *histogram = m_view->findChild<TensorHistogram *>();
        QVERIFY(histogram->isVisible());
        QCOMPARE(histogram->counts().counts.back(), std::size_t{38});
        QVERIFY(pointAt(m_view->findChild<TensorHistogram *>(), histogram->bars().topRight() - QPoint(3, -3)).contains("38 value"));
        QTest::mouseClick(find<QCheckBox>("logCounts"), Qt::LeftButton, {}, {8, 8});
        QVERIFY(find<QCheckBox>("logCounts")->isChecked());
        find<QComboBox>("tensorLayer")->setCurrentIndex(0); // the chosen style stays
        QCOMPARE(m_view->shownStyle(), TensorView::Style::Histogram);
    }

    void picturesKeepTheirProportionsInAHeatMap()
    {
        commit(1);
        QTRY_VERIFY(m_view->shown());
        QTest::mouseClick(styleButton("Heat map"), Qt::LeftButton);
        const QRect cells = m_view->findChild<TensorHeatMap *>()->cells();
        QCOMPARE(cells.width(), cells.height());
        QVERIFY(cells.width() > 200 && cells.width() % 8 == 0);
        QCOMPARE(pointAt(m_view->findChild<TensorHeatMap *>(), cells.bottomRight() - QPoint(2, 2)), "[0, 0, 7, 7] = 1");
    }

    void aVectorIsShownAsBars()
    {
        m_run->registerTag({"biases", "biases", record::TagKind::Tensors, "output"});
        m_run->registerSeries({3, "fc", "output", record::SeriesRole::Tensor});
        record::Frame frame{{1, 1, 10, 640, 1.7e9}, {}};
        frame.tensors = {{4, tensorOf(3, {5})}}; // 3, 3, 3, -1 and NaN
        m_run->commit(frame);
        m_view->showTag("nothing");
        m_view->showTag("biases");
        QCOMPARE(find<QComboBox>("tensorTag")->currentText(), "biases");
        QTRY_VERIFY(m_view->shown());
        auto *bars = m_view->findChild<TensorBars *>();
        QVERIFY(bars->isVisible());
        const QRect room = bars->bars();
        const int zero = bars->zero();
        QVERIFY(std::abs(zero - (room.top() + room.height() * 3 / 4)) <= 1);
        const auto middle = [&](int index) { return room.left() + (2 * index + 1) * room.width() / 10; };
        QCOMPARE(pointAt(bars, {middle(0), zero - 10}), "[0] = 3");
        QVERIFY(pointAt(bars, {middle(3), zero - 10}).startsWith("[3] = "));
        QCOMPARE(pointAt(bars, {middle(4), zero - 10}), "[4] = NaN");
        QCOMPARE(pointAt(bars, {2, zero}), "");
        const QImage image = bars->grab().toImage();
        const auto isSame = [&](int first, int second, int aboveZero) {
            return image.pixel(middle(first), zero - aboveZero) == image.pixel(middle(second), zero - aboveZero);
        };
        QVERIFY(isSame(0, 1, 20) && !isSame(0, 3, 20) && !isSame(0, 3, -20)); // up and down
        QVERIFY(!isSame(4, 0, 3) && !isSame(4, 3, 3)); // marked
    }

    void theNewestIsFollowedUntilSomebodyLooksBack()
    {
        m_view->setLive(true);
        commit(3);
        QTRY_COMPARE(state(), "step 30, tick 3, epoch 1 (3 of 3)");
        commit(2);
        QTRY_COMPARE(state(), "step 50, tick 5, epoch 1 (5 of 5)");
        auto *slider = find<QSlider>("tensorPlace");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(state(), "step 40, tick 4, epoch 1 (4 of 5)");
        QVERIFY(!find<QCheckBox>("followTensors")->isChecked());
        QTRY_COMPARE(m_view->shown()->values.front(), 4.0f);
        commit(1);
        QTRY_COMPARE(state(), "step 40, tick 4, epoch 1 (4 of 6)");
        QTest::keyClick(grid(), Qt::Key_Home);
        QCOMPARE(state(), "step 10, tick 1, epoch 1 (1 of 6)");
        QCOMPARE(m_view->shown()->values.front(), 1.0f);
        QTest::keyClick(grid(), Qt::Key_Right);
        QCOMPARE(state(), "step 20, tick 2, epoch 1 (2 of 6)");
        QTest::keyClick(grid(), Qt::Key_Space); // plays to the end
        QTRY_COMPARE(state(), "step 60, tick 6, epoch 1 (6 of 6)");
        QTest::keyClick(grid(), Qt::Key_Home);
        QTest::mouseClick(find<QCheckBox>("followTensors"), Qt::LeftButton, {}, {8, 8});
        QCOMPARE(state(), "step 60, tick 6, epoch 1 (6 of 6)");
    }

    void theLastIsShownWhenARunEnds()
    {
        m_view->setLive(true);
        commit(3);
        QTRY_COMPARE(state(), "step 30, tick 3, epoch 1 (3 of 3)");
        commit(1);
        m_view->setLive(false); // before the view processed it
        QTRY_COMPARE(state(), "step 40, tick 4, epoch 1 (4 of 4)");
        QCOMPARE(m_view->shown()->values.front(), 4.0f);
    }

    void stylesKeepTheirSignsInAnotherTheme()
    {
        QPalette dark;
        dark.setColor(QPalette::ButtonText, Qt::white);
        dark.setColor(QPalette::WindowText, Qt::white);
        m_view->setPalette(dark);
        std::set<qint64> signs;
        for (const char *name : {"Pictures", "Heat map", "Histogram"}) {
            const QImage sign = styleButton(name)->icon().pixmap(32, QIcon::Normal).toImage();
            signs.insert(static_cast<qint64>(qHashBits(sign.constBits(), static_cast<size_t>(sign.sizeInBytes()))));
        }
        QCOMPARE(signs.size(), std::size_t{3});
    }

    void memoryIsReported()
    {
        m_view->setLimit("outputs", 256);
        commit(100);
        QTRY_COMPARE(find<QLabel>("tensorMemory")->text(), "about 0.6 MB of 256 MB recorded"); // 100 tensors each of 1,536 and of 40 values
        find<QComboBox>("tensorTag")->setCurrentIndex(1);
        QTRY_COMPARE(find<QLabel>("tensorMemory")->text(), "about 0.0 MB recorded");
        QSignalSpy saved(m_view.get(), &TensorView::saveRequested);
        for (auto *button : m_view->findChildren<QPushButton *>())
            QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(saved.takeFirst(), QVariantList{"fc.weight tensor"});
    }

    void whatALensRecordsIsShownWhenItIsThere()
    {
        commit(1);
        m_view->showLens("fc.weight");
        QCOMPARE(find<QComboBox>("tensorTag")->currentText(), "fc.weight tensor");
        m_view->showLens("later");
        m_run->registerTag({"later", "later", record::TagKind::Tensors, "output"});
        commit(1);
        QTRY_COMPARE(find<QComboBox>("tensorTag")->currentText(), "later");
    }

    void aRunThatBeginsAnewIsShownAnew()
    {
        commit(4);
        QTRY_VERIFY(m_view->shown());
        m_run->restart({});
        m_view->follow();
        QTRY_VERIFY(!m_view->hasTensors() && !m_view->shown());
    }

private:
    template <typename Widget> Widget *find(const char *name) const { return m_view->findChild<Widget *>(name); }
    TensorGrid *grid() const { return m_view->findChild<TensorGrid *>(); }
    QString state() const { return find<QLabel>("tensorState")->text(); }

    QToolButton *styleButton(const QString &name) const
    {
        for (auto *button : m_view->findChildren<QToolButton *>())
            if (button->accessibleName() == name)
                return button;
        return nullptr;
    }

    QString pointAt(QWidget *widget, const QPoint &position) const
    {
        QTest::mouseMove(widget, position + QPoint(1, 0));
        QTest::mouseMove(widget, position);
        return find<QLabel>("pointed")->text();
    }

    static void type(QSpinBox *box, const QString &number)
    {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, number);
    }

    void commit(int count)
    {
        for (int i = 0; i < count; ++i) {
            const auto tick = static_cast<std::int64_t>(m_run->frameCount()) + 1;
            record::Frame frame{{tick, 1, 10 * tick, 640 * tick, 1.7e9}, {{0, 1.0}}};
            frame.tensors = {{1, tensorOf(tick, {4, 6, 8, 8})}, {2, tensorOf(tick, {4, 10})}, {3, tensorOf(tick, {})}};
            m_run->commit(frame);
        }
        m_view->follow();
    }

    std::shared_ptr<store::RunStore> m_run;
    std::unique_ptr<TensorView> m_view;
};

LENSBOARD_WINDOW_TEST(TensorViewTest)
#include "tst_tensor_view.moc"
