// Stopping, resuming and continuing trainings with changes, and saving and opening their models, as a user in the window.

#include "app/actions/menu_actions.h"
#include "app/main_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "app/pages/run_trash.h"
#include "app/pages/training_feed.h"
#include "core/experiment/experiment.h"
#include "core/session/resumed_run.h"
#include "core/session/trusted_models.h"
#include "core/store/file/run_file.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/save_dialog_user.h"
#include "tests/support/test_program.h"
#include "widgets/forms/experiment_editor.h"
#include "widgets/forms/lens_settings_dialog.h"
#include "widgets/lens_view.h"
#include "widgets/message_bar.h"
#include "widgets/models/lens_model.h"
#include "widgets/models/run_list_model.h"
#include "widgets/run_controls.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QProcess>
#include <QProgressDialog>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

using namespace lensboard;
using app::ExperimentPage;
using app::MainWindow;
using app::RunPage;
using session::State;

namespace {

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

const char *kTable = R"({
  "format": 1, "name": "table", "dataset": {"kind": "csv", "path": "%1"}, "model": %2, "optimizer": {"kind": "sgd", "lr": 0.001},
  "epochs": 100000, "batch_size": 20, "threads": 1, "tick": {"unit": "steps", "every": 5}, "lenses": [{"kind": "LossMetrics"}]
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

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isLoss(const record::TagSpec &tag)
{
    return tag.lens == "LossMetrics";
}

auto isNamed(const char *name)
{
    return [name](const record::TagSpec &tag) { return tag.name == name; };
}

/// Returns the last step with a value under a tag accepted by \p isMeant, or 0.
template <typename Predicate>
std::int64_t lastStepOf(const store::Run &run, const Predicate &isMeant)
{
    const store::RunChanges all = test::whole(run);
    std::set<std::uint32_t> meant;
    for (const auto &[index, tag] : all.tags)
        if (isMeant(tag))
            meant.insert(index);
    std::int64_t last = 0;
    for (const record::Frame &frame : run.frames(0, all.lastFrame))
        for (const auto &[series, value] : frame.values)
            if (meant.contains(all.series.at(series).tag))
                last = std::max(last, frame.stamp.step);
    return last;
}

/// Presses the button of the next progress dialog, then calls \p pressed. The returned flag becomes true afterwards.
std::shared_ptr<bool> cancelProgress(const std::function<void()> &pressed)
{
    const auto done = std::make_shared<bool>(false);
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, done, pressed] {
        auto *dialog = qobject_cast<QProgressDialog *>(QApplication::activeModalWidget());
        if (!dialog || !dialog->isVisible())
            return;
        timer->stop();
        timer->deleteLater();
        QTest::mouseClick(dialog->findChild<QPushButton *>(), Qt::LeftButton);
        *done = true;
        QTimer::singleShot(0, qApp, pressed);
    });
    timer->start(5);
    return done;
}

/// Blocks readers that open a file, until release().
class HeldFile
{
public:
    explicit HeldFile(const QString &path) : m_file(::open(qPrintable(path), O_RDWR | O_CLOEXEC))
    {
        std::signal(SIGIO, SIG_IGN); // sent when a reader waits
        m_isHeld = ::fcntl(m_file, F_SETLEASE, F_WRLCK) == 0;
    }
    ~HeldFile() { release(); }
    HeldFile(const HeldFile &) = delete;
    HeldFile &operator=(const HeldFile &) = delete;

    bool isHeld() const { return m_isHeld; }
    void release()
    {
        if (std::exchange(m_isHeld, false))
            ::fcntl(m_file, F_SETLEASE, F_UNLCK);
        if (const int file = std::exchange(m_file, -1); file >= 0)
            ::close(file);
    }

private:
    int m_file;
    bool m_isHeld = false;
};

/// Notices when a file is opened, without opening it.
class OpenedFile
{
public:
    explicit OpenedFile(const QString &path) { inotify_add_watch(m_queue, qPrintable(path), IN_OPEN); }
    ~OpenedFile() { ::close(m_queue); }
    OpenedFile(const OpenedFile &) = delete;
    OpenedFile &operator=(const OpenedFile &) = delete;

    bool wasOpened() const
    {
        inotify_event event{};
        return ::read(m_queue, &event, sizeof event) > 0;
    }

private:
    int m_queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
};

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

