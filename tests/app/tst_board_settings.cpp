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
using widgets::BoardStyle;
using widgets::TagStyle;
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

const BoardStyle &styleOf(const RunPage &page)
{
    return page.board()->state().style();
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
        QCOMPARE(styleOf(*first).x, XAxis::Tick);
        QVERIFY(styleOf(*first).smoothing > 0);
        QCOMPARE(styleOf(*second), BoardStyle());
        const auto third = openPage(settingsRun());
        QCOMPARE(styleOf(*third), styleOf(*first));

        BoardStyle other = styleOf(*second); // does not inherit the first tab's choice, and does not change it
        other.isLinked = false;
        second->board()->state().setStyle(other);
        second->board()->setRunVisible(0, false);
        const auto fourth = openPage(settingsRun());
        QCOMPARE(styleOf(*fourth).x, XAxis::Tick);
        QCOMPARE(styleOf(*fourth).smoothing, styleOf(*first).smoothing);
        QVERIFY(!styleOf(*fourth).isLinked && styleOf(*first).isLinked);
    }

    void aTagKeepsItsStyleWhenOtherTagsCome()
    {
        const auto run = settingsRun();
        const auto first = openPage(run), second = openPage(settingsRun());
        TagStyle logarithmic;
        logarithmic.isLog = true;
        second->board()->setTagStyle(kLoss, logarithmic);
        run->registerTag({"Weight Norm", "ParameterNorm"});
        run->registerSeries({1, "fc1", "mean", record::SeriesRole::Line});
        run->commit({{2, 1, 20, 1280, 1.7e9}, {{1, 2.0}}});
        first->board()->follow();
        QCOMPARE(first->board()->sections().tags().size(), 2);
        QCOMPARE(first->board()->tagStyle(kLoss), TagStyle());
        QCOMPARE(openPage(settingsRun())->board()->tagStyle(kLoss), logarithmic);
    }

    void stylesBelongToOneKindOfRun()
    {
        TagStyle overlaid;
        overlaid.view = widgets::TagView::Overlay;
        overlaid.isLog = true;
        const auto first = openPage(settingsRun("digits"));
        QTest::keyClick(first->findChild<widgets::BoardBar *>()->findChild<QSlider *>(), Qt::Key_Right);
        first->board()->setTagStyle(kLoss, overlaid);
        const double smoothing = styleOf(*first).smoothing;
        QVERIFY(smoothing > 0);

        const auto other = openPage(settingsRun("spirals"));
        QCOMPARE(styleOf(*other).smoothing, 0.0);
        QCOMPARE(other->board()->tagStyle(kLoss), TagStyle());
        const auto again = openPage(settingsRun("digits"));
        QCOMPARE(styleOf(*again).smoothing, smoothing);
        QCOMPARE(again->board()->tagStyle(kLoss), overlaid);
    }

    void runsWithoutExperimentShareTheStylesOfTheirFolder()
    {
        TagStyle logarithmic;
        logarithmic.isLog = true;
        const auto openAt = [](const QString &path) { return std::make_unique<RunPage>(std::make_unique<test::EndedFeed>(settingsRun(), path)); };
        openAt("/logs/digits/a")->board()->setTagStyle(kLoss, logarithmic);
        QCOMPARE(openAt("/logs/digits/b")->board()->tagStyle(kLoss), logarithmic);
        QCOMPARE(openAt("/logs/spirals/a")->board()->tagStyle(kLoss), TagStyle());
    }

    void stylesAreReset()
    {
        const auto page = openPage(settingsRun("digits"));
        widgets::PlotBoard &board = *page->board();
        BoardStyle smooth = styleOf(*page);
        smooth.smoothing = 0.9;
        smooth.isLinked = false;
        TagStyle overlaid;
        overlaid.view = widgets::TagView::Overlay;
        board.state().setStyle(smooth);
        board.setTagStyle(kLoss, overlaid);
        board.resetStyles();
        QCOMPARE(styleOf(*page), BoardStyle());
        QCOMPARE(board.tagStyle(kLoss), TagStyle());
        const auto next = openPage(settingsRun("digits"));
        QCOMPARE(styleOf(*next), BoardStyle());
        QCOMPARE(next->board()->tagStyle(kLoss), TagStyle());

        board.state().undo().undo();
        QCOMPARE(styleOf(*page), smooth);
        QCOMPARE(board.tagStyle(kLoss), overlaid);
        QCOMPARE(openPage(settingsRun("digits"))->board()->tagStyle(kLoss), overlaid);
        board.resetStyles();
        board.resetStyles(); // changes nothing, so undo still has one step
        QCOMPARE(board.state().undo().count(), 1);
    }

private:
    std::unique_ptr<test::EmptyHome> m_home;
};

LENSBOARD_WINDOW_TEST(BoardSettingsTest)
#include "tst_board_settings.moc"
