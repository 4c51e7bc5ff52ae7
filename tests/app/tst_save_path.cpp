// A file is saved under a name without its suffix, in the window and by hand.

#include "app/dialogs/table_export.h"
#include "app/main_window.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/save_dialog_user.h"
#include "tests/support/test_program.h"

#include <QFile>

using namespace lensboard;
using app::MainWindow;
using test::SaveDialogUser;

class SavePathTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<test::EmptyHome>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        store::RunStore run;
        test::addMadeSeries(run, 2);
        run.commit(test::madeFrame(0, 2));
        store::saveRunCopy(run, path("run.lbrun").toStdString());
        QVERIFY(m_window->openFile(path("run.lbrun")));
    }

    void cleanup()
    {
        m_window->finishAll();
        m_window.reset();
    }

    void aFileIsReplacedOnlyIfTheUserAgrees_data()
    {
        QTest::addColumn<QString>("suffix");
        for (const char *suffix : {"lbrun", "json", "csv"})
            QTest::newRow(suffix) << suffix;
    }

    void aFileIsReplacedOnlyIfTheUserAgrees()
    {
        QFETCH(QString, suffix);
        const QString file = path("foo." + suffix);
        write(file, "mine");
        {
            const SaveDialogUser cancels(path("foo"), false);
            save(suffix);
            QVERIFY(cancels.hasTyped());
            QCOMPARE(contents(file), QByteArray("mine"));
            QCOMPARE(cancels.questions(), QStringList{"foo." + suffix + " exists. Replace it?"});
        }
        {
            const SaveDialogUser agrees(path("foo"), true);
            save(suffix);
            QVERIFY(agrees.hasTyped());
            QCOMPARE(agrees.questions().size(), 1);
            QVERIFY(contents(file) != "mine");
        }
        {
            const SaveDialogUser another(path("bar"));
            save(suffix);
            QCOMPARE(another.questions().join(' '), QString());
            QVERIFY(!contents(path("bar." + suffix)).isEmpty());
        }
        QVERIFY(!QFile::exists(path("foo")) && !QFile::exists(path("bar")));
    }

private:
    QString path(const QString &name) const { return m_home->path(name); }

    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    static QByteArray contents(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void save(const QString &suffix)
    {
        if (suffix == "csv")
            return app::askAndExportTable(m_window.get(), "Export", path("table.csv"), "a,b\n1,2\n");
        m_window->activateWindow(); // it lost activation to the dialog
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        if (suffix == "json") {
            QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
            QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        } else {
            QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
        }
    }

    std::unique_ptr<test::EmptyHome> m_home;
    std::unique_ptr<MainWindow> m_window;
};

LENSBOARD_WINDOW_TEST(SavePathTest)
#include "tst_save_path.moc"
