// What rules found in a run that a page shows, and what of it is remembered.

#include "app/main_window.h"
#include "app/pages/run_health.h"
#include "app/pages/run_page.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_training.h"
#include "tests/support/patience.h"
#include "widgets/health/finding_list.h"
#include "widgets/health/health_panel.h"
#include "widgets/plots/plot_board.h"
#include "widgets/run_controls.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QTest>
#include <QToolButton>

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
        QTRY_VERIFY(!panel->findings().empty());
        panel->list()->setCurrentIndex(panel->list()->model()->index(0, 0));
        panel->findChild<QAction *>("showEvidence")->trigger();
        QVERIFY(page->board()->state().evidence());
        panel->findChild<QAction *>("dismissFinding")->trigger();
        QVERIFY(!page->board()->state().evidence());
    }

    /// Of loops that name no experiment, for the runs of a folder, each of which is called by its file.
    void whatIsNoProblemIsRememberedForTheNextRun()
    {
        MainWindow window;
        window.show();
        widgets::HealthPanel *panel = opened(window, "sick.lbrun")->health()->panel();
        QTRY_VERIFY(!panel->findings().empty());
        const std::string rule = panel->findings().front().rule;
        panel->list()->setCurrentIndex(panel->list()->model()->index(0, 0));
        panel->findChild<QAction *>("ignoreRule")->trigger();
        panel = opened(window, "sicker.lbrun")->health()->panel();
        QTRY_VERIFY(saysPutAway(*panel));
        panel = opened(window, "elsewhere/sick.lbrun")->health()->panel();
        QTRY_VERIFY(std::ranges::count(panel->findings(), rule, &health::Finding::rule) > 0);
    }

private:
    static bool saysPutAway(const widgets::HealthPanel &panel)
    {
        return std::ranges::any_of(panel.findChildren<QLabel *>(), [](const QLabel *label) { return !label->isHidden() && label->text().startsWith("1 put away."); });
    }

    /// A diverging training's.
    const RunPage *opened(MainWindow &window, const QString &file)
    {
        const QString path = m_home.path(file);
        QDir().mkpath(QFileInfo(path).path());
        record::RunInfo info;
        info.name = QFileInfo(file).completeBaseName().toStdString();
        info.status = record::RunStatus::Finished;
        test::MadeTraining training(info);
        training.trainLoss([](int tick) { return 2.3 * std::exp(0.1 * tick); }).train(100);
        store::saveRunCopy(training.store(), path.toStdString());
        return window.openFile(path) ? window.currentPage() : nullptr;
    }

    test::EmptyHome m_home;
};

QTEST_MAIN(RunHealthTest)
#include "tst_run_health.moc"