/// Answers the next question about running a model.
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
    void init()
    {
        m_home = std::make_unique<test::EmptyHome>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        activate();
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
        const std::int64_t stoppedAt = m_window->currentPage()->session()->status().step;
        QVERIFY(QFile::exists(checkpointOf(run)));
        QTRY_VERIFY(resume->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ControlModifier);
        QTRY_VERIFY(m_window->currentPage()->feed().isTraining());
        QCOMPARE(m_window->pages().size(), 1);
        QCOMPARE(m_window->currentPage()->path(), run);
        QVERIFY(!resume->isEnabled());
        QTRY_VERIFY(m_window->currentPage()->session()->status().step > stoppedAt + 50);
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
        QTRY_VERIFY(m_window->currentPage()->feed().isTraining());
        QCOMPARE(m_window->pages().size(), 1);
    }

    void aRunInTheListIsResumed()
    {
        train();
        const QString run = stop();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        const QString folder = QFileInfo(run).path();
        QVERIFY(QFile::copy(run, folder + "/other.lbrun")); // a single run gets no list
        QVERIFY(m_window->openFile(folder));
        auto *list = m_window->findChild<app::RunListPage *>();
        QTRY_COMPARE(list->runs().size(), 2);
        auto *view = list->findChild<QTreeView *>("runList");
        view->setFocus();
        const bool isSecond = view->model()->index(1, 0).data(widgets::RunListModel::kPathRole).toString() == run;
        view->setCurrentIndex(view->model()->index(isSecond ? 1 : 0, 0));
        QCOMPARE(list->selectedRuns(), QStringList{run});
        QTest::keyClick(view, Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->feed().isTraining());
        QCOMPARE(m_window->currentPage()->path(), run);
    }

    void aLensThatIsOffStaysOff()
    {
        train();
        const auto isOfGradients = [](const record::TagSpec &tag) { return tag.lens == "ParameterGradientGeometry"; };
        press(box("ParameterGradientGeometry"));
        trainOn();
        const std::int64_t last = lastStep(isOfGradients);
        stop();
        resume();
        trainOn();
        QVERIFY(lastStep(isLoss) > last);
        QCOMPARE(lastStep(isOfGradients), last);
        QCOMPARE(box("ParameterGradientGeometry").data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        stop();
        resume(); // again, for a resumed run
        trainOn();
        QCOMPARE(lastStep(isOfGradients), last);
        press(box("ParameterGradientGeometry"));
        QTRY_VERIFY(lastStep(isOfGradients) > last);
    }

    void aLensThatWasSetOrAddedGoesOnSo()
    {
        train();
        showSettings("ParameterGradientGeometry");
        auto *parameters = currentDialog()->findChild<QLineEdit *>("parameters");
        parameters->selectAll();
        QTest::keyClicks(parameters, "weight");
        QTest::mouseClick(currentDialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        press(box("ParameterNorm")); // a lens missing from the experiment
        const auto isNorm = [](const record::TagSpec &tag) { return tag.lens == "ParameterNorm"; };
        QTRY_VERIFY(lastStep(isNorm) > 0);
        trainOn();
        const std::int64_t biases = lastStep(isNamed("Bias Gradient Norm"));
        QVERIFY(lastStep(isNamed("Weight Gradient Norm")) > biases);
        stop();
        resume();
        const std::int64_t goesOnFrom = m_window->currentPage()->session()->status().step;
        trainOn();
        QVERIFY(lastStep(isNamed("Weight Gradient Norm")) > goesOnFrom && lastStep(isNorm) > goesOnFrom);
        QCOMPARE(lastStep(isNamed("Bias Gradient Norm")), biases);
        QCOMPARE(box("ParameterNorm").data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        showSettings("ParameterGradientGeometry");
        QCOMPARE(currentDialog()->findChild<QLineEdit *>("parameters")->text(), "weight");
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

    void aTrainingThatCannotBePreparedLeavesItsRunWhole()
    {
        train(writeExperiment(R"({"kind": "mlp"})"));
        const QString run = stop();
        m_window->currentPage()->feed().closeFile();
        const QByteArray before = contents(run);
        QVERIFY(QFile::rename(path("table.csv"), path("elsewhere.csv")));
        resume(false);
        QTRY_COMPARE(m_window->currentPage()->session()->status().state, State::Failed);
        QTRY_VERIFY(!messages(*m_window->currentPage()).filter("The training failed: ").filter(path("table.csv")).isEmpty());
        QVERIFY(contents(run) == before);
        QVERIFY(!QFile::exists(run + ".before") && QFile::exists(checkpointOf(run)));
        QVERIFY(QFile::rename(path("elsewhere.csv"), path("table.csv")));
        resume();
        QCOMPARE(m_window->currentPage()->path(), run);
    }

    void aLongResumeIsGivenUp()
    {
        train();
        const QString run = stop();
        m_window->currentPage()->feed().closeFile();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(m_window->openFile(run));
        const QByteArray before = contents(run);
        QTRY_VERIFY(action(*m_window, "Resume from Checkpoint")->isEnabled());
        HeldFile checkpoint(QString::fromStdString(session::checkpointPath(run.toStdString()).string()));
        QVERIFY(checkpoint.isHeld());
        const auto cancelled = cancelProgress([&checkpoint] { checkpoint.release(); });
        action(*m_window, "Resume from Checkpoint")->trigger();
        QVERIFY(*cancelled);
        QVERIFY(!m_window->findChild<QMessageBox *>("complaint"));
        QCOMPARE(m_window->pages().size(), 1);
        QVERIFY(!m_window->currentPage()->session());
        QVERIFY(contents(run) == before && !QFile::exists(run + ".before"));
    }

    void aFinishedRunIsContinuedOnly()
    {
        train("5", R"({"every": 1})");
        QTRY_COMPARE(m_window->currentPage()->session()->status().state, State::Finished);
        QTRY_VERIFY(action(*m_window, "Resume from Checkpoint")->toolTip().contains("is finished"));
        QVERIFY(!action(*m_window, "Resume from Checkpoint")->isEnabled());
        QVERIFY(action(*m_window, "Continue with Changes …")->isEnabled());
    }

    void aNewRunGoesOnFromTheCheckpoint()
    {
        train();
        const QString run = stop();
        const std::int64_t stoppedAt = m_window->currentPage()->session()->status().step;
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
        QTRY_VERIFY(continued->session()->status().step > stoppedAt + 10);
        const std::int64_t first = continued->run()->ticks(0, 1).front().step; // the tick that was due at the stop ends here
        QVERIFY2(first >= stoppedAt && first <= stoppedAt + 5, qPrintable(QString("%1 after %2").arg(first).arg(stoppedAt)));
        QVERIFY(continued->path() != run);
        continued->controls()->stopAction()->trigger();

        m_window->findChild<QTabWidget *>()->setCurrentIndex(1);
        for (auto *button : page->findChildren<QPushButton *>())
            if (button->text() == "Begin from the Start")
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!page->findChild<QWidget *>("origin")->isVisible());
        prepare();
        QTRY_VERIFY(m_window->currentPage()->run()->frameCount() > 0);
        QCOMPARE(m_window->currentPage()->run()->ticks(0, 1).front().step, std::int64_t{5});
    }

    void moreEpochsAreTrainedInANewRun()
    {
        train("5", R"({"every": 1})");
        RunPage *finished = m_window->currentPage();
        QTRY_COMPARE(finished->session()->status().state, State::Finished);
        const std::int64_t end = finished->session()->status().step;
        const auto offered = [finished](const QString &name) {
            for (const auto *button : finished->controls()->findChildren<QToolButton *>())
                if (button->defaultAction() && button->defaultAction()->text().remove('&') == name)
                    return button->isVisible();
            return false;
        };
        QTRY_VERIFY(offered("Train More Epochs …") && offered("Continue with Changes …") && offered("Again with Changes …"));
        QVERIFY(!offered("Resume from Checkpoint"));
        const auto says = [finished](const QRegularExpression &text) {
            const auto labels = finished->controls()->findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&](const QLabel *label) { return label->isVisible() && label->text().contains(text); });
        };
        QTRY_VERIFY(says(QRegularExpression("^Finished · validation accuracy [0-9.]+ · training accuracy [0-9.]+")));
        QTimer::singleShot(0, m_window.get(), [this] {
            auto *asked = m_window->findChild<QInputDialog *>();
            asked->setIntValue(2);
            asked->accept();
        });
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ControlModifier | Qt::AltModifier);
        RunPage *more = m_window->currentPage();
        QVERIFY(more != finished);
        QTRY_COMPARE(more->session()->status().state, State::Finished);
        QCOMPARE(more->session()->status().step, end / 5 * 7);
        QVERIFY(more->run()->ticks(0, 1).front().step > end);
        QCOMPARE(more->run()->info().name, std::string("stopped test continued"));
        QVERIFY(more->path() != finished->path());
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
        const QByteArray saved = contents(path("stopped.pt"));
        QVERIFY(QFile::copy(path("running.pt"), path("kept.pt")) && contents(path("kept.pt")) != saved);
        {
            const test::SaveDialogUser cancels(path("kept"), false); // .pt is added
            action(*m_window, "Save Trained Model …")->trigger();
            QCOMPARE(cancels.questions(), QStringList{"kept.pt exists. Replace it?"});
        }
        const test::SaveDialogUser agrees(path("kept"));
        action(*m_window, "Save Trained Model …")->trigger();
        QTRY_VERIFY(contents(path("kept.pt")) == saved);
        QCOMPARE(agrees.questions().size(), 1);
        m_window->currentPage()->feed().saveModel(path("no/such/folder.pt"));
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
        QVERIFY(m_window->openFile(model)); // no second question
        QFile changed(model); // changed content makes it another program
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

    void aRunIsShownWithoutItsModelAndResumedOnlyIfThatMayRun()
    {
        const QString run = trainElsewhere();
        OpenedFile model(path("model.pt"));
        QVERIFY(m_window->openFile(run));
        QVERIFY(m_window->currentPage()->run()->frameCount() > 0 && !m_window->currentPage()->session());
        action(*m_window, "Run Details")->trigger();
        QVERIFY(!model.wasOpened());
        const QByteArray before = contents(run);
        answerTrust(false);
        action(*m_window, "Resume from Checkpoint")->trigger();
        QVERIFY(model.wasOpened()); // the question needs the opened model
        QVERIFY(!m_window->currentPage()->session());
        QVERIFY(contents(run) == before && !QFile::exists(run + ".before"));
        answerTrust(true);
        resume();
        QCOMPARE(m_window->currentPage()->path(), run);
    }

    void aRunWhoseModelChangedIsContinuedOnly()
    {
        const QString run = trainElsewhere();
        QVERIFY(QFile::remove(path("model.pt")) && QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-traced.pt", path("model.pt")));
        QVERIFY(m_window->openFile(run));
        action(*m_window, "Resume from Checkpoint")->trigger();
        auto *complaint = m_window->findChild<QMessageBox *>("complaint");
        QVERIFY(complaint);
        QVERIFY2(complaint->text().contains(path("model.pt") + ": the model file has changed") && complaint->text().contains("Continue with Changes"),
                 qPrintable(complaint->text()));
        complaint->close();
        activate();
        action(*m_window, "Continue with Changes …")->trigger();
        auto *name = currentExperiment(*m_window)->findChild<QLineEdit *>("name");
        answerTrust(false);
        QTest::keyClick(name, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(m_window->pages().size(), 1);
        activate();
        answerTrust(true);
        QTest::keyClick(name, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(m_window->pages().size(), 2);
        QTRY_VERIFY(m_window->currentPage()->run()->frameCount() > 0);
        QVERIFY(m_window->currentPage()->run()->ticks(0, 1).front().step > 5);
        QTRY_VERIFY(!messages(*m_window->currentPage()).filter("not the one that the checkpoint was written from").isEmpty());
    }

    void aModelThatChangesAfterTheQuestionDoesNotRun()
    {
        QVERIFY(QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt", path("model.pt")));
        const QString experiment = writeExperiment(scripted());
        const std::string trusted = session::fileSha256(path("model.pt").toStdString());
        QVERIFY(QFile::remove(path("model.pt")) && QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-traced.pt", path("model.pt")));
        RunPage page(std::make_unique<app::TrainingFeed>(std::make_unique<session::RecordedTraining>(
            experiment::readExperiment(experiment.toStdString()), session::TrainingStart{{}, {{path("model.pt").toStdString(), trusted}}})));
        QTRY_COMPARE(page.session()->status().state, State::Failed);
        QTRY_VERIFY(!messages(page).filter("was changed after it was allowed to run").isEmpty());
    }

    void aCheckpointIsNoModel()
    {
        train();
        const QString checkpoint = checkpointOf(stop());
        chooseFile(checkpoint);
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QTRY_VERIFY(m_window->findChild<QMessageBox *>("complaint"));
        const QString told = m_window->findChild<QMessageBox *>("complaint")->text();
        QVERIFY2(told.contains(checkpoint + " is the checkpoint of a run; open the run beside it, and resume it"), qPrintable(told));
        QCOMPARE(m_window->pages().size(), 1);
    }

    void whatIsNoModelIsReported()
    {
        QVERIFY(!m_window->openFile(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/pickled.pt")); // without a question
        QTRY_VERIFY(m_window->findChild<QMessageBox *>("complaint"));
        QVERIFY(m_window->findChild<QMessageBox *>("complaint")->text().contains("pickled model"));
    }

private:
    QString path(const QString &name) const { return m_home->path(name); }

    QString write(const QString &name, const QByteArray &content) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write");
        return file.fileName();
    }

    QString scripted() const { return QString(R"({"kind": "torchscript", "path": "%1"})").arg(path("model.pt")); }

    /// An experiment with a table of 64 columns and 10 classes, and a model.
    QString writeExperiment(const QString &model) const
    {
        QByteArray table;
        for (int row = 0; row < 100; ++row) {
            for (int column = 0; column < 64; ++column)
                table += QByteArray::number((7 * row + 3 * column) % 11) + ',';
            table += QByteArray::number(row % 10) + '\n';
        }
        return write("table.json", QString(kTable).arg(write("table.csv", table), model).toUtf8());
    }

    void activate()
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    /// Opens an experiment and trains some ticks.
    void train(const char *epochs = "100000", const char *checkpoint = "{}")
    {
        train(write("experiment.json", QString(kExperiment).arg(epochs, checkpoint).toUtf8()));
    }
    void train(const QString &experiment)
    {
        QVERIFY(m_window->openFile(experiment, true));
        QTRY_VERIFY(m_window->currentPage()->run()->frameCount() > kTicks);
    }

    /// Trains a TorchScript model in another process and stops it, so this process has asked no question yet. Returns the path of the run file.
    QString trainElsewhere() const
    {
        const QString run = path("scripted.lbrun");
        [&] {
            QVERIFY(QFile::copy(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt", path("model.pt")));
            QProcess process;
            process.start(LENSBOARD_BINARY_DIR "/bin/lensboard", {"train", writeExperiment(scripted()), "--out", run, "--trust-model"});
            QTRY_VERIFY(QFile::exists(run) && store::RunFile(run.toStdString()).frameCount() > 5);
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
            QVERIFY(process.waitForFinished(test::kPatienceMs));
            QCOMPARE(process.exitCode(), 128 + SIGINT);
        }();
        return run;
    }

    void resume(bool trains = true)
    {
        QTRY_VERIFY(action(*m_window, "Resume from Checkpoint")->isEnabled());
        action(*m_window, "Resume from Checkpoint")->trigger();
        QVERIFY(m_window->currentPage()->session());
        if (trains)
            QTRY_VERIFY(m_window->currentPage()->feed().isTraining());
    }

    void trainOn() const
    {
        const std::size_t frames = m_window->currentPage()->run()->frameCount();
        QTRY_VERIFY(m_window->currentPage()->run()->frameCount() > frames + kTicks);
    }

    template <typename Predicate>
    std::int64_t lastStep(const Predicate &isMeant) const
    {
        return lastStepOf(*m_window->currentPage()->run(), isMeant);
    }

    widgets::LensView *lensView() const { return m_window->currentPage()->findChild<widgets::LensView *>("lensView"); }

    /// Returns the item of a lens in the list.
    QModelIndex box(const char *lens) const
    {
        return lensView()->model()->match(lensView()->model()->index(0, 0), widgets::LensModel::kNameRole, lens, 1, Qt::MatchExactly).value(0);
    }

    void press(const QModelIndex &lens) const
    {
        lensView()->setCurrentIndex(lens);
        QTest::keyClick(lensView(), Qt::Key_Space);
    }

    void showSettings(const char *lens) const
    {
        QTest::mouseClick(lensView()->indexWidget(box(lens).siblingAtColumn(widgets::LensModel::Settings)), Qt::LeftButton);
    }
    widgets::LensSettingsDialog *currentDialog() const { return m_window->currentPage()->findChild<widgets::LensSettingsDialog *>(); }

    /// Stops the training. Returns the path of the run file.
    QString stop()
    {
        RunPage *page = m_window->currentPage();
        [&] { QTRY_VERIFY(page->controls()->stopAction()->isEnabled()); }();
        page->controls()->stopAction()->trigger();
        [&] { QTRY_COMPARE(page->session()->status().state, State::Stopped); }();
        return page->path();
    }

    std::unique_ptr<test::EmptyHome> m_home;
    std::unique_ptr<MainWindow> m_window;
};

LENSBOARD_WINDOW_TEST(CheckpointsTest)
#include "tst_checkpoints.moc"
