// Plot settings in their own tab, in the next tab of the same kind of run, and in tabs of other kinds.

#include "app/pages/run_page.h"
#include "tests/support/empty_home.h"
#include "tests/support/ended_feed.h"
#include "tests/support/test_program.h"
#include "widgets/board/board_bar.h"
#include "widgets/board/plot_board.h"

#include <QComboBox>
#include <QSlider>
#include <QTest>

using namespace lensboard;
using app::RunPage;
using widgets::BoardLook;
using widgets::TagLook;
using widgets::XAxis;

namespace {

const QString kLoss = QStringLiteral("Loss");

std::unique_ptr<RunPage> openPage(const std::shared_ptr<store::RunStore> &run)
{
    return std::make_unique<RunPage>(std::make_unique<test::EndedFeed>(run));
}

std::shared_ptr<store::RunStore> settingsRun(const std::string &experiment = {})
{
    record::RunInfo info;
    if (!experiment.empty())
        info.experiment = R"({"name": ")" + experiment + R"("})";
    auto run = std::make_shared<store::RunStore>(info);
    run->registerTag({"Loss", "LossMetrics"});
    run->registerSeries({0, "Loss", "train_loss", record::SeriesRole::Line});
    run->commit({{1, 1, 10, 640, 1.7e9}, {{0, 0.5}}});
    return run;
}

const BoardLook &lookOf(const RunPage &page)
{
    return page.board()->state().look();
}

} // namespace

class BoardSettingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<test::EmptyHome>(); }

    void aChangeStaysInItsTabAndIsWhatTheNextBeginsWith()
    {
        const auto first = openPage(settingsRun()), second = openPage(settingsRun());
        auto *bar = first->findChild<widgets::BoardBar *>();
        QTest::keyClick(bar->findChild<QComboBox *>(), Qt::Key_Down);
        QTest::keyClick(bar->findChild<QSlider *>(), Qt::Key_Right);
        QCOMPARE(lookOf(*first).x, XAxis::Tick);
        QVERIFY(lookOf(*first).smoothing > 0);
        QCOMPARE(lookOf(*second), BoardLook());
        const auto third = openPage(settingsRun());
        QCOMPARE(lookOf(*third), lookOf(*first));

        BoardLook other = lookOf(*second); // does not inherit the first tab's choice, and does not change it
        other.isLinked = false;
        second->board()->state().setLook(other);
        second->board()->setRunVisible(0, false);
        const auto fourth = openPage(settingsRun());
        QCOMPARE(lookOf(*fourth).x, XAxis::Tick);
        QCOMPARE(lookOf(*fourth).smoothing, lookOf(*first).smoothing);
        QVERIFY(!lookOf(*fourth).isLinked && lookOf(*first).isLinked);
    }

    void aTagKeepsItsLookWhenOtherTagsCome()
    {
        const auto run = settingsRun();
        const auto first = openPage(run), second = openPage(settingsRun());
        TagLook logarithmic;
        logarithmic.isLog = true;
        second->board()->setTagLook(kLoss, logarithmic);
        run->registerTag({"Weight Norm", "ParameterNorm"});
        run->registerSeries({1, "fc1", "mean", record::SeriesRole::Line});
        run->commit({{2, 1, 20, 1280, 1.7e9}, {{1, 2.0}}});
        first->board()->follow();
        QCOMPARE(first->board()->sections().tags().size(), 2);
        QCOMPARE(first->board()->tagLook(kLoss), TagLook());
        QCOMPARE(openPage(settingsRun())->board()->tagLook(kLoss), logarithmic);
    }

    void looksBelongToOneKindOfRun()
    {
        TagLook overlaid;
        overlaid.view = widgets::TagView::Overlay;
        overlaid.isLog = true;
        const auto first = openPage(settingsRun("digits"));
        QTest::keyClick(first->findChild<widgets::BoardBar *>()->findChild<QSlider *>(), Qt::Key_Right);
        first->board()->setTagLook(kLoss, overlaid);
        const double smoothing = lookOf(*first).smoothing;
        QVERIFY(smoothing > 0);

        const auto other = openPage(settingsRun("spirals"));
        QCOMPARE(lookOf(*other).smoothing, 0.0);
        QCOMPARE(other->board()->tagLook(kLoss), TagLook());
        const auto again = openPage(settingsRun("digits"));
        QCOMPARE(lookOf(*again).smoothing, smoothing);
        QCOMPARE(again->board()->tagLook(kLoss), overlaid);
    }

    void runsWithoutExperimentShareTheLooksOfTheirFolder()
    {
        TagLook logarithmic;
        logarithmic.isLog = true;
        const auto openAt = [](const QString &path) { return std::make_unique<RunPage>(std::make_unique<test::EndedFeed>(settingsRun(), path)); };
        openAt("/logs/digits/a")->board()->setTagLook(kLoss, logarithmic);
        QCOMPARE(openAt("/logs/digits/b")->board()->tagLook(kLoss), logarithmic);
        QCOMPARE(openAt("/logs/spirals/a")->board()->tagLook(kLoss), TagLook());
    }

    void looksAreReset()
    {
        const auto page = openPage(settingsRun("digits"));
        widgets::PlotBoard &board = *page->board();
        BoardLook smooth = lookOf(*page);
        smooth.smoothing = 0.9;
        smooth.isLinked = false;
        TagLook overlaid;
        overlaid.view = widgets::TagView::Overlay;
        board.state().setLook(smooth);
        board.setTagLook(kLoss, overlaid);
        board.resetLooks();
        QCOMPARE(lookOf(*page), BoardLook());
        QCOMPARE(board.tagLook(kLoss), TagLook());
        const auto next = openPage(settingsRun("digits"));
        QCOMPARE(lookOf(*next), BoardLook());
        QCOMPARE(next->board()->tagLook(kLoss), TagLook());

        board.state().undo().undo();
        QCOMPARE(lookOf(*page), smooth);
        QCOMPARE(board.tagLook(kLoss), overlaid);
        QCOMPARE(openPage(settingsRun("digits"))->board()->tagLook(kLoss), overlaid);
        board.resetLooks();
        board.resetLooks(); // changes nothing, so undo still has one step
        QCOMPARE(board.state().undo().count(), 1);
    }

private:
    std::unique_ptr<test::EmptyHome> m_home;
};

LENSBOARD_WINDOW_TEST(BoardSettingsTest)
#include "tst_board_settings.moc"
