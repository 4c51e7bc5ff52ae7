// Replays a saved run in the real window, with the keys and the mouse.

#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/board/plot_board.h"
#include "widgets/message_bar.h"
#include "widgets/replay_controls.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTimer>

#include <semaphore>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;

namespace {

/// Imitates a slow disk: readers wait until release().
class SlowRun final : public store::Run
{
public:
    SlowRun() { test::addMadeSeries(m_run, 1); }

    void release() { m_gate.release(); }

    record::RunInfo info() const override { return {"slow", record::RunStatus::Finished, "", 1.7e9, {}, {}, {}}; }
    store::RunChanges since(store::RunCursor &cursor) const override
    {
        m_gate.acquire();
        store::RunChanges changes = m_run.since(cursor);
        changes.info = info();
        return changes;
    }
    std::vector<store::StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override { return m_run.histogramsAfter(series, frame, most); }
    store::SeriesTally tally(std::uint32_t series) const override { return m_run.tally(series); }
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override { m_run.visit(series, visitor); }
    std::size_t seriesCount() const override { return m_run.seriesCount(); }

private:
    store::RunStore m_run;
    mutable std::binary_semaphore m_gate{0};
};

} // namespace

class ReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        store::RunStore run;
        run.update([](auto &info) { info = {"made", record::RunStatus::Failed, "no more data", 1.7e9, {}, {}, {}}; });
        test::addMadeSeries(run, 3);
        for (std::size_t frame = 0; frame < 400; ++frame) { // 133 seconds
            run.commit(test::madeFrame(frame, 3));
            if (frame == 99)
                run.append({record::RunEvent::Kind::Warning, 1000, 0, "the loss grows"});
        }
        store::saveRunCopy(run, m_home.path("made.lbrun").toStdString());
    }

    void aSavedRunIsReplayedByKeys()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(window.openFile(m_home.path("made.lbrun")));
        const auto recorded = window.currentPage()->run();
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(window.pages().size(), 2);
        RunPage *page = window.currentPage();
        QCOMPARE(page->title(), "made, replayed");
        const store::RunReplay &replay = page->replayControls()->replay();
        QVERIFY(replay.isPlaying());
        QTRY_VERIFY(!page->board()->sections().plots("Weight Norm").empty());
        QVERIFY(!replay.isAtEnd());

        QTest::keyClick(&window, Qt::Key_F6);
        QVERIFY(!replay.isPlaying());
        const std::size_t position = replay.position();
        QTest::keyClick(&window, Qt::Key_F10);
        QTest::keyClick(&window, Qt::Key_F10);
        QCOMPARE(replay.position(), position + 2);
        QCOMPARE(page->run()->frameCount(), position + 2);

        auto *place = page->findChild<QSlider *>("replayPlace");
        place->setFocus();
        QTest::keyClick(place, Qt::Key_End);
        QTRY_VERIFY(replay.isAtEnd());
        QCOMPARE(page->run()->info(), recorded->info());
        auto *messages = page->findChild<widgets::MessageBar *>();
        QTRY_COMPARE(messages->messages(), QStringList{"the loss grows"});
        QTest::keyClick(place, Qt::Key_Left); // replays from the beginning to there
        QTRY_COMPARE(replay.position(), std::size_t{399});
        QTRY_COMPARE(messages->messages(), QStringList{"the loss grows"}); // once
        const auto was = test::frames(*recorded), is = test::frames(*page->run());
        QVERIFY(std::equal(is.begin(), is.end(), was.begin(), was.begin() + 399, [](auto &a, auto &b) { return test::same(a, b); }));
        QTest::keyClick(place, Qt::Key_Home);
        QTRY_COMPARE(replay.position(), std::size_t{0});
        QTRY_COMPARE(page->findChild<QLabel *>("replayState")->text(), "tick 0 of 400");

        auto *unit = page->findChild<QComboBox *>("replayUnit");
        auto *rate = page->findChild<QDoubleSpinBox *>("replayRate");
        unit->setFocus();
        QTest::keyClick(unit, Qt::Key_Down);
        QCOMPARE(unit->currentText(), "ticks per second");
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, "5000");
        QCOMPARE(rate->toolTip(), "The whole replay takes 0 s");
        QTest::keyClick(&window, Qt::Key_F5);
        QTRY_VERIFY(replay.isAtEnd() && !replay.isPlaying());
        QTest::keyClick(unit, Qt::Key_Down);
        QVERIFY(!rate->isVisible()); // no rate: playing at the fastest visible speed
        QTest::keyClick(&window, Qt::Key_F5);
        QTRY_VERIFY(replay.isPlaying() && replay.position() < 100);
        QTest::keyClick(&window, Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(replay.position(), std::size_t{0});
        QVERIFY(window.close()); // nothing to ask
    }

    void aReplayThatWasGivenUpDoesNotOpen()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto run = std::make_shared<SlowRun>();
        QTimer finger;
        connect(&finger, &QTimer::timeout, this, [&] {
            const auto *dialog = window.findChild<QProgressDialog *>();
            if (!dialog || !dialog->isVisible())
                return;
            QTest::mouseClick(dialog->findChild<QPushButton *>(), Qt::LeftButton);
            finger.stop();
            run->release();
        });
        finger.start(10);
        app::RunTools(&window).replay(run, "slow");
        QVERIFY(window.pages().isEmpty());
        QVERIFY(!window.findChild<QMessageBox *>());
    }

    void whatIsBeingRecordedIsRefused()
    {
        const auto run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*run, 3);
        run->commit(test::madeFrame(0, 3));
        store::RunSaver writer(run, m_home.path("live.lbrun").toStdString());
        QTRY_COMPARE(writer.acknowledgedFrames(), std::size_t{1});
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(window.openFile(m_home.path("live.lbrun")));
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        auto *box = window.findChild<QMessageBox *>("complaint");
        QVERIFY(box && box->text().contains("live is not over yet"));
        QCOMPARE(window.pages().size(), 1);
    }

private:
    const test::EmptyHome m_home;
};

LENSBOARD_WINDOW_TEST(ReplayTest)
#include "tst_replay.moc"
