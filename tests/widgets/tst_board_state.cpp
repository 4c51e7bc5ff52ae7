#include "core/store/columns/run_store.h"
#include "tests/support/test_program.h"
#include "widgets/board/no_times_notice.h"
#include "widgets/board/plot_board.h"
#include "widgets/views/state/board_state.h"

#include <QPushButton>
#include <QSignalSpy>
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
            BoardStyle style = state.style();
            style.x = x;
            state.setStyle(style);
            QVERIFY(isSeen(timed));
            QCOMPARE(isSeen(untimed), x != XAxis::WallTime && x != XAxis::RelativeTime);
        }
    }

    /// Instead of a blank page, a note explains the missing plots and offers steps.
    void runsWithoutTimesOfferSteps()
    {
        PlotBoard board;
        board.resize(600, 400);
        board.show();
        board.addRun(runFrom(0), "untimed");
        const auto *notice = board.findChild<NoTimesNotice *>();
        QVERIFY(notice->isHidden() && board.sections().isVisible());
        for (const XAxis x : {XAxis::RelativeTime, XAxis::WallTime}) {
            setAxis(board, x);
            QVERIFY(notice->isVisible());
            notice->findChild<QPushButton *>("plotOverSteps")->click();
            QCOMPARE(board.state().style().x, XAxis::Step);
            QVERIFY(notice->isHidden() && board.sections().isVisible());
        }
        setAxis(board, XAxis::RelativeTime);
        board.addRun(runFrom(1.7e9), "timed");
        QVERIFY(notice->isHidden());
        setAxis(board, XAxis::Step);
        QSignalSpy noticed(&board, &PlotBoard::noticed);
        setAxis(board, XAxis::RelativeTime);
        QCOMPARE(noticed.size(), 1);
        QVERIFY2(noticed[0][0].toString().endsWith(": untimed"), qPrintable(noticed[0][0].toString()));
        board.setRunVisible(1, false);
        QVERIFY(notice->isVisible());
        board.setRunVisible(0, false); // the table of runs explains the empty board
        QVERIFY(notice->isHidden());
    }

private:
    static void setAxis(PlotBoard &board, XAxis x)
    {
        BoardStyle style = board.state().style();
        style.x = x;
        board.state().setStyle(style);
    }
};

LENSBOARD_WINDOW_TEST(BoardStateTest)
#include "tst_board_state.moc"
