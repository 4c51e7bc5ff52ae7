// Uses the real window: opens an experiment, trains, switches lenses, saves, reopens and compares.

#include "app/dialogs/export_dialog.h"
#include "app/dialogs/model_layers_dialog.h"
#include "app/main_window.h"
#include "app/pages/page_output.h"
#include "app/pages/run_page.h"
#include "app/settings.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "tests/support/tree_rows.h"
#include "widgets/board/plot_board.h"
#include "widgets/forms/lens_settings_dialog.h"
#include "widgets/forms/settings_form.h"
#include "widgets/message_bar.h"
#include "widgets/models/lens_model.h"
#include "widgets/run_controls.h"
#include "widgets/views/plots/line_plot.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>
#include <QWheelEvent>
#include <QWindow>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;
using session::State;

namespace {

const char *kSpirals = R"({
  "format": 1, "name": "window test",
  "dataset": {"kind": "spirals", "train_samples": 600, "validation_samples": 100},
  "model": {"kind": "mlp", "hidden": [16]},
  "optimizer": {"kind": "sgd", "lr": 0.05},
  "epochs": 100000, "batch_size": 20, "threads": 1,
  "tick": {"unit": "steps", "every": 5},
  "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputActivation"},
             {"kind": "ParameterGradientGeometry"}, {"kind": "ParameterUpdateGeometry"}]
})";

/// Returns the points currently drawn for the line \p label, visible or hidden.
std::vector<stats::Point> pointsOf(widgets::TagPlot *plot, const char *label)
{
    plot->markDirty();
    plot->refresh();
    return qobject_cast<widgets::LinePlot *>(plot)->points(label);
}

/// Presses a button of the next message box.
void answer(const QString &button)
{
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, button] {
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        if (!box)
            return;
        for (QAbstractButton *b : box->buttons())
            if (b->text() == button) {
                timer->deleteLater();
                b->click();
                return;
            }
    });
    timer->start(20);
}

/// Calls \p act with the next dialog of type Dialog.
template <typename Dialog, typename Act> void inDialog(const Act &act)
{
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, act] {
        auto *dialog = qobject_cast<Dialog *>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        timer->stop();
        timer->deleteLater();
        act(*dialog);
    });
    timer->start(20);
}

/// Zooms by the wheel over the middle of the plot.
void zoomIn(widgets::TagPlot *plot)
{
    QWidget *page = plot->QWidget::window();
    const QPoint middle = plot->mapTo(page, plot->axisRect()->rect().center());
    QTest::mouseMove(page->windowHandle(), {1, 1});
    QTest::mouseMove(page->windowHandle(), middle);
    for (int i = 0; i < 6; ++i) {
        QWheelEvent wheel(middle, page->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(page->windowHandle(), &wheel);
    }
}

} // namespace

class MainWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("LensboardTest");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        QFile file(m_folder.filePath("experiment.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kSpirals);
    }

    void tiedWeightsAreCountedOnceInTheLayersOfAModel()
    {
        const std::vector<record::LayerInfo> layers = {{"", "Gpt", false, {}},
                                                       {"in", "Embedding", true, {{"weight", {30, 4}, true}}},
                                                       {"out", "Linear", true, {{"weight", {30, 4}, true, "in.weight"}, {"bias", {30}, true}}}};
        const app::ModelLayersDialog dialog("gpt.pt", {layers, {}, {}});
        const auto *out = dialog.findChild<QTreeWidget *>("modelLayers")->topLevelItem(0)->child(1);
        QCOMPARE(out->text(2), "30");
        QCOMPARE(out->text(3), "shared with in.weight");
        QCOMPARE(out->parent()->text(2), "150"); // outputs of the whole model
        QVERIFY(dialog.findChild<QLabel *>()->text().startsWith("150 parameters in all."));
    }

    void anEmptyWindowSaysWhatToDo()
    {
        MainWindow window;
        window.show();
        QVERIFY(!window.currentPage());
        bool found = false;
        for (const QPushButton *button : window.findChildren<QPushButton *>())
            found = found || (button->isVisible() && button->text().startsWith("Open"));
        QVERIFY(found);
    }

    void theWholeJob()
    {
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.openFile(m_folder.filePath("experiment.json")));
        RunPage *page = window.currentPage();
        QVERIFY(page && page->session());
        const auto state = [&] { return page->session()->status().state; };
        QTRY_COMPARE(state(), State::Ready);
        QVERIFY(page->path().isEmpty()); // nothing is written before the first step

        // Start with the keyboard; points arrive on every lens.
        QTRY_VERIFY(page->controls()->startAction()->isEnabled());
        QTest::keyClick(&window, Qt::Key_F5);
        for (const char *tag : {"Loss", "Metrics", "Output Activations", "Weight Gradient Norm", "Bias Update Correlation"})
            QTRY_VERIFY(!page->board()->sections().plots(tag).empty());
        QVERIFY(page->feed().isTraining());
        QVERIFY(QFile::exists(page->path()));

        // Untick a lens with the mouse: its plots stop, the others go on; tick it again: a gap remains.
        auto *lenses = page->findChild<QTreeView *>("lensView");
        TagPlot_ *gradient = page->board()->sections().plots("Weight Gradient Norm").front();
        TagPlot_ *loss = page->board()->sections().plots("Loss").front();
        test::clickCheckBox(lenses, test::rowNamed(lenses, "Parameter Gradient Geometry"));
        QCOMPARE(test::rowNamed(lenses, "Parameter Gradient Geometry").data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        const auto offAt = [&] {
            for (const auto &event : test::whole(*page->run()).events)
                if (event.kind == record::RunEvent::Kind::LensOff)
                    return event.step;
            return std::int64_t{-1};
        };
        QTRY_VERIFY(offAt() >= 0);
        QTRY_VERIFY(pointsOf(loss, "train_loss mean").back().x > static_cast<double>(offAt() + 50));
        QVERIFY(pointsOf(gradient, "mean").back().x <= static_cast<double>(offAt()) + 5);
        test::clickCheckBox(lenses, test::rowNamed(lenses, "Parameter Gradient Geometry"));
        QTRY_VERIFY(pointsOf(gradient, "mean").back().x > static_cast<double>(offAt()) + 50);
        const auto gaps = [&] {
            const auto points = pointsOf(gradient, "mean");
            return std::count_if(points.begin(), points.end(), [](const auto &point) { return std::isnan(point.y); });
        };
        QTRY_COMPARE(gaps(), 1); // the page may receive the switch after the first values

        // Hide a tag.
        test::clickCheckBox(lenses, test::rowNamed(lenses, "Metrics"));
        QTRY_VERIFY(!page->board()->sections().plots("Metrics").front()->isVisible());

        // Pause, change the rate, step one batch, stop.
        page->controls()->pauseAction()->trigger();
        QTRY_COMPARE(state(), State::Paused);
        const auto *tabs = window.findChild<QTabWidget *>();
        QTRY_VERIFY(tabs->tabToolTip(tabs->currentIndex()).startsWith("Paused\n"));
        auto *rate = page->findChild<QDoubleSpinBox *>("learningRate");
        QTRY_VERIFY(rate->isEnabled());
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, "0.01");
        QTest::keyClick(rate, Qt::Key_Return);
        QTRY_COMPARE(page->session()->status().learningRate, 0.01);
        const auto at = page->session()->status();
        QTRY_VERIFY(page->controls()->stepAction()->isEnabled());
        page->controls()->stepAction()->trigger();
        QTRY_COMPARE(page->session()->status().batch + page->session()->status().epoch * 1000,
                     at.batch == 35 ? (at.epoch + 1) * 1000 + 1 : at.epoch * 1000 + at.batch + 1);
        QTRY_COMPARE(state(), State::Paused);
        page->controls()->stopAction()->trigger();
        QTRY_COMPARE(state(), State::Stopped);
        QTRY_VERIFY(!page->controls()->startAction()->isEnabled()); // the page has noticed the end
        QVERIFY(tabs->tabToolTip(tabs->currentIndex()).startsWith("Stopped\n"));

        // Save a copy, open it, and compare every series and all plots.
        const QString copy = m_folder.filePath("copy.lbrun");
        QCOMPARE(app::PageOutput(*window.currentPage()).saveCopy(copy), QString());
        const auto live = test::whole(*page->run());
        QVERIFY(window.openFile(copy));
        RunPage *saved = window.currentPage();
        QVERIFY(saved != page && !saved->session());
        const auto again = test::whole(*saved->run());
        QVERIFY(again.series == live.series && again.tags == live.tags && again.events == live.events);
        QVERIFY(again.info->experiment == live.info->experiment && again.info->layers == live.info->layers);
        QVERIFY(again.info->environment == live.info->environment);
        QCOMPARE(again.info->status, record::RunStatus::Stopped);
        const auto liveFrames = test::frames(*page->run()), savedFrames = test::frames(*saved->run());
        QCOMPARE(savedFrames.size(), liveFrames.size());
        for (std::size_t i = 0; i < liveFrames.size(); ++i)
            QVERIFY(test::same(savedFrames[i], liveFrames[i]));
        QTRY_COMPARE(saved->board()->sections().plots().size(), page->board()->sections().plots().size());
        for (widgets::TagPlot *plot : page->board()->sections().plots("Weight Gradient Norm"))
            for (widgets::TagPlot *other : saved->board()->sections().plots("Weight Gradient Norm"))
                if (plot->title() == other->title())
                    QTRY_COMPARE(pointsOf(other, "mean").size(), pointsOf(plot, "mean").size());
        // The recorded file is complete, without a journal.
        QTRY_COMPARE(store::RunFile(page->path().toStdString()).frameCount(), liveFrames.size());
        QTRY_VERIFY(!QFile::exists(page->path() + "-wal"));

        const QString picture = m_folder.filePath("plots.png");
        QCOMPARE(app::PageOutput(*window.currentPage()).write({}, app::ExportFormat::Png, picture), QString());
        QVERIFY(QImage(picture).width() == 1600);
        auto *messages = saved->findChild<widgets::MessageBar *>();
        QVERIFY(messages->isVisible() && messages->messages().constLast().contains(picture));
        const auto buttons = messages->findChildren<QToolButton *>();
        QVERIFY(std::ranges::any_of(buttons, [](const QToolButton *button) { return button->isVisible() && button->text() == "Show in Folder"; }));
        QVERIFY(!app::PageOutput(*window.currentPage()).write({}, app::ExportFormat::Png, "/no/such/folder/plots.png").isEmpty());
        QVERIFY(window.close()); // all data are on disk: no question
    }

    void exportsWhatIsShown()
    {
        store::RunStore run;
        test::addMadeSeries(run, 2);
        run.registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "loss", true});
        run.registerSeries({1, "Loss", "mean", record::SeriesRole::Line});
        for (std::size_t i = 0; i < 60; ++i) {
            record::Frame frame = test::madeFrame(i, 2);
            frame.values.push_back({2, 0.5 * static_cast<double>(i)});
            run.commit(frame);
        }
        const QString path = m_folder.filePath("shown.lbrun");
        store::saveRunCopy(run, path.toStdString());
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.openFile(path));
        auto *lenses = window.currentPage()->findChild<QTreeView *>("lensView");
        TagPlot_ *loss = window.currentPage()->board()->sections().plots("Loss").front();
        QTRY_VERIFY(!loss->isDirty());
        zoomIn(loss);
        QVERIFY(window.currentPage()->board()->shown().firstStep > 0);
        QTRY_VERIFY(!loss->isDirty() && loss->xAxis->range().size() < 300);
        test::clickCheckBox(lenses, test::rowNamed(lenses, "Weight Norm"));
        const QCPRange zoom = loss->xAxis->range();

        const auto exported = [&](const char *what, const QString &name) {
            bool done = false;
            inDialog<app::ExportDialog>([&](app::ExportDialog &dialog) {
                auto *format = dialog.findChild<QComboBox *>("format");
                format->setFocus();
                while (format->currentText() != "JSON lines")
                    QTest::keyClick(format, Qt::Key_Down);
                auto *everything = dialog.findChild<QRadioButton *>(what);
                QTest::mouseClick(everything, Qt::LeftButton, {}, QPoint(10, everything->height() / 2));
                auto *to = dialog.findChild<QLineEdit *>("path");
                QVERIFY(to->text().endsWith("/shown.jsonl"));
                to->selectAll();
                QTest::keyClicks(to, m_folder.filePath(name));
                QTest::mouseClick(dialog.findChild<QPushButton *>("export"), Qt::LeftButton);
                done = true;
            });
            window.activateWindow();
            if (QTest::qWaitForWindowActive(&window))
                QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
            QFile file(m_folder.filePath(name) + ".jsonl");
            return done && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts) : QStringList();
        };
        QStringList expected;
        for (std::size_t i = 0; i < 60; ++i)
            if (zoom.contains(test::madeFrame(i, 0).stamp.step))
                expected << QString("\"Loss/Loss/mean\": %1}").arg(0.5 * static_cast<double>(i));
        const QStringList shown = exported("onlyShown", "part");
        QVERIFY(expected.size() > 5 && expected.size() < 40);
        QCOMPARE(shown.size(), expected.size());
        for (qsizetype i = 0; i < shown.size(); ++i)
            QVERIFY2(shown[i].endsWith(expected[i]) && !shown[i].contains("Weight"), qPrintable(shown[i]));
        QCOMPARE(app::Settings::lastFolder(), m_folder.path());
        const QStringList everything = exported("everything", "whole");
        QCOMPARE(everything.size(), 60);
        QVERIFY(everything.front().contains("\"Weight Norm/layer0/mean\": 0"));
        QVERIFY(window.close());
    }

    void lensesAreSetAndAddedWhileTraining()
    {
        QFile file(m_folder.filePath("two-lenses.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray json = kSpirals;
        for (const char *lens : {R"( {"kind": "OutputActivation"},)", R"(, {"kind": "ParameterUpdateGeometry"})"})
            json.replace(lens, "");
        file.write(json);
        file.close();
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.openFile(file.fileName(), true));
        RunPage *page = window.currentPage();
        const auto plotOf = [&](const char *tag) {
            const auto plots = page->board()->sections().plots(tag);
            return plots.empty() ? nullptr : qobject_cast<widgets::LinePlot *>(plots.front());
        };
        QTRY_VERIFY(plotOf("Bias Gradient Norm"));
        auto *lenses = page->findChild<QTreeView *>("lensView");
        const auto dialogOf = [&](const char *lens) { return page->findChild<widgets::LensSettingsDialog *>(lens); };
        const auto press = [](QDialog *dialog, QDialogButtonBox::StandardButton button) {
            QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(button), Qt::LeftButton);
        };
        const auto training = [&] {
            const auto frames = page->run()->frameCount();
            return QTest::qWaitFor([&] { return page->run()->frameCount() > frames + 3; }, test::kPatienceMs);
        };

        // By keyboard: Enter on the lens. The setting is applied at once.
        lenses->setFocus();
        lenses->setCurrentIndex(test::rowNamed(lenses, "Parameter Gradient Geometry"));
        QTest::keyClick(lenses, Qt::Key_Return);
        auto *dialog = dialogOf("ParameterGradientGeometry");
        QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
        QCOMPARE(plotOf("Weight Gradient Norm")->scale(), widgets::ValueScale::Kind::Linear);
        auto *logScale = dialog->findChild<QCheckBox *>("log_scale");
        QTest::keyClick(logScale, Qt::Key_Space);
        press(dialog, QDialogButtonBox::Apply);
        QTRY_COMPARE(plotOf("Weight Gradient Norm")->scale(), widgets::ValueScale::Kind::Log);
        QVERIFY(training());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialogOf("ParameterGradientGeometry"));

        // By double click on its name, not on its check box. Plots that the new settings no longer produce disappear.
        const QModelIndex gradient = test::rowNamed(lenses, "Parameter Gradient Geometry");
        const QPoint box = test::checkBoxRect(lenses, gradient).center();
        QTest::mouseDClick(lenses->viewport(), Qt::LeftButton, {}, box);
        QVERIFY(!dialogOf("ParameterGradientGeometry"));
        QCOMPARE(gradient.data(Qt::CheckStateRole).toInt(), int(Qt::Checked)); // off and on again
        QTest::mouseDClick(lenses->viewport(), Qt::LeftButton, {}, box + QPoint(40, 0));
        dialog = dialogOf("ParameterGradientGeometry");
        QVERIFY(dialog && dialog->findChild<QCheckBox *>("log_scale")->isChecked());
        auto *parameters = dialog->findChild<QLineEdit *>("parameters");
        parameters->selectAll();
        QTest::keyClicks(parameters, "weight");
        QTest::keyClick(parameters, Qt::Key_Return); // OK
        const auto settingsEvents = [&] {
            QStringList texts;
            for (const auto &event : test::whole(*page->run()).events)
                if (event.kind == record::RunEvent::Kind::LensSettings)
                    texts << QString::fromStdString(event.text);
            return texts;
        };
        QTRY_COMPARE(settingsEvents(), (QStringList{"ParameterGradientGeometry: log_scale true",
                                                    "ParameterGradientGeometry: parameters [\"weight\"]"}));
        const auto changedAt = static_cast<double>(test::whole(*page->run()).events.back().step);
        const auto lastStep = [&](const char *tag) { return pointsOf(plotOf(tag), "mean").back().x; };
        QTRY_VERIFY(lastStep("Weight Gradient Norm") > changedAt + 50);
        QVERIFY(lastStep("Bias Gradient Norm") <= changedAt);
        QVERIFY(plotOf("Bias Gradient Norm")->isVisible());

        // A lens missing from the experiment: switched on by its check box, or by its button.
        QCOMPARE(test::rowNamed(lenses, "Output Activation").data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QVERIFY(!plotOf("Output Activations"));
        test::clickCheckBox(lenses, test::rowNamed(lenses, "Output Activation"));
        QTRY_VERIFY(plotOf("Output Activations"));
        QVERIFY(test::rowNamed(lenses, "Output Activations").isValid());
        const QModelIndex update = test::rowNamed(lenses, "Parameter Update Geometry");
        QTest::mouseClick(lenses->indexWidget(update.siblingAtColumn(widgets::LensModel::Settings)), Qt::LeftButton);
        dialog = dialogOf("ParameterUpdateGeometry");
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClick(dialog->findChild<QCheckBox *>("log_scale"), Qt::Key_Space);
        press(dialog, QDialogButtonBox::Apply);
        QTRY_VERIFY(plotOf("Weight Update Norm"));
        plotOf("Weight Update Norm")->refresh();
        QCOMPARE(plotOf("Weight Update Norm")->scale(), widgets::ValueScale::Kind::Log);
        QCOMPARE(update.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));

        // The training has ended: no setting can be changed, and the saved run shows its last values.
        page->controls()->stopAction()->trigger();
        QTRY_COMPARE(page->session()->status().state, State::Stopped);
        QTRY_VERIFY(!dialog->form()->isEnabled());
        const QString copy = m_folder.filePath("two-lenses.lbrun");
        QCOMPARE(app::PageOutput(*window.currentPage()).saveCopy(copy), QString());
        QVERIFY(window.openFile(copy));
        page = window.currentPage();
        lenses = page->findChild<QTreeView *>("lensView");
        QTRY_VERIFY(plotOf("Weight Update Norm"));
        QTest::mouseClick(lenses->indexWidget(test::rowNamed(lenses, "Parameter Gradient Geometry").siblingAtColumn(widgets::LensModel::Settings)), Qt::LeftButton);
        dialog = dialogOf("ParameterGradientGeometry");
        QVERIFY(dialog && !dialog->form()->isEnabled());
        QVERIFY(dialog->findChild<QCheckBox *>("log_scale")->isChecked());
        QVERIFY(lenses->indexWidget(test::rowNamed(lenses, "Output Activation").siblingAtColumn(widgets::LensModel::Settings))); // it was added
        QVERIFY(window.close());
    }

    void closingWhileTrainingAsksAndKeepsTheRun()
    {
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(m_folder.filePath("experiment.json"), true));
        RunPage *page = window.currentPage();
        QTRY_VERIFY(page->feed().isTraining() && page->run()->frameCount() > 3);
        answer("Keep Training");
        QVERIFY(!window.close());
        QVERIFY(page->feed().isTraining());
        const QString path = page->path();
        answer("Stop and Close");
        QVERIFY(window.close());
        const store::RunFile run(path.toStdString());
        QCOMPARE(run.info().status, record::RunStatus::Stopped);
        QVERIFY(run.frameCount() > 3);
    }

    void whatCouldNotBeWrittenIsNotLostInSilence()
    {
        QFile file(m_folder.filePath("folder-in-the-way"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", file.fileName().toUtf8()); // a file in the place of the folder: nothing can be written there
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(m_folder.filePath("experiment.json"), true));
        qputenv("XDG_DATA_HOME", before);
        RunPage *page = window.currentPage();
        QVERIFY(page->path().isEmpty());
        QTRY_VERIFY(page->run()->frameCount() > 3);
        QTRY_VERIFY(page->controls()->stopAction()->isEnabled());
        page->controls()->stopAction()->trigger();
        QTRY_COMPARE(page->session()->status().state, State::Stopped);
        answer("Keep Open");
        QVERIFY(!window.close());
        QCOMPARE(app::PageOutput(*window.currentPage()).saveCopy(m_folder.filePath("rescued.lbrun")), QString());
        QCOMPARE(store::RunFile(m_folder.filePath("rescued.lbrun").toStdString()).frameCount(), page->run()->frameCount());
        answer("Close and Lose Them");
        QVERIFY(window.close());
    }

    void badFilesAreMessages()
    {
        MainWindow window;
        window.show();
        QFile file(m_folder.filePath("bad.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": 1, \"modle\": {}}");
        file.close();
        for (const QString &path : {file.fileName(), QString("/no/such.lbrun"), QString("/no/such folder")}) {
            QVERIFY(!window.openFile(path));
            auto *box = window.findChild<QMessageBox *>("complaint");
            QVERIFY(box && box->isVisible());
            QVERIFY2(box->text().contains(path), qPrintable(box->text()));
            delete box;
        }
        QVERIFY(!window.currentPage());
    }

    void whatCannotBePreparedIsSaidOnThePage()
    {
        QFile file(m_folder.filePath("missing.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(kSpirals).replace("\"spirals\", \"train_samples\": 600, \"validation_samples\": 100",
                                                   "\"fashion-mnist\", \"path\": \"/no/such/folder\""));
        file.close();
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(file.fileName(), true));
        auto *messages = window.currentPage()->findChild<widgets::MessageBar *>();
        QTRY_VERIFY(messages->isVisible() && messages->messages().join(' ').contains("/no/such/folder"));
        QVERIFY(window.close()); // nothing to ask
    }

    void droppedAndRecentFilesOpen()
    {
        MainWindow window;
        window.show();
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(m_folder.filePath("copy.lbrun"))});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &files, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &files, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &drop);
        QCOMPARE(window.pages().size(), 1);
        QCOMPARE(app::Settings::recentFiles().front(), m_folder.filePath("copy.lbrun"));
    }

private:
    using TagPlot_ = widgets::TagPlot;
    QTemporaryDir m_folder;
};

LENSBOARD_WINDOW_TEST(MainWindowTest)
#include "tst_main_window.moc"
