// Watching attributes and recording tensors while a network trains, in the real window.

#include "app/actions/menu_actions.h"
#include "app/main_window.h"
#include "app/pages/page_output.h"
#include "app/pages/run_page.h"
#include "core/session/session.h"
#include "core/store/file/sqlite.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "tests/support/tree_rows.h"
#include "widgets/board/plot_board.h"
#include "widgets/forms/lens_settings_dialog.h"
#include "widgets/forms/settings_form.h"
#include "widgets/layer_panel.h"
#include "widgets/layer_view.h"
#include "widgets/message_bar.h"
#include "widgets/models/layer_model.h"
#include "widgets/run_controls.h"
#include "widgets/tensors/tensor_timeline.h"
#include "widgets/tensors/tensor_view.h"
#include "widgets/views/tag_plot.h"
#include "widgets/watching/watcher_dialog.h"

#include <QLineEdit>
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QPushButton>
#include <QTreeWidget>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;
using session::State;

namespace {

const char *kWatchedExperiment = R"({
  "format": 1, "name": "watching",
  "dataset": {"kind": "spirals", "train_samples": 600, "validation_samples": 100},
  "model": {"kind": "mlp", "hidden": [16]}, "optimizer": {"kind": "sgd", "lr": 0.05},
  "epochs": 100000, "batch_size": 20, "threads": 1,
  "tick": {"unit": "steps", "every": 5},
  "lenses": [{"kind": "LossMetrics"}],
  "monitors": [{"kind": "OutputMonitor", "name": "all of it"}, {"kind": "OutputMonitor", "name": "Weight Norm"}]
})";

/// Toggles by keyboard.
void toggle(QTreeView *view, const QString &name)
{
    view->setFocus();
    view->setCurrentIndex(test::rowNamed(view, name));
    QTest::keyClick(view, Qt::Key_Space);
}

void accept(widgets::WatcherDialog *dialog)
{
    QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
}

} // namespace

class WatchingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QFile file(m_home.path("watching.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kWatchedExperiment);
        file.close();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QVERIFY(m_window->openFile(file.fileName(), true));
        m_page = m_window->currentPage();
        QTRY_VERIFY(!m_page->board()->sections().plots("all of it").empty());
    }

    void cleanup()
    {
        m_window->finishAll();
        m_window.reset();
    }

    void anAttributeIsWatchedFromTheLayers()
    {
        auto *layers = m_page->layerPanel()->view();
        QModelIndex module;
        for (int row = 0; row < layers->model()->rowCount(layers->model()->index(0, 0)); ++row)
            if (const QModelIndex index = layers->model()->index(row, 0, layers->model()->index(0, 0)); index.siblingAtColumn(widgets::LayerModel::Type).data() == "Linear")
                module = index;
        QVERIFY(module.isValid());
        layers->setCurrentIndex(module);
        const QString layer = module.data(widgets::LayerModel::kPathRole).toString();
        for (QAction *action : layers->actions())
            if (action->text().contains("Watch"))
                action->trigger();
        auto *dialog = m_page->findChild<widgets::WatcherDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(QString::fromStdString(dialog->model()->current().module), layer);
        QTreeWidgetItem *weight = dialog->model()->tree()->currentItem()->child(0);
        QTest::mouseClick(dialog->model()->tree()->viewport(), Qt::LeftButton, {}, dialog->model()->tree()->visualItemRect(weight).center());
        QTest::keyClick(dialog->model()->tree(), Qt::Key_Return);
        const QString name = layer + ".weight";
        QTRY_VERIFY(!m_page->board()->sections().plots(name).empty());
        QTRY_VERIFY(!m_page->board()->sections().plots(name).front()->visibleRegion().isEmpty()); // the new plot was scrolled into view
        QVERIFY(test::rowNamed(lenses(), name).data(Qt::ToolTipRole).toString().contains("StateMonitor"));
        QTRY_VERIFY(m_page->tensors()->isVisible() && m_page->tensors()->shown());
        QTRY_COMPARE(m_page->tensors()->findChild<QComboBox *>("tensorTag")->currentText(), name + " tensor");
        QTRY_COMPARE(m_page->tensors()->shown()->shape.size(), std::size_t{2});

        // Each monitor has its own settings, under its name.
        activate();
        lenses()->setFocus();
        lenses()->setCurrentIndex(test::rowNamed(lenses(), name));
        QTest::keyClick(lenses(), Qt::Key_Return);
        auto *settings = m_page->findChild<widgets::LensSettingsDialog *>();
        QVERIFY(settings && settings->windowTitle().startsWith(name));
        QVERIFY(!settings->findChild<QWidget *>("name"));
        auto *reducer = settings->form()->findChild<QWidget *>("reducer")->findChild<QComboBox *>("kind");
        reducer->setFocus();
        QTest::keyClick(reducer, Qt::Key_Down);
        QTest::mouseClick(settings->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        QTRY_VERIFY(std::ranges::any_of(eventTexts(), [&](const QString &text) { return text.startsWith(name + ": reducer {\"kind\":\"Event\""); }));
        QVERIFY(std::ranges::any_of(eventTexts(), [&](const QString &text) { return text.startsWith(name + ": kind \"StateMonitor\""); })); // recorded when it was added
    }

    void tensorsAreRecordedSwitchedAndSaved()
    {
        activate();
        QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier | Qt::AltModifier);
        auto *dialog = m_page->findChild<widgets::WatcherDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *condition = dialog->form()->findChild<QWidget *>("condition")->findChild<QComboBox *>("kind");
        condition->setFocus();
        QTest::keyClick(condition, Qt::Key_Home); // every step
        dialog->findChild<QComboBox *>("watchedKind")->setCurrentIndex(2);
        auto *types = dialog->form()->findChild<QLineEdit *>("types");
        types->setFocus();
        QTest::keyClicks(types, "Linear");
        accept(dialog);
        auto *tags = m_page->tensors()->findChild<QComboBox *>("tensorTag");
        QTRY_VERIFY(m_page->tensors()->shown());
        QTRY_COMPARE(tags->currentText(), "ForwardOutput of Linear");
        QVERIFY(test::rowNamed(lenses(), "ForwardOutput of Linear").isValid());

        // Live: the newest tensor, until live mode is switched off; then on again.
        const auto count = [this] {
            const auto place = m_page->tensors()->timeline()->current();
            return place ? place->stamp.step : 0;
        };
        const auto first = count();
        QTRY_VERIFY(count() > first);
        toggle(lenses(), "ForwardOutput of Linear");
        QTRY_VERIFY(hasEvent(record::RunEvent::Kind::LensOff));
        const auto frames = m_page->run()->frameCount();
        QTRY_VERIFY(m_page->run()->frameCount() > frames + 3);
        const auto off = recorded(*m_page->run());
        const auto later = m_page->run()->frameCount();
        QTRY_VERIFY(m_page->run()->frameCount() > later + 3);
        QCOMPARE(recorded(*m_page->run()), off);
        toggle(lenses(), "ForwardOutput of Linear");
        QTRY_VERIFY(recorded(*m_page->run()) > off);

        // After the training, values can still be viewed, but no further watchers can be added. The saved run behaves alike.
        m_page->controls()->stopAction()->trigger();
        QTRY_COMPARE(m_page->session()->status().state, State::Stopped);
        QTRY_VERIFY(!m_page->feed().canWatch());
        const std::size_t all = recorded(*m_page->run());
        const QString copy = m_home.path("watched.lbrun");
        QCOMPARE(app::PageOutput(*m_page).saveCopy(copy), QString());
        QVERIFY(m_window->openFile(copy));
        RunPage *saved = m_window->currentPage();
        QCOMPARE(recorded(*saved->run()), all);
        QTRY_VERIFY(saved->tensors()->isVisible() && saved->tensors()->shown());
        QCOMPARE(app::PageOutput(*saved).saveTensors("ForwardOutput of Linear", m_home.path("tensors")), QString());
        QVERIFY(QFile::exists(m_home.path("tensors/0.pt")) && QFile::exists(m_home.path("tensors/index.json")));
        QVERIFY(!app::PageOutput(*saved).saveTensors("no such tag", m_home.path("none")).isEmpty());

        // The view is hidden, and stays hidden at the next start.
        activate();
        QTest::keyClick(m_window.get(), Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(saved->tensors()->isHidden());
        QVERIFY(m_window->openFile(copy));
        QTRY_VERIFY(!m_window->currentPage()->board()->sections().tags().isEmpty());
        QVERIFY(m_window->currentPage()->tensors()->isHidden());
    }

    void aLensWhosePlotIsTakenGoesBack()
    {
        const auto isOn = [this] { return test::rowNamed(lenses(), "Parameter Norm").data(Qt::CheckStateRole).toInt() == Qt::Checked; };
        const auto trainsOn = [this] {
            const auto frames = m_page->run()->frameCount();
            QTRY_VERIFY(m_page->run()->frameCount() > frames + 3);
        };
        const auto warnings = [this] { return m_page->findChild<widgets::MessageBar *>()->messages().filter("its plot \"Weight Norm\" is one of Weight Norm already"); };
        activate();
        toggle(lenses(), "Parameter Norm");
        QTRY_COMPARE(warnings().size(), 1);
        QTRY_VERIFY(!isOn());
        toggle(lenses(), "Parameter Norm");
        toggle(lenses(), "Parameter Norm"); // switch off, also if it is already refused
        trainsOn();
        QTRY_VERIFY(!isOn());
        QVERIFY(!hasEvent(record::RunEvent::Kind::LensSettings) && !hasEvent(record::RunEvent::Kind::LensOff));

        // Earlier versions recorded such a lens as added. Their runs are resumed without it.
        m_page->controls()->stopAction()->trigger();
        QTRY_COMPARE(m_page->session()->status().state, State::Stopped);
        const QString path = m_page->path();
        activate();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        store::sqlite::Database(path.toStdString(), store::sqlite::Database::Open::ReadWrite)
            .execute("INSERT INTO event (kind, step, wall, message) VALUES ('lens_settings', 1, 1, 'ParameterNorm')");
        QVERIFY(m_window->openFile(path));
        for (const app::MenuAction &one : app::menuActions(*m_window->menuBar()))
            if (one.name() == "Resume from Checkpoint")
                one.action->trigger();
        m_page = m_window->currentPage();
        QTRY_VERIFY(m_page->feed().isTraining());
        trainsOn();
        QVERIFY(!isOn());
    }

private:
    /// Activates the window after a dialog, like a window manager.
    void activate()
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    QTreeView *lenses() const { return m_page->findChild<QTreeView *>("lensView"); }

    QStringList eventTexts() const
    {
        QStringList texts;
        for (const auto &event : test::whole(*m_page->run()).events)
            texts << QString::fromStdString(event.text);
        return texts;
    }

    bool hasEvent(record::RunEvent::Kind kind) const
    {
        const auto events = test::whole(*m_page->run()).events;
        return std::ranges::any_of(events, [kind](const auto &event) { return event.kind == kind; });
    }

    /// Returns the number of tensors of the added recorder.
    static std::size_t recorded(const store::Run &run)
    {
        std::size_t count = 0;
        const auto known = test::whole(run);
        for (std::uint32_t i = 0; i < known.series.size(); ++i)
            if (known.tags[known.series[i].tag].second.name == "ForwardOutput of Linear")
                count += run.tensorPlaces(i).size();
        return count;
    }

    test::EmptyHome m_home;
    std::unique_ptr<MainWindow> m_window;
    RunPage *m_page = nullptr;
};

LENSBOARD_WINDOW_TEST(WatchingTest)
#include "tst_watching.moc"
