// Health findings of the run on a page, and the choices remembered about them.

#include "app/main_window.h"
#include "app/pages/run_health.h"
#include "app/pages/run_page.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_training.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/board/plot_board.h"
#include "widgets/health/finding_list.h"
#include "widgets/health/health_panel.h"
#include "widgets/models/run_list_model.h"
#include "widgets/run_controls.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/runs_panel.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <functional>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;

class RunHealthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunThatIsOverSaysWhatWasFound()
    {
        MainWindow window;
        window.show();
        const RunPage *page = opened(window, "sick.lbrun");
        auto *summary = page->controls()->findChild<QToolButton *>("health");
        QTRY_VERIFY(summary->isVisible());
        QCOMPARE(summary->text(), page->health()->summary());
        QVERIFY(!page->health()->panel()->isVisible());
        summary->click();
        QVERIFY(page->health()->panel()->isVisible());
    }

    void evidenceGoesWithItsFinding()
    {
        MainWindow window;
        window.show();
        const RunPage *page = opened(window, "sick.lbrun");
        widgets::HealthPanel *const panel = page->health()->panel();
        QTRY_VERIFY(!findingsOf(panel).empty());
        panel->list()->setCurrentIndex(panel->list()->model()->index(0, 0));
        panel->findChild<QAction *>("showEvidence")->trigger();
        QVERIFY(page->board()->state().evidence());
        panel->findChild<QAction *>("dismissFinding")->trigger();
        QVERIFY(!page->board()->state().evidence());
    }

    /// Runs of a loop without an experiment name: findings are ignored per folder, and runs are named after their files.
    void whatIsNoProblemIsRememberedForTheNextRun()
    {
        MainWindow window;
        window.show();
        widgets::HealthPanel *panel = opened(window, "sick.lbrun")->health()->panel();
        QTRY_VERIFY(!findingsOf(panel).empty());
        const std::string rule = findingsOf(panel).front().rule;
        panel->list()->setCurrentIndex(panel->list()->model()->index(0, 0));
        panel->findChild<QAction *>("ignoreRule")->trigger();
        panel = opened(window, "sicker.lbrun")->health()->panel();
        QTRY_VERIFY(saysPutAway(*panel));
        panel = opened(window, "elsewhere/sick.lbrun")->health()->panel();
        QTRY_VERIFY(std::ranges::count(findingsOf(panel), rule, &health::Finding::rule) > 0);
    }

    /// Each finding names its run, and the table of runs shows the health of each run.
    void allShownRunsAreJudged()
    {
        MainWindow window;
        window.show();
        make("fine.lbrun", [](int tick) { return 2.3 * std::exp(-0.05 * tick); });
        make("sick.lbrun", [](int tick) { return 2.3 * std::exp(0.1 * tick); });
        window.openTogether({m_home.path("fine.lbrun"), m_home.path("sick.lbrun")});
        RunPage *const page = window.currentPage();
        widgets::HealthPanel *const panel = page->health()->panel();
        const auto &groups = panel->list()->groups();
        QTRY_VERIFY(groups.size() == 2 && !groups[1].findings.empty() && groups[0].state == "No findings.");
        QCOMPARE(groups[0].name, QString("fine"));
        QVERIFY2(groups[0].findings.empty() && groups[0].state == "No findings.", qPrintable(groups[0].state));
        QCOMPARE(groups[1].name, QString("sick"));
        QVERIFY2(page->health()->summary().startsWith("sick: "), qPrintable(page->health()->summary()));
        QVERIFY(!page->controls()->findChild<QToolButton *>("health")->isVisible()); // the page's own run is fine
        QVERIFY(page->board()->state().runs[0]->findings.empty() && !page->board()->state().runs[1]->findings.empty());
        Q_EMIT panel->evidenceWanted(groups[1].run, groups[1].findings.front(), 0);
        QVERIFY(page->board()->state().evidence());

        widgets::RunListModel &runs = *page->runsPanel()->table()->runs();
        QTRY_VERIFY(runs.section({runs::RunColumn::Shows::Health}) > 0);
        const auto health = [&](int row) { return runs.index(row, runs.section({runs::RunColumn::Shows::Health})).data().toString(); };
        QTRY_VERIFY2(health(1).endsWith(" problem") || health(1).endsWith(" problems"), qPrintable(health(1)));

        page->board()->setRunVisible(1, false);
        QCOMPARE(groups.size(), std::size_t(1));
        QVERIFY(!page->board()->state().evidence());
        page->board()->setRunVisible(1, true);
        QCOMPARE(groups.size(), std::size_t(2));
        page->board()->removeRun(1);
        QCOMPARE(groups.size(), std::size_t(1));
    }

private:
    static const std::vector<health::Finding> &findingsOf(const widgets::HealthPanel *panel)
    {
        static const std::vector<health::Finding> none;
        const auto &groups = panel->list()->groups();
        return groups.empty() ? none : groups.front().findings;
    }

    static bool saysPutAway(const widgets::HealthPanel &panel)
    {
        return std::ranges::any_of(panel.findChildren<QLabel *>(), [](const QLabel *label) { return !label->isHidden() && label->text().startsWith("1 put away."); });
    }

    QString make(const QString &file, const std::function<double(int)> &loss)
    {
        const QString path = m_home.path(file);
        QDir().mkpath(QFileInfo(path).path());
        record::RunInfo info;
        info.name = QFileInfo(file).completeBaseName().toStdString();
        info.status = record::RunStatus::Finished;
        test::MadeTraining training(info);
        training.trainLoss(loss).train(100);
        store::saveRunCopy(training.store(), path.toStdString());
        return path;
    }

    /// Opens the run of a diverging training.
    const RunPage *opened(MainWindow &window, const QString &file)
    {
        const QString path = make(file, [](int tick) { return 2.3 * std::exp(0.1 * tick); });
        return window.openFile(path) ? window.currentPage() : nullptr;
    }

    test::EmptyHome m_home;
};

LENSBOARD_WINDOW_TEST(RunHealthTest)
#include "tst_run_health.moc"
