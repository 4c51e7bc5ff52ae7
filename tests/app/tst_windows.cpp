// Several windows, restored settings, and printing.

#include "app/background_task.h"
#include "app/drawing_task.h"
#include "app/main_window.h"
#include "app/page_state.h"
#include "app/pages/page_output.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "app/settings.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/ended_feed.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "widgets/board/plot_board.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPrinter>
#include <QProgressDialog>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>

#include <memory>
#include <thread>

using namespace lensboard;
using app::MainWindow;

class WindowsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("LensboardTest");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder());
        store::RunStore run;
        test::addMadeSeries(run, 2);
        for (std::size_t i = 0; i < 60; ++i)
            run.commit(test::madeFrame(i, 2));
        store::saveRunCopy(run, m_run.path());
    }

    void init() { QSettings().clear(); }

    void aTabMovesToAWindowOfItsOwnAndStaysAlive()
    {
        QPointer<MainWindow> first = MainWindow::openAnother();
        QVERIFY(first->openFile(path()));
        QVERIFY(first->openFile(folder()));
        auto *tabs = first->findChild<QTabWidget *>();
        tabs->setCurrentIndex(0);
        QPointer<app::RunPage> page = first->currentPage();
        first->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(first));
        QTest::keyClick(first, Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(MainWindow::all().size(), 2);
        QPointer<MainWindow> second = MainWindow::all().back();
        QCOMPARE(second->currentPage(), page);
        QVERIFY(page->isVisible() && page->window() == second);
        QCOMPARE(tabs->count(), 1);
        second->moveTabToNewWindow(); // ignored for a window's only tab
        QCOMPARE(MainWindow::all().size(), 2);

        QVERIFY(first->close());
        QTRY_VERIFY(!first);
        QVERIFY(page && page->isVisible());
        QVERIFY(second->windowTitle().contains(page->title()));
        QVERIFY(second->close());
        QTRY_VERIFY(!second && !page);
    }

    void aListThatMovedOpensNothingInTheWindowThatItWasIn()
    {
        QPointer<MainWindow> first = MainWindow::openAnother();
        first->newExperiment(); // stays there
        QVERIFY(first->openFile(folder()));
        auto *list = first->findChild<app::RunListPage *>();
        QSignalSpy listed(list, &app::RunListPage::listed);
        first->moveTabToNewWindow();
        QPointer<MainWindow> second = MainWindow::all().back();
        QVERIFY(list->window() == second && listed.isEmpty());
        QTRY_COMPARE(listed.size(), 1);
        QCOMPARE(list->runs(), QStringList{path()});
        QVERIFY(first->pages().isEmpty() && second->pages().isEmpty());
        QVERIFY(first->close() && second->close());
        QTRY_VERIFY(!first && !second);
    }

    void aTabSaysHowItsRunStands_data()
    {
        using Dot = app::PageState::Dot;
        QTest::addColumn<record::RunStatus>("status");
        QTest::addColumn<Dot>("dot");
        QTest::addColumn<QString>("words");
        QTest::newRow("recording") << record::RunStatus::Recording << Dot::Running << "Recording";
        QTest::newRow("finished") << record::RunStatus::Finished << Dot::Muted << "Finished";
        QTest::newRow("failed") << record::RunStatus::Failed << Dot::Failed << "Failed";
        QTest::newRow("interrupted") << record::RunStatus::Interrupted << Dot::Failed << "Interrupted";
    }

    void aTabSaysHowItsRunStands()
    {
        QFETCH(record::RunStatus, status);
        QFETCH(app::PageState::Dot, dot);
        QFETCH(QString, words);
        const auto run = std::make_shared<store::RunStore>(record::RunInfo{"cnn", status, {}, 1.7e9, R"({"name": "cnn"})", {}, {}});
        const QString file = folder() + "/cnn-2026-11-24-102233.lbrun";
        MainWindow window;
        window.addPage(new app::RunPage(std::make_unique<test::EndedFeed>(run, file), &window));
        window.newExperiment();
        const auto *tabs = window.findChild<QTabWidget *>();
        QCOMPARE(tabs->tabText(0), "cnn");
        QCOMPARE(tabs->tabToolTip(0), words + '\n' + file);
        QCOMPARE(tabs->tabBar()->accessibleTabName(0), QString("cnn (%1)").arg(words));
        const QColor middle = tabs->tabIcon(0).pixmap(16).toImage().pixelColor(8, 8);
        QCOMPARE(middle.alpha() == 0, dot == app::PageState::Dot::Muted); // a ring
        if (middle.alpha())
            QCOMPARE(middle.rgb(), app::dotColour(dot, tabs->palette()).rgb());
        QVERIFY(tabs->tabIcon(1).isNull());
        QCOMPARE(tabs->tabBar()->accessibleTabName(1), tabs->tabText(1));
    }

    /// Tabs show short names while these are unique, including runs without a file.
    void timesAreInTabsThatWouldReadAlike()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto add = [&window](const QString &file) {
            const auto run = std::make_shared<store::RunStore>(
                record::RunInfo{"cnn", record::RunStatus::Finished, {}, 1.7e9, R"({"name": "cnn"})", {}, {}});
            window.addPage(new app::RunPage(std::make_unique<test::EndedFeed>(run, file), &window));
        };
        const auto *tabs = window.findChild<QTabWidget *>();
        add(folder() + "/cnn-2026-11-24-102233.lbrun");
        QCOMPARE(tabs->tabText(0), "cnn");
        add({});
        QCOMPARE(tabs->tabText(0), "cnn-2026-11-24-102233");
        QCOMPARE(tabs->tabText(1), "cnn");
        QTest::mouseClick(tabs->tabBar()->tabButton(1, QTabBar::RightSide), Qt::LeftButton);
        QCOMPARE(tabs->count(), 1);
        QCOMPARE(tabs->tabText(0), "cnn");
        add(folder() + "/cnn-2026-11-25-090000.lbrun");
        QCOMPARE(tabs->tabText(0), "cnn-2026-11-24-102233");
        QCOMPARE(tabs->tabText(1), "cnn-2026-11-25-090000");
    }

    void eachWindowHasAPlaceOfItsOwn()
    {
        QPointer<MainWindow> first = MainWindow::openAnother(), second = MainWindow::openAnother();
        first->resize(700, 500);
        second->resize(760, 650);
        const QRect firstRect = first->geometry(), secondRect = second->geometry();
        first->quit();
        QTRY_VERIFY(!first && !second);
        first = MainWindow::openAnother();
        second = MainWindow::openAnother();
        QCOMPARE(first->geometry().size(), firstRect.size());
        QCOMPARE(second->geometry().size(), secondRect.size());
        first->close();
        QTRY_VERIFY(!first);
        first = MainWindow::openAnother(); // the new window takes the free place
        QCOMPARE(first->geometry().size(), firstRect.size());
        MainWindow::finishWindows();
        QApplication::closeAllWindows();
        QTRY_VERIFY(MainWindow::all().isEmpty());
    }

    void tabsOfAllWindowsCanBeOpenedAgain()
    {
        QVERIFY(!app::Settings::reopensTabs()); // unless asked for
        MainWindow *first = MainWindow::openAnother(), *second = MainWindow::openAnother();
        QVERIFY(first->openFile(path()));
        QVERIFY(second->openFile(folder()));
        first->quit();
        QTRY_VERIFY(MainWindow::all().isEmpty());
        QCOMPARE(app::Settings::openTabs(), QStringList({path(), folder()}));

        MainWindow window;
        auto *tabs = window.findChild<QTabWidget *>();
        window.reopenTabs();
        QCOMPARE(tabs->count(), 0); // not asked for
        app::Settings::reopensTabs.set(true);
        window.reopenTabs();
        QCOMPARE(tabs->count(), 2);
        QCOMPARE(window.pages().front()->path(), path());
        QCOMPARE(qobject_cast<app::RunListPage *>(tabs->widget(1))->folder(), folder());
    }

    void theTabThatWasClosedLastIsOpenedAgain()
    {
        QPointer<MainWindow> window = MainWindow::openAnother();
        QVERIFY(window->openFile(path()) && window->openFile(folder()));
        auto *tabs = window->findChild<QTabWidget *>();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));
        QTRY_COMPARE(tabs->currentIndex(), 0); // once listed, the folder's only run is shown
        for (int tab = 0; tab < 2; ++tab)
            QTest::keyClick(window, Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(tabs->count(), 0);
        for (int tab = 0; tab < 3; ++tab) // the third finds none
            QTest::keyClick(window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(tabs->count(), 2);
        QCOMPARE(static_cast<app::Page *>(tabs->widget(0))->reopenPath(), folder());
        QCOMPARE(static_cast<app::Page *>(tabs->widget(1))->reopenPath(), path());
        QVERIFY(window->close());
        QTRY_VERIFY(!window);
    }

    void aTabWhoseFileIsGoneIsReported()
    {
        app::Settings::reopensTabs.set(true);
        app::Settings::openTabs.set({folder() + "/gone.lbrun", path()});
        MainWindow window;
        window.reopenTabs();
        QCOMPARE(window.pages().size(), 1);
        const auto *box = window.findChild<QMessageBox *>("complaint");
        QVERIFY(box && box->text().contains("gone.lbrun"));
    }

    /// Simulates 1280 by 800 pixels at 150 %, minus a frame and a panel.
    void aSmallScreenHasRoomForAllOfAWindow()
    {
        MainWindow window;
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        window.currentPage()->setTensorsShown(true);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const QSize least = window.minimumSizeHint();
        QVERIFY2(least.width() <= 840 && least.height() <= 470, qPrintable(QString("%1x%2").arg(least.width()).arg(least.height())));
        window.resize(840, 470);
        auto *scroll = window.currentPage()->board()->findChild<QScrollArea *>();
        QTRY_VERIFY(scroll->widget()->width() <= scroll->viewport()->width() || scroll->horizontalScrollBar()->isVisible());
    }

    void panelsKeepTheirSizes()
    {
        QList<int> sizes;
        {
            MainWindow window;
            window.resize(1280, 800);
            window.show();
            QVERIFY(window.openFile(path()));
            auto *across = window.findChild<QSplitter *>("across");
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            QWidget *handle = across->handle(1);
            QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
            QTest::mouseMove(handle, handle->rect().center() + QPoint(90, 0));
            QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center());
            sizes = across->sizes();
        }
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(window.openFile(path()));
        QVERIFY(sizes.front() > 340);
        QTRY_COMPARE(window.findChild<QSplitter *>("across")->sizes(), sizes);
    }

    void whatIsShownIsPrintedAndCopied()
    {
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(path()));
        const QString pdf = folder() + "/printed.pdf";
        QPrinter printer;
        printer.setOutputFormat(QPrinter::PdfFormat);
        printer.setOutputFileName(pdf);
        printer.setPageOrientation(QPageLayout::Landscape);
        QCOMPARE(app::PageOutput(*window.currentPage()).print(printer), QString());
        QFile file(pdf);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("%PDF") && file.size() > 10000);
        QCOMPARE(app::PageOutput(*window.currentPage()).copyPicture(), QString());
        QCOMPARE(QApplication::clipboard()->image().width(), 1600);
        QPrinter nowhere;
        nowhere.setOutputFormat(QPrinter::PdfFormat);
        nowhere.setOutputFileName("/no/such/folder/printed.pdf");
        QVERIFY(!app::PageOutput(*window.currentPage()).print(nowhere).isEmpty());
    }

    void aLongDrawingCanBeGivenUp_data()
    {
        QTest::addColumn<app::ExportFormat>("format");
        QTest::newRow("PNG") << app::ExportFormat::Png;
        QTest::newRow("SVG") << app::ExportFormat::Svg;
        QTest::newRow("PDF") << app::ExportFormat::Pdf;
    }

    void aLongDrawingCanBeGivenUp()
    {
        QFETCH(app::ExportFormat, format);
        const QString picture = folder() + "/many" + app::kindOf(format).suffix;
        bool isGivenUp = false;
        giveUpHalfway(isGivenUp, [&](const auto &contents, const auto &progress) {
            app::exportPicture(contents, format, picture.toStdString(), 1600, progress);
        });
        QVERIFY(isGivenUp);
        QVERIFY(!QFile::exists(picture) && !QFile::exists(picture + ".part"));
    }

    void aLongPrintCanBeGivenUp()
    {
        QPrinter printer;
        printer.setOutputFormat(QPrinter::PdfFormat);
        printer.setOutputFileName(folder() + "/many.pdf");
        bool isGivenUp = false;
        giveUpHalfway(isGivenUp, [&](const auto &contents, const auto &progress) { app::printPicture(contents, printer, progress); });
        QVERIFY(isGivenUp);
        QVERIFY(!QFile::exists(printer.outputFileName()));
    }

    /// Quitting asks a window's background task to stop; the window is deleted after the task.
    void aWindowThatWorksOutlivesQuittingFromAnother()
    {
        QPointer<MainWindow> working;
        bool isDone = true, wasThere = false;
        QTimer::singleShot(0, this, [&] { // inside the program's event loop
            working = MainWindow::openAnother();
            MainWindow *other = MainWindow::openAnother();
            isDone = app::runInBackground(working, "working", [&](imports::ReadProgress &progress) {
                QMetaObject::invokeMethod(other, &MainWindow::quit);
                while (!progress.stop.stop_requested())
                    std::this_thread::yield();
            });
            wasThere = working;
            QVERIFY(MainWindow::all().isEmpty());
        });
        QApplication::exec();
        QVERIFY(!isDone && wasThere);
        MainWindow::deleteAll();
        QVERIFY(!working);
    }

    /// A log-out closes windows inside the event loop of a child dialog on the stack.
    void aWindowOutlivesItsDialog()
    {
        QWidget another; // keeps the program running
        another.show();
        QPointer<MainWindow> window;
        bool wasThere = false;
        QTimer::singleShot(0, this, [&] {
            window = MainWindow::openAnother();
            connect(window, &QObject::destroyed, qApp, [] { QApplication::exit(); });
            QDialog dialog(window);
            QTimer::singleShot(0, &dialog, [&] {
                window->close();
                QTimer::singleShot(0, &dialog, &QDialog::accept); // runs after the deferred deletions
            });
            wasThere = dialog.exec() == QDialog::Accepted && window;
        });
        QApplication::exec();
        QVERIFY(wasThere && !window);
    }

    void theWholeScreenIsUsed()
    {
        MainWindow window;
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.isFullScreen());
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(!window.isFullScreen());
    }

