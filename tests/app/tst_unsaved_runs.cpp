// Closing tabs and windows while runs cannot be written to disk.

#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "core/session/session.h"
#include "core/store/file/run_file.h"
#include "tests/support/empty_home.h"
#include "tests/support/patience.h"
#include "widgets/run_controls.h"
#include "tests/support/test_program.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>

#include <sched.h>
#include <sys/mount.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;
using session::State;

namespace {

const char *kUnsavedExperiment = R"({
  "format": 1, "name": "%1",
  "dataset": {"kind": "spirals", "train_samples": 600, "validation_samples": 100},
  "model": {"kind": "mlp", "hidden": [16]}, "optimizer": {"kind": "sgd", "lr": 0.05},
  "epochs": 100000, "batch_size": 20, "threads": 1, "checkpoint": {"every": 0, "on_stop": false},
  "tick": {"unit": "steps", "every": 1}, "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputActivation"}]
})";

/// Answers dialogs in sequence, like a user.
class User : public QObject
{
public:
    User()
    {
        connect(&m_look, &QTimer::timeout, this, [this] { look(); });
        m_look.start(20);
    }

    /// Presses \p button of the next question with the object name \p name. Calls \p before first.
    void answer(const char *name, const QString &button, const std::function<void()> &before = {}) { m_answers << Next{name, button, before}; }
    void chooseFile(const QString &path) { m_answers << Next{"", path, {}}; }
    bool isDone() const { return m_answers.isEmpty(); }
    const QStringList &texts() const { return m_texts; }

private:
    struct Next
    {
        QString name, button;
        std::function<void()> before;
    };

    void look()
    {
        QWidget *const widget = QApplication::activeModalWidget();
        if (m_answers.isEmpty() || !widget || !widget->isVisible())
            return;
        if (auto *files = qobject_cast<QFileDialog *>(widget); files && m_answers.front().name.isEmpty()) {
            files->findChild<QLineEdit *>("fileNameEdit")->setText(m_answers.takeFirst().button);
            QMetaObject::invokeMethod(files, "accept");
            return;
        }
        auto *box = qobject_cast<QMessageBox *>(widget);
        if (!box || box->objectName() != m_answers.front().name)
            return;
        for (QAbstractButton *button : box->buttons())
            if (button->text() == m_answers.front().button) {
                m_texts << box->text() + '\n' + box->informativeText();
                const Next next = m_answers.takeFirst();
                if (next.before)
                    next.before();
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
    }

    QTimer m_look;
    QList<Next> m_answers;
    QStringList m_texts;
};

} // namespace

class UnsavedRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QDir().mkpath(m_home.path("data")));
        m_canMount = ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
    }

    void cleanup()
    {
        MainWindow::finishWindows();
        MainWindow::deleteAll();
        if (m_isMounted)
            ::umount2(disk().constData(), MNT_DETACH);
        m_isMounted = false;
    }

    void closingATrainingOnAFullDiskSaysSo()
    {
        if (!mountDisk())
            QSKIP("skipped: root only, to mount a small file system");
        MainWindow *window = MainWindow::openAnother();
        RunPage *page = train(*window, "full");
        fillDisk(*page);
        User user;
        user.answer("stopQuestion", "Keep Training");
        closeTab(*window);
        QVERIFY(user.isDone());
        QVERIFY2(user.texts().front().contains(QRegularExpression("full: [0-9]+ tick\\(s\\) since .+ \\(step [0-9,]+\\) are not on disk: .*the disk is full")),
                 qPrintable(user.texts().front()));
        QVERIFY(page->feed().isTraining());
        QCOMPARE(window->pages().size(), 1);
    }

    void waitingForSpaceWritesAllOfIt()
    {
        if (!mountDisk())
            QSKIP("skipped: root only, to mount a small file system");
        MainWindow *window = MainWindow::openAnother();
        QPointer<RunPage> page = train(*window, "waits");
        fillDisk(*page);
        const QString path = page->path();
        const auto run = page->run();
        User user;
        user.answer("stopQuestion", "Stop and Close");
        user.answer("unsavedQuestion", "Wait", [this, run, page, path] {
            QCOMPARE(run->info().status, record::RunStatus::Stopped);
            QCOMPARE(store::RunFile(path.toStdString()).frameCount() + page->feed().unsaved().count, run->frameCount());
            QTimer::singleShot(0, this, [this] { // once it waits
                ::mount("tmpfs", disk().constData(), "tmpfs", MS_REMOUNT, "size=100m");
            });
        });
        closeTab(*window);
        QVERIFY(user.isDone());
        QTRY_VERIFY(!page);
        const store::RunFile file(path.toStdString());
        QCOMPARE(file.info().status, record::RunStatus::Stopped);
        QCOMPARE(file.frameCount(), run->frameCount());
        QVERIFY(!QFile::exists(path + "-wal"));
    }

    void aRunIsSavedElsewhere()
    {
        MainWindow *window = MainWindow::openAnother();
        QPointer<RunPage> page = train(*window, "elsewhere");
        const auto run = page->run();
        QVERIFY(QFile::remove(page->path())); // makes further writes fail
        QTRY_VERIFY(!page->feed().unsaved().why.empty());
        const QString copy = m_home.path("rescued.lbrun");
        User user;
        user.answer("stopQuestion", "Stop and Close");
        user.answer("unsavedQuestion", "Save Elsewhere …");
        user.chooseFile("/proc/no/such.lbrun");
        user.answer("unsavedQuestion", "Save Elsewhere …"); // which says why
        user.chooseFile(copy);
        closeTab(*window);
        QVERIFY(user.isDone());
        QVERIFY2(user.texts().back().contains("/proc/no/such.lbrun"), qPrintable(user.texts().back()));
        QTRY_VERIFY(!page);
        const store::RunFile file(copy.toStdString());
        QCOMPARE(file.info().status, record::RunStatus::Stopped);
        QCOMPARE(file.frameCount(), run->frameCount());
    }

    /// The missing file is noticed only when the stop writes to it, after the question that precedes the stop.
    void whatGoesWrongAfterTheStopIsToldToo()
    {
        MainWindow *window = MainWindow::openAnother();
        QPointer<RunPage> page = train(*window, "late");
        QTRY_VERIFY(page->controls()->pauseAction()->isEnabled());
        page->controls()->pauseAction()->trigger();
        QTRY_COMPARE(page->session()->status().state, State::Paused);
        QTRY_VERIFY(!page->feed().unsaved().isAny());
        QVERIFY(QFile::remove(page->path()));
        User user;
        user.answer("stopQuestion", "Stop and Close");
        user.answer("unsavedQuestion", "Keep Open");
        closeTab(*window);
        QVERIFY(user.isDone());
        QVERIFY2(user.texts().front().endsWith("\nThe run is closed once all of it is on disk."), qPrintable(user.texts().front()));
        QVERIFY2(user.texts().back().contains("was moved or deleted"), qPrintable(user.texts().back()));
        QVERIFY(page && window->pages().contains(page.data()));
        user.answer("unsavedQuestion", "Close and Lose Them"); // it is stopped by now
        closeTab(*window);
        QVERIFY(user.isDone());
        QTRY_VERIFY(!page);
    }

    void theProgramEndsWithSeveralTrainings()
    {
        QPointer<MainWindow> first = MainWindow::openAnother(), second = MainWindow::openAnother();
        RunPage *sound = train(*first, "sound"), *also = train(*second, "also"), *taken = train(*second, "taken");
        const QString soundPath = sound->path(), alsoPath = also->path();
        QVERIFY(QFile::remove(taken->path()));
        QTRY_VERIFY(!taken->feed().unsaved().why.empty());
        User user;
        user.answer("stopQuestion", "Keep Training");
        quit(*first);
        QVERIFY(user.isDone());
        QVERIFY2(user.texts().back().contains("taken: ") && !user.texts().back().contains("sound: "), qPrintable(user.texts().back()));
        QVERIFY(sound->feed().isTraining() && also->feed().isTraining() && taken->feed().isTraining());

        user.answer("stopQuestion", "Stop and Close");
        user.answer("unsavedQuestion", "Keep Open");
        quit(*first);
        QVERIFY(user.isDone());
        QVERIFY(first && second && first->isVisible() && second->isVisible());
        QVERIFY(!sound->feed().isTraining() && !also->feed().isTraining() && !taken->feed().isTraining());

        user.answer("unsavedQuestion", "Close and Lose Them");
        const std::size_t soundTicks = sound->run()->frameCount(), alsoTicks = also->run()->frameCount();
        quit(*first);
        QVERIFY(user.isDone());
        QTRY_VERIFY(MainWindow::all().isEmpty());
        QCOMPARE(store::RunFile(soundPath.toStdString()).frameCount(), soundTicks);
        QCOMPARE(store::RunFile(alsoPath.toStdString()).frameCount(), alsoTicks);
    }

private:
    QByteArray disk() const { return m_home.path("data").toLocal8Bit(); }

    bool mountDisk() { return m_isMounted = m_canMount && ::mount("tmpfs", disk().constData(), "tmpfs", 0, "size=2m") == 0; }

    /// Limits the disk space and waits until writing fails.
    void fillDisk(RunPage &page)
    {
        const auto space = std::filesystem::space(disk().toStdString()).available;
        std::ofstream(m_home.path("data/other.dat").toStdString()) << std::string(space, 'x');
        QTRY_VERIFY(!page.feed().unsaved().why.empty() && page.feed().unsaved().count > 0);
    }

    RunPage *train(MainWindow &window, const char *name)
    {
        const QString path = m_home.path(QString(name) + ".json");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return nullptr;
        file.write(QString(kUnsavedExperiment).arg(name).toUtf8());
        file.close();
        window.openFile(path, true);
        RunPage *page = window.currentPage();
        [page] { QTRY_VERIFY(page->feed().isTraining() && page->run()->frameCount() > 20); }();
        return page;
    }

    static void closeTab(MainWindow &window)
    {
        window.activateWindow();
        if (QTest::qWaitForWindowActive(&window))
            QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
    }

    static void quit(MainWindow &window)
    {
        window.activateWindow();
        if (QTest::qWaitForWindowActive(&window))
            QTest::keyClick(&window, Qt::Key_Q, Qt::ControlModifier);
    }

    test::EmptyHome m_home;
    bool m_canMount = false, m_isMounted = false;
};

LENSBOARD_WINDOW_TEST(UnsavedRunsTest)
#include "tst_unsaved_runs.moc"
