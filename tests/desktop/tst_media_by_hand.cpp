// Media of a run by another tool, used with mouse and keyboard through the X server while the run grows.

#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file_writer.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/hand.h"
#include "tests/support/event_file_maker.h"
#include "widgets/board/board_bar.h"
#include "widgets/board/plot_board.h"
#include "widgets/media/media_view.h"
#include "widgets/media/picture_sheet.h"
#include "widgets/message_bar.h"

#include <QBuffer>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>

using namespace lensboard;
using namespace lensboard::test;
using app::MainWindow;
using app::RunPage;

namespace {

QByteArray picture(qint64 step, const QByteArray &tag)
{
    QImage image(16, 12, QImage::Format_RGB32);
    image.fill(QColor(static_cast<int>(step), 0, 0));
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return valueRecord(step, tag, bytesField(4, integerField(1, 12) + integerField(2, 16) + bytesField(4, png)));
}

} // namespace

class MediaByHandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunWithMediaIsUsed()
    {
        append(log(), scalarRecord(1, "loss", 1));
        MainWindow window;
        window.resize(1200, 750);
        window.show();
        QVERIFY(window.openFile(log()));
        QTRY_VERIFY(window.findChild<RunPage *>());
        auto *page = window.findChild<RunPage *>();
        QVERIFY(!page->media());
        append(log(), picture(10, "a/first") + picture(20, "a/first") + picture(20, "b/second"));
        QTRY_VERIFY(page->media());

        auto *tabs = qobject_cast<QTabWidget *>(page->media()->parentWidget()->parentWidget());
        QVERIFY(tabs);
        auto *bar = tabs->tabBar();
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(page->findChild<widgets::BoardBar *>()->isEnabled());
        m_hand.click(bar, bar->tabRect(1).center());
        QTRY_VERIFY(page->media()->isVisible());
        QVERIFY(!page->findChild<widgets::BoardBar *>()->isEnabled()); // it is about plots
        QTRY_COMPARE(state(page), QString("step 20 (2 of 2)"));
        QCOMPARE(pixel(page), QColor(20, 0, 0));

        append(log(), picture(30, "a/first"));
        QTRY_COMPARE(state(page), QString("step 30 (3 of 3)")); // the newest is followed

        auto *sheet = page->media()->pictures();
        m_hand.click(sheet->viewport(), sheet->pictureRect(0).center());
        m_hand.pressKeys({"Home"});
        QTRY_COMPARE(state(page), QString("step 10 (1 of 3)"));
        m_hand.pressKeys({"Right"});
        QTRY_COMPARE(state(page), QString("step 20 (2 of 3)"));
        append(log(), picture(40, "a/first"));
        QTRY_COMPARE(state(page), QString("step 20 (2 of 4)")); // the user's choice stays
        m_hand.pressKeys({"1"}); // a shortcut of plots, too
        QTRY_COMPARE(sheet->pictureRect(0).size(), QSize(16, 12));
        m_hand.pressKeys({"0"});
        QTRY_VERIFY(sheet->pictureRect(0).width() > 100);

        auto *messages = page->findChild<widgets::MessageBar *>();
        QVERIFY(!messages->isVisible());
        page->notice("a notice");
        QTRY_VERIFY(messages->isVisible());
        m_hand.click(bar, bar->tabRect(0).center());
        QTRY_VERIFY(page->board()->isVisible() && messages->isVisible());
        QCOMPARE(messages->parentWidget(), page->board());
        m_hand.click(bar, bar->tabRect(1).center());
        QTRY_VERIFY(sheet->isVisible() && messages->isVisible());
        messages->clear();

        auto *search = page->media()->findChild<QLineEdit *>("findMedia");
        m_hand.click(search);
        m_hand.type("second");
        QTRY_COMPARE(page->media()->findChild<QLabel *>("mediaTitle")->text(), QString("b/second"));
        QCOMPARE(state(page), QString("step 20 (1 of 1)"));
    }

    void aRunFileSaysWhereItsMediaAre()
    {
        QVERIFY(!QFile::exists(log()) || QFile::remove(log()));
        append(log(), scalarRecord(1, "loss", 1) + picture(1, "a"));
        imports::ReadProgress progress;
        const QString copy = m_folder.filePath("copy.lbrun");
        store::saveRunCopy(*runs::openRun(log().toStdString(), progress)->run(), copy.toStdString());
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(copy));
        QTRY_VERIFY(window.findChild<RunPage *>() && window.findChild<RunPage *>()->media());
        auto *media = window.findChild<RunPage *>()->media();
        auto *tabs = qobject_cast<QTabWidget *>(media->parentWidget()->parentWidget());
        m_hand.click(tabs->tabBar(), tabs->tabBar()->tabRect(1).center());
        QTRY_VERIFY(media->findChild<QLabel *>("mediaProblem")->text().contains(log()));
    }

    void aRunWithoutPointsShowsItsMedia()
    {
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(LENSBOARD_SOURCE_DIR "/tests/data/media/tensors"));
        QTRY_VERIFY(window.findChild<RunPage *>() && window.findChild<RunPage *>()->media());
        QTRY_VERIFY(window.findChild<RunPage *>()->media()->isVisible());
    }

private:
    QString log() const { return m_folder.filePath("events.out.tfevents.1700000000.a"); }
    static QString state(RunPage *page)
    {
        const QString text = page->media()->findChild<QLabel *>("tensorState")->text();
        return text.section(',', 0, 0) + text.mid(text.indexOf(" ("));
    }
    static QColor pixel(RunPage *page)
    {
        const auto &pictures = page->media()->pictures()->pictures();
        return pictures.empty() || pictures[0].frames.empty() ? QColor() : pictures[0].frames[0].pixelColor(5, 5);
    }

    QTemporaryDir m_folder;
    Hand m_hand;
};

int main(int argc, char **argv)
{
    return test::runOnDesktop<MediaByHandTest>(argc, argv);
}

#include "tst_media_by_hand.moc"
