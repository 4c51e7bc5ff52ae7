// Experiment editor: form and JSON stay equal, for edits in either.

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_text.h"
#include "tests/support/patience.h"
#include "widgets/forms/experiment_editor.h"
#include "widgets/forms/json_text_edit.h"
#include "widgets/forms/number_box.h"
#include "widgets/forms/problem_list.h"
#include "widgets/forms/section_form.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QUndoStack>

using namespace lensboard;
using namespace lensboard::widgets;
using experiment::Field;
using experiment::FieldType;
using experiment::Json;

namespace {

const char *kSpirals = R"({
  "format": 1,
  "dataset": {"kind": "spirals"},
  "model": {"kind": "mlp"},
  "optimizer": {"kind": "adam", "lr": 0.01},
  "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputActivation", "eps": 0.5}]
}
)";

/// Returns the editor of a key such as "optimizer.lr"; in a list, of its selected item: "lenses.settings.eps".
template <typename Widget = QWidget>
Widget *at(const QWidget &editor, const QString &path)
{
    const QWidget *part = &editor;
    for (const QString &name : path.split('.'))
        part = part ? part->findChild<QWidget *>(name) : nullptr;
    return const_cast<Widget *>(qobject_cast<const Widget *>(part));
}

void type(QWidget *line, const QString &text)
{
    line->setFocus();
    QTest::keySequence(line, QKeySequence::SelectAll);
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
}

QStringList paths(const ExperimentEditor &editor)
{
    QStringList found;
    for (const experiment::Problem &problem : editor.problems())
        found << QString::fromStdString(problem.path);
    return found;
}

/// Returns the full text of the list of problems.
QString message(const ExperimentEditor &editor)
{
    return editor.findChild<ProblemList *>()->problems().join('\n');
}

/// Puts the cursor after \p words in the JSON.
JsonTextEdit *cursorBehind(const ExperimentEditor &editor, const QString &words)
{
    auto *json = editor.findChild<JsonTextEdit *>();
    QTextCursor cursor = json->document()->find(words);
    cursor.clearSelection();
    json->setTextCursor(cursor);
    json->setFocus();
    return json;
}

bool isGiven(const ExperimentEditor &editor, const char *pointer, const Json &value)
{
    const Json::json_pointer place(pointer);
    return editor.json() && editor.json()->contains(place) && editor.json()->at(place) == value;
}

} // namespace

class ExperimentEditorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFormFitsBesideTheTextAt1280Pixels_data()
    {
        QTest::addColumn<QString>("json");
        const auto withOne = [](const char *list, const experiment::Section &section) {
            Json json = experiment::firstExperiment();
            (list == std::string("rules") ? json["health"][list] : json[list]) = Json::array({{{"kind", section.kind}}});
            return QString::fromStdString(json.dump());
        };
        QTest::newRow("defaults") << QString::fromStdString(experiment::firstExperiment().dump());
        for (const Field &field : experiment::experimentSchema().fields)
            for (const experiment::Section &kind : field.sections)
                if (field.type == FieldType::ObjectList) {
                    QTest::addRow("%s %s", field.key.c_str(), kind.kind.c_str()) << withOne(field.key.c_str(), kind);
                } else if (field.key != "health" && !kind.kind.empty()) {
                    Json json = experiment::firstExperiment();
                    json[field.key] = {{"kind", kind.kind}};
                    QTest::addRow("%s %s", field.key.c_str(), kind.kind.c_str()) << QString::fromStdString(json.dump());
                }
        for (const Field &field : experiment::experimentSchema().fields)
            if (field.key == "health")
                for (const experiment::Section &rule : field.sections.front().fields.back().sections)
                    QTest::addRow("rule %s", rule.kind.c_str()) << withOne("rules", rule);
    }

    void everyFormFitsBesideTheTextAt1280Pixels()
    {
        QFETCH(QString, json);
        m_editor->resize(1280, 700);
        m_editor->open(json);
        QCoreApplication::processEvents();
        const auto *scroll = m_editor->findChild<QScrollArea *>();
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        m_editor->resize(853, 500); // 1280 pixels at a scale of 1.5
        QCoreApplication::processEvents();
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
    }

    void init()
    {
        m_editor = std::make_unique<ExperimentEditor>();
        m_editor->resize(1200, 700);
        m_editor->show();
        m_editor->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
        m_editor->open(kSpirals);
        QVERIFY(m_editor->isValid());
    }

    void examplesStayAsTheyAre_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(LENSBOARD_SOURCE_DIR "/resources/experiments");
        for (const QString &name : folder.entryList({"*.json"}))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }

    /// The form reproduces an example file byte for byte, also after a change was undone.
    void examplesStayAsTheyAre()
    {
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString written = file.readAll();
        m_editor->open(written);
        QVERIFY2(m_editor->isValid(), qPrintable(message(*m_editor)));
        QCOMPARE(m_editor->jsonText(), written);
        const auto *form = m_editor->findChild<SectionForm *>();
        QCOMPARE(QByteArray::fromStdString(experiment::prettyText(form->value())), written.toUtf8());
        auto *seed = at(*m_editor, "seed");
        type(seed, "99");
        QVERIFY(m_editor->jsonText() != written && m_editor->isValid());
        type(seed, "1");
        QCOMPARE(m_editor->jsonText(), written);
        QVERIFY(!m_editor->history()->canUndo());
    }

    /// 0 samples means all pictures of Fashion-MNIST, but no spirals at all.
    void defaultsOfAnotherKindAreNotKept()
    {
        m_editor->open(QString::fromStdString(experiment::prettyText(experiment::firstExperiment())));
        auto *kind = at(*m_editor, "dataset")->findChild<QComboBox *>("kind");
        kind->setFocus();
        QTest::keyClick(kind, 's');
        QCOMPARE(kind->currentText(), "Spirals");
        QVERIFY2(m_editor->isValid(), qPrintable(message(*m_editor)));
        QVERIFY(!m_editor->json()->at("dataset").contains("train_samples"));
        type(at(*m_editor, "dataset.train_samples"), "50"); // a value set by the user stays
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_Home);
        QVERIFY(isGiven(*m_editor, "/dataset/kind", "fashion-mnist") && isGiven(*m_editor, "/dataset/train_samples", 50));
    }

    void everyKeyHasAnEditor()
    {
        const auto look = [this](const experiment::Section &section, const QString &prefix, const auto &deeper) -> void {
            for (const Field &field : section.fields) {
                const QString path = prefix + QString::fromStdString(field.key);
                const QWidget *widget = at(*m_editor, path);
                if (field.isFixed()) { // no choice
                    QVERIFY2(!widget, qPrintable(path));
                    continue;
                }
                QVERIFY2(widget, qPrintable(path));
                QVERIFY2(!widget->accessibleName().isEmpty() || field.type == FieldType::Object || field.type == FieldType::ObjectList,
                         qPrintable(path));
                deeper(field, path, deeper);
            }
        };
        const auto nothing = [](const Field &, const QString &, const auto &) {};
        const auto kinds = [&](const Field &field, const QString &path, const auto &) -> void {
            for (const experiment::Section &section : field.sections) {
                Json part = Json::object(), whole = Json::object();
                if (!section.kind.empty())
                    part["kind"] = section.kind;
                const bool isList = field.type == FieldType::ObjectList;
                whole[field.key] = isList ? Json::array({part}) : part;
                m_editor->open(QString::fromStdString(whole.dump()));
                look(section, path + (isList ? ".settings." : "."), nothing);
            }
        };
        look(experiment::experimentSchema(), {}, kinds);
    }

    void whatIsTypedInTheFormStandsInTheJson()
    {
        type(at(*m_editor, "optimizer.lr"), "0.25");
        QVERIFY(isGiven(*m_editor, "/optimizer/lr", 0.25));
        auto *momentum = at<NumberBox>(*m_editor, "epochs");
        momentum->setFocus();
        QTest::keyClick(momentum, Qt::Key_Up);
        QVERIFY(isGiven(*m_editor, "/epochs", 11));
        // A previously missing key is inserted in the schema's order; no other key is added.
        QCOMPARE(QString::fromStdString(m_editor->json()->dump()),
                 QString(R"({"format":1,"dataset":{"kind":"spirals"},"model":{"kind":"mlp"},"optimizer":{"kind":"adam","lr":0.25},)"
                         R"("epochs":11,"lenses":[{"kind":"LossMetrics"},{"kind":"OutputActivation","eps":0.5}]})"));
        QCOMPARE(m_editor->findChild<JsonTextEdit *>()->toPlainText(), m_editor->jsonText());
        QVERIFY(m_editor->isValid());
    }

    void whatIsTypedInTheJsonIsSeenInTheForm()
    {
        QTest::keyClicks(cursorBehind(*m_editor, "0.01"), "5");
        QVERIFY(at<NumberBox>(*m_editor, "optimizer.lr")->value() == 0.015);
        QTest::keyClicks(cursorBehind(*m_editor, "\"mlp\""), ", \"hidden\": [3, 2]");
        QCOMPARE(at<QLineEdit>(*m_editor, "model.hidden")->text(), "3, 2");
        QVERIFY(m_editor->jsonText().contains("{\"kind\": \"mlp\", \"hidden\": [3, 2]}")); // formatted as typed
        auto *json = cursorBehind(*m_editor, "\"adam");
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(json, Qt::Key_Backspace);
        QVERIFY(!at(*m_editor, "optimizer.lr")); // an optimizer without a kind has no keys
        QCOMPARE(paths(*m_editor), QStringList{"optimizer.kind"});
        QTest::keyClicks(json, "sgd");
        QVERIFY(at<NumberBox>(*m_editor, "optimizer.momentum")->value() == 0.9);
        QVERIFY(m_editor->isValid());
    }

    void monitorsAreAddedEditedAndRemoved()
    {
        auto *monitors = at(*m_editor, "monitors");
        auto *items = monitors->findChild<QListWidget *>("items");
        auto *kinds = monitors->findChild<QMenu *>();
        const auto add = [&](const QString &kind) {
            Q_EMIT kinds->aboutToShow();
            for (QAction *action : kinds->actions())
                if (action->text() == kind && action->isEnabled())
                    return action->trigger();
        };
        add("Output Monitor");
        add("Output Monitor"); // several monitors are possible, because they have names
        QCOMPARE(items->count(), 2);
        QVERIFY2(message(*m_editor).contains("give it another name"), qPrintable(message(*m_editor)));
        type(monitors->findChild<QWidget *>("settings")->findChild<QWidget *>("name"), "logits");
        QCOMPARE(items->currentItem()->text(), "logits (Output Monitor)");
        QVERIFY(isGiven(*m_editor, "/monitors/1/name", "logits"));
        QVERIFY2(m_editor->isValid(), qPrintable(message(*m_editor)));
        QTest::mouseClick(monitors->findChild<QPushButton *>("remove"), Qt::LeftButton);
        QCOMPARE(items->count(), 1);
        QVERIFY(at(*m_editor, "recorders"));
    }

    void aKeyThatIsGivenTwiceIsReported()
    {
        auto *json = cursorBehind(*m_editor, "\"spirals\"},");
        QTest::keyClicks(json, " \"seed\": 1, \"seed\": 2,");
        QVERIFY(!m_editor->isValid());
        QVERIFY2(message(*m_editor).contains("seed: is given twice, again in line 3"), qPrintable(message(*m_editor)));
        QCOMPARE(json->markedLines(), std::set<int>{3});
    }

    void brokenJsonIsToldWithItsLine()
    {
        auto *json = cursorBehind(*m_editor, "\"spirals\"}");
        QTest::keyClick(json, Qt::Key_Delete); // the comma
        QVERIFY(!m_editor->isValid() && !m_editor->json());
        QVERIFY2(message(*m_editor).startsWith("line 3, column ") && message(*m_editor).endsWith(": a comma is missing here"), qPrintable(message(*m_editor)));
        QCOMPARE(json->markedLines(), std::set<int>{3});
        QVERIFY(!at(*m_editor, "seed")->isEnabled()); // editing it would overwrite the unfinished JSON
        QTest::keyClicks(json, ",");
        QVERIFY(m_editor->isValid() && json->markedLines().empty());
        QVERIFY(at(*m_editor, "seed")->isEnabled());
    }

    void whatIsWrongIsMarked()
    {
        QWidget *lr = at(*m_editor, "optimizer.lr"), *epochs = at(*m_editor, "epochs");
        const QColor ground = lr->palette().color(QPalette::Base);
        type(lr, "1e");
        QVERIFY(!m_editor->isValid());
        type(epochs, "0");
        QVERIFY(lr->palette().color(QPalette::Base) != ground && epochs->palette().color(QPalette::Base) != ground);
        const auto *told = at<QLabel>(*m_editor, "optimizer.lrProblem");
        QVERIFY(told && told->isVisible());
        QCOMPARE(told->text(), "found \"1e\", expected a number");
        QCOMPARE(lr->accessibleDescription(), told->text());
        QVERIFY2(message(*m_editor).contains("optimizer.lr: found \"1e\", expected a number"), qPrintable(message(*m_editor)));
        QCOMPARE(m_editor->findChild<JsonTextEdit *>()->markedLines().size(), std::size_t{2});
        type(lr, "1e-2");
        QCOMPARE(paths(*m_editor), QStringList{"epochs"});
        QVERIFY(!told->isVisible());
        QCOMPARE(lr->palette().color(QPalette::Base), ground);
    }

    void problemsAreListedWithTheirLines()
    {
        const auto *list = m_editor->findChild<ProblemList *>();
        const auto *help = m_editor->findChild<QLabel *>("help");
        at(*m_editor, "epochs")->setFocus();
        QVERIFY(!list->isVisible() && help->isVisible());
        QVERIFY2(help->text().startsWith("Epochs: "), qPrintable(help->text()));
        m_editor->open(QString(kSpirals).replace("\"lr\": 0.01", "\"lr\": \"fast\", \"beta1\": 2").replace("0.5", "-1"));
        QVERIFY(list->isVisible() && !help->isVisible());
        QVERIFY(!list->accessibleName().isEmpty());
        const QStringList told = list->problems();
        QCOMPARE(told.size(), 3);
        QVERIFY2(told[0].startsWith("Line 5: optimizer.lr: found \"fast\""), qPrintable(told[0]));
        QVERIFY2(told[1].startsWith("Line 5: optimizer.beta1: "), qPrintable(told[1]));
        QVERIFY2(told[2].startsWith("Line 6: lenses.1.eps: "), qPrintable(told[2]));
        QCOMPARE(list->item(2)->toolTip(), told[2]);
        m_editor->open(kSpirals);
        QVERIFY(!list->isVisible() && help->isVisible());
    }

    void aClickOnAProblemGoesThere()
    {
        m_editor->resize(1200, 320); // the form does not fit
        m_editor->open(QString(kSpirals).replace("0.5", "-1"));
        auto *list = m_editor->findChild<ProblemList *>();
        const auto *scrolled = m_editor->findChild<QScrollArea *>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
        const QWidget *eps = at(*m_editor, "lenses.settings.eps"); // of the second lens
        QVERIFY(eps && eps->hasFocus());
        QVERIFY(scrolled->viewport()->rect().contains(QRect(eps->mapTo(scrolled->viewport(), QPoint()), eps->size())));
        QCOMPARE(m_editor->findChild<JsonTextEdit *>()->currentLine(), 6);
        QCOMPARE(m_editor->history()->count(), 0);
        QCOMPARE(paths(*m_editor), QStringList{"lenses.1.eps"});
    }

    void seldomChangedSettingsAreFolded()
    {
        auto *button = at<QToolButton>(*m_editor, "optimizer.advanced");
        QVERIFY(button && button->isVisible() && at(*m_editor, "optimizer.lr")->isVisible());
        QVERIFY(!at(*m_editor, "optimizer.beta1")->isVisible() && !at(*m_editor, "optimizer.eps")->isVisible());
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(at(*m_editor, "optimizer.beta1")->isVisible());
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(!at(*m_editor, "optimizer.beta1")->isVisible());
        QVERIFY(!at(*m_editor, "lenses.items")->parentWidget()->findChild<QToolButton *>("advanced")->isChecked());
        m_editor->open(QString(kSpirals).replace("\"lr\": 0.01", "\"lr\": 0.01, \"beta1\": 0.9")); // given, but equal to the default
        QVERIFY(!at(*m_editor, "optimizer.beta1")->isVisible());
        m_editor->open(QString(kSpirals).replace("\"lr\": 0.01", "\"lr\": 0.01, \"beta1\": 0.8"));
        QVERIFY(at(*m_editor, "optimizer.beta1")->isVisible());
    }

    void aClickOnAProblemUnfoldsIt()
    {
        m_editor->resize(1200, 320); // the form does not fit
        m_editor->open(QString(kSpirals).replace("\"lr\": 0.01", "\"beta2\": 2"));
        auto *button = at<QToolButton>(*m_editor, "optimizer.advanced");
        QVERIFY(button->isChecked()); // opened because of a problem inside
        button->setChecked(false);
        auto *list = m_editor->findChild<ProblemList *>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
        const QWidget *beta = at(*m_editor, "optimizer.beta2");
        QVERIFY(beta->isVisible() && beta->hasFocus());
        const QWidget *viewport = m_editor->findChild<QScrollArea *>()->viewport();
        QVERIFY(viewport->rect().contains(QRect(beta->mapTo(viewport, QPoint()), beta->size())));
    }

    void controlsOfAllPartsStandBelowEachOther()
    {
        const auto left = [this](const QString &path) { return at(*m_editor, path)->mapTo(m_editor.get(), QPoint()).x(); };
        QTRY_VERIFY(left("name") > 0);
        for (const char *path : {"model.hidden", "optimizer.lr", "epochs", "tick.every", "lenses.settings.metrics"})
            QTRY_COMPARE(left(path), left("name"));
        QTest::keyClick(at(*m_editor, "optimizer.advanced"), Qt::Key_Space);
        QTRY_COMPARE(left("optimizer.eps"), left("name"));
    }

    void problemsAreReachedByKeys()
    {
        m_editor->open(QString(kSpirals).replace("\"adam\"", "\"adams\"").replace("\"format\": 1,", "\"format\": 1, \"epochs\": 0,"));
        QCOMPARE(paths(*m_editor).size(), 2);
        auto *json = m_editor->findChild<JsonTextEdit *>();
        auto *list = m_editor->findChild<ProblemList *>();
        for (const QString &path : paths(*m_editor)) {
            json->setFocus();
            QTest::keyClick(json, Qt::Key_Tab);
            QVERIFY(list->hasFocus());
            QTest::keyClick(list, Qt::Key_Home);
            for (qsizetype i = paths(*m_editor).indexOf(path); i > 0; --i)
                QTest::keyClick(list, Qt::Key_Down);
            QTest::keyClick(list, Qt::Key_Return);
            QVERIFY2(at(*m_editor, path)->hasFocus(), qPrintable(path));
            QCOMPARE(json->currentLine(), path == "epochs" ? 2 : 5);
        }
    }

    void problemsThatTheFormHasNoControlForAreFoundInTheText()
    {
        auto *list = m_editor->findChild<ProblemList *>();
        auto *json = m_editor->findChild<JsonTextEdit *>();
        for (const char *text : {"{\n  \"format\": 1,\n  \"dataset\": {\"kind\": \"spirals\", \"arms\": 3}}", "{\n\n  nothing}"}) {
            m_editor->open(text);
            at(*m_editor, "seed")->setFocus();
            list->setFocus();
            QTest::keyClick(list, Qt::Key_Home);
            QTest::keyClick(list, Qt::Key_Return);
            QVERIFY2(json->hasFocus(), text);
            QCOMPARE(json->currentLine(), 3);
        }
    }

    void unknownKeysStayAndAreToldWithTheirPath()
    {
        QTest::keyClicks(cursorBehind(*m_editor, "\"adam\""), ", \"beta3\": 1");
        QCOMPARE(paths(*m_editor), QStringList{"optimizer.beta3"});
        QVERIFY2(message(*m_editor).startsWith("Line 5: optimizer.beta3: unknown key \"beta3\", did you mean \"beta1\"?"),
                 qPrintable(message(*m_editor)));
        QVERIFY(at<QLabel>(*m_editor, "optimizer.problem")->text().startsWith("beta3: unknown key"));
        // The texts survive edits of another key, of a kind, and of the list.
        type(at(*m_editor, "seed"), "7");
        QTest::keyClick(at(*m_editor, "optimizer.kind"), Qt::Key_Up);
        QVERIFY(isGiven(*m_editor, "/optimizer/kind", "sgd") && isGiven(*m_editor, "/optimizer/beta3", 1));
        QVERIFY(isGiven(*m_editor, "/optimizer/lr", 0.01) && isGiven(*m_editor, "/seed", 7));
        QCOMPARE(paths(*m_editor), QStringList{"optimizer.beta3"});
    }

    void lensesAreAddedMovedAndRemoved()
    {
        auto *items = at<QListWidget>(*m_editor, "lenses.items");
        items->setFocus();
        QTest::keyClick(items, Qt::Key_Down);
        QVERIFY(at<NumberBox>(*m_editor, "lenses.settings.eps")->value() == 0.5);
        type(at(*m_editor, "lenses.settings.eps"), "-1");
        QCOMPARE(paths(*m_editor), QStringList{"lenses.1.eps"});
        QTest::mouseClick(at(*m_editor, "lenses.up"), Qt::LeftButton);
        QVERIFY(isGiven(*m_editor, "/lenses/0/eps", -1));
        QCOMPARE(paths(*m_editor), QStringList{"lenses.0.eps"});
        QCOMPARE(items->currentRow(), 0);
        QVERIFY(at<QLabel>(*m_editor, "lenses.settings.epsProblem")->isVisible());
        QTest::mouseClick(at(*m_editor, "lenses.remove"), Qt::LeftButton);
        QVERIFY(m_editor->isValid());
        QVERIFY(isGiven(*m_editor, "/lenses", Json::array({{{"kind", "LossMetrics"}}})));

        QMenu *kinds = at<QPushButton>(*m_editor, "lenses.add")->menu();
        kinds->popup({});
        for (QAction *action : kinds->actions())
            QCOMPARE(action->isEnabled(), action->text() != "Loss and Metrics"); // one exists already
        QTest::keyClick(kinds, Qt::Key_Down);
        QTest::keyClick(kinds, Qt::Key_Return);
        QCOMPARE(items->count(), 2);
        QCOMPARE(items->currentRow(), 1);
        QCOMPARE(items->item(1)->text(), "Output Activation");
        QCOMPARE(items->item(1)->toolTip(), "\"OutputActivation\" in JSON");
        QVERIFY(isGiven(*m_editor, "/lenses/1", {{"kind", "OutputActivation"}}));
        QTest::keyClick(at<QCheckBox>(*m_editor, "lenses.settings.enabled"), Qt::Key_Space);
        QVERIFY(isGiven(*m_editor, "/lenses/1/enabled", false));
        QVERIFY(m_editor->isValid());
    }

    void changesAreUndoneWhereverTheyWereMade()
    {
        QUndoStack *history = m_editor->history();
        type(at(*m_editor, "optimizer.lr"), "0.25");
        QCOMPARE(history->count(), 1); // all typing in that field is one change
        type(at(*m_editor, "name"), "other");
        QTest::keyClicks(cursorBehind(*m_editor, "\"mlp\""), ", \"norm\": \"batch\"");
        QCOMPARE(history->count(), 3);
        QCOMPARE(at<QComboBox>(*m_editor, "model.norm")->currentText(), "batch");
        history->undo();
        QCOMPARE(at<QComboBox>(*m_editor, "model.norm")->currentText(), "none");
        history->undo();
        QCOMPARE(at<QLineEdit>(*m_editor, "name")->text(), "experiment");
        QVERIFY(isGiven(*m_editor, "/optimizer/lr", 0.25));
        history->undo();
        QCOMPARE(m_editor->jsonText(), kSpirals);
        QVERIFY(at<NumberBox>(*m_editor, "optimizer.lr")->value() == 0.01);
        for (int i = 0; i < 3; ++i)
            history->redo();
        QVERIFY(isGiven(*m_editor, "/model/norm", "batch") && isGiven(*m_editor, "/name", "other"));
    }

    void whatDoesNotFitIsShownNotHidden()
    {
        m_editor->open(R"({"format": 1, "dataset": 5, "model": {"kind": "mlp", "activation": "sine", "hidden": "wide"},
                           "optimizer": {"kind": "sgd", "lr": "fast"}, "lenses": {}})");
        QCOMPARE(paths(*m_editor), (QStringList{"dataset", "model.hidden", "model.activation", "optimizer.lr", "lenses"}));
        QCOMPARE(at<QComboBox>(*m_editor, "dataset.kind")->currentIndex(), -1);
        QCOMPARE(at<QComboBox>(*m_editor, "model.activation")->currentIndex(), -1);
        QCOMPARE(at<NumberBox>(*m_editor, "optimizer.lr")->text(), "fast");
        type(at(*m_editor, "optimizer.lr"), "1");
        QVERIFY(isGiven(*m_editor, "/dataset", 5) && isGiven(*m_editor, "/lenses", Json::object()));
        m_editor->open("[]");
        QVERIFY(message(*m_editor).contains("expected an object"));
        type(at(*m_editor, "seed"), "3");
        QVERIFY(isGiven(*m_editor, "/seed", 3));
    }

private:
    std::unique_ptr<ExperimentEditor> m_editor;
};

QTEST_MAIN(ExperimentEditorTest)
#include "tst_experiment_editor.moc"
