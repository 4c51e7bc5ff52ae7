// The manual in its window, and the explanation of a plot.

#include "app/help/manual_browser.h"
#include "app/help/manual_text.h"
#include "app/help/manual_window.h"
#include "app/main_window.h"
#include "app/pages/plot_help_dialog.h"
#include "app/pages/run_page.h"
#include "core/experiment/plot_help.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "widgets/board/board_actions.h"
#include "widgets/board/plot_board.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

using namespace lensboard;
using app::ManualBrowser;
using app::ManualText;
using app::ManualWindow;

namespace {

/// Returns each link as its page and its target.
QList<QPair<QUrl, QUrl>> linksOf(const QUrl &page)
{
    ManualBrowser browser;
    browser.setSource(page);
    QList<QPair<QUrl, QUrl>> links;
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (const QString link = part.fragment().charFormat().anchorHref(); !link.isEmpty())
                links << qMakePair(page, page.resolved(QUrl(link)));
    return links;
}

} // namespace

class HelpTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        store::RunStore run;
        test::addMadeSeries(run, 2);
        for (std::size_t i = 0; i < 60; ++i)
            run.commit(test::madeFrame(i, 2));
        store::saveRunCopy(run, m_run.path());
    }

    void everyPageIsInTheContents()
    {
        const ManualText text;
        QSet<QString> pages;
        for (const app::ManualSection &section : text.sections()) {
            pages.insert(section.url.path());
            QVERIFY2(!section.title.isEmpty(), qPrintable(section.url.toString()));
        }
        for (const QString &name : QDir(":/manual").entryList({"*.md"}))
            QVERIFY2(pages.contains("/manual/" + name), qPrintable(name));
    }

    void everyLinkLeadsSomewhere()
    {
        const ManualText text;
        QStringList targets;
        for (const app::ManualSection &section : text.sections())
            targets << section.url.toString();
        QList<QPair<QUrl, QUrl>> links;
        for (const app::ManualSection &section : text.sections())
            if (section.level == 1)
                links << linksOf(section.url);
        QVERIFY(links.size() > 10);
        for (const auto &[page, link] : links)
            if (link.path().startsWith("/manual/"))
                QVERIFY2(targets.contains(link.toString()), qPrintable(page.toString() + " -> " + link.toString()));
        for (const experiment::PlotHelp &help : experiment::plotHelps())
            QVERIFY2(targets.contains(ManualText::page(QString::fromStdString(help.manual)).toString()), help.manual.c_str());
    }

    void f1OpensTheManual()
    {
        app::MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        QTest::keyClick(&window, Qt::Key_F1);
        auto *manual = window.findChild<ManualWindow *>();
        QVERIFY(manual && manual->isVisible());
        const auto *page = manual->findChild<ManualBrowser *>();
        QVERIFY(page->toPlainText().contains("command palette"));
        QCOMPARE(window.findChildren<ManualWindow *>().size(), 1);
        QTest::keyClick(manual, Qt::Key_Escape);
        QTRY_VERIFY(!window.findChild<ManualWindow *>());
    }

    void linksAndTheWayBack()
    {
        ManualWindow manual(nullptr);
        manual.setAttribute(Qt::WA_DeleteOnClose, false);
        manual.show();
        manual.goTo(ManualText::page("window.md"));
        auto *page = manual.findChild<ManualBrowser *>();
        page->verticalScrollBar()->setValue(0);
        manual.goTo(ManualText::page("experiments.md#health"));
        QTRY_VERIFY(page->verticalScrollBar()->value() > 0);
        QVERIFY(page->toPlainText().startsWith("Experiments"));
        const auto *contents = manual.findChild<QTreeWidget *>("contents");
        QTRY_COMPARE(contents->currentItem()->text(0), QString("Health"));
        page->backward();
        QTRY_VERIFY(page->toPlainText().startsWith("The window"));
        QTRY_COMPARE(contents->currentItem()->text(0), QString("The window"));
        QSignalSpy wanted(&manual, &ManualWindow::experimentWanted);
        Q_EMIT page->anchorClicked(QUrl("../core/lens/lens.h"));
        const auto labels = manual.findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) { return label->text().contains("core/lens/lens.h"); }));
        QCOMPARE(wanted.count(), 0);
    }

    void wordsAreFoundAndMarked()
    {
        ManualWindow manual(nullptr);
        manual.setAttribute(Qt::WA_DeleteOnClose, false);
        manual.show();
        manual.goTo(ManualText::page("window.md"));
        auto *search = manual.findChild<QLineEdit *>("search");
        const auto *contents = manual.findChild<QTreeWidget *>("contents");
        auto *page = manual.findChild<ManualBrowser *>();
        const int all = contents->topLevelItemCount();
        search->setFocus();
        QTest::keyClicks(search, "neurons");
        QCOMPARE(contents->topLevelItemCount(), 1);
        QVERIFY(page->toPlainText().startsWith("Experiments"));
        QVERIFY(page->extraSelections().size() >= 2);
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(page->textCursor().hasSelection());
        QTest::keyClicks(search, " nowhere to be found");
        QCOMPARE(contents->topLevelItemCount(), 0);
        search->clear();
        QCOMPARE(contents->topLevelItemCount(), all);
        QVERIFY(page->extraSelections().isEmpty());
    }

    void aPlotIsExplained()
    {
        app::MainWindow window;
        window.show();
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        app::RunPage *page = window.currentPage();
        QTRY_VERIFY(page->board()->sections().section("Weight Norm"));
        page->board()->navigation().setCurrentTag("Weight Norm");
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        QTest::keyClick(&window, Qt::Key_F1, Qt::ShiftModifier);
        auto *help = window.findChild<app::PlotHelpDialog *>();
        QVERIFY(help && help->windowTitle().contains("Weight Norm"));
        const auto *text = help->findChild<QTextBrowser *>("explanation");
        for (const char *part : {"Measured quantity", "Formula", "Unit", "How to read it", "Settings that change it", "Normalise by size"})
            QVERIFY2(text->toPlainText().contains(part), part);
        Q_EMIT help->linkChosen(ManualText::page("experiments.md#lenses"));
        QVERIFY(window.findChild<ManualWindow *>());
    }

    void aPlotOfAnotherToolSaysSo()
    {
        const QString html = app::plotHelpHtml({.name = "train/x<y", .lens = "TensorBoard"}, "TensorBoard", false);
        QVERIFY(html.contains("train/x&lt;y"));
        QVERIFY(html.contains("Another tool"));
    }

private:
    const test::EmptyHome m_home;
    const test::ScratchFile m_run{"help.lbrun"};
};

LENSBOARD_WINDOW_TEST(HelpTest)
#include "tst_help.moc"
