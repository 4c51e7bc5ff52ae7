// Remote runs in the window. A script in the place of ssh runs the server on this machine.

#include "app/main_window.h"
#include "app/pages/add_runs_dialog.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "core/store/file/run_saver.h"
#include "core/store/run_names.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "widgets/board/plot_board.h"
#include "widgets/run_controls.h"
#include "widgets/views/plots/line_plot.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QProcess>
#include <QTabWidget>
#include <QTimer>
#include <QTreeView>

using namespace lensboard;
using app::MainWindow;
using app::RunListPage;
using app::RunPage;

namespace {

QAction *action(const MainWindow &window, const char *text)
{
    for (QAction *each : window.findChildren<QAction *>())
        if (each->text().remove('&') == QString::fromUtf8(text))
            return each;
    return nullptr;
}

} // namespace

class RemoteWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<test::EmptyHome>();
        QVERIFY(QDir().mkdir(m_home->path("runs")));
        QFile ssh(m_home->path("ssh"));
        QVERIFY(ssh.open(QIODevice::WriteOnly));
        ssh.write("#!/bin/sh\nPATH=" LENSBOARD_BINARY_DIR "/bin:/usr/bin:/bin\nfor last; do :; done\nexec sh -c \"$last\"\n");
        ssh.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
        qputenv("LENSBOARD_SSH", m_home->path("ssh").toUtf8());
        m_run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*m_run, 3);
        m_saver = std::make_unique<store::RunSaver>(m_run, m_home->path("runs/far.lbrun").toStdString());
        grow();
    }

    void cleanup()
    {
        m_saver.reset();
        m_frames = 0;
    }

    void aFolderIsListedAndItsRunGrows()
    {
        MainWindow window;
        window.show();
        answerWith(url("runs"));
        action(window, "Open Remote …")->trigger();
        auto *list = window.findChild<RunListPage *>();
        QVERIFY(list);
        QTRY_COMPARE(window.findChildren<RunPage *>().size(), 1); // a single run is opened at once
        RunPage *const page = window.currentPage();
        QCOMPARE(page->path(), url("runs/far.lbrun"));
        const auto end = [&] { return endOf(*page); };
        QTRY_COMPARE(end(), lastStep());
        grow();
        QTRY_COMPARE(end(), lastStep());
        window.findChild<QTabWidget *>()->setCurrentWidget(list);
        list->findChild<QTreeView *>()->selectAll();
        QVERIFY(action(window, "Open")->isEnabled());
        for (const char *writes : {"Rename", "Notes …", "Move to Trash …", "Resume from Checkpoint"})
            QVERIFY2(!action(window, writes)->isEnabled(), writes);
    }

    void aPageSaysThatItsConnectionIsLost()
    {
        MainWindow window;
        window.show();
        window.openFile(url("runs/far.lbrun"));
        RunPage *const page = window.currentPage();
        QVERIFY(page);
        const auto end = [&] { return endOf(*page); };
        QTRY_COMPARE(end(), lastStep());
        QVERIFY(QFile::rename(m_home->path("ssh"), m_home->path("no-ssh")));
        QCOMPARE(QProcess::execute("pkill", {"-KILL", "-P", QString::number(QCoreApplication::applicationPid()), "lensboard"}), 0);
        const auto says = [&] {
            const auto labels = page->controls()->findChildren<QLabel *>();
            return std::ranges::any_of(labels, [](const QLabel *label) { return label->text().contains("the connection is lost"); });
        };
        QTRY_VERIFY(says());
        grow();
        QVERIFY(QFile::rename(m_home->path("no-ssh"), m_home->path("ssh")));
        QTRY_COMPARE(end(), lastStep());
        QVERIFY(!says());
    }

    void aTrainingThatTakesNoCommandsSaysWhy()
    {
        QVERIFY(QDir().mkdir(m_home->path("runtime")));
        QVERIFY(QFile::setPermissions(m_home->path("runtime"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("XDG_RUNTIME_DIR", m_home->path("runtime").toUtf8()); // no socket there, like --no-control
        MainWindow window;
        window.show();
        window.openFile(url("runs/far.lbrun"));
        const RunPage *page = window.currentPage();
        QVERIFY(page);
        const auto says = [](const QString &tip) { return tip.contains("was started with --no-control"); };
        const auto labels = page->controls()->findChildren<QLabel *>();
        QTRY_VERIFY(std::ranges::any_of(labels, [&](const QLabel *label) { return says(label->toolTip()); }));
        const auto actions = window.findChildren<QAction *>();
        for (const char *disabled : {"Watch an Attribute …", "Record Tensors …", "Save Checkpoint"})
            QTRY_VERIFY2(std::ranges::any_of(actions, [&](const QAction *each) {
                return each->text().remove('&') == disabled && !each->isEnabled() && says(each->toolTip());
            }), disabled);
        const auto *lenses = page->findChild<QTreeView *>("lensView")->model();
        QVERIFY(says(lenses->index(0, 0).data(Qt::ToolTipRole).toString()));
    }

    void runsBesideItAreLaidOverIt()
    {
        store::RunSaver(m_run, m_home->path("runs/beside.lbrun").toStdString()).finish();
        MainWindow window;
        window.show();
        window.openFile(url("runs/far.lbrun"));
        RunPage *const page = window.currentPage();
        QVERIFY(page);
        action(window, "Add Run …")->trigger();
        auto *dialog = window.findChild<app::AddRunsDialog *>();
        QVERIFY(dialog);
        auto *table = dialog->findChild<QTreeView *>();
        const auto *rows = table->model();
        QTRY_COMPARE(rows->rowCount(), 1); // without the page's own run
        table->selectAll();
        dialog->accept();
        QTRY_COMPARE(page->namedRuns().size(), 2U);
        QCOMPARE(QString::fromStdString(page->namedRuns().back().path.string()), url("runs/beside.lbrun"));
    }

private:
    QString url(const QString &path) const { return "ssh://far.away" + m_home->path(path); }

    void grow()
    {
        for (int i = 0; i < 200; ++i)
            m_run->commit(test::madeFrame(m_frames++, 3));
        m_saver->requireWritten(test::kPatience);
    }
    static void answerWith(const QString &address)
    {
        QTimer::singleShot(0, qApp, [address] {
            auto *dialog = qobject_cast<QInputDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setTextValue(address);
            dialog->accept();
        });
    }
    double lastStep() const { return static_cast<double>(m_run->span(0)->second.step); }
    /// Returns the last x value of the first plot's line.
    static double endOf(const RunPage &page)
    {
        const auto plots = page.board()->sections().plots("Weight Norm");
        if (plots.empty())
            return 0;
        auto *plot = qobject_cast<widgets::LinePlot *>(plots.front());
        plot->refresh();
        const auto points = plot->points("mean");
        return points.empty() ? 0 : points.back().x;
    }

    std::unique_ptr<test::EmptyHome> m_home;
    std::shared_ptr<store::RunStore> m_run;
    std::unique_ptr<store::RunSaver> m_saver;
    std::size_t m_frames = 0;
};

QTEST_MAIN(RemoteWindowTest)

#include "tst_remote_window.moc"
