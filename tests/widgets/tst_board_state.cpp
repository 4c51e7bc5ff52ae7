#include "core/store/columns/run_store.h"
#include "widgets/plots/board_state.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

std::shared_ptr<store::RunStore> runFrom(double firstSecond)
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag({"Loss", "L", record::TagKind::Numerical, "value", true});
    run->registerSeries({0, "Loss", "mean", record::SeriesRole::Line});
    for (int step = 1; step <= 3; ++step)
        run->commit({{step, 1, step, 0, firstSecond > 0 ? firstSecond + step : 0}, {{0, 0.5}}});
    return run;
}

} // namespace

class BoardStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunWithoutTimesIsNotOnATimeAxis()
    {
        BoardState state;
        const ShownRun &timed = state.addRun(runFrom(1.7e9), "timed", {}), &untimed = state.addRun(runFrom(0), "untimed", {});
        const auto isSeen = [&](const ShownRun &run) { return state.isVisible({&run, 0, {0, "Loss", "mean", record::SeriesRole::Line}}); };
        for (const XAxis x : {XAxis::Step, XAxis::Tick, XAxis::Epoch, XAxis::Samples, XAxis::WallTime, XAxis::RelativeTime}) {
            BoardLook look = state.look();
            look.x = x;
            state.setLook(look);
            QVERIFY(isSeen(timed));
            QCOMPARE(isSeen(untimed), x != XAxis::WallTime && x != XAxis::RelativeTime);
        }
    }
};

QTEST_MAIN(BoardStateTest)
#include "tst_board_state.moc"
