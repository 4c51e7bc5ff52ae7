// Trainings are stopped, resumed, continued with changes, their models saved and opened, as a user does it in the window.

#include "app/experiment_page.h"
#include "app/main_window.h"
#include "app/menu_actions.h"
#include "app/run_list_page.h"
#include "app/run_page.h"
#include "app/run_trash.h"
#include "core/experiment/experiment.h"
#include "core/session/resumed_run.h"
#include "core/store/run_file.h"
#include "tests/support/made_run.h"
#include "widgets/experiment_editor.h"
#include "widgets/message_bar.h"
#include "widgets/models/lens_model.h"
#include "widgets/run_controls.h"

#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

#include <algorithm>

using namespace lensboard;
using app::ExperimentPage;
using app::MainWindow;
using app::RunPage;
using session::State;

namespace {

constexpr int kPatienceMs = 60000; ///< loading LibTorch on a busy machine
constexpr int kTicks = 20;

const char *kExperiment = R"({
  "format": 1, "name": "stopped test",
  "dataset": {"kind": "spirals", "train_samples": 600, "validation_samples": 100},
  "model": {"kind": "mlp", "hidden": [16]},
  "optimizer": {"kind": "sgd", "lr": 0.05},
  "epochs": %1, "batch_size": 20, "threads": 1,
  "tick": {"unit": "steps", "every": 5}, "checkpoint": %2,
  "lenses": [{"kind": "LossMetrics"}, {"kind": "ParameterGradientGeometry"}]
})";

const char *kScripted = R"({
  "format": 1, "dataset": {"kind": "spirals"}, "optimizer": {"kind": "sgd"}, "model": {"kind": "torchscript", "path": "%1"}
})";

QAction *action(const MainWindow &window, const QString &name)
{
    for (const app::MenuAction &one : app::menuActions(*window.menuBar()))
        if (one.name() == name)
            return one.action;
    return nullptr;
}

ExperimentPage *currentExperiment(const MainWindow &window)
{
    return qobject_cast<ExperimentPage *>(window.findChild<QTabWidget *>()->currentWidget());
}

QStringList messages(const RunPage &page)
{
    return page.findChild<widgets::MessageBar *>()->messages();
}

QString checkpointOf(const QString &run)
{
    return QString::fromStdString(session::checkpointPath(run.toStdString()).string());
}

/// Writes \p path into the next file dialog, and accepts it.
void chooseFile(const QString &path)
{
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, path] {
        auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        timer->stop();
        timer->deleteLater();
        dialog->findChild<QLineEdit *>("fileNameEdit")->setText(path);
        QMetaObject::invokeMethod(dialog, "accept");
    });
    timer->start(20);
}

/// Answers the next question whether a model may run.
void answerTrust(bool run, bool remember = false)
{
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, run, remember] {
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        if (!box || box->objectName() != "trustQuestion")
            return;
        timer->stop();
        timer->deleteLater();
        box->checkBox()->setChecked(remember);
        for (QAbstractButton *button : box->buttons())
            if ((box->buttonRole(button) == QMessageBox::AcceptRole) == run)
                return button->click();
    });
    timer->start(20);
}

} // namespace

class CheckpointsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("LensboardTest");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, path("settings"));
        QSettings().clear();
        qputenv("HOME", m_folder->path().toUtf8()); // and the trash
        qputenv("XDG_DATA_HOME", path("data").toUtf8());
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup()
    {
        if (m_window)
            m_window->finishAll();
        m_window.reset();
    }

    void aStoppedTrainingGoesOnInItsOwnFile()
    {
        const QAction *resume = action(*m_window, "Resume from Checkpoint");
        QVERIFY(!resume->isEnabled() && resume->toolTip().contains("no run is open"));
        train();
        QVERIFY(!resume->isEnabled() && resume->toolTip().contains("not over"));
        const QString run = stop();
        const std::int64_t stoppedAt = m_window->currentPage()->session()->status().position.step;
        QVERIFY(QFile::exists(checkpointOf(run)));
        QTRY_VERIFY(resume->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->currentPage()->isTraining(), kPatienceMs);
        QCOMPARE(m_window->pages().size(), 1);
        QCOMPARE(m_window->currentPage()->path(), run);
        QVERIFY(!resume->isEnabled());
        QTRY_VERIFY(m_window->currentPage()->session()->status().position.step > stoppedAt + 50);
        QCOMPARE(stop(), run);
        QVERIFY(m_window->close());
        QVERIFY(!QFile::exists(run + ".before"));
        const store::RunFile file(run.toStdString());
        QCOMPARE(file.info().status, record::RunStatus::Stopped);
        const auto ticks = file.ticks(0, file.frameCount());
        for (std::size_t i = 1; i < ticks.size(); ++i)
            QVERIFY(ticks[i].step > ticks[i - 1].step && ticks[i].step <= ticks[i - 1].step + 5);
    }

    void aSavedRunIsResumedInPlaceOfItsPages()
    {
        train();
        const QString run = stop();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(m_window->openFile(run));
        QVERIFY(m_window->openFile(run));
        QCOMPARE(m_window->pages().size(), 2);
        QVERIFY(action(*m_window, "Resume from Checkpoint")->isEnabled());
        QVERIFY(action(*m_window, "Save Trained Model …")->toolTip().contains("not trained here"));
        action(*m_window, "Resume from Checkpoint")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->currentPage()->isTraining(), kPatienceMs);
        QCOMPARE(m_window->pages().size(), 1);
    }

    void aRunInTheListIsResumed()
    {
        train();
        const QString run = stop();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(m_window->openFile(QFileInfo(run).path())); // opens the only run as well
        auto *list = m_window->findChild<app::RunListPage *>();
        QTRY_COMPARE(list->runs(), QStringList{run});
        QTRY_COMPARE(m_window->pages().size(), 1);
        m_window->findChild<QTabWidget *>()->setCurrentWidget(list);
        list->findChild<QTreeView *>("runList")->setFocus();
        list->findChild<QTreeView *>("runList")->selectAll();
        QTest::keyClick(list->findChild<QTreeView *>("runList"), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->currentPage() && m_window->currentPage()->isTraining(), kPatienceMs);
        QCOMPARE(m_window->currentPage()->path(), run);
    }

    void lensesStayAsTheUserSwitchedThem()
    {
        train();
        auto *lenses = m_window->currentPage()->findChild<widgets::LensModel *>();
        const auto isOn = [](const widgets::LensModel &model) {
            const auto hits = model.match(model.index(0, 0), Qt::DisplayRole, "ParameterGradientGeometry", 1, Qt::MatchExactly);
            return hits.value(0).data(Qt::CheckStateRole).toInt() == Qt::Checked;
        };
        QVERIFY(isOn(*lenses));
        const auto hits = lenses->match(lenses->index(0, 0), Qt::DisplayRole, "ParameterGradientGeometry", 1, Qt::MatchExactly);
        QVERIFY(lenses->setData(hits.value(0), Qt::Unchecked, Qt::CheckStateRole));
        const std::size_t frames = m_window->currentPage()->run()->frameCount();
        QTRY_VERIFY(m_window->currentPage()->run()->frameCount() > frames + kTicks);
        stop();
        QTRY_VERIFY(action(*m_window, "Resume from Checkpoint")->isEnabled());
        action(*m_window, "Resume from Checkpoint")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->currentPage()->isTraining(), kPatienceMs);
        const std::size_t before = m_window->currentPage()->run()->frameCount();
        QTRY_VERIFY(m_window->currentPage()->run()->frameCount() > before + kTicks);
        QVERIFY(!isOn(*m_window->currentPage()->findChild<widgets::LensModel *>()));
        QVERIFY(std::ranges::count_if(test::whole(*m_window->currentPage()->run()).events, [](const auto &event) {
            return event.kind == record::RunEvent::Kind::LensOff;
        }) == 2); // by the user, and again as the training went on
    }

    void whatCannotBeResumedStaysAsItIs()
    {
        train();
        const QString run = stop();
        QFile checkpoint(checkpointOf(run));
        QVERIFY(checkpoint.resize(checkpoint.size() / 2));
        QTRY_VERIFY(action(*m_window, "Resume from Checkpoint")->isEnabled());
        action(*m_window, "Resume from Checkpoint")->trigger();
        QTRY_VERIFY(m_window->findChild<QMessageBox *>("complaint"));
        QVERIFY2(m_window->findChild<QMessageBox *>("complaint")->text().contains(checkpointOf(run)),
                 qPrintable(m_window->findChild<QMessageBox *>("complaint")->text()));
        m_window->findChild<QMessageBox *>("complaint")->close();
        QCOMPARE(m_window->pages().size(), 1);
        QVERIFY(m_window->currentPage()->session()); // the page that trained it
        QVERIFY(checkpoint.remove());
        m_window->findChild<QTabWidget *>()->setCurrentWidget(m_window->newExperiment());
        m_window->showPage(m_window->pages().front());
        QVERIFY(action(*m_window, "Resume from Checkpoint")->toolTip().contains("no checkpoint"));
        QVERIFY(action(*m_window, "Continue with Changes …")->toolTip().contains("no checkpoint"));
    }

    void aFinishedRunIsContinuedOnly()
    {
        train("5", R"({"every": 1})");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPage()->session()->status().state, State::Finished, kPatienceMs);
        QTRY_VERIFY(action(*m_window, "Resume from Checkpoint")->toolTip().contains("is finished"));
        QVERIFY(!action(*m_window, "Resume from Checkpoint")->isEnabled());
        QVERIFY(action(*m_window, "Continue with Changes …")->isEnabled());
    }

    void aNewRunGoesOnFromTheCheckpoint()
    {
        train();
        const QString run = stop();
        const std::int64_t stoppedAt = m_window->currentPage()->session()->status().position.step;
        QTRY_VERIFY(action(*m_window, "Continue with Changes …")->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);
        const ExperimentPage *page = currentExperiment(*m_window);
        QVERIFY(page && page->editor()->isValid());
        QCOMPARE(page->title(), "stopped test continued");
        QVERIFY(page->findChild<QWidget *>("origin")->isVisible());
        page->findChild<QLineEdit *>("name")->setFocus();
        auto prepare = [page] { QTest::keyClick(page->findChild<QLineEdit *>("name"), Qt::Key_Return, Qt::ControlModifier); };
        prepare();
        RunPage *continued = m_window->currentPage();
        QVERIFY(continued);
        QTRY_COMPARE_WITH_TIMEOUT(continued->session()->status().state, State::Ready, kPatienceMs);
        QCOMPARE(continued->session()->status().position.step, stoppedAt);
        continued->start();
        QTRY_VERIFY(continued->session()->status().position.step > stoppedAt + 10);
        QVERIFY(continued->path() != run);
        continued->controls()->stopAction()->trigger();

        m_window->findChild<QTabWidget *>()->setCurrentIndex(1);
        for (auto *button : page->findChildren<QPushButton *>())
            if (button->text() == "Begin from the Start")
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!page->findChild<QWidget *>("origin")->isVisible());
        prepare();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPage()->session()->status().state, State::Ready, kPatienceMs);
        QCOMPARE(m_window->currentPage()->session()->status().position.step, 0);
    }

    void aCheckpointIsSavedWhenAsked()
    {
        train("100000", R"({"every": 0, "on_stop": false})");
        const QString run = m_window->currentPage()->path();
        QVERIFY(!QFile::exists(checkpointOf(run)));
        QTRY_VERIFY(action(*m_window, "Save Checkpoint")->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(!messages(*m_window->currentPage()).filter("checkpoint is saved").isEmpty());
        QVERIFY(QFile::exists(checkpointOf(run)));
        stop();
        QTRY_VERIFY(!action(*m_window, "Save Checkpoint")->isEnabled());
    }

    void aTrainedModelIsSaved()
    {
        train();
        chooseFile(path("running.pt"));
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(QFile::exists(path("running.pt")));
        stop();
        chooseFile(path("stopped.pt"));
        action(*m_window, "Save Trained Model …")->trigger();
        QTRY_VERIFY(QFile::exists(path("stopped.pt")));
        QTRY_COMPARE(messages(*m_window->currentPage()).filter("The model is saved in").size(), 2);
        m_window->currentPage()->saveModel(path("no/such/folder.pt"));
        QTRY_VERIFY(!messages(*m_window->currentPage()).filter("could not be saved").isEmpty());
    }

    void theTrashTakesTheCheckpointToo()
    {
        train();
        const QString run = stop();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(app::describeForTrash(run).contains("with its checkpoint"));
        QCOMPARE(app::moveRunToTrash(run), QString());
        QVERIFY(!QFile::exists(run) && !QFile::exists(checkpointOf(run)));
    }

    void aModelIsOpenedWhenTheUserTrustsIt()
    {
        const QString model = path("mlp.pt");
        QVERIFY(QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt", model));
        answerTrust(false);
        QVERIFY(!m_window->openFile(model));
        QVERIFY(!currentExperiment(*m_window));
        answerTrust(true, true);
        QVERIFY(m_window->openFile(model));
        const ExperimentPage *page = currentExperiment(*m_window);
        QVERIFY(page && page->editor()->isValid());
        QCOMPARE(QString::fromStdString(page->editor()->json()->at("model").at("path").get<std::string>()), model);
        QVERIFY(m_window->findChild<QTreeWidget *>("modelLayers")->topLevelItemCount() > 0);
        QVERIFY(QFile::exists(path("data/lensboard/trusted-models.json")));
        QVERIFY(m_window->openFile(model)); // is not asked about again
        QFile changed(model); // another content is another program
        QVERIFY(changed.remove() && QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-traced.pt", model));
        answerTrust(false);
        QVERIFY(!m_window->openFile(model));
    }

    void anExperimentRunsNoModelUnasked()
    {
        QFile file(path("scripted.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QString(kScripted).arg(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/forked.pt").toUtf8());
        file.close();
        answerTrust(false);
        QVERIFY(!m_window->openFile(file.fileName()));
        QVERIFY(m_window->pages().isEmpty());
    }

    void whatIsNoModelIsTold()
    {
        QVERIFY(!m_window->openFile(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/pickled.pt")); // without a question
        QTRY_VERIFY(m_window->findChild<QMessageBox *>("complaint"));
        QVERIFY(m_window->findChild<QMessageBox *>("complaint")->text().contains("pickled model"));
    }

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }

    /// Opens an experiment and trains some ticks.
    void train(const char *epochs = "100000", const char *checkpoint = "{}")
    {
        QFile file(path("experiment.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QString(kExperiment).arg(epochs, checkpoint).toUtf8());
        file.close();
        QVERIFY(m_window->openFile(file.fileName(), true));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->currentPage()->run()->frameCount() > kTicks, kPatienceMs);
    }

    /// Gives the run's file.
    QString stop()
    {
        RunPage *page = m_window->currentPage();
        [&] { QTRY_VERIFY(page->controls()->stopAction()->isEnabled()); }();
        page->controls()->stopAction()->trigger();
        [&] { QTRY_COMPARE(page->session()->status().state, State::Stopped); }();
        return page->path();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(CheckpointsTest)
#include "tst_checkpoints.moc"
