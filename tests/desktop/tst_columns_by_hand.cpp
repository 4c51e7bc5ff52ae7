// The columns of a table, chosen with keyboard and mouse through the X server.

#include "app/dialogs/columns_of_file_dialog.h"
#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "app/pages/run_reading.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/hand.h"
#include "tests/support/imported_run.h"
#include "tests/support/patience.h"
#include "widgets/models/column_uses_model.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace lensboard;
using app::ColumnsOfFileDialog;
using app::MainWindow;
using app::RunPage;
using widgets::ColumnUsesModel;

class ColumnsByHandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QFile file(m_folder->filePath("a.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("step,batch,loss,who\n1,10,5,a\n2,20,4,b\n3,30,3,a\n") > 0);
        file.close();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get(), test::kPatienceMs));
        QVERIFY(m_window->openFile(m_folder->filePath("a.csv")));
        m_page = m_window->currentPage();
    }

    void cleanup() { m_window.reset(); }

    void theMouseChoosesARun()
    {
        m_hand.click(m_page->reading()->findChild<QToolButton *>());
        QTRY_VERIFY(isReady());
        QTRY_VERIFY(view()->hasFocus());
        for (int row = 1; row <= 3; ++row) {
            m_hand.pressKeys({"Down"});
            QTRY_COMPARE(view()->currentIndex().row(), row);
        }
        m_hand.pressKeys({"F2"});
        QTRY_VERIFY(popup());
        for (int row = 1; row <= use(imports::ColumnUse::Run); ++row) {
            m_hand.pressKeys({"Down"});
            QTRY_COMPARE(popup()->currentIndex().row(), row);
        }
        m_hand.pressKeys({"Return"});
        QTRY_COMPARE(useShown(3), QString("run"));
        QTRY_VERIFY(isReady());
        m_hand.click(dialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok));
        QTRY_COMPARE(test::transcript(*m_page->run()), QString("a/batch 1=10 3=30; a/loss 1=5 3=3; b/batch 2=20; b/loss 2=4"));

        m_hand.click(m_page->reading()->findChild<QToolButton *>()); // forgets it
        QTRY_VERIFY(isReady());
        m_hand.click(dialog()->findChild<QPushButton *>("asRecognised"));
        QTRY_COMPARE(useShown(3), QString("value"));
        QTRY_VERIFY(isReady());
        m_hand.click(dialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok));
        QTRY_COMPARE(test::transcript(*m_page->run()), QString("batch 1=10 2=20 3=30; loss 1=5 2=4 3=3"));
    }

    void theKeyboardChoosesAStep()
    {
        m_hand.pressKeys({"Control_L", "Alt_L", "u"});
        QTRY_VERIFY(isReady());
        QTRY_VERIFY(view()->hasFocus());
        m_hand.pressKeys({"Down"});
        QTRY_COMPARE(view()->currentIndex().row(), 1);
        m_hand.pressKeys({"F2"});
        QTRY_VERIFY(popup());
        m_hand.pressKeys({"Down"}); // from value to step
        m_hand.pressKeys({"Return"});
        QTRY_COMPARE(useShown(1), QString("step"));
        QCOMPARE(useShown(0), QString("value"));
        m_hand.pressKeys({"Escape"});
        QTRY_VERIFY(!dialog());
        QCOMPARE(test::transcript(*m_page->run()), QString("batch 1=10 2=20 3=30; loss 1=5 2=4 3=3"));
    }

private:
    ColumnsOfFileDialog *dialog() const { return m_page->findChild<ColumnsOfFileDialog *>(); }
    QTableView *view() const { return dialog()->findChild<QTableView *>("columns"); }
    bool isReady() const { return dialog() && dialog()->isActiveWindow() && dialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->isEnabled(); }
    QString useShown(int column) const { return view()->model()->index(column, ColumnUsesModel::Use).data().toString(); }

    /// Returns the open list of a combo box, or null.
    QAbstractItemView *popup() const
    {
        const auto *box = view()->findChild<QComboBox *>();
        return box && box->view()->isVisible() ? box->view() : nullptr;
    }
    static int use(imports::ColumnUse wanted)
    {
        const auto uses = widgets::columnUses();
        return static_cast<int>(std::ranges::find(uses, wanted) - uses.begin());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    RunPage *m_page = nullptr;
    test::Hand m_hand;
};

int main(int argc, char **argv)
{
    return test::runOnDesktop<ColumnsByHandTest>(argc, argv);
}
#include "tst_columns_by_hand.moc"
