// The mouse wheel, through the X server, over every field of the window and its dialogs.

#include "app/dialogs/export_dialog.h"
#include "app/main_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/run_page.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/watcher.h"
#include "core/session/session.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/hand.h"
#include "tests/support/patience.h"
#include "widgets/forms/experiment_editor.h"
#include "widgets/forms/lens_settings_dialog.h"
#include "widgets/replay_controls.h"
#include "widgets/run_controls.h"
#include "widgets/tensors/tensor_view.h"
#include "widgets/watching/watcher_dialog.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFocusEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

using namespace lensboard;
using app::ExperimentPage;
using app::MainWindow;
using app::RunPage;

namespace {

constexpr int kDown = 5, kUp = 3;

const char *kExperiment = R"({
  "format": 1, "name": "by-wheel",
  "dataset": {"kind": "spirals", "train_samples": 600, "validation_samples": 100},
  "model": {"kind": "mlp", "hidden": [16, 16]},
  "optimizer": {"kind": "sgd", "lr": 0.05},
  "epochs": 100000, "batch_size": 20, "threads": 1,
  "tick": {"unit": "steps", "every": 5},
  "lenses": [{"kind": "LossMetrics"}, {"kind": "ParameterNorm"}],
  "recorders": [{"kind": "ForwardOutput", "name": "Feature maps", "condition": {"kind": "steps", "every": 50}}]
})";

bool isField(const QWidget *widget)
{
    return qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget)
        || (qobject_cast<const QAbstractSlider *>(widget) && !qobject_cast<const QScrollBar *>(widget));
}

/// Returns the value shown to the user.
QString valueOf(const QWidget *field)
{
    if (const auto *box = qobject_cast<const QComboBox *>(field))
        return box->currentText();
    if (const auto *box = qobject_cast<const QAbstractSpinBox *>(field))
        return box->text();
    return QString::number(qobject_cast<const QAbstractSlider *>(field)->value());
}

QString nameOf(const QWidget *field)
{
    return QStringLiteral("%1 %2").arg(field->metaObject()->className(), field->accessibleName().isEmpty() ? field->objectName() : field->accessibleName());
}

/// Counts wheel notches received by windows of this process.
class Notches : public QObject
{
public:
    Notches() { qApp->installEventFilter(this); }
    int count() const { return m_count; }

private:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        m_count += watched->isWindowType() && event->type() == QEvent::Wheel;
        return false;
    }

    int m_count = 0;
};

/// Counts how often the wheel gave a field the focus. Qt reports these as clicks.
class WheelFocuses : public QObject
{
public:
    WheelFocuses() { qApp->installEventFilter(this); }
    int count() const { return m_count; }

private:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == QEvent::FocusIn && static_cast<QFocusEvent *>(event)->reason() == Qt::MouseFocusReason;
        return false;
    }

    int m_count = 0;
};

/// A window with kinds of fields that the program does not use yet: dates, dials, editable boxes, fields in tables.
class OtherFields : public QWidget
{
public:
    OtherFields()
    {
        auto *layout = new QVBoxLayout(this);
        auto *editable = new QComboBox(this);
        auto *date = new QDateEdit(QDate(2024, 2, 29), this);
        auto *slider = new QSlider(Qt::Vertical, this);
        auto *table = new QTableWidget(1, 2, this);
        auto *inTable = new QSpinBox(table);
        auto *choice = new QComboBox(table);
        for (QComboBox *box : {editable, choice})
            box->addItems({"one", "two", "three", "four", "five"});
        editable->setEditable(true);
        table->setCellWidget(0, 0, inTable);
        table->setCellWidget(0, 1, choice);
        for (QComboBox *box : {editable, choice})
            box->setCurrentIndex(2);
        inTable->setValue(50);
        slider->setValue(50);
        for (QWidget *each : QList<QWidget *>{editable, date, slider, table})
            layout->addWidget(each);
        editable->setObjectName("editable");
        resize(400, 500);
    }
};

} // namespace

class WheelByHandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!qEnvironmentVariableIsSet("LENSBOARD_WALK_WHEEL"))
            QSKIP("set LENSBOARD_WALK_WHEEL: notches do not always arrive under every window manager, and the walk then waits for minutes");
        QFile file(experiment());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kExperiment);
    }

    void fieldsOfARunningTraining()
    {
        MainWindow window;
        RunPage *page = train(window);
        if (QTest::currentTestFailed())
            return;
        auto *rate = page->findChild<QDoubleSpinBox *>("learningRate");
        QTRY_VERIFY(rate->isEnabled() && rate->value() == 0.05);
        page->setTensorsShown(true);
        QTRY_VERIFY(page->tensors()->isVisible());
        stopFollowing(page);
        const int count = walk(&window);
        if (count == kUnreachable)
            QSKIP("the window manager takes the wheel");
        QVERIFY2(count > 5, qPrintable(QString::number(count)));
        QCOMPARE(page->session()->status().learningRate, 0.05);
        QVERIFY(page->feed().isTraining());

        page->session()->control()->send({session::Command::Kind::Pause});
        QTRY_COMPARE(page->session()->status().state, session::State::Paused);
        QTRY_VERIFY(!page->controls()->pauseAction()->isEnabled()); // the field has moved beside other buttons
        m_hand.click(rate, QPoint(15, rate->height() / 2));
        QTRY_VERIFY(rate->hasFocus());
        m_hand.moveTo(rate);
        m_hand.turnWheel(1);
        QTRY_VERIFY(rate->value() < 0.05);
    }

    void fieldsOfDialogsOfATraining()
    {
        MainWindow window;
        RunPage *page = train(window);
        if (QTest::currentTestFailed())
            return;
        for (const experiment::Section &lens : experiment::lensSchemas()) {
            auto *dialog = new widgets::LensSettingsDialog(experiment::lensChoice({{"kind", lens.kind}}), page);
            walkAndClose(dialog);
        }
        for (const auto task : {widgets::WatcherDialog::Task::WatchAttribute, widgets::WatcherDialog::Task::RecordTensors})
            walkAndClose(new widgets::WatcherDialog(task, page->run()->info().layers, {}, page));
        walkAndClose(new app::ExportDialog("run", {}, page));
        auto *files = new QFileDialog(page);
        files->setNameFilters({"All files (*)", "Runs (*.lbrun)", "Experiments (*.json)"});
        walkAndClose(files);
    }

    void fieldsOfAReplay()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        RunPage *page = train(window);
        if (QTest::currentTestFailed())
            return;
        const QString path = page->path();
        page->session()->control()->send({session::Command::Kind::Stop});
        QTRY_VERIFY(!page->feed().isLive());
        QTRY_VERIFY(page->feed().isWritten());
        for (QAction *action : window.findChildren<QAction *>())
            if (action->text().remove('&') == "Replay")
                action->trigger();
        QTRY_VERIFY(window.currentPage()->replayControls());
        window.currentPage()->replayControls()->pauseAction()->trigger();
        stopFollowing(window.currentPage());
        const int count = walk(&window);
        if (count == kUnreachable)
            QSKIP("the window manager takes the wheel");
        QVERIFY(count > 3);
    }

    void fieldsOfAnExperiment()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        const ExperimentPage *page = window.newExperiment();
        const QString before = page->editor()->jsonText();
        const int count = walk(&window);
        if (count == kUnreachable)
            QSKIP("the window manager takes the wheel");
        QVERIFY(count > 20);
        QCOMPARE(page->editor()->jsonText(), before);
    }

    void theWheelScrollsAFormFromAnyField()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        const ExperimentPage *page = window.newExperiment();
        auto *scroll = page->editor()->findChild<QScrollArea *>();
        auto *epochs = page->editor()->findChild<QAbstractSpinBox *>("epochs");
        scroll->ensureWidgetVisible(epochs);
        const int above = scroll->verticalScrollBar()->value();
        m_hand.moveTo(epochs);
        m_hand.turnWheel(1);
        QTRY_VERIFY(scroll->verticalScrollBar()->value() > above);
    }

    /// The field clicked last passes under the mouse while the page is scrolled.
    void aFocusedFieldThatSlidesUnderTheMouseKeepsItsValue()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        const ExperimentPage *page = window.newExperiment();
        auto *scroll = page->editor()->findChild<QScrollArea *>();
        auto *epochs = page->editor()->findChild<QAbstractSpinBox *>("epochs");
        epochs->setFocus(Qt::TabFocusReason);
        scroll->verticalScrollBar()->setValue(0);
        const QString before = epochs->text();
        m_hand.moveTo(scroll, QPoint(epochs->mapTo(scroll, epochs->rect().center()).x(), scroll->height() / 2));
        turn(400);
        QTRY_COMPARE(scroll->verticalScrollBar()->value(), scroll->verticalScrollBar()->maximum());
        QVERIFY(epochs->hasFocus());
        QCOMPARE(epochs->text(), before);

        scroll->ensureWidgetVisible(epochs); // there the wheel changes its value
        m_hand.moveTo(epochs, epochs->rect().center() + QPoint(3, 1));
        turn(2);
        QTRY_COMPARE(epochs->text(), QString::number(before.toInt() - 2));
    }

    void otherKindsOfFields()
    {
        MainWindow window; // as in the program
        OtherFields fields;
        fields.show();
        QVERIFY(QTest::qWaitForWindowActive(&fields, test::kPatienceMs));
        const int count = walk(&fields);
        if (count == kUnreachable)
            QSKIP("the window manager takes the wheel");
        QCOMPARE(count, 5);

        auto *box = fields.findChild<QComboBox *>("editable");
        m_hand.click(box, QPoint(15, box->height() / 2));
        QTRY_VERIFY(box->hasFocus());
        turn(1);
        QTRY_COMPARE(box->currentText(), "four");
    }

