// A run's page: its messages, and navigation from the list of lenses to the plots.

#include "app/pages/run_page.h"
#include "core/record/routine_notice.h"
#include "tests/support/empty_home.h"
#include "tests/support/ended_feed.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "tests/support/tree_rows.h"
#include "widgets/board/plot_board.h"
#include "widgets/lens_view.h"
#include "widgets/message_bar.h"
#include "widgets/views/tag_plot.h"

#include <QScrollBar>
#include <QTest>

using namespace lensboard;
using app::RunPage;
using widgets::LensView;
using widgets::MessageBar;
using widgets::TagPlot;

namespace {

constexpr int kTags = 8;

/// Returns a run with kTags tags "Tag 1", "Tag 2" …, each of its own lens "Lens 1", "Lens 2" …
std::shared_ptr<store::RunStore> madeRun()
{
    auto run = std::make_shared<store::RunStore>();
    for (std::uint32_t i = 0; i < kTags; ++i) {
        const std::string number = std::to_string(i + 1);
        run->registerTag({"Tag " + number, "Lens " + number});
        run->registerSeries({i, "fc1", "mean", record::SeriesRole::Line});
    }
    for (int tick = 1; tick <= 3; ++tick) {
        record::Frame frame{{tick, 1, 10 * tick, 640 * tick, 1.7e9 + tick}, {}};
        for (std::uint32_t i = 0; i < kTags; ++i)
            frame.values.push_back({i, 1.0 * tick});
        run->commit(frame);
    }
    return run;
}

} // namespace

class RunPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<test::EmptyHome>();
        m_run = madeRun();
        m_page = std::make_unique<RunPage>(std::make_unique<test::EndedFeed>(m_run));
        m_page->resize(1000, 600);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QTRY_VERIFY(isOnView("Tag 1"));
        QVERIFY(!isOnView("Tag 8"));
    }

    void cleanup()
    {
        m_page.reset();
        m_home.reset();
    }

    void aClickOnATagScrollsToItsPlots()
    {
        click("Tag 8");
        QTRY_VERIFY(isOnView("Tag 8"));
        click("Lens 1");
        QTRY_VERIFY(isOnView("Tag 1"));
        m_page->board()->visibility().setTagVisible("Tag 7", false);
        click("Tag 7"); // has no plot to scroll to
        QVERIFY(isOnView("Tag 1"));
    }

    void aTickOfATagScrollsToItsPlotsAndNoneToWhatGoes()
    {
        m_page->board()->visibility().setTagVisible("Tag 8", false);
        clickBox("Tag 8");
        QTRY_VERIFY(m_page->board()->visibility().isTagVisible("Tag 8"));
        QTRY_VERIFY(isOnView("Tag 8"));
        const int place = m_page->board()->sections().verticalScrollBar()->value();
        clickBox("Tag 1");
        QTRY_VERIFY(!m_page->board()->visibility().isTagVisible("Tag 1"));
        QVERIFY(!isOnView("Tag 2") && m_page->board()->sections().verticalScrollBar()->value() <= place);
    }

    void aMessageMovesNoPlot()
    {
        const TagPlot *plot = m_page->board()->sections().plots("Tag 1").front();
        const QRect before(plot->mapToGlobal(QPoint()), plot->size());
        m_page->warn("Something happened.");
        auto *bar = m_page->findChild<MessageBar *>();
        QVERIFY(bar->isVisible());
        QTRY_COMPARE(bar->geometry().bottom(), m_page->board()->rect().bottom());
        QCOMPARE(QRect(plot->mapToGlobal(QPoint()), plot->size()), before);
        QCOMPARE(bar->width(), m_page->board()->width());
        m_page->resize(900, 500);
        QTRY_COMPARE(bar->geometry().bottom(), m_page->board()->rect().bottom());
        m_page->warn(QStringLiteral("This long message about what happened takes several lines. ").repeated(8));
        QTRY_VERIFY(bar->height() > 3 * bar->fontMetrics().height() && bar->geometry().bottom() == m_page->board()->rect().bottom());
    }

    void aRoutineNoticeStaysAmongTheEvents()
    {
        auto *bar = m_page->findChild<MessageBar *>();
        m_run->append(record::routineNotice(20, "Computing on 4 threads from here on: a step takes 1 ms instead of 2 ms."));
        m_run->append({record::RunEvent::Kind::Notice, 30, 0, "Resumed."});
        RunPage next(std::make_unique<test::EndedFeed>(m_run));
        QCOMPARE(next.findChild<MessageBar *>()->messages(), QStringList{"Resumed."});
        QCOMPARE(next.board()->state().runs.front()->events.size(), std::size_t{2});
        QVERIFY(!bar->isVisible());
    }

private:
    bool isOnView(const QString &tag) const
    {
        const auto plots = m_page->board()->sections().plots(tag);
        return !plots.empty() && m_page->board()->sections().isOnView(*plots.front());
    }

    LensView *lenses() const { return m_page->findChild<LensView *>("lensView"); }

    QRect rectOf(const QString &name) const
    {
        const QModelIndex row = test::rowNamed(lenses(), name);
        lenses()->scrollTo(row);
        return lenses()->visualRect(row);
    }

    void click(const QString &name) { QTest::mouseClick(lenses()->viewport(), Qt::LeftButton, {}, rectOf(name).center()); }
    void clickBox(const QString &name) { test::clickCheckBox(lenses(), test::rowNamed(lenses(), name)); }

    std::unique_ptr<test::EmptyHome> m_home;
    std::shared_ptr<store::RunStore> m_run;
    std::unique_ptr<RunPage> m_page;
};

LENSBOARD_WINDOW_TEST(RunPageTest)
#include "tst_run_page.moc"
