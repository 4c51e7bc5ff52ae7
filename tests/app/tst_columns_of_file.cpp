// How a run of another tool was read: the line under the controls, and the dialog that changes the columns' uses.

#include "app/dialogs/columns_of_file_dialog.h"
#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "app/pages/run_reading.h"
#include "core/runs/run_source.h"
#include "tests/support/empty_home.h"
#include "tests/support/imported_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/elided_label.h"
#include "widgets/models/column_uses_model.h"
#include "widgets/models/sampled_rows_model.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

using namespace lensboard;
using app::ColumnsOfFileDialog;
using app::MainWindow;
using app::RunPage;
using imports::ColumnUse;
using test::transcript;
using widgets::ColumnUsesModel;

namespace {

constexpr const char *kTable = "step,batch,loss,who\n1,10,5,a\n2,20,4,b\n3,30,3,a\nx,40,2,b\n";
const QString kRecognised = "batch 1=10 2=20 3=30; loss 1=5 2=4 3=3";
const QString kByBatch = "loss 10=5 20=4 30=3 40=2; step 10=1 20=2 30=3";

QString readingLine(const RunPage &page)
{
    return page.reading()->findChild<widgets::ElidedLabel *>()->text();
}

QString today()
{
    return QLocale().toString(QDate::currentDate(), QLocale::ShortFormat);
}

/// The open dialog with the columns of a file.
class OpenDialog
{
public:
    explicit OpenDialog(const RunPage &page)
    {
        page.reading()->changeAction()->trigger();
        m_dialog = page.findChild<ColumnsOfFileDialog *>();
        (void)QTest::qWaitFor([this] { return isRead(); }, test::kPatienceMs);
    }

    QWidget *dialog() const { return m_dialog; }
    QTableView *columns() const { return m_dialog->findChild<QTableView *>("columns"); }
    QTableView *rows() const { return m_dialog->findChild<QTableView *>("rows"); }
    QString result() const { return m_dialog->findChild<QLabel *>("result")->text(); }
    QPushButton *button(QDialogButtonBox::StandardButton which) const { return m_dialog->findChild<QDialogButtonBox *>()->button(which); }
    QPushButton *reset() const { return m_dialog->findChild<QPushButton *>("asRecognised"); }
    bool isRead() const { return button(QDialogButtonBox::Ok)->isEnabled(); }

    /// Chooses a use as a user does, in the combo box of the row.
    void choose(int column, ColumnUse use) const
    {
        const QModelIndex index = columns()->model()->index(column, ColumnUsesModel::Use);
        columns()->setCurrentIndex(index);
        columns()->edit(index);
        auto *box = columns()->findChild<QComboBox *>();
        QVERIFY(box);
        box->setCurrentIndex(box->findData(static_cast<int>(use)));
        Q_EMIT box->activated(box->currentIndex());
    }
    QString uses() const
    {
        QStringList texts;
        for (int i = 0; i < columns()->model()->rowCount(); ++i)
            texts << columns()->model()->index(i, ColumnUsesModel::Use).data().toString();
        return texts.join(", ");
    }

private:
    ColumnsOfFileDialog *m_dialog;
};

} // namespace

class ColumnsOfFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<test::EmptyHome>();
        write("a.csv", kTable);
        m_window = std::make_unique<MainWindow>();
    }

    void cleanup() { m_window.reset(); }

    void aLineSaysHowARunWasRead()
    {
        const RunPage &page = open(path("a.csv"));
        QVERIFY(!page.reading()->isHidden());
        QCOMPARE(readingLine(page), QString("Read as: CSV; step = \"step\"; 1 row skipped: line 5, column 1 (\"step\"): \"x\" is no whole number to place the row by: it is left out"));
        QVERIFY(page.reading()->changeAction()->isEnabled());
        const RunPage &events = open(LENSBOARD_SOURCE_DIR "/tests/data/tensorboard/duplicate-steps/run_1/events.out.tfevents.1622966509.janoshs-mbp.lan.86059.0");
        QCOMPARE(readingLine(events), QString("Read as: TensorBoard event files"));
        QVERIFY(!events.reading()->changeAction()->isEnabled());
        QVERIFY(events.reading()->findChild<QToolButton *>()->isHidden());
    }

    void chosenUsesAreReadAndRemembered()
    {
        const RunPage &page = open(path("a.csv"));
        QCOMPARE(transcript(*page.run()), kRecognised);
        {
            const OpenDialog dialog(page);
            QCOMPARE(dialog.uses(), QString("step, value, value, value"));
            QVERIFY2(dialog.result().startsWith("1 run(s), 2 series, 3 step(s), 3 row(s) read, 1 row(s) skipped\n"), qPrintable(dialog.result()));
            dialog.choose(1, ColumnUse::Step);
            QTRY_COMPARE(dialog.uses(), QString("value, step, value, value"));
            QVERIFY2(dialog.result().startsWith("1 run(s), 2 series, 4 step(s), 4 row(s) read, 0 row(s) skipped\n"), qPrintable(dialog.result()));
            QCOMPARE(transcript(*page.run()), kRecognised); // until it is accepted
            dialog.button(QDialogButtonBox::Ok)->click();
        }
        QTRY_COMPARE(transcript(*page.run()), kByBatch);
        QTRY_COMPARE(readingLine(page), "Read as: CSV; step = \"batch\"; chosen: \"batch\" – as you chose on " + today());

        write("b.csv", "step,batch,loss,who\n7,70,1,a\n8,80,0,b\n");
        QCOMPARE(transcript(*open(path("b.csv")).run()), QString("loss 70=1 80=0; step 70=7 80=8"));
        write("c.csv", "step,batch,loss\n7,70,1\n8,80,0\n");
        QCOMPARE(transcript(*open(path("c.csv")).run()), QString("batch 7=70 8=80; loss 7=1 8=0")); // other columns
        record::Progress progress;
        QCOMPARE(transcript(*runs::openRun(path("b.csv").toStdString(), progress)->run()), QString("batch 7=70 8=80; loss 7=1 8=0")); // not the window
    }

    void asRecognisedForgets()
    {
        {
            const OpenDialog dialog(open(path("a.csv")));
            dialog.choose(1, ColumnUse::Step);
            QTRY_VERIFY(dialog.isRead());
            dialog.button(QDialogButtonBox::Ok)->click();
        }
        const RunPage &again = open(path("a.csv"));
        QCOMPARE(transcript(*again.run()), kByBatch);
        {
            const OpenDialog dialog(again);
            QVERIFY(dialog.reset()->isEnabled());
            dialog.reset()->click();
            QTRY_COMPARE(dialog.uses(), QString("step, value, value, value"));
            QVERIFY(!dialog.reset()->isEnabled());
            dialog.button(QDialogButtonBox::Ok)->click();
        }
        QTRY_COMPARE(transcript(*again.run()), kRecognised);
        QTRY_VERIFY(!readingLine(again).contains("chose"));
        QCOMPARE(transcript(*open(path("a.csv")).run()), kRecognised);
    }

    void cancelChangesNothing()
    {
        const RunPage &page = open(path("a.csv"));
        {
            const OpenDialog dialog(page);
            dialog.choose(1, ColumnUse::Step);
            QTRY_COMPARE(dialog.uses(), QString("value, step, value, value"));
            dialog.dialog()->resize(1000, 480);
            dialog.button(QDialogButtonBox::Cancel)->click();
        }
        QTRY_VERIFY(!page.findChild<ColumnsOfFileDialog *>());
        QCOMPARE(transcript(*open(path("a.csv")).run()), kRecognised);
        const OpenDialog dialog(page);
        QCOMPARE(dialog.uses(), QString("step, value, value, value"));
        QCOMPARE(dialog.dialog()->size(), QSize(1000, 480)); // remembered
    }

    void aChoiceThatDoesNotFitIsTold()
    {
        const OpenDialog dialog(open(path("a.csv")));
        dialog.choose(3, ColumnUse::Step);
        QTRY_VERIFY(dialog.result().contains("column \"who\" has no whole numbers to place rows by"));
        QVERIFY(!dialog.isRead());
        dialog.choose(1, ColumnUse::Step); // replaces the other step
        QTRY_VERIFY(dialog.isRead());
        QCOMPARE(dialog.uses(), QString("value, step, value, value"));
        dialog.choose(3, ColumnUse::Run);
        QTRY_COMPARE(dialog.uses(), QString("value, step, value, run"));
        QVERIFY2(dialog.result().startsWith("2 run(s), 4 series, 4 step(s)"), qPrintable(dialog.result()));
    }

    void rowsAndColumnsAreShown()
    {
        std::string text = "step,loss\n";
        for (int i = 1; i <= 5000; ++i)
            text += std::to_string(i) + ",1\n";
        write("long.csv", text.c_str());
        const OpenDialog dialog(open(path("long.csv")));
        const QAbstractItemModelTester columns(dialog.columns()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester rows(dialog.rows()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModel &shown = *dialog.rows()->model();
        QCOMPARE(shown.headerData(0, Qt::Horizontal).toString(), QString("step\nstep"));
        QCOMPARE(shown.headerData(1, Qt::Horizontal).toString(), QString("loss\nvalue"));
        QCOMPARE(shown.headerData(0, Qt::Vertical).toString(), QString("1"));
        QCOMPARE(shown.index(0, 0).data().toString(), QString("1"));
        QVERIFY(shown.index(shown.rowCount() - 1, 0).data().toInt() > 4900);
        QVERIFY(!dialog.columns()->accessibleName().isEmpty() && !dialog.rows()->accessibleName().isEmpty());
        dialog.choose(1, ColumnUse::Skipped);
        QTRY_COMPARE(shown.headerData(1, Qt::Horizontal).toString(), QString("loss\nskipped"));
    }

private:
    QString path(const QString &name) const { return m_home->path(name); }

    void write(const QString &name, const char *text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    }

    const RunPage &open(const QString &file) const
    {
        if (!m_window->openFile(file))
            throw std::runtime_error("cannot be opened");
        return *m_window->currentPage();
    }

    std::unique_ptr<test::EmptyHome> m_home;
    std::unique_ptr<MainWindow> m_window;
};

LENSBOARD_WINDOW_TEST(ColumnsOfFileTest)
#include "tst_columns_of_file.moc"
