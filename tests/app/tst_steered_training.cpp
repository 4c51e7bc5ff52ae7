// Windows that follow the run of a training in another process and control it.

#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "core/session/transport.h"
#include "tests/support/empty_home.h"
#include "tests/support/lens_values.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "tests/support/tree_rows.h"
#include "widgets/board/plot_board.h"
#include "widgets/forms/lens_settings_dialog.h"
#include "widgets/forms/settings_form.h"
#include "widgets/message_bar.h"
#include "widgets/run_controls.h"
#include "widgets/watching/watcher_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QTreeWidget>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;
using session::State;

namespace {

QTreeView *lensesOf(const RunPage *page)
{
    return page->findChild<QTreeView *>("lensView");
}

bool isTicked(const RunPage *page, const QString &lens)
{
    return test::rowNamed(lensesOf(page), lens).data(Qt::CheckStateRole).toInt() == Qt::Checked;
}

void click(const RunPage *page, const QString &lens)
{
    const bool before = isTicked(page, lens);
    test::clickCheckBox(lensesOf(page), test::rowNamed(lensesOf(page), lens));
    QTRY_COMPARE(isTicked(page, lens), !before); // as the training reports
}

/// Returns true if its lenses can be switched.
bool isSteered(const RunPage *page)
{
    return page->feed().training() && test::rowNamed(lensesOf(page), "Output Norm").data(Qt::CheckStateRole).isValid();
}

/// Last status received from the other process.
session::TrainingStatus statusOf(const RunPage *page)
{
    return page->feed().training() ? page->feed().training()->status() : session::TrainingStatus{};
}

QString shownState(const RunPage *page)
{
    QStringList texts;
    for (const QLabel *label : page->controls()->findChildren<QLabel *>())
        if (label->isVisible())
            texts << label->text();
    return texts.join('|');
}

} // namespace

class SteeredTrainingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_RUNTIME_DIR", m_home.path("").toUtf8());
        QFile experiment(m_home.path("e.json"));
        QVERIFY(experiment.open(QIODevice::WriteOnly));
        experiment.write(R"({"format": 1, "name": "steered", "dataset": {"kind": "spirals", "train_samples": 6000},
            "model": {"kind": "mlp", "hidden": [8], "dropout": 0.2}, "optimizer": {"kind": "sgd", "lr": 0.05}, "threads": 1,
            "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputNorm"}, {"kind": "ParameterGradientGeometry"}]})");
    }

    void twoWindowsSteerItAndChangeNoLoss()
    {
        QProcess training;
        begin(training, "run.lbrun", "1000000");
        QTRY_VERIFY(isBegun("run.lbrun"));
        MainWindow window, other;
        RunPage *const page = opened(window, "run.lbrun"), *const second = opened(other, "run.lbrun");
        QVERIFY(page && second);
        QTRY_VERIFY(isSteered(page) && isSteered(second));
        QTRY_VERIFY2(shownState(page).contains("Training · in another process"), qPrintable(shownState(page)));
        QVERIFY(page->feed().canWatch() && !page->session());
        QTRY_VERIFY(statusOf(page).hooks > 0);
        const std::size_t hooks = statusOf(page).hooks;

        // Switching lenses off and on from either window adds and removes hooks in the training.
        click(page, "Output Norm");
        click(second, "Parameter Gradient Geometry");
        QTRY_COMPARE(statusOf(page).hooks, std::size_t{0}); // the loss needs none
        for (const RunPage *each : {page, second})
            QTRY_VERIFY(!isTicked(each, "Output Norm") && !isTicked(each, "Parameter Gradient Geometry"));
        click(second, "Output Norm");
        click(page, "Parameter Gradient Geometry");
        QTRY_COMPARE(statusOf(second).hooks, hooks);
        click(page, "Parameter Norm"); // a lens missing from its experiment
        for (const RunPage *each : {page, second})
            QTRY_VERIFY(isTicked(each, "Output Norm") && isTicked(each, "Parameter Gradient Geometry") && isTicked(each, "Parameter Norm"));
        QTRY_VERIFY(!second->board()->sections().plots("Weight Norm").empty());

        // Settings.
        activate(window);
        lensesOf(page)->setFocus();
        lensesOf(page)->setCurrentIndex(test::rowNamed(lensesOf(page), "Parameter Norm"));
        QTest::keyClick(lensesOf(page), Qt::Key_Return);
        auto *settings = page->findChild<widgets::LensSettingsDialog *>();
        QVERIFY(settings);
        QTest::mouseClick(settings->form()->findChild<QCheckBox *>("log_scale"), Qt::LeftButton);
        QTest::mouseClick(settings->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        QTRY_VERIFY(hasEvent(second, "ParameterNorm: log_scale true"));

        // Adding a monitor.
        activate(window);
        QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier | Qt::AltModifier);
        auto *dialog = page->findChild<widgets::WatcherDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->choose("fc1");
        QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        QTRY_VERIFY(statusOf(page).hooks > hooks);
        QTRY_VERIFY(hasEvent(page, "fc1 output: kind \"OutputMonitor\""));

        // Pausing, one batch, to the next tick, the learning rate, a checkpoint, and continuing.
        activate(window);
        QTRY_VERIFY(page->controls()->pauseAction()->isEnabled());
        QTest::keyClick(&window, Qt::Key_F6);
        QTRY_COMPARE(statusOf(second).state, State::Paused);
        for (const RunPage *each : {page, second})
            QTRY_COMPARE(each->state().words, QString("Paused"));
        const std::int64_t step = statusOf(second).step;
        activate(other);
        QTRY_VERIFY(second->controls()->stepAction()->isEnabled());
        QTest::keyClick(&other, Qt::Key_F10);
        QTRY_COMPARE(statusOf(second).step, step + 1);
        const std::int64_t ticks = statusOf(second).ticks;
        QTest::keyClick(&other, Qt::Key_F10, Qt::ShiftModifier);
        QTRY_COMPARE(statusOf(second).ticks, ticks + 1);
        QTRY_COMPARE(statusOf(second).state, State::Paused);
        auto *rate = second->findChild<QDoubleSpinBox *>("learningRate");
        QTRY_VERIFY(rate->isEnabled());
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, "0.06");
        QTest::keyClick(rate, Qt::Key_Return);
        QTRY_COMPARE(statusOf(page).learningRate, 0.06);
        Q_EMIT second->controls()->commanded({session::Command::Kind::LearningRate, 0.05}); // no batch has used another rate
        QTRY_COMPARE(statusOf(page).learningRate, 0.05);
        QTest::keyClick(&other, Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(second->findChild<widgets::MessageBar *>()->messages().join('|').contains("checkpoint is saved"));
        QVERIFY(QFile::exists(m_home.path("run.checkpoint.pt")));
        QTest::keyClick(&other, Qt::Key_F5);
        QTRY_VERIFY(statusOf(page).ticks > ticks + 5);

        // The other process stops; its run file has the final status.
        QTest::keyClick(&other, Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(training.waitForFinished(test::kPatienceMs));
        QCOMPARE(training.exitCode(), 0);
        for (const RunPage *each : {page, second}) {
            QTRY_VERIFY(!isSteered(each));
            QTRY_VERIFY2(shownState(each).contains("Stopped"), qPrintable(shownState(each)));
            QVERIFY(!each->feed().canWatch());
            QVERIFY(!test::rowNamed(lensesOf(each), "Output Norm").data(Qt::CheckStateRole).isValid());
        }
        const auto steered = test::lensValues(m_home.path("run.lbrun").toStdString(), "LossMetrics");
        QProcess twin;
        begin(twin, "twin.lbrun", QString::number(steered.size()));
        QVERIFY(twin.waitForFinished(test::kPatienceMs));
        const auto undisturbed = test::lensValues(m_home.path("twin.lbrun").toStdString(), "LossMetrics");
        QCOMPARE(undisturbed.size(), steered.size());
        for (std::size_t i = 0; i + 1 < steered.size(); ++i) // the last tick was stopped in
            QVERIFY2(steered[i] == undisturbed[i], qPrintable(QString::number(i)));
    }

    void oneThatIsResumedIsFoundAgain()
    {
        QProcess training;
        begin(training, "again.lbrun", "1000000");
        QTRY_VERIFY(isBegun("again.lbrun"));
        MainWindow window;
        RunPage *const page = opened(window, "again.lbrun");
        QVERIFY(page);
        stop(page, training);
        QTRY_VERIFY2(!isSteered(page) && shownState(page).contains("Stopped"), qPrintable(shownState(page)));
        QProcess resumed;
        resumed.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        resumed.start(LENSBOARD_BINARY_DIR "/bin/lensboard", {"train", "--resume", m_home.path("again.lbrun")});
        stop(page, resumed);
    }

private:
    static void stop(const RunPage *page, QProcess &training)
    {
        QTRY_VERIFY(isSteered(page) && page->controls()->stopAction()->isEnabled());
        page->controls()->stopAction()->trigger();
        QVERIFY(training.waitForFinished(test::kPatienceMs));
        QCOMPARE(training.exitCode(), 0);
    }

    void begin(QProcess &process, const char *run, const QString &epochs) const
    {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(LENSBOARD_BINARY_DIR "/bin/lensboard", {"train", m_home.path("e.json"), "--out", m_home.path(run), "--epochs", epochs});
    }

    /// Returns true if \p run has at least one tick.
    bool isBegun(const char *run) const
    {
        try {
            return store::RunFile(m_home.path(run).toStdString()).frameCount() > 2;
        } catch (const std::exception &) {
            return false;
        }
    }

    RunPage *opened(MainWindow &window, const char *run) const
    {
        window.resize(1280, 800);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            return nullptr;
        return window.openFile(m_home.path(run)) ? window.currentPage() : nullptr;
    }

    static void activate(MainWindow &window)
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    static bool hasEvent(const RunPage *page, const QString &beginning)
    {
        return std::ranges::any_of(test::whole(*page->run()).events,
                                   [&](const record::RunEvent &event) { return QString::fromStdString(event.text).startsWith(beginning); });
    }

    test::EmptyHome m_home;
};

LENSBOARD_WINDOW_TEST(SteeredTrainingTest)
#include "tst_steered_training.moc"