private:
    /// Draws a board of many plots, pauses halfway, and cancels in the progress dialog.
    template <typename Draw> void giveUpHalfway(bool &isGivenUp, Draw draw)
    {
        constexpr int kLayers = 60;
        auto run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*run, kLayers);
        for (std::size_t i = 0; i < 100; ++i)
            run->commit(test::madeFrame(i, kLayers));
        widgets::BoardContents contents;
        contents.runs.push_back({run, "many"});
        MainWindow window;
        window.show();
        QTimer user;
        connect(&user, &QTimer::timeout, &user, [] {
            auto *dialog = qobject_cast<QProgressDialog *>(QApplication::activeModalWidget());
            if (dialog && 2 * dialog->value() >= dialog->maximum())
                dialog->findChild<QPushButton *>()->click();
        });
        user.start(5);
        std::size_t furthest = 0, all = 0;
        isGivenUp = !app::drawInSteps(&window, "many", [&](const widgets::DrawingProgress &progress) {
            draw(contents, [&](std::size_t done, std::size_t total) {
                furthest = done;
                all = total;
                do
                    progress(done, total);
                while (2 * done >= total);
            });
        });
        QCOMPARE(furthest, std::size_t{kLayers});
        QCOMPARE(all, std::size_t{2 * kLayers});
    }

    QString path() const { return QString::fromStdString(m_run.path().string()); }
    QString folder() const { return QString::fromStdString(m_run.folder().string()); }

    test::ScratchFile m_run{"made.lbrun"};
};

LENSBOARD_WINDOW_TEST(WindowsTest)
#include "tst_windows.moc"