private:
    QString experiment() const { return m_folder.filePath("experiment.json"); }

    RunPage *train(MainWindow &window) const
    {
        window.show();
        [&] {
            QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
            QVERIFY(window.openFile(experiment(), true));
            QTRY_VERIFY(window.currentPage()->feed().isTraining() && window.currentPage()->run()->frameCount() > 30);
        }();
        return window.currentPage();
    }

    /// Stops the slider of recorded tensors from following new tensors.
    static void stopFollowing(const RunPage *page)
    {
        for (QCheckBox *box : page->tensors()->findChildren<QCheckBox *>())
            if (box->text() == "Follow the newest")
                box->setChecked(false);
    }

    void turn(int notches)
    {
        const Notches arrived;
        m_hand.turnWheel(notches);
        QVERIFY(QTest::qWaitFor([&] { return arrived.count() >= std::abs(notches); }, test::kPatienceMs));
    }

    /// Turns the wheel over \p field and checks that its value does not change. Returns false if the notches reach no window of the program, for
    /// example because the window manager consumes them.
    bool turnOver(const QWidget *field, int notches)
    {
        constexpr int kTries = 3, kTryMs = 4000;
        const Notches arrived;
        for (int i = 0; i < kTries; ++i) {
            m_hand.moveTo(field);
            m_hand.turnWheel(notches);
            if (QTest::qWaitFor([&] { return arrived.count() >= std::abs(notches); }, kTryMs))
                return true;
        }
        return false;
    }

    static constexpr int kUnreachable = 1000;

    /// Turns the wheel over every field of \p window. Returns the number of fields, or kUnreachable. Fails if a field changed or took the focus.
    int walk(const QWidget *window)
    {
        int count = 0;
        QStringList changed;
        for (const QPointer<QWidget> &field : findFields(window)) {
            if (QTest::currentTestFailed())
                return count;
            if (!field || !field->isVisible() || !field->isEnabled())
                continue;
            for (QWidget *outer = field->parentWidget(); outer; outer = outer->parentWidget())
                if (auto *scroll = qobject_cast<QScrollArea *>(outer))
                    scroll->ensureWidgetVisible(field);
            QCoreApplication::processEvents();
            if (field->visibleRegion().isEmpty())
                continue;
            if (QWidget *focused = QApplication::focusWidget())
                focused->clearFocus();
            const QString before = valueOf(field);
            const WheelFocuses focuses;
            const bool isReached = turnOver(field, kDown);
            const QString below = valueOf(field);
            if (!isReached || !turnOver(field, -kUp)) {
                qWarning("the window manager took the wheel over %s", qPrintable(nameOf(field)));
                return kUnreachable;
            }
            if (below != before || valueOf(field) != before || focuses.count() > 0)
                changed << QStringLiteral("%1: %2, %3, %4%5").arg(nameOf(field), before, below, valueOf(field), focuses.count() > 0 ? " took the focus" : "");
            ++count;
        }
        [&] { QCOMPARE(changed.join('\n'), QString()); }();
        return count;
    }

    static QList<QPointer<QWidget>> findFields(const QWidget *window)
    {
        QList<QPointer<QWidget>> fields;
        for (QWidget *widget : window->findChildren<QWidget *>())
            if (isField(widget) && widget->window() == window)
                fields << widget;
        return fields;
    }

    void walkAndClose(QDialog *dialog)
    {
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(dialog, test::kPatienceMs));
        walk(dialog);
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(dialog->windowTitle()));
        const QPointer<QWidget> page = dialog->parentWidget()->window();
        dialog->close();
        QVERIFY(QTest::qWaitForWindowActive(page, test::kPatienceMs)); // otherwise the window manager moves the focus during the next walk
    }

    QTemporaryDir m_folder;
    test::Hand m_hand;
};

int main(int argc, char **argv)
{
    return test::runOnDesktop<WheelByHandTest>(argc, argv);
}

#include "tst_wheel_by_hand.moc"
