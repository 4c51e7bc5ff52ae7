// A training under the X server's mouse and keyboard, also with the built program.

#include "app/main_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/run_page.h"
#include "core/session/session.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/run_folder.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/hand.h"
#include "tests/support/patience.h"
#include "widgets/board/plot_board.h"
#include "widgets/message_bar.h"
#include "widgets/run_controls.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <csignal>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;
using widgets::TagView;

namespace {

const char *kExperiment = R"({
  "format": 1, "name": "by-hand",
  "dataset": {"kind": "spirals", "train_samples": 600, "validation_samples": 100},
  "model": {"kind": "mlp", "hidden": [16, 16]},
  "optimizer": {"kind": "sgd", "lr": 0.05},
  "epochs": 100000, "batch_size": 20, "threads": 1,
  "tick": {"unit": "steps", "every": 5},
  "lenses": [{"kind": "LossMetrics"}, {"kind": "ParameterNorm"}, {"kind": "ParameterGradientGeometry"}]
})";

/// Returns the number of ticks of \p run while another process writes it, or 0 if the file has just been created.
std::size_t tickCount(const std::filesystem::path &run)
{
    try {
        return run.empty() ? 0 : store::RunFile(run).frameCount();
    } catch (const store::RunFileError &) {
        return 0;
    }
}

} // namespace

class TrainingByHandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QFile file(experiment());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kExperiment);
    }

    /// The most common action: afterwards the list has the focus, and the mouse is over no plot.
    void aLensIsToggledAndPlotKeysWorkRightAfter()
    {
        MainWindow window;
        RunPage *page = train(window);
        if (QTest::currentTestFailed())
            return;
        auto *lenses = page->findChild<QTreeView *>("lensView");
        const QModelIndex lens = test::rowNamed(lenses, "Parameter Norm");
        m_hand.click(lenses->viewport(), test::checkBox(lenses, lens));
        QTRY_COMPARE(lens.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QVERIFY(lenses->hasFocus());
        m_hand.pressKeys({"3"});
        QTRY_COMPARE(page->board()->tagStyle("Weight Norm").view, TagView::HeatMap);
        m_hand.pressKeys({"a"});
        QTRY_VERIFY(page->board()->state().cursors()[0]);
        m_hand.pressKeys({"space"}); // handled by the list itself
        QTRY_COMPARE(lens.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        const auto isPinnedLater = [&] { // after the training continued
            m_hand.pressKeys({"b"});
            const auto &cursors = page->board()->state().cursors();
            return cursors[1] && *cursors[1] > *cursors[0];
        };
        QTRY_VERIFY(isPinnedLater());
        QCOMPARE(lenses->currentIndex(), lens);
    }

    void aLearningRateIsTypedAndKeysArePlotsAgain()
    {
        MainWindow window;
        RunPage *page = train(window);
        if (QTest::currentTestFailed())
            return;
        auto *rate = page->findChild<QDoubleSpinBox *>("learningRate");
        QTRY_VERIFY(rate->isEnabled());
        m_hand.click(rate, QPoint(15, rate->height() / 2));
        QTRY_VERIFY(rate->hasFocus());
        m_hand.pressKeys({"Control_L", "a"});
        for (const char *key : {"0", "period", "0", "3"})
            m_hand.pressKeys({key});
        m_hand.pressKeys({"Return"});
        QTRY_COMPARE(page->session()->status().learningRate, 0.03);
        QVERIFY(!page->board()->state().cursors()[0]);
        m_hand.pressKeys({"a"});
        QTRY_VERIFY(page->board()->state().cursors()[0]);
    }

    void aNewExperimentShowsPlotsAtOnce()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        m_hand.click(buttonOf(window, "New Experiment"));
        auto *kind = window.findChild<app::ExperimentPage *>()->findChild<QWidget *>("dataset")->findChild<QComboBox *>("kind");
        kind->setFocus(); // the template's pictures may be missing on this computer
        m_hand.pressKeys({"s"});
        QTRY_COMPARE(kind->currentText(), "Spirals");
        m_hand.pressKeys({"Control_L", "Return"});
        QTRY_VERIFY(window.currentPage()); // it trains at once
        RunPage *page = window.currentPage();
        for (const char *tag : {"Loss", "Output Activations", "Weight Gradient Norm", "Weight Norm", "Weight Update Norm"})
            QTRY_VERIFY2(!page->board()->sections().plots(tag).empty(), tag);
        QVERIFY(std::ranges::none_of(messages(*page), [](const QString &message) { return message.contains("No lens is on"); }));
        QTRY_VERIFY(!page->feed().isLive()); // a short training
        QVERIFY2(pointsOf(*page->run(), "Weight Gradient Norm") > 4, qPrintable(QString::number(pointsOf(*page->run(), "Weight Gradient Norm"))));
    }

    void aTrainingWithoutLensesSaysSo()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        QFile file(m_folder.filePath("blind.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(kExperiment).replace(R"({"kind": "LossMetrics"}, {"kind": "ParameterNorm"}, {"kind": "ParameterGradientGeometry"})", ""));
        file.close();
        QVERIFY(window.openFile(file.fileName()));
        RunPage *page = window.currentPage();
        QTRY_VERIFY(page->controls()->startAction()->isEnabled());
        QTRY_VERIFY2(placeholder(*page).contains("Ready to train without lenses"), qPrintable(placeholder(*page)));
        QTRY_VERIFY(std::ranges::any_of(messages(*page), [](const QString &message) { return message.contains("No lens is on"); }));
        m_hand.pressKeys({"F5"});
        QTRY_VERIFY(page->run()->frameCount() > 3);
        QTRY_VERIFY2(placeholder(*page).contains("Training without lenses"), qPrintable(placeholder(*page)));

        auto *lenses = page->findChild<QTreeView *>("lensView"); // as the page suggests
        m_hand.click(lenses->viewport(), test::checkBox(lenses, test::rowNamed(lenses, "Loss and Metrics")));
        QTRY_VERIFY(!page->board()->sections().plots("Loss").empty());

        QVERIFY(window.openFile(file.fileName(), true));
        page = window.currentPage();
        QTRY_VERIFY(page->run()->frameCount() > 3);
        m_hand.pressKeys({"Shift_L", "F5"});
        QTRY_VERIFY(!page->feed().isLive());
        QTRY_VERIFY2(placeholder(*page).contains("Trained without lenses"), qPrintable(placeholder(*page)));
    }

    void aWindowThatTrainsAsksBeforeItCloses()
    {
        MainWindow window;
        RunPage *page = train(window);
        if (QTest::currentTestFailed())
            return;
        const QString path = page->path();
        const auto answer = [this](const QString &button) {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box || !box->isActiveWindow())
                return false;
            for (const QAbstractButton *each : box->buttons())
                if (each->text() == button)
                    m_hand.click(each);
            return true;
        };
        const auto closeAndAnswer = [&](const QString &button) {
            QTimer look; // the question runs its own event loop
            connect(&look, &QTimer::timeout, this, [&] {
                if (answer(button))
                    look.stop();
            });
            look.start(20);
            m_hand.pressKeys({"Alt_L", "F4"});
            return QTest::qWaitFor([&] { return !look.isActive() && !QApplication::activeModalWidget(); }, test::kPatienceMs);
        };
        QVERIFY(closeAndAnswer("Keep Training"));
        QVERIFY(window.isVisible() && page->feed().isTraining());
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        QVERIFY(closeAndAnswer("Stop and Close"));
        QTRY_VERIFY(!window.isVisible());
        QCOMPARE(store::RunFile(path.toStdString()).info().status, record::RunStatus::Stopped);
    }

    void theProgramTrainsAndIsClosed()
    {
        const QDir runs(QString::fromStdString(store::runFolder().string()));
        const QStringList known = runs.entryList({"*.lbrun"});
        QProcess program;
        program.setProcessChannelMode(QProcess::ForwardedChannels);
        program.start(LENSBOARD_BINARY_DIR "/bin/lensboard", {experiment(), "--start"});
        const auto made = [&] {
            QStringList names = runs.entryList({"*.lbrun"});
            names.removeIf([&](const QString &name) { return known.contains(name); });
            return names.isEmpty() ? std::filesystem::path() : std::filesystem::path(runs.filePath(names.front()).toStdString());
        };
        QTRY_VERIFY(tickCount(made()) > 3); // no question before the first ticks
        QTRY_VERIFY(m_hand.activeTitle().starts_with("by-hand"));
        m_hand.pressKeys({"Alt_L", "F4"});
        QTRY_VERIFY(m_hand.activeTitle().starts_with("Training is not finished"));
        m_hand.pressKeys({"Left"}); // "Go On" is the default button
        m_hand.pressKeys({"Return"});
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(store::RunFile(made()).info().status, record::RunStatus::Stopped);
    }

    /// The writer is killed while the window has the run file open. The window continues with the resumed run.
    void aKilledTrainingIsResumedBesideAWindowThatFollowsIt()
    {
        const QString file = m_folder.filePath("followed.lbrun");
        QProcess first, second;
        first.start(LENSBOARD_BINARY_DIR "/bin/lensboard", {"train", experiment(), "--out", file, "--set", "checkpoint.seconds=0"});
        QTRY_VERIFY(QFile::exists(m_folder.filePath("followed.checkpoint.pt")));
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        QVERIFY(window.openFile(file));
        const RunPage *page = window.currentPage();
        const auto status = [page] { return page->run()->info().status; };
        QTRY_VERIFY(page->run()->frameCount() > 10 && page->board()->state().runs[0]->isLive);
        first.kill();
        QVERIFY(first.waitForFinished(test::kPatienceMs));
        QTRY_COMPARE(status(), record::RunStatus::Interrupted);
        const std::size_t before = page->run()->frameCount();
        second.start(LENSBOARD_BINARY_DIR "/bin/lensboard", {"train", "--resume", file});
        QTRY_VERIFY(status() == record::RunStatus::Recording && page->run()->frameCount() > before + 10);
        QVERIFY(!page->board()->sections().plots("Weight Norm").empty());
        QCOMPARE(page->run()->ticks(0, 1).front().tick, std::int64_t{1}); // from its beginning on
        ::kill(static_cast<pid_t>(second.processId()), SIGINT);
        QVERIFY(second.waitForFinished(test::kPatienceMs));
        QTRY_COMPARE(status(), record::RunStatus::Stopped);
        QCOMPARE(page->run()->frameCount(), tickCount(file.toStdString()));
    }

private:
    QString experiment() const { return m_folder.filePath("experiment.json"); }

    static QPushButton *buttonOf(const QWidget &window, const QString &text)
    {
        const auto buttons = window.findChildren<QPushButton *>();
        const auto found = std::ranges::find_if(buttons, [&](const QPushButton *button) { return button->text() == text && button->isVisible(); });
        return found == buttons.end() ? nullptr : *found;
    }

    /// Returns the number of points of the first line of \p tag.
    static std::size_t pointsOf(const store::Run &run, const std::string &tag)
    {
        store::RunCursor begin;
        const store::RunChanges all = run.since(begin);
        for (std::uint32_t series = 0; series < all.series.size(); ++series)
            if (all.tags[all.series[series].tag].second.name == tag)
                return run.tally(series).count;
        return 0;
    }

    /// Text in the place of the plots.
    static QString placeholder(const RunPage &page)
    {
        for (const auto *label : page.board()->findChildren<QLabel *>(Qt::FindDirectChildrenOnly))
            if (label->isVisible())
                return label->text();
        return {};
    }

    static QStringList messages(const RunPage &page) { return page.findChild<widgets::MessageBar *>()->messages(); }

    /// Trains in \p window until there are values to plot.
    RunPage *train(MainWindow &window) const
    {
        window.show();
        [&] {
            QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
            QVERIFY(window.openFile(experiment(), true));
            QTRY_VERIFY(window.currentPage()->feed().isTraining() && !window.currentPage()->board()->sections().plots("Weight Norm").empty());
            QTRY_VERIFY(window.currentPage()->run()->frameCount() > 3);
        }();
        return window.currentPage();
    }

    QTemporaryDir m_folder;
    test::Hand m_hand;
};

int main(int argc, char **argv)
{
    return test::runOnDesktop<TrainingByHandTest>(argc, argv);
}

#include "tst_training_by_hand.moc"
