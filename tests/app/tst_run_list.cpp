// Names, notes, search and trash in the list of runs, with the keys.

#include "app/dialogs/differences_dialog.h"
#include "app/dialogs/run_details_dialog.h"
#include "app/main_window.h"
#include "app/pages/add_runs_dialog.h"
#include "app/pages/page_output.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/support/ended_feed.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/listed_cell.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/board/plot_board.h"
#include "widgets/number_text.h"
#include "widgets/run_controls.h"
#include "widgets/runs/columns_dialog.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/runs_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

using namespace lensboard;
using app::MainWindow;
using app::RunListPage;

namespace {

/// Clicks \p button of the next message box. Stores the texts of the box in \p texts.
void answer(const QString &button, QString *texts = nullptr)
{
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, button, texts] {
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        if (!box)
            return;
        if (texts)
            *texts = box->text() + '\n' + box->informativeText();
        for (QAbstractButton *b : box->buttons())
            if (b->text().remove('&') == button) {
                timer->deleteLater();
                b->click();
                return;
            }
    });
    timer->start(20);
}

} // namespace

class RunListTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName("LensboardTest");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.filePath("settings"));
        qputenv("HOME", m_home.path().toUtf8()); // also the folder of the trash
        qputenv("XDG_DATA_HOME", m_home.filePath("data").toUtf8());
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char *name : {"first", "second", "third"}) {
            store::RunStore run(record::RunInfo{"spirals", record::RunStatus::Finished, {}, 1.7e9, R"({"name": "spirals"})", {}, {}});
            test::addMadeSeries(run, 3);
            for (std::size_t i = 0; i < 30; ++i)
                run.commit(test::madeFrame(i, 3));
            store::saveRunCopy(run, path(QString(name) + ".lbrun").toStdString());
        }
        QVERIFY(QDir(m_folder->path()).mkdir("board"));
        test::append(path("board/events.out.tfevents.1.host"), test::scalarRecord(1, "train/loss", 0.25f));
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QVERIFY(m_window->openFile(m_folder->path()));
        m_list = m_window->findChild<RunListPage *>();
        m_view = m_list->findChild<QTreeView *>("runList");
        QTRY_COMPARE(m_view->model()->rowCount(), 4);
        m_view->setFocus();
    }

    void cleanup() { m_window.reset(); }

    void aRunIsRenamedInPlace_data()
    {
        QTest::addColumn<QString>("run");
        QTest::newRow("recorded") << "first";
        QTest::newRow("of TensorBoard") << "board";
    }

    void aRunIsRenamedInPlace()
    {
        QFETCH(QString, run);
        QVERIFY(select(run));
        rename("baseline, wide");
        QVERIFY(row("baseline, wide").isValid());
        QVERIFY(QFile::copy(path("first.lbrun"), path("later.lbrun")));
        QTRY_COMPARE(m_view->model()->rowCount(), 5); // the folder was rescanned
        QVERIFY(row("baseline, wide").isValid());
        QTest::keyClick(m_view, Qt::Key_Return);
        QTRY_VERIFY(m_window->currentPage());
        QTRY_COMPARE(m_window->currentPage()->title(), "baseline, wide");

        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        m_view->setFocus();
        QVERIFY(select("baseline, wide"));
        rename("");
        QTRY_VERIFY(row(run).isValid());
    }

    /// Regression: new runs made the table choose its columns again, and closed the editor of a run that was selected but not current.
    void aNameThatIsTypedOutlivesNewRuns()
    {
        m_view->setCurrentIndex(row("third"));
        QVERIFY(select("first"));
        QTest::keyClick(m_view, Qt::Key_F2);
        const QPointer<QLineEdit> editor = m_view->viewport()->findChild<QLineEdit *>();
        QVERIFY(editor);
        makeRun("small", 0.1, 0.75);
        makeRun("large", 0.01, 0.75);
        QTRY_VERIFY(row("small").isValid() && row("large").isValid());
        m_list->findChild<widgets::RunTable *>()->refresh();
        QVERIFY(editor);
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(headers().contains("optimizer.lr"));
    }

    void aTrainingThatIsOverIsRenamed()
    {
        const auto run = std::make_shared<store::RunStore>(
            record::RunInfo{"spirals", record::RunStatus::Finished, {}, 1.7e9, R"({"name": "spirals"})", {}, {}});
        auto *page = new app::RunPage(std::make_unique<test::EndedFeed>(run, path("first.lbrun")), m_window.get());
        m_window->addPage(page);
        auto *tabs = m_window->findChild<QTabWidget *>();
        QCOMPARE(tabs->tabText(1), "first");
        tabs->setCurrentWidget(m_list);
        backToTheList();
        QVERIFY(select("first"));
        rename("baseline");
        QTRY_COMPARE(tabs->tabText(1), "baseline");
        QCOMPARE(page->board()->state().runs[0]->name, "baseline");
    }

    void runsOfOneNameAreToldApart()
    {
        for (const char *run : {"exp1/train", "exp2/train", "sgd_0.5"}) {
            QVERIFY(QDir(m_folder->path()).mkpath(run));
            test::append(path(QString(run) + "/events.out.tfevents.1.host"), test::scalarRecord(1, "train/loss", 0.25f));
        }
        QTRY_VERIFY(row("exp2/train").isValid() && row("sgd_0.5").isValid());
        auto *tabs = m_window->findChild<QTabWidget *>();
        const auto open = [&](const QString &run) {
            tabs->setCurrentWidget(m_list);
            QVERIFY(select(run));
            QTest::keyClick(m_view, Qt::Key_Return);
            QTRY_VERIFY(m_window->currentPage());
        };
        open("exp1/train");
        QCOMPARE(m_window->currentPage()->title(), "train");
        open("sgd_0.5");
        QCOMPARE(tabs->tabText(2), "sgd_0.5");
        open("exp2/train");
        QCOMPARE(tabs->tabText(1), "exp1/train");
        QCOMPARE(tabs->tabText(3), "exp2/train");
        QVERIFY(m_window->windowTitle().startsWith("exp2/train"));

        m_window->openTogether({path("exp2/train"), path("exp1/train")});
        const auto &shown = m_window->currentPage()->board()->state().runs;
        QCOMPARE(shown[0]->name, "exp2/train");
        QCOMPARE(shown[1]->name, "exp1/train");
        QCOMPARE(app::PageOutput(*m_window->currentPage()).write({}, app::ExportFormat::Csv, path("csv")), QString());
        QCOMPARE(QDir(path("csv")).entryList(QDir::Dirs | QDir::NoDotAndDotDot), (QStringList{"exp1-train", "exp2-train"}));
        tabs->setCurrentWidget(m_list);
        m_view->setFocus();
        QVERIFY(select("exp1/train"));
        rename("baseline");
        QTRY_COMPARE(tabs->tabText(1), "baseline");
        QTRY_COMPARE(shown[1]->name, "baseline");
    }

    /// The tab says that several runs are plotted. Menus and controls name the run that they train on.
    void runsThatAreShownTogetherAreNamed()
    {
        const auto *tabs = m_window->findChild<QTabWidget *>();
        const auto isOffered = [this](const QString &name) {
            const auto actions = m_window->findChildren<QAction *>();
            return std::ranges::any_of(actions, [&](const QAction *action) { return action->text().remove('&') == name; });
        };
        m_window->openTogether({path("first.lbrun"), path("second.lbrun"), path("third.lbrun")});
        app::RunPage *const page = m_window->currentPage();
        const auto *controlled = page->controls()->findChild<QLabel *>("controlledRun");
        QCOMPARE(tabs->tabText(1), "first and 2 more");
        QVERIFY(m_window->windowTitle().startsWith("first and 2 more"));
        QVERIFY(tabs->tabToolTip(1).contains(path("third.lbrun")));
        QCOMPARE(page->board()->state().runs[0]->name, "first");
        QVERIFY(controlled->isVisible() && controlled->text() == "first");
        QVERIFY(isOffered("Train More Epochs of “first” …"));
        page->board()->removeRun(2);
        page->board()->removeRun(1);
        QTRY_COMPARE(tabs->tabText(1), "first");
        QVERIFY(!controlled->isVisible() && isOffered("Train More Epochs …"));
    }

    void aFolderOfOneRunIsShownInOneTab()
    {
        const auto *tabs = m_window->findChild<QTabWidget *>();
        QVERIFY(QDir(m_folder->path()).mkdir("one"));
        QVERIFY(QFile::copy(path("first.lbrun"), path("one/only.lbrun")));
        QVERIFY(m_window->openFile(path("one")));
        QTRY_VERIFY(m_window->currentPage() && tabs->count() == 2);
        QCOMPARE(tabs->tabText(1), "only");
    }

    void numbersInNamesAreSortedByValue()
    {
        for (const char *run : {"seed=10", "seed=2", "seed=1"}) {
            QVERIFY(QDir(m_folder->path()).mkpath(run));
            test::append(path(QString(run) + "/events.out.tfevents.1.host"), test::scalarRecord(1, "train/loss", 0.25f));
        }
        QTRY_COMPARE(m_view->model()->rowCount(), 7);
        m_view->sortByColumn(0, Qt::AscendingOrder);
        QStringList names;
        for (int i = 0; i < 7; ++i)
            names << m_view->model()->index(i, 0).data().toString();
        QCOMPARE(names.mid(2, 3), (QStringList{"second", "seed=1", "seed=2"}));
        QCOMPARE(names[5], "seed=10");
        m_view->selectAll();
        QVERIFY(m_list->selectedRuns()[5].endsWith("seed=10")); // in the order in which they are opened together
    }

    void listsOfFoldersOfOneNameAreToldApart()
    {
        const auto *tabs = m_window->findChild<QTabWidget *>();
        QVERIFY(QDir(m_folder->path()).mkpath("a/logs") && QDir(m_folder->path()).mkpath("b/logs"));
        QVERIFY(m_window->openFile(path("a/logs")));
        QCOMPARE(tabs->tabText(1), "Runs in logs");
        QVERIFY(m_window->openFile(path("b/logs")));
        QCOMPARE(tabs->tabText(1), "Runs in a/logs");
        QCOMPARE(tabs->tabText(2), "Runs in b/logs");
    }

    void whatCannotBeLookedAtIsReported()
    {
        auto *count = m_list->findChild<QLabel *>("runCount");
        QTRY_VERIFY(count->text().startsWith("4 run"));
        QString deep = m_folder->path();
        for (int level = 0; level <= 64; ++level)
            deep += "/d";
        QVERIFY(QDir().mkpath(deep));
        QTRY_VERIFY2(count->text().contains("/d: lies more than 64 levels deep"), qPrintable(count->text()));
        QVERIFY(QDir(path("d")).removeRecursively());
        QTRY_VERIFY2(!count->text().contains("64"), qPrintable(count->text()));
    }

    void aRenameThatFailsIsToldAndNotShown()
    {
        QVERIFY(QFile::remove(path("first.lbrun")));
        QVERIFY(QDir().mkdir(path("first.lbrun")));
        QVERIFY(select("first"));
        rename("other");
        const auto *box = m_window->findChild<QMessageBox *>("complaint");
        QVERIFY(box && box->text().contains("first.lbrun"));
        QVERIFY(!row("other").isValid());
    }

    void notesAreWrittenShownAndFound()
    {
        for (const QString run : {"second", "board"}) {
            QVERIFY(select(run));
            QTest::keyClick(m_view, Qt::Key_F2, Qt::ShiftModifier);
            auto *notes = notesEditor();
            QVERIFY(notes);
            QTest::keyClicks(notes, "twice the units of " + run);
            QTest::keyClick(notes, Qt::Key_Return, Qt::ControlModifier);
            QTRY_VERIFY(!m_window->findChild<QPlainTextEdit *>("notes"));
            QCOMPARE(test::listedCell(row(run), "notes"), "twice the units of " + run);
            backToTheList();
        }
        QCOMPARE(store::RunFile(path("second.lbrun").toStdString()).info().notes, std::string("twice the units of second"));
        auto *search = m_list->findChild<QLineEdit *>("runSearch");
        const auto *count = m_list->findChild<QLabel *>("runCount");
        auto *clear = m_list->findChild<QToolButton *>("clearSearch");
        for (const auto &[typed, found] : {std::pair("UNITS", 2), std::pair("second  units finished", 1), std::pair("finished", 4), std::pair("third", 1)}) {
            search->setText(typed);
            QCOMPARE(m_view->model()->rowCount(), found);
            QVERIFY(count->text().startsWith(QString("%1 of 4 run").arg(found)) && !clear->isVisible());
        }
        QTest::keyClick(search, Qt::Key_Down);
        QVERIFY(m_view->hasFocus() && m_view->currentIndex().isValid());
        search->setText("third units");
        QVERIFY(count->text().startsWith("0 of 4 run") && clear->isVisible());
        clear->click();
        QCOMPARE(m_view->model()->rowCount(), 4);
        QVERIFY(!clear->isVisible() && !count->text().contains("match"));
    }

    void notesThatCannotBeSavedAreNotLost()
    {
        QVERIFY(QFile::remove(path("first.lbrun")));
        QVERIFY(QDir().mkdir(path("first.lbrun")));
        QVERIFY(select("first"));
        QTest::keyClick(m_view, Qt::Key_F2, Qt::ShiftModifier);
        auto *notes = notesEditor();
        QVERIFY(notes);
        QTest::keyClicks(notes, "precious");
        QTest::keyClick(notes, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(notes->isVisible());
        QVERIFY(notes->window()->findChild<QLabel *>("problem")->text().contains("first.lbrun"));
        answer("Cancel");
        QTest::keyClick(notes, Qt::Key_Escape);
        QVERIFY(notes->isVisible());
        notes->window()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(notes->window()));
        answer("Discard");
        QTest::keyClick(notes, Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<QPlainTextEdit *>("notes"));
    }

    void runsGoToTheTrash()
    {
        test::append(path("first.lbrun-wal"), "");
        QVERIFY(select("first"));
        QVERIFY(select("board", QItemSelectionModel::Select));
        answer("Cancel");
        QTest::keyClick(m_view, Qt::Key_Delete);
        QVERIFY(QFile::exists(path("first.lbrun")));
        backToTheList();
        QString texts;
        answer("Move to Trash", &texts);
        QTest::keyClick(m_view, Qt::Key_Delete);
        QVERIFY2(texts.contains("Move 2 run(s) to the trash?") && texts.contains(path("first.lbrun"))
                     && texts.contains(path("board") + ", the folder with all in it: 1 file(s)"), qPrintable(texts));
        QTRY_VERIFY(!row("first").isValid() && !row("board").isValid());
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot), (QStringList{"second.lbrun", "third.lbrun"}));
        QCOMPARE(QDir(m_home.filePath("data/Trash/files")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 (QStringList{"board", "first.lbrun", "first.lbrun-wal"}));
    }

    void whatIsOpenOrRecordedIsNotMoved()
    {
        QVERIFY(select("second"));
        QTest::keyClick(m_view, Qt::Key_Return);
        QTRY_VERIFY(m_window->currentPage());
        m_window->findChild<QTabWidget *>()->setCurrentWidget(m_list);
        m_view->setFocus();
        QTest::keyClick(m_view, Qt::Key_Delete);
        auto *box = m_window->findChild<QMessageBox *>("complaint");
        QVERIFY(box && box->text().contains("second.lbrun is open;"));
        delete box;
        backToTheList();

        const auto run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*run, 3);
        store::RunSaver writer(run, path("live.lbrun").toStdString());
        run->commit(test::madeFrame(0, 3));
        QTRY_VERIFY(row("live").isValid());
        QVERIFY(select("live"));
        QTest::keyClick(m_view, Qt::Key_Delete);
        box = m_window->findChild<QMessageBox *>("complaint");
        QVERIFY(box && box->text().contains("live.lbrun is being recorded"));
        QVERIFY(QFile::exists(path("live.lbrun")));
    }

    void whatAnotherWindowShowsIsNotMoved()
    {
        MainWindow other;
        QVERIFY(other.openFile(path("second.lbrun")));
        backToTheList();
        QVERIFY(select("second"));
        QTest::keyClick(m_view, Qt::Key_Delete);
        const auto *box = m_window->findChild<QMessageBox *>("complaint");
        QVERIFY(box && box->text().contains("second.lbrun is open;"));
        QVERIFY(QFile::exists(path("second.lbrun")));
    }

    void whatIsOnThePlotsOfAnotherIsNotMoved()
    {
        QVERIFY(select("second"));
        QVERIFY(select("third", QItemSelectionModel::Select));
        QTest::keyClick(m_view, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_window->pages().size(), 1);
        const QString below = QFileInfo(m_window->currentPage()->path()).completeBaseName(), above = below == "second" ? "third" : "second";
        m_window->findChild<QTabWidget *>()->setCurrentWidget(m_list);
        backToTheList();
        QVERIFY(select(above));
        QTest::keyClick(m_view, Qt::Key_Delete);
        auto *box = m_window->findChild<QMessageBox *>("complaint");
        QVERIFY(box && box->text().contains(above + ".lbrun is shown on the plots of "));
        delete box;
        m_window->pages().front()->board()->removeRun(1);
        backToTheList();
        QVERIFY(select(above));
        answer("Move to Trash");
        QTest::keyClick(m_view, Qt::Key_Delete);
        QTRY_VERIFY(!QFile::exists(path(above + ".lbrun")));
    }

    void pathsAreCopiedAndRunsOpenedTogether()
    {
        QVERIFY(select("second"));
        QVERIFY(select("third", QItemSelectionModel::Select));
        QTest::keyClick(m_view, Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        const QStringList copied = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(QSet<QString>(copied.begin(), copied.end()), (QSet<QString>{path("second.lbrun"), path("third.lbrun")}));
        QTest::keyClick(m_view, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_window->pages().size(), 1);
        QCOMPARE(m_window->currentPage()->board()->state().runs.size(), std::size_t{2});
    }

    void runsOfTheFolderAreAddedToThePlots()
    {
        QVERIFY(select("first"));
        QTest::keyClick(m_view, Qt::Key_Return);
        QTRY_VERIFY(m_window->currentPage());
        const app::RunPage *page = m_window->currentPage();
        const auto ask = [&] {
            for (QAction *action : page->runsPanel()->actions())
                if (action->text().startsWith("Add Run"))
                    action->trigger();
            return m_window->findChild<app::AddRunsDialog *>();
        };
        const auto *dialog = ask();
        QVERIFY(dialog);
        const auto *rows = dialog->findChild<QTreeView *>("runList")->model();
        QTRY_COMPARE(rows->rowCount(), 3); // not the page's own
        auto *add = dialog->findChild<QPushButton *>("addRuns");
        QVERIFY(!add->isEnabled());
        auto *search = dialog->findChild<QLineEdit *>("runSearch");
        QTest::keyClicks(search, "third");
        QCOMPARE(rows->rowCount(), 1);
        QTest::keyClick(search, Qt::Key_Down);
        QTest::mouseClick(add, Qt::LeftButton);
        QTRY_COMPARE(page->board()->state().runs.size(), std::size_t{2});
        QVERIFY(page->hasOverlaid(path("third.lbrun")));
        QTRY_VERIFY(!m_window->findChild<app::AddRunsDialog *>());

        dialog = ask(); // runs that are already plotted are not offered
        rows = dialog->findChild<QTreeView *>("runList")->model();
        QTRY_COMPARE(rows->rowCount(), 2);
        QCOMPARE(rows->match(rows->index(0, 0), Qt::DisplayRole, "third").size(), 0);
    }

    void differencesAreWrittenAsCsv()
    {
        store::RunStore plain(record::RunInfo{"a", record::RunStatus::Finished, {}, 1.7e9, R"({"name": "spirals", "epochs": 3})", {}, {}});
        store::RunStore quoted(record::RunInfo{"b", record::RunStatus::Failed, {}, 1.7e9, "{\"name\": \"a \\\"b\\\", c\", \"epochs\": 5}", {}, {}});
        app::DifferencesDialog dialog({"first, wide", "second"}, runs::compareRuns({&plain, &quoted}));
        dialog.show();
        const QString table = path("table.csv");
        QTimer user;
        connect(&user, &QTimer::timeout, &user, [&] {
            auto *files = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            if (!files)
                return;
            user.stop();
            files->findChild<QLineEdit *>()->setText(path("table")); // .csv is added
            static_cast<QDialog *>(files)->accept();
        });
        user.start(20);
        dialog.findChild<QPushButton *>("export")->click();
        QFile file(table);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
        QCOMPARE(lines.front(), "Key,\"first, wide\",second");
        QVERIFY2(lines.contains("epochs,3,5") && lines.contains("name,spirals,\"a \"\"b\"\", c\""), qPrintable(lines.join('\n')));
        QVERIFY(lines.back().isEmpty());
    }

    void differencesAreShownAndCopied()
    {
        store::annotateRun(path("second.lbrun").toStdString(), {"baseline", {}});
        store::RunStore other(record::RunInfo{"spirals", record::RunStatus::Failed, {}, 1.7e9, R"({"name": "spirals", "epochs": 3})", {{"host", "mars"}}, {}});
        store::saveRunCopy(other, path("other.lbrun").toStdString());
        QTRY_VERIFY(row("other").isValid() && row("baseline").isValid());
        QVERIFY(select("other"));
        QVERIFY(select("baseline", QItemSelectionModel::Select));
        QTest::keyClick(m_view, Qt::Key_D, Qt::ControlModifier);
        auto *dialog = m_window->findChild<app::DifferencesDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QTest::mouseClick(dialog->findChild<QPushButton *>("copy"), Qt::LeftButton);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.contains("baseline") && copied.contains("Environment: host") && copied.contains("epochs"), qPrintable(copied));
        QVERIFY(!copied.contains("name\t"));
        QTest::keyClick(dialog->findChild<QCheckBox *>("showEqual"), Qt::Key_Space);
        QTest::mouseClick(dialog->findChild<QPushButton *>("copy"), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains("name\tspirals\tspirals"));
        QTest::keyClick(dialog, Qt::Key_Escape);
    }

    void valuesThatDifferAreShownAndCopied()
    {
        const auto made = [this](const QString &name, double change) {
            store::RunStore run(record::RunInfo{"spirals", record::RunStatus::Finished, {}, 1.7e9, R"({"name": "spirals"})", {}, {}});
            test::addMadeSeries(run, 2);
            for (std::int64_t step = 1; step <= 12; ++step)
                run.commit({{step, 1, step, step, static_cast<double>(step)}, {{0, 1.0}, {1, step < 8 ? 2.0 : 2.0 + change}}});
            store::saveRunCopy(run, path(name + ".lbrun").toStdString());
        };
        made("planted", 0.5);
        made("original", 0);
        m_window->openTogether({path("original.lbrun"), path("planted.lbrun")});
        QTRY_VERIFY(m_window->currentPage());
        auto *board = m_window->currentPage()->board();
        QTRY_COMPARE(board->state().runs.size(), std::size_t{2});
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        auto *dialog = m_window->findChild<app::DifferencesDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *tabs = dialog->findChild<QTabWidget *>();
        QVERIFY(tabs && tabs->count() == 2);
        tabs->setCurrentIndex(1);
        auto *tree = dialog->findChild<QTreeWidget *>("divergence");
        QTRY_COMPARE(tree->topLevelItemCount(), 1);
        QCOMPARE(tree->topLevelItem(0)->text(0), "Step 8");
        const QString summary = dialog->findChild<QLabel *>("summary")->text();
        QVERIFY2(summary.startsWith("First difference: step 8, Parameters, layer1."), qPrintable(summary));
        QTest::mouseClick(dialog->findChild<QPushButton *>("copy"), Qt::LeftButton);
        const QStringList copied = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(copied[0], "Step\tPart\tLayer\tTag\tLabel\toriginal\tplanted\tDifference");
        QCOMPARE(copied[1], "8\tParameters\tlayer1\tWeight Norm\tmean\t2\t2.5\t0.2");
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Return); // the first difference is current
        QVERIFY(board->state().evidence());
        QCOMPARE(board->state().evidence()->layers, std::set<QString>{"layer1"});
        QTest::keyClick(dialog, Qt::Key_Escape);
    }

    void notesAreWrittenInTheDetails()
    {
        QVERIFY(select("third"));
        QTest::keyClick(m_view, Qt::Key_Return, Qt::AltModifier);
        auto *dialog = m_window->findChild<app::RunDetailsDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClicks(dialog->findChild<QPlainTextEdit *>("notes"), "seen in the details");
        QTest::keyClick(dialog, Qt::Key_Escape);
        QCOMPARE(store::RunFile(path("third.lbrun").toStdString()).info().notes, std::string("seen in the details"));
        QCOMPARE(test::listedCell(row("third"), "notes"), "seen in the details");
    }

    void aListedRunIsReplayed()
    {
        QVERIFY(select("third"));
        QTest::keyClick(m_view, Qt::Key_Return, Qt::ShiftModifier);
        QTRY_VERIFY(m_window->currentPage());
        QCOMPARE(m_window->currentPage()->title(), "third, replayed");
    }

    void columnsShowWhatDiffers()
    {
        makeRun("small", 0.1, 0.75);
        makeRun("large", 0.01, 0.5);
        QTRY_VERIFY(!test::listedCell(row("large"), "optimizer.lr").isNull());
        QCOMPARE(test::listedCell(row("small"), "optimizer.lr"), "0.1");
        QCOMPARE(test::listedCell(row("small"), "last(val_accuracy)"), "0.75");
        QCOMPARE(test::listedCell(row("first"), "last(val_accuracy)"), "");
        QVERIFY(row("small").row() < row("first").row()); // newest first
        select("large");
        const QStringList before = headers();
        app::RunListPage other(m_folder->path()); // a reopened list
        QTRY_COMPARE(headers(other.findChild<QTreeView *>("runList")), before);
        QCOMPARE(m_list->selectedRuns(), QStringList{path("large.lbrun")});
    }

    void anExpressionFilters()
    {
        makeRun("small", 0.1, 0.75);
        makeRun("large", 0.01, 0.5);
        QTRY_VERIFY(row("small").isValid() && row("large").isValid());
        auto *search = m_list->findChild<QLineEdit *>("runSearch");
        const auto *problem = m_list->findChild<QLabel *>("filterProblem");
        search->setFocus();
        QTest::keyClicks(search, "lr <= 0.1 and val_accuracy > 0.6");
        QCOMPARE(m_view->model()->rowCount(), 1);
        QVERIFY(row("small").isValid() && !problem->isVisible());
        QVERIFY(m_list->findChild<QLabel *>("runCount")->text().startsWith("1 of 6 run"));
        QTest::keyClicks(search, " and");
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), "a condition is missing at its end");
        QCOMPARE(m_view->model()->rowCount(), 1); // as before
        makeRun("tiny", 0.001, 0.875);
        for (int back = 0; back < 4; ++back)
            QTest::keyClick(search, Qt::Key_Backspace);
        QTRY_COMPARE(m_view->model()->rowCount(), 2);
        QTest::keyClick(search, Qt::Key_Escape);
        QCOMPARE(m_view->model()->rowCount(), 7);
    }

    /// Too many to be read for all runs in advance: values are read when a column needs them.
    void linesOfLayersAreColumnsToo()
    {
        auto *table = m_list->findChild<widgets::RunTable *>();
        const auto all = runs::columnsOf(table->runs()->runs());
        const runs::RunColumn last{runs::RunColumn::Shows::Last, "Weight Norm/layer0"};
        QVERIFY(std::ranges::find(all, last) != all.end());
        table->chooseColumns({last});
        QTRY_COMPARE(test::listedCell(row("first"), "last(Weight Norm/layer0)"), widgets::shownNumber(test::madeValue(29, 0)));
        QCOMPARE(test::listedCell(row("board"), "last(Weight Norm/layer0)"), "");
        m_list->findChild<QLineEdit *>("runSearch")->setText("`max(Weight Norm/layer2)` > 0.9");
        QTRY_COMPARE(m_view->model()->rowCount(), 3);
    }

    void resultsAreComparedWithABaseline()
    {
        makeRun("small", 0.1, 0.75);
        makeRun("large", 0.01, 0.5);
        QTRY_VERIFY(!test::listedCell(row("large"), "last(val_accuracy)").isNull());
        select("small");
        QTest::keyClick(m_view, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(test::listedCell(row("large"), "last(val_accuracy)"), QString("0.5 (%1)").arg(widgets::shownNumber(-0.25)));
        QCOMPARE(test::listedCell(row("small"), "last(val_accuracy)"), "0.75");
        const int accuracy = headers().indexOf("last(val_accuracy)");
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            m_view->sortByColumn(accuracy, order);
            QCOMPARE(m_view->model()->index(0, 0).data().toString(), "small");
            QCOMPARE(m_view->model()->index(1, 0).data().toString(), "large"); // the others have no value
        }
        QTest::keyClick(m_view, Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
        QVERIFY2(lines[0].startsWith("| Run | Status |") && lines[1].contains("---:") && lines[2].startsWith("| small | finished |"), qPrintable(lines[0]));
        QTest::keyClick(m_view, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(test::listedCell(row("large"), "last(val_accuracy)"), "0.5");
    }

    /// Regression: automatically chosen columns changed the sort column, and this was saved as if the user had sorted.
    void onlyTheUserChangesAState()
    {
        widgets::RunTable table;
        table.chooseColumns({{runs::RunColumn::Shows::Name}, {runs::RunColumn::Shows::Status}});
        const QVariantMap before = table.state();
        QCOMPARE(before["sortedBy"].toString(), "begun"); // though it has no such column
        const QSignalSpy changed(&table, &widgets::RunTable::stateChanged);
        table.chooseColumnsByThemselves();
        runs::RunSummary run;
        for (const double rate : {0.1, 0.2}) {
            run.path = std::to_string(rate);
            run.fields = {{"optimizer.lr", rate}};
            table.runs()->put(run);
        }
        table.refresh();
        QVERIFY(table.runs()->section({runs::RunColumn::Shows::Field, "optimizer.lr"}) > 0);
        QCOMPARE(changed.size(), 0);
    }

    void columnsAreChosen()
    {
        makeRun("small", 0.1, 0.75);
        QTRY_VERIFY(row("small").isValid());
        QTimer user;
        connect(&user, &QTimer::timeout, &user, [&] {
            auto *dialog = qobject_cast<widgets::ColumnsDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            user.stop();
            QTest::keyClicks(dialog->findChild<QLineEdit *>("columnSearch"), "accuracy greatest");
            for (QTreeWidgetItemIterator item(dialog->findChild<QTreeWidget *>("columns")); *item; ++item)
                if ((*item)->parent() && !(*item)->isHidden())
                    (*item)->setCheckState(0, Qt::Checked);
            dialog->accept();
        });
        user.start(20);
        m_list->findChild<QAction *>("chooseColumns")->trigger();
        QCOMPARE(test::listedCell(row("small"), "max(val_accuracy)"), "0.75");
        QVERIFY(!m_list->findChild<QAction *>("automaticColumns")->isChecked());
        m_list->findChild<QAction *>("automaticColumns")->trigger();
        QVERIFY(!headers().contains("max(val_accuracy)"));
    }

private:
    QStringList headers() const { return headers(m_view); }

    static QStringList headers(const QTreeView *view)
    {
        QStringList columns;
        for (int section = 0; section < view->model()->columnCount(); ++section)
            columns << view->model()->headerData(section, Qt::Horizontal, widgets::RunListModel::kColumnRole).toString();
        return columns;
    }

    void makeRun(const QString &name, double rate, double accuracy) const
    {
        const QString experiment = QString(R"({"optimizer": {"kind": "sgd", "lr": %1, "momentum": 0.5}})").arg(rate);
        store::RunStore run(record::RunInfo{name.toStdString(), record::RunStatus::Finished, {}, 1.8e9, experiment.toStdString(), {}, {}});
        run.registerTag({"Metrics", "LossMetrics"});
        run.registerSeries({0, "metrics", "val_accuracy mean"});
        run.commit({{1, 1, 10, 640, 1.7e9}, {{0, accuracy}}});
        store::saveRunCopy(run, path(name + ".lbrun").toStdString());
    }

    QString path(const QString &name) const { return m_folder->filePath(name); }

    QModelIndex row(const QString &name) const
    {
        return m_view->model()->match(m_view->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly).value(0);
    }

    /// Returns the editor in the open notes dialog, with keyboard focus.
    QPlainTextEdit *notesEditor() const
    {
        auto *notes = m_window->findChild<QPlainTextEdit *>("notes");
        if (!notes)
            return nullptr;
        notes->window()->activateWindow();
        return QTest::qWaitForWindowActive(notes->window()) ? notes : nullptr;
    }

    void backToTheList()
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_view->setFocus();
    }

    bool select(const QString &name, QItemSelectionModel::SelectionFlags how = QItemSelectionModel::ClearAndSelect)
    {
        const QModelIndex index = row(name);
        m_view->selectionModel()->select(index, how | QItemSelectionModel::Rows);
        return index.isValid();
    }

    void rename(const QString &name)
    {
        QTest::keyClick(m_view, Qt::Key_F2);
        auto *editor = m_view->viewport()->findChild<QLineEdit *>();
        QVERIFY(editor);
        editor->selectAll();
        name.isEmpty() ? QTest::keyClick(editor, Qt::Key_Delete) : QTest::keyClicks(editor, name);
        const QPointer<QLineEdit> open = editor;
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(!open); // the edit is committed
    }

    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    RunListPage *m_list = nullptr;
    QTreeView *m_view = nullptr;
};

LENSBOARD_WINDOW_TEST(RunListTest)
#include "tst_run_list.moc"
