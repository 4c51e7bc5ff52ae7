// Start page: recent runs, with resumable runs first, and examples, by mouse and keyboard.

#include "app/experiment_source.h"
#include "app/pages/file_opener.h"
#include "app/main_window.h"
#include "app/pages/recent_runs_model.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "app/pages/welcome_page.h"
#include "app/recent_runs.h"
#include "app/settings.h"
#include "core/session/resumed_run.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_folder.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <chrono>
#include <fstream>

using namespace lensboard;
using app::RecentRun;
using app::RecentRunsModel;
using record::RunStatus;

namespace fs = std::filesystem;

namespace {

void writeEmpty(const fs::path &path)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "";
}

/// Sets the file's time to \p hours ago.
void setWritten(const fs::path &path, int hours)
{
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

void writeRun(const fs::path &path, RunStatus status, int hours)
{
    store::RunStore run(record::RunInfo{"spirals", status, {}, 1.7e9, R"({"name": "spirals"})", {}, {}});
    run.registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, ""});
    run.registerSeries({0, "", "train_loss mean", record::SeriesRole::Line});
    for (std::size_t i = 0; i < 10; ++i)
        run.commit({test::madeFrame(i, 0).stamp, {{0, 0.5}}});
    fs::create_directories(path.parent_path());
    store::saveRunCopy(run, path);
    setWritten(path, hours);
}

runs::RunSummary summaryOf(const fs::path &path, RunStatus status)
{
    runs::RunSummary summary;
    summary.path = path;
    summary.status = status;
    return summary;
}

QString textAt(const QAbstractItemModel &model, int row, int column = RecentRunsModel::Name)
{
    return model.index(row, column).data().toString();
}

} // namespace

class StartPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QSettings().clear();
        fs::remove_all(store::runFolder());
    }

    void whatWasOpenedAndRecordedTakeTurns()
    {
        const fs::path folder = m_home.path("elsewhere").toStdString();
        std::vector<fs::path> opened = {store::runFolder() / "0.lbrun", folder / "gone.lbrun", folder / "own.json", folder};
        for (int i = 0; i < 6; ++i) {
            const std::string name = std::to_string(i) + ".lbrun";
            writeEmpty(folder / name);
            setWritten(folder / name, 100 + i);
            opened.push_back(folder / name);
            writeEmpty(store::runFolder() / name);
            setWritten(store::runFolder() / name, i + 1);
        }
        writeEmpty(folder / "own.json");
        writeEmpty(session::checkpointPath(store::runFolder() / "1.lbrun"));
        writeEmpty(store::runFolder() / "1.lbrun-wal"); // just now
        const std::vector<RecentRun> runs = app::recentRuns(opened, app::recordedRuns(store::runFolder()).runs, 8);
        std::vector<std::string> names;
        for (const RecentRun &run : runs)
            names.push_back((run.path.parent_path().filename() / run.path.filename()).string() + (run.hasCheckpoint ? "*" : ""));
        QCOMPARE(names, (std::vector<std::string>{"runs/1.lbrun*", "runs/0.lbrun", "runs/2.lbrun", "runs/3.lbrun", "runs/4.lbrun", "runs/5.lbrun",
                                                  "elsewhere/0.lbrun", "elsewhere/1.lbrun"}));
        QVERIFY(app::recordedRuns(folder / "missing").runs.empty());
    }

    void whatCanBeResumedComesFirst()
    {
        RecentRunsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns({{"/a.lbrun", 30, false}, {"/b.lbrun", 20, true}, {"/c.lbrun", 10, true}});
        QCOMPARE(textAt(model, 0), "a"); // listed at once, by file name
        model.put(summaryOf("/c.lbrun", RunStatus::Interrupted));
        QCOMPARE(textAt(model, 0), "c");
        model.put(summaryOf("/a.lbrun", RunStatus::Interrupted)); // without a checkpoint
        QCOMPARE(textAt(model, 1), "a");
        model.put(summaryOf("/b.lbrun", RunStatus::Stopped)); // stopped by the user: resumable, stays in its place
        QCOMPARE(textAt(model, 2), "b");
        QVERIFY(model.index(2, 0).data(RecentRunsModel::kCanResumeRole).toBool());
        model.put(summaryOf("/c.lbrun", RunStatus::Finished));
        QCOMPARE(textAt(model, 2), "c");
        model.put(summaryOf("/other.lbrun", RunStatus::Finished)); // listed no more
        QCOMPARE(model.rowCount(), 3);

        model.setRuns({{"/b.lbrun", 40, true}, {"/c.lbrun", 20, true}, {"/a.lbrun", 10, false}}); // an unchanged list: no row moves under the mouse
        QCOMPARE(textAt(model, 0), "a");
        model.setRuns({{"/d.lbrun", 50, false}, {"/b.lbrun", 40, true}});
        QCOMPARE(textAt(model, 0), "d");
        QCOMPARE(textAt(model, 1, RecentRunsModel::Status), "stopped"); // the status is kept
    }

    void saysWhatRulesFound()
    {
        RecentRunsModel model;
        model.setRuns({{"/a.lbrun", 30, false}, {"/b.lbrun", 20, false}, {"/c.lbrun", 10, false}});
        for (const auto &[path, verdict] : std::initializer_list<std::pair<const char *, std::optional<record::RunVerdict>>>{
                 {"/a.lbrun", {{{"DeadUnits", "NotFinite"}, {"LossSpike"}}}}, {"/b.lbrun", record::RunVerdict()}, {"/c.lbrun", std::nullopt}}) {
            runs::RunSummary summary = summaryOf(path, RunStatus::Finished);
            summary.verdict = verdict;
            model.put(summary);
        }
        QCOMPARE(textAt(model, 0, RecentRunsModel::Health), "2 problems, 1 warning");
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains("Dead Units, Not Finite, Loss Spike"));
        QCOMPARE(textAt(model, 1, RecentRunsModel::Health), "fine");
        QCOMPARE(textAt(model, 2, RecentRunsModel::Health), QString());
    }

    void aRunIsOpenedByClickAndByKeys()
    {
        writeRun(store::runFolder() / "first.lbrun", RunStatus::Finished, 1);
        writeRun(store::runFolder() / "second.lbrun", RunStatus::Failed, 2);
        app::Settings::addRecentFile(m_home.path("gone.lbrun"));
        app::MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto *list = window.findChild<QTreeView *>("recentRuns");
        QTRY_COMPARE(list->model()->rowCount(), 2); // the deleted run is no longer listed
        QTRY_COMPARE(textAt(*list->model(), 1, RecentRunsModel::Status), "failed");
        QTRY_COMPARE(textAt(*list->model(), 0, RecentRunsModel::Value), "training loss 0.5");
        QCOMPARE(list->model()->index(0, 0).data(RecentRunsModel::kCurveRole).value<QList<double>>().size(), 10);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(0, 0)).center());
        QTRY_VERIFY(window.currentPage());
        QCOMPARE(window.currentPage()->title(), "first");

        QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(list->isVisible());
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY(window.currentPage());
        QCOMPARE(window.currentPage()->title(), "second");
    }

    void anInterruptedTrainingHasAButton()
    {
        const fs::path interrupted = store::runFolder() / "interrupted.lbrun";
        writeRun(store::runFolder() / "finished.lbrun", RunStatus::Finished, 1);
        writeEmpty(session::checkpointPath(store::runFolder() / "finished.lbrun"));
        writeRun(interrupted, RunStatus::Interrupted, 2);
        writeEmpty(session::checkpointPath(interrupted));
        app::MainWindow window;
        app::RunTools tools(&window);
        app::FileOpener opener(window, tools);
        app::WelcomePage page(opener);
        page.resize(1280, 760);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *list = page.findChild<QTreeView *>("recentRuns");
        QTRY_COMPARE(list->findChildren<QPushButton *>().size(), 1);
        QTRY_COMPARE(textAt(*list->model(), 0), "interrupted");
        auto *button = list->findChild<QPushButton *>();
        QTRY_VERIFY(list->visualRect(list->model()->index(0, RecentRunsModel::Resume)).contains(button->geometry().center()));
        QTRY_VERIFY(list->viewport()->rect().contains(button->geometry()));
        QSignalSpy resumed(&page, &app::WelcomePage::resumeRequested);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(resumed.size(), 1);
        QCOMPARE(resumed[0][0].toString().toStdString(), interrupted.string());
        QVERIFY(!window.currentPage()); // the row was not clicked
    }

    void nothingIsCutOffInAWindowOfTheUsualSize()
    {
        for (int i = 0; i < 9; ++i)
            writeRun(store::runFolder() / (std::to_string(i) + ".lbrun"), RunStatus::Finished, i);
        app::MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto *recent = window.findChild<QTreeView *>("recentRuns"), *examples = window.findChild<QTreeView *>("examples");
        QTRY_COMPARE(recent->model()->rowCount(), 8);
        QCOMPARE(examples->model()->rowCount(), app::examplePaths().size());
        const auto *scroll = window.findChild<app::WelcomePage *>()->findChild<QScrollArea *>();
        for (const QTreeView *list : {recent, examples}) {
            const QModelIndex last = list->model()->index(list->model()->rowCount() - 1, 0);
            QTRY_VERIFY(list->isVisible() && list->viewport()->rect().contains(list->visualRect(last)));
        }
        QTRY_COMPARE(scroll->verticalScrollBar()->maximum(), 0);
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        for (int row = 0; row < examples->model()->rowCount(); ++row) {
            const QModelIndex hint = examples->model()->index(row, 1);
            QVERIFY(!hint.data().toString().isEmpty());
            QVERIFY2(examples->fontMetrics().horizontalAdvance(hint.data().toString()) < examples->columnWidth(1), qPrintable(hint.data().toString()));
        }
    }

    void anExampleTrainsWhenItIsClicked()
    {
        app::MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto *examples = window.findChild<QTreeView *>("examples");
        const QModelIndex spirals = examples->model()->match(examples->model()->index(0, 0), Qt::DisplayRole, "spirals-mlp").value(0);
        QVERIFY(spirals.isValid());
        QTest::mouseClick(examples->viewport(), Qt::LeftButton, {}, examples->visualRect(spirals).center());
        QVERIFY(window.currentPage() && window.currentPage()->session());
    }

private:
    test::EmptyHome m_home;
};

QTEST_MAIN(StartPageTest)
#include "tst_start_page.moc"
