// The cross-hair under the X server's mouse.

#include "core/store/columns/run_store.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/hand.h"
#include "tests/support/patience.h"
#include "widgets/board/plot_board.h"
#include "widgets/models/readout_model.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

constexpr int kTicks = 24, kEvery = 3, kOffFrom = 9, kOnAgain = 16;

/// One tick per 120 steps, each taking longer than the one before; three ticks per epoch.
record::TickStamp stampOf(int tick)
{
    return {tick, 1 + (tick - 1) / kEvery, 120 * tick, 3000 * tick, 1.7e9 + tick * tick};
}

/// A training loss at each tick, a validation loss at every third, and norms with a lens that was off for a while.
std::shared_ptr<store::RunStore> madeRun()
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "loss", true});
    run->registerTag({"Weight Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"});
    run->registerSeries({0, "Loss", "train_loss", record::SeriesRole::Line});
    run->registerSeries({0, "Loss", "val_loss", record::SeriesRole::Line});
    for (const char *layer : {"fc1", "fc2"})
        run->registerSeries({1, layer, "mean", record::SeriesRole::Line});
    for (int tick = 1; tick <= kTicks; ++tick) {
        if (tick == kOnAgain)
            run->append({record::RunEvent::Kind::LensOn, 120 * tick - 60, 0, "ParameterNorm"});
        record::Frame frame{stampOf(tick), {{0, 1.0 + tick}}};
        if (tick % kEvery == 0)
            frame.values.push_back({1, 2.0 + tick});
        if (tick < kOffFrom || tick >= kOnAgain)
            frame.values.insert(frame.values.end(), {{2, 3.0 + tick}, {3, 4.0 + tick}});
        run->commit(frame);
    }
    run->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
    return run;
}

} // namespace

class CrossHairByHandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_board = std::make_unique<PlotBoard>();
        m_board->resize(1100, 700);
        m_board->addRun(madeRun(), "run");
        m_board->show();
        QVERIFY(QTest::qWaitForWindowActive(m_board.get(), test::kPatienceMs));
    }

    void cleanup() { m_board.reset(); }

    void itStandsOnTheNearestTick_data()
    {
        QTest::addColumn<XAxis>("x");
        QTest::newRow("steps") << XAxis::Step;
        QTest::newRow("ticks") << XAxis::Tick;
        QTest::newRow("epochs") << XAxis::Epoch;
        QTest::newRow("samples") << XAxis::Samples;
        QTest::newRow("time") << XAxis::WallTime;
        QTest::newRow("relative time") << XAxis::RelativeTime;
    }

    void itStandsOnTheNearestTick()
    {
        QFETCH(XAxis, x);
        along(x);
        const TagPlot *plot = this->plot("Loss");
        for (const int before : {4, 6, 12, kTicks - 1}) // also from an epoch to the next
            for (const double share : {0.2, 0.8}) {
                const double from = place(before), to = place(before + 1), at = from + share * (to - from);
                const double nearest = share < 0.5 ? from : to;
                moveTo(plot, at);
                QTRY_COMPARE(crossHair(), nearest);
                const Reading training = m_board->sections().readings("Loss", nearest).front();
                QVERIFY(training.value);
                QCOMPARE(m_board->state().runs.front()->coordinate(training.value->stamp, x), nearest);
            }
        moveTo(plot, plot->shownX().low); // before the first
        QTRY_COMPARE(crossHair(), place(1));
    }

    /// Shows the nearest validation, here a later one, with its step.
    void valuesOfOtherTicksSayWhichTheyAreOf()
    {
        along(XAxis::Step);
        moveTo(plot("Loss"), place(8));
        QTRY_COMPARE(crossHair(), place(8));
        ReadoutModel model;
        model.setReadings(m_board->sections().readings("Loss", crossHair()), {}, {});
        QStringList told;
        for (int row = 0; row < model.rowCount(); ++row)
            told << model.index(row, ReadoutModel::Value).data().toString() + " at " + model.index(row, ReadoutModel::Place).data().toString();
        QCOMPARE(told, (QStringList{"11 at step 1,080", "9 at step 960"}));
    }

    void inAGapItStandsOnATickWithoutAValue()
    {
        along(XAxis::Step);
        const int off = (kOffFrom + kOnAgain) / 2;
        moveTo(plot("Weight Norm"), place(off) + 25);
        QTRY_COMPARE(crossHair(), place(off));
        QVERIFY(!m_board->sections().readings("Weight Norm", crossHair()).front().value);
        moveTo(plot("Weight Norm"), place(kOnAgain) - 25);
        QTRY_COMPARE(crossHair(), place(kOnAgain));
        QCOMPARE(m_board->sections().readings("Weight Norm", crossHair()).front().value->value, 3.0 + kOnAgain);
    }

    /// A cell of a map extends to the next tick.
    void inAMapItStandsOnTheCellUnderTheMouse()
    {
        TagStyle style;
        style.view = TagView::HeatMap;
        m_board->setTagStyle("Weight Norm", style);
        along(XAxis::Step);
        for (const double share : {0.2, 0.8}) {
            moveTo(plot("Weight Norm"), place(4) + share * (place(5) - place(4)));
            QTRY_COMPARE(crossHair(), place(4));
            moveTo(plot("Loss"), place(2));
            QTRY_COMPARE(crossHair(), place(2));
        }
    }

    /// Both ends of a range marked for zooming follow the mouse.
    void aMarkEndsAtTheMouse()
    {
        along(XAxis::Step);
        const TagPlot *plot = this->plot("Loss");
        const QPoint from(pixelOf(plot, place(6) + 40), plot->axisRect()->center().y()), to(pixelOf(plot, place(9) + 40), from.y());
        m_hand.hold("Shift_L", true);
        m_hand.drag(plot, from, to);
        m_hand.hold("Shift_L", false);
        QTRY_VERIFY(m_board->state().chosen());
        QVERIFY(std::abs(m_board->state().chosen()->low - place(6) - 40) < 5 && std::abs(m_board->state().chosen()->high - place(9) - 40) < 5);
    }

private:
    void along(XAxis x)
    {
        BoardStyle style;
        style.x = x;
        m_board->state().setStyle(style);
        const auto isSettled = [&] {
            const auto plots = m_board->findChildren<TagPlot *>();
            return plots.size() > 1 && std::ranges::none_of(plots, &TagPlot::isDirty);
        };
        QTRY_VERIFY(isSettled());
    }
    TagPlot *plot(const QString &tag) const { return m_board->sections().plots(tag).front(); }
    double crossHair() const { return m_board->state().crossHair().value_or(NAN); }
    double place(int tick) const { return m_board->state().runs.front()->coordinate(stampOf(tick), m_board->state().style().x); }
    static int pixelOf(const TagPlot *plot, double x) { return static_cast<int>(std::round(plot->xAxis->coordToPixel(x))); }
    void moveTo(const TagPlot *plot, double x) { m_hand.moveTo(plot, QPoint(std::max(plot->axisRect()->left(), pixelOf(plot, x)), plot->axisRect()->center().y())); }

    std::unique_ptr<PlotBoard> m_board;
    test::Hand m_hand;
};

int main(int argc, char **argv)
{
    return test::runOnDesktop<CrossHairByHandTest>(argc, argv);
}

#include "tst_cross_hair_by_hand.moc"
