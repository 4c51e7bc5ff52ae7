// Runs written by other processes while the window shows them, and the list of a folder's runs.

#include "app/main_window.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "core/control/control_server.h"
#include "core/import/monitorch/monitorch_importer.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/support/empty_home.h"
#include "tests/support/ended_feed.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/listed_cell.h"
#include "tests/support/made_run.h"
#include "tests/support/made_transport.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "tests/support/trackio_maker.h"
#include "tests/support/tree_rows.h"
#include "widgets/board/plot_board.h"
#include "widgets/models/run_list_model.h"
#include "widgets/run_controls.h"
#include "widgets/views/plots/line_plot.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTreeView>

#include <csignal>

using namespace lensboard;
using app::MainWindow;
using app::RunListPage;
using app::RunPage;
using test::append;
using test::scalarRecord;

namespace {

/// Returns the points of a line as last drawn.
std::vector<stats::Point> drawn(const RunPage &page, const char *tag)
{
    const auto plots = page.board()->sections().plots(tag);
    if (plots.empty())
        return {};
    auto *plot = qobject_cast<widgets::LinePlot *>(plots.front());
    plot->refresh();
    const auto labels = plot->points("value");
    return labels.empty() ? plot->points("mean") : labels;
}

/// Receives its last tick just after a reader found nothing new.
class LateRun final : public store::Run
{
public:
    explicit LateRun(std::shared_ptr<store::RunStore> run) : m_run(std::move(run)) {}

    record::RunInfo info() const override { return m_run->info(); }
    store::RunChanges since(store::RunCursor &cursor) const override
    {
        store::RunChanges changes = m_run->since(cursor);
        if (changes.empty() && m_run->frameCount() == 1)
            m_run->commit(test::madeFrame(1, 1));
        return changes;
    }
    std::vector<store::StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override { return m_run->histogramsAfter(series, frame, most); }
    store::SeriesTally tally(std::uint32_t series) const override { return m_run->tally(series); }
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override { m_run->visit(series, visitor); }
    std::size_t seriesCount() const override { return m_run->seriesCount(); }

private:
    std::shared_ptr<store::RunStore> m_run;
};

QString shownStatus(const RunPage &page)
{
    QStringList texts;
    for (const QLabel *label : page.controls()->findChildren<QLabel *>())
        texts << label->text();
    return texts.join('|');
}

} // namespace

class FollowedRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<test::EmptyHome>();
        QVERIFY(QDir().mkdir(path("runs")));
    }

    void aRunOfAnotherProcessIsFollowedUntilItDies()
    {
        QProcess writer;
        writer.start(LENSBOARD_BINARY_DIR "/bin/run_writer_victim", {path("runs"), "follower"});
        QTRY_VERIFY(writer.canReadLine()); // some frames are safe
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(path("runs/run0.lbrun")));
        const RunPage *page = window.currentPage();
        QTRY_VERIFY(!drawn(*page, "Weight Norm").empty());
        for (int i = 0; i < 3; ++i) {
            const double last = drawn(*page, "Weight Norm").back().x;
            QTRY_VERIFY(drawn(*page, "Weight Norm").back().x > last);
        }
        QVERIFY2(shownStatus(*page).contains("being recorded by process"), qPrintable(shownStatus(*page)));
        ::kill(static_cast<pid_t>(writer.processId()), SIGKILL);
        QVERIFY(writer.waitForFinished(test::kPatienceMs));
        QTRY_VERIFY(shownStatus(*page).contains("Interrupted"));
        QVERIFY(page->run()->frameCount() > 0);
    }

    void aRunThatEndsIsLetGo()
    {
        const auto run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*run, 3);
        auto writer = std::make_unique<store::RunSaver>(run, path("runs/a.lbrun").toStdString());
        run->commit(test::madeFrame(0, 3));
        QTRY_COMPARE(writer->acknowledgedFrames(), std::size_t{1});
        MainWindow window;
        QVERIFY(window.openFile(path("runs/a.lbrun")));
        run->commit(test::madeFrame(1, 3));
        QTRY_COMPARE(window.currentPage()->run()->frameCount(), std::size_t{2});
        run->update([](auto &info) { info.status = record::RunStatus::Finished; });
        QTRY_VERIFY(shownStatus(*window.currentPage()).contains("Finished"));
        const auto *tabs = window.findChild<QTabWidget *>();
        QCOMPARE(tabs->tabBar()->accessibleTabName(0), "a (Finished)");
        QVERIFY(tabs->tabToolTip(0).startsWith("Finished\n"));
        QTRY_VERIFY(writer->isClosed());
        QCOMPARE(QDir(path("runs")).entryList(QDir::Files), QStringList{"a.lbrun"}); // no journal is left
    }

    void whatALoopCannotDoIsNotOffered()
    {
        QVERIFY(QDir().mkdir(path("runtime")));
        qputenv("XDG_RUNTIME_DIR", path("runtime").toUtf8());
        const auto run = std::make_shared<store::RunStore>();
        run->update([](auto &info) { info.createdSeconds = 1.7e9; });
        test::addMadeSeries(*run, 1);
        const std::filesystem::path file = path("runs/loop.lbrun").toStdString();
        const store::RunSaver writer(run, file);
        run->commit(test::madeFrame(0, 1));
        QTRY_COMPARE(writer.acknowledgedFrames(), std::size_t{1});
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(path("runs/loop.lbrun")));
        const RunPage *page = window.currentPage();
        QVERIFY2(shownStatus(*page).contains("Followed live"), qPrintable(shownStatus(*page)));
        const auto hasTip = [&](const QString &tip) {
            return std::ranges::any_of(page->controls()->findChildren<QLabel *>(), [&](const QLabel *label) { return label->toolTip().contains(tip); });
        };
        QTRY_VERIFY(hasTip("The training takes no commands: no training"));
        const auto listen = [&](session::Transport &training) {
            return control::listenFor(training, file, run->info().createdSeconds, [](const std::string &why) { qWarning("%s", why.c_str()); });
        };

        // A loop that starts listening later, cannot pause, and does not check stop commands yet.
        test::MadeTransport loop;
        loop.setStatus({.state = session::State::Running, .step = 7});
        auto server = listen(loop);
        const auto *controls = page->controls();
        auto *rate = controls->findChild<QDoubleSpinBox *>("learningRate");
        QTRY_VERIFY2(shownStatus(*page).contains("step 7|Training"), qPrintable(shownStatus(*page)));
        QVERIFY(std::ranges::none_of(controls->controlActions(), &QAction::isVisible) && !rate->isVisible());
        loop.setStatus({.state = session::State::Running, .step = 8, .abilities = {.stop = true, .learningRate = true}});
        QTRY_VERIFY(controls->stopAction()->isVisible() && rate->isVisible());
        QVERIFY(!controls->pauseAction()->isVisible());
        QCOMPARE(rate->text(), "–"); // not known
        rate->selectAll();
        QTest::keyClicks(rate, "0.01");
        QTest::keyClick(rate, Qt::Key_Return);
        QTRY_COMPARE(loop.commandCount(), std::size_t{1});
        QCOMPARE(loop.commands().front().learningRate, 0.01);
        auto *lenses = page->findChild<QTreeView *>("lensView");
        test::clickCheckBox(lenses, test::rowNamed(lenses, "Parameter Norm"));
        QTRY_VERIFY(!experiment::isOn(loop.status().watchers->all().front()));

        // Closing the socket does not stop following: the run file is read on, and a new socket is found again.
        server.reset();
        QTRY_VERIFY2(shownStatus(*page).contains("Followed live"), qPrintable(shownStatus(*page)));
        QVERIFY(!page->feed().canWatch());
        server = listen(loop);
        QTRY_VERIFY(page->feed().canWatch());
    }

    void theLastTickOfATrainingReachesItsPlots()
    {
        const auto run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*run, 1);
        run->commit(test::madeFrame(0, 1));
        const RunPage page(std::make_unique<test::EndedFeed>(run, std::make_shared<LateRun>(run)));
        QTRY_COMPARE(run->frameCount(), std::size_t{2});
        QTRY_COMPARE(drawn(page, "Weight Norm").size(), std::size_t{2});
    }

    void aRunLaidOverATrainingThatIsOverIsFollowed()
    {
        const auto run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*run, 3);
        store::RunSaver writer(run, path("runs/a.lbrun").toStdString());
        run->commit(test::madeFrame(0, 3));
        QTRY_COMPARE(writer.acknowledgedFrames(), std::size_t{1});
        RunPage page(std::make_unique<test::EndedFeed>(std::make_shared<store::RunStore>()));
        imports::ReadProgress progress;
        page.overlay(runs::openRun(path("runs/a.lbrun").toStdString(), progress), path("runs/a.lbrun"));
        for (const auto frame : {std::size_t{1}, std::size_t{2}}) { // the page polls at least once after the overlay
            run->commit(test::madeFrame(frame, 3));
            QTRY_COMPARE(drawn(page, "Weight Norm").size(), frame + 1);
        }
    }

    void aTensorboardLogIsFollowed()
    {
        const QString file = path("runs/events.out.tfevents.1700000000.host");
        append(file, scalarRecord(1, "loss", 5) + scalarRecord(2, "loss", 4));
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(path("runs"))); // a list, and its only run
        QTRY_VERIFY(window.currentPage());
        const RunPage *page = window.currentPage();
        QTRY_COMPARE(drawn(*page, "loss").size(), std::size_t{2});

        const QByteArray record = scalarRecord(3, "loss", 3);
        append(file, record.left(11)); // an incomplete record
        QTRY_VERIFY(shownStatus(*page).contains("11 bytes of an unfinished record"));
        append(file, record.mid(11));
        QTRY_COMPARE(drawn(*page, "loss").size(), std::size_t{3});
        QTRY_VERIFY(!shownStatus(*page).contains("unfinished"));

        append(file, scalarRecord(3, "accuracy", 0.5f));
        QTRY_COMPARE(drawn(*page, "accuracy").size(), std::size_t{1});
        append(path("runs/events.out.tfevents.1700000100.host"), scalarRecord(3, "loss", 9) + scalarRecord(4, "loss", 8));
        QTRY_COMPARE(drawn(*page, "loss"), (std::vector<stats::Point>{{1, 5}, {2, 4}, {3, 3}, {3, 9}, {4, 8}})); // goes on

        QVERIFY(QDir().rename(path("runs"), path("away")));
        QTRY_VERIFY2(shownStatus(*page).contains(path("runs")), qPrintable(shownStatus(*page)));
        QCOMPARE(drawn(*page, "loss").size(), std::size_t{5}); // known values stay
        QVERIFY(QDir().rename(path("away"), path("runs")));
        append(path("runs/events.out.tfevents.1700000100.host"), scalarRecord(5, "loss", 7));
        QTRY_COMPARE(drawn(*page, "loss").size(), std::size_t{6});
        QTRY_VERIFY2(!shownStatus(*page).contains(path("runs")), qPrintable(shownStatus(*page)));
    }

    void anEventFileThatIsStillEmptyIsFollowed()
    {
        append(path("runs/events.out.tfevents.1700000000.host"), {});
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(path("runs")));
        QTRY_VERIFY(window.currentPage());
        append(path("runs/events.out.tfevents.1700000000.host"), scalarRecord(1, "loss", 5));
        QTRY_COMPARE(drawn(*window.currentPage(), "loss").size(), std::size_t{1});
    }

    void aMonitorchRecordingIsFollowed()
    {
        QFile file(LENSBOARD_SOURCE_DIR "/tests/data/monitorch/two-epochs.pkl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray recording = file.readAll();
        const QString live = path("runs/live.pkl");
        append(live, recording.left(recording.size() / 4));
        MainWindow window;
        QVERIFY(window.openFile(live));
        const auto values = [](const store::Run &run) {
            std::size_t count = 0;
            for (std::uint32_t i = 0; i < test::whole(run).series.size(); ++i)
                count += run.tally(i).count;
            return count;
        };
        const std::size_t atFirst = values(*window.currentPage()->run());
        QVERIFY(atFirst > 0);
        append(live, recording.mid(recording.size() / 4));
        imports::ReadProgress progress;
        store::RunStore whole;
        imports::MonitorchImporter(LENSBOARD_SOURCE_DIR "/tests/data/monitorch/two-epochs.pkl").read(whole, progress);
        QVERIFY(values(whole) > atFirst);
        QTRY_COMPARE(values(*window.currentPage()->run()), values(whole));
    }

    void whatOtherToolsMeasuredIsNoExperiment()
    {
        append(path("runs/trainer_state.json"), R"({"log_history": [{"loss": 2, "step": 10}, {"loss": 1, "step": 20}]})");
        append(path("runs/history.json"), R"({"loss": [2, 1], "val_loss": [3, 2]})");
        append(path("runs/train.log"), R"({"epoch": 1, "loss": "2.5", "num_updates": "300"})" "\n");
        for (const char *file : {"runs/trainer_state.json", "runs/history.json", "runs/train.log"}) {
            MainWindow window;
            QVERIFY2(window.openFile(path(file)) && window.currentPage(), file);
            QVERIFY2(window.currentPage()->run()->frameCount() > 0, file);
        }
    }

    void aProjectOfTrackioListsItsRuns()
    {
        test::TrackioMaker maker(path("runs/project.db").toStdString());
        maker.log("a", 0, R"({"loss": 2})");
        maker.log("b", 0, R"({"loss": 3})");
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(path("runs/project.db")));
        auto *list = window.findChild<RunListPage *>();
        QVERIFY(list);
        const auto sorted = [](QStringList runs) { // threads read the runs in any order
            runs.sort();
            return runs;
        };
        QTRY_COMPARE(sorted(list->runs()), (QStringList{path("runs/project.db/a"), path("runs/project.db/b")}));
        QVERIFY(window.openFile(path("runs/project.db/b")));
        const RunPage *page = window.currentPage();
        QCOMPARE(page->run()->frameCount(), std::size_t{1});
        maker.log("b", 1, R"({"loss": 1})");
        maker.log("c", 0, R"({"loss": 1})");
        QTRY_COMPARE(page->run()->frameCount(), std::size_t{2});
        QTRY_COMPARE(list->runs().size(), 3);
    }

    void aReplacedFileIsShownAnew()
    {
        const auto save = [&](std::size_t frames) {
            store::RunStore run;
            test::addMadeSeries(run, 3);
            for (std::size_t i = 0; i < frames; ++i)
                run.commit(test::madeFrame(i, 3));
            store::saveRunCopy(run, path("runs/a.lbrun").toStdString());
        };
        save(30);
        MainWindow window;
        QVERIFY(window.openFile(path("runs/a.lbrun")));
        const RunPage *page = window.currentPage();
        QTRY_COMPARE(drawn(*page, "Weight Norm").back().x, 300.0);
        save(20);
        QTRY_COMPARE(drawn(*page, "Weight Norm").back().x, 200.0);
        QVERIFY(QFile::remove(path("runs/a.lbrun")));
        QTRY_VERIFY(shownStatus(*page).contains("gone"));
        QCOMPARE(drawn(*page, "Weight Norm").back().x, 200.0);
    }

    void aFolderListsItsRunsAndThoseThatCome()
    {
        QVERIFY(QDir(path("runs")).mkpath("tb/first"));
        append(path("runs/tb/first/events.out.tfevents.1.host"), scalarRecord(1, "train/loss", 0.25f));
        store::RunStore run;
        run.update([](auto &info) { info = {"made", record::RunStatus::Finished, {}, 1.7e9, {}, {}, {}}; });
        test::addMadeSeries(run, 3);
        store::saveRunCopy(run, path("runs/a.lbrun").toStdString());
        append(path("runs/broken.lbrun"), "no run at all");

        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(window.openFile(path("runs")));
        auto *list = window.findChild<RunListPage *>();
        auto *view = list->findChild<QTreeView *>("runList");
        const auto row = [&](const QString &name) {
            const auto found = view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly);
            return found.isEmpty() ? QModelIndex() : found.front();
        };
        QTRY_VERIFY(row("tb/first").isValid() && row("made").isValid() && row("broken").isValid());
        QTRY_COMPARE(test::listedCell(row("tb/first"), "last(train/loss)"), "0.25");
        QCOMPARE(test::listedCell(row("broken"), "status"), "unreadable");
        QVERIFY(row("broken").data(Qt::ToolTipRole).toString().contains("is not a Lensboard run"));
        QVERIFY(!window.currentPage()); // several runs: none is opened at once

        QVERIFY(QDir(path("runs")).mkpath("tb/second")); // a sub-run appears, another goes
        append(path("runs/tb/second/events.out.tfevents.1.host"), scalarRecord(1, "train/loss", 0.5f));
        QVERIFY(QFile::remove(path("runs/broken.lbrun")));
        QTRY_VERIFY(row("tb/second").isValid() && !row("broken").isValid());

        list->findChild<QLineEdit *>("runSearch")->setText("SECOND");
        QCOMPARE(view->model()->rowCount(), 1);
        view->setCurrentIndex(view->model()->index(0, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_VERIFY(window.currentPage());
        QCOMPARE(window.currentPage()->path(), path("runs/tb/second"));
        QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!window.currentPage());
        QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!window.findChild<RunListPage *>());
    }

    void theModelOfTheListIsSound()
    {
        widgets::RunListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        runs::RunSummary run;
        run.path = "/runs/a/b.lbrun";
        run.name = "a/b";
        model.put(run);
        run.path = "/runs/c.lbrun";
        run.name = "c";
        model.put(run);
        run.ticks = 12345;
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.put(run);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 0).data().toString(), "a/b");
        QCOMPARE(model.index(1, 0).siblingAtColumn(model.section({runs::RunColumn::Shows::Ticks})).data(widgets::RunListModel::kExactRole).toString(), "12345");
        model.remove("/runs/a/b.lbrun");
        QCOMPARE(model.index(0, 0).data().toString(), "c");
    }

private:
    QString path(const char *name) const { return m_home->path(name); }

    std::unique_ptr<test::EmptyHome> m_home;
};

LENSBOARD_WINDOW_TEST(FollowedRunsTest)
#include "tst_followed_runs.moc"
