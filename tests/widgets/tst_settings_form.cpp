#include "core/experiment/experiment_schema.h"
#include "core/experiment/validate.h"
#include "widgets/core_words.h"
#include "widgets/forms/lens_settings_dialog.h"
#include "widgets/forms/number_box.h"
#include "widgets/forms/section_form.h"
#include "widgets/forms/settings_form.h"
#include "widgets/wheel_guard.h"
#include "tests/support/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace lensboard;
using namespace lensboard::widgets;
using experiment::Field;
using experiment::FieldType;
using experiment::Json;

namespace {

/// Returns a section with a key of each type.
experiment::Section everyType()
{
    Field names{"names", FieldType::TextList, Json::array({"weight", "bias"}), "names to watch"};
    Field widths{"layer_widths", FieldType::IntegerList, Json::array({128, 64}), "widths", {}, 1, 65536};
    Field tick{"tick", FieldType::Object, {{"every", 1}}, "a part"};
    tick.sections = {{"", "", {{"every", FieldType::Integer, 1, "of something"}}}};
    return {"Sample",
            "all there is",
            {{"log_scale", FieldType::Boolean, false, "logarithmic scale"},
             {"epochs", FieldType::Integer, 10, "passes", {}, 1, 1e9},
             {"eps", FieldType::Number, 1e-8, "smallest <number>", {}, 0, 1e9},
             {"path", FieldType::Text, "", "a folder"},
             names,
             widths,
             {"method", FieldType::Choice, "mean", "how", {"mean", "median", "max"}},
             {"lines", FieldType::ChoiceList, Json::array({"max", "mean"}), "which", {"mean", "median", "max"}},
             tick}};
}

/// Replaces the content of a line edit by keyboard.
void typeInto(QWidget *line, const QString &text)
{
    line->setFocus();
    QTest::keySequence(line, QKeySequence::SelectAll);
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
}

experiment::KindSettings lens(const std::string &kind, Json changes = Json::object())
{
    changes["kind"] = kind;
    return experiment::lensChoice(changes);
}

} // namespace

class SettingsFormTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTypeIsGivenBackAsItWas()
    {
        SettingsForm form(everyType());
        const Json defaults = experiment::validated({{"kind", "Sample"}}, everyType(), "");
        QVERIFY(form.value() == defaults);
        const Json given = {{"kind", "Sample"},
                            {"log_scale", true},
                            {"epochs", 123456789},
                            {"eps", 0.1 + 0.2},
                            {"path", "/a, b/ü"},
                            {"names", {"a,b", " c "}},
                            {"layer_widths", {3, 2, 1}},
                            {"method", "max"},
                            {"lines", {"median", "mean"}},
                            {"tick", {{"every", 7}}}};
        form.setValue(given);
        QCOMPARE(QByteArray::fromStdString(form.value().dump()), QByteArray::fromStdString(given.dump()));
        QVERIFY(form.problem().isEmpty());
        form.restoreDefaults();
        QVERIFY(form.value() == defaults);
    }

    void everyTypeIsEditedByHand()
    {
        SettingsForm form(everyType());
        form.show();
        QSignalSpy changed(&form, &SettingsForm::changed);
        QTest::mouseClick(form.findChild<QCheckBox *>("log_scale"), Qt::LeftButton, {}, {8, 8});
        typeInto(form.findChild<QWidget *>("epochs"), "20");
        typeInto(form.findChild<QWidget *>("eps"), "1e-6");
        typeInto(form.findChild<QWidget *>("path"), "/data");
        typeInto(form.findChild<QWidget *>("names"), "weight, ,bias,");
        typeInto(form.findChild<QWidget *>("layer_widths"), "16,8");
        QTest::keyClick(form.findChild<QComboBox *>("method"), Qt::Key_Down);
        for (QCheckBox *box : form.findChild<QWidget *>("lines")->findChildren<QCheckBox *>())
            QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(changed.size() > 8);
        QVERIFY(form.problem().isEmpty());
        QVERIFY(form.value()
                == Json({{"kind", "Sample"},
                         {"log_scale", true},
                         {"epochs", 20},
                         {"eps", 1e-6},
                         {"path", "/data"},
                         {"names", {"weight", "bias"}},
                         {"layer_widths", {16, 8}},
                         {"method", "median"},
                         {"lines", {"median"}},
                         {"tick", {{"every", 1}}}}));
    }

    void rowsSayWhatTheyAre()
    {
        SettingsForm form(everyType());
        QStringList labels;
        for (const QLabel *label : form.findChildren<QLabel *>())
            if (!label->text().isEmpty())
                labels << label->text();
        QCOMPARE(labels, (QStringList{"Epochs", "Epsilon", "Path", "Names", "Layer widths", "Method", "Lines", "<b>Tick</b> &nbsp;a part", "Every"}));
        const auto *box = form.findChild<QCheckBox *>("log_scale");
        QCOMPARE(box->text(), "Log scale");
        QCOMPARE(box->accessibleName(), "Log scale");
        QCOMPARE(form.findChild<NumberBox *>("eps")->toolTip(), "<p>smallest &lt;number&gt;</p><p>&quot;eps&quot; in JSON</p>");
        QVERIFY(form.findChild<QWidget *>("tick")->findChild<NumberBox *>("every"));
    }

    void whatCannotBeUsedIsToldAsItIsTyped_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("problem");
        QTest::addRow("nothing") << "epochs" << "" << "Epochs: found \"\", expected a whole number";
        QTest::addRow("too small") << "epochs" << "0" << "Epochs: found 0, expected a number from 1 to";
        QTest::addRow("not whole") << "epochs" << "1.5" << "Epochs: found 1.5, expected a whole number";
        QTest::addRow("no number") << "eps" << "1e" << "Epsilon: found \"1e\", expected a number";
        QTest::addRow("not finite") << "eps" << "inf" << "Epsilon: found \"inf\", expected a number";
        QTest::addRow("an item") << "layer_widths" << "16, x" << "Layer widths: found \"x\", expected a whole number";
    }

    void whatCannotBeUsedIsToldAsItIsTyped()
    {
        QFETCH(QString, row);
        QFETCH(QString, typed);
        QFETCH(QString, problem);
        SettingsForm form(everyType());
        form.show();
        typeInto(form.findChild<QWidget *>(row), typed);
        QVERIFY2(form.problem().startsWith(problem), qPrintable(form.problem()));
        form.restoreDefaults();
        QCOMPARE(form.problem(), QString());
    }

    void numbersGoUpAndDownInDecimalSteps_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("to");
        QTest::addRow("up") << 0.01 << 1 << 0.011;
        QTest::addRow("down past a power of ten") << 0.01 << -1 << 0.0099;
        QTest::addRow("small") << 1e-8 << 1 << 1.1e-8;
        QTest::addRow("from zero") << 0.0 << 1 << 0.01;
        QTest::addRow("not beyond the limit") << 0.0 << -1 << 0.0;
        QTest::addRow("by ten") << 0.3 << 10 << 0.4;
    }

    void numbersGoUpAndDownInDecimalSteps()
    {
        QFETCH(double, from);
        QFETCH(int, steps);
        QFETCH(double, to);
        NumberBox box(everyType().fields[2]);
        box.setValue(from);
        box.stepBy(steps);
        QVERIFY2(box.value() == to, box.value().dump().c_str());
    }

    void aSpecialMinimumIsShownAsAWord_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("shown");
        QTest::addRow("the word") << "all" << 0 << "all";
        QTest::addRow("the word, as it is spelt elsewhere") << " All" << 0 << "all";
        QTest::addRow("the number") << "0" << 0 << "all";
        QTest::addRow("another number") << "20" << 20 << "20";
    }

    void aSpecialMinimumIsShownAsAWord()
    {
        QFETCH(QString, typed);
        QFETCH(int, value);
        QFETCH(QString, shown);
        Field field{"train_samples", FieldType::Integer, 0, "first so many; 0: all", {}, 0, 60000};
        field.minMeans = "all";
        SettingsForm form({"", "", {field}});
        form.show();
        auto *box = form.findChild<NumberBox *>("train_samples");
        QCOMPARE(box->text(), "all");
        typeInto(box, typed);
        QVERIFY2(form.value().at("train_samples") == value && form.problem().isEmpty(), form.value().dump().c_str());
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(box->text(), shown);
        box->setValue(0);
        box->stepBy(1);
        QCOMPARE(box->text(), "1");
        box->stepBy(-1);
        QCOMPARE(box->text(), "all");
    }

    /// "0: all" in a key's help says that 0 is not a number of samples.
    void noNumberMeansSomethingElseThanItShows()
    {
        std::vector<experiment::Section> sections = {experiment::experimentSchema()};
        for (const auto *more : {&experiment::monitorSchemas(), &experiment::recorderSchemas(), &experiment::customLensSchemas()})
            sections.insert(sections.end(), more->begin(), more->end());
        for (std::size_t i = 0; i < sections.size(); ++i)
            for (const Field &field : std::vector(sections[i].fields)) {
                const bool isSpecial = QString::fromStdString(field.help).contains(QRegularExpression("(^|[ ;])(0|-1): [a-z]"));
                QVERIFY2(isSpecial != field.minMeans.empty(), field.key.c_str());
                sections.insert(sections.end(), field.sections.begin(), field.sections.end());
            }
    }

    void aKeyWithOneValidValueHasNoRow()
    {
        Field format{"format", FieldType::Integer, {}, "version", {}, 1, 1};
        SectionForm form({"", "", {format, {"name", FieldType::Text, "", "names the run"}}});
        const Json value = {{"format", 1}, {"name", "a"}};
        form.setValue(value);
        form.setProblems({{"format", "found 2, expected 1"}});
        QVERIFY(!form.findChild<QWidget *>("format") && form.findChild<QWidget *>("name"));
        QVERIFY(!form.controlOf("format"));
        QVERIFY(form.findChild<QLabel *>("problem")->text().contains("found 2"));
        typeInto(form.findChild<QWidget *>("name"), "b");
        QVERIFY(form.value() == Json({{"format", 1}, {"name", "b"}}));
    }

    void manyChoicesAreAListOfWordsWithAMenu()
    {
        std::vector<std::string> rules;
        for (int i = 0; i < 30; ++i)
            rules.push_back("a_rule_with_a_long_name_" + std::to_string(i));
        SettingsForm form({"", "", {{"notify", FieldType::ChoiceList, Json::array({rules[3]}), "which", rules}}});
        form.show();
        auto *row = form.findChild<QWidget *>("notify");
        auto *line = row->findChild<QLineEdit *>();
        auto *menu = row->findChild<QMenu *>();
        QVERIFY2(form.minimumSizeHint().width() < 400, qPrintable(QString::number(form.minimumSizeHint().width())));
        QCOMPARE(line->text(), QString::fromStdString(rules[3]));
        QVERIFY(!line->accessibleName().isEmpty());
        Q_EMIT menu->aboutToShow();
        QVERIFY(menu->actions()[3]->isChecked() && !menu->actions()[1]->isChecked());
        menu->actions()[1]->trigger();
        QVERIFY(form.value().at("notify") == Json({rules[1], rules[3]}));
        menu->actions()[3]->trigger();
        QVERIFY(form.value().at("notify") == Json::array({rules[1]}));
        typeInto(line, "no_rule");
        QVERIFY(form.problem().contains("no_rule"));
        typeInto(line, "");
        QVERIFY(form.value().at("notify") == Json::array() && form.problem().isEmpty());
    }

    void theWheelChangesNothingInPassing()
    {
        WheelGuard::install();
        SettingsForm form(everyType());
        form.show();
        auto *epochs = form.findChild<NumberBox *>("epochs");
        form.findChild<QCheckBox *>("log_scale")->setFocus();
        QWheelEvent wheel({5, 5}, epochs->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(epochs, &wheel);
        QVERIFY(epochs->value() == 10);
        QVERIFY(!wheel.isAccepted());
    }

    void everyLensHasItsForm()
    {
        for (const experiment::Section &section : experiment::lensSchemas()) {
            const Json defaults = experiment::validated({{"kind", section.kind}}, section, "");
            SettingsForm form(section);
            QVERIFY2(form.value() == defaults, section.kind.c_str());
            form.setValue(defaults);
            QVERIFY2(form.value() == defaults, section.kind.c_str());
            QVERIFY2(form.problem().isEmpty(), section.kind.c_str());
            for (const Field &field : section.fields)
                QVERIFY2(form.findChild<QWidget *>(QString::fromStdString(field.key)), field.key.c_str());
            LensSettingsDialog dialog(lens(section.kind));
            QVERIFY(dialog.windowTitle().startsWith(lensText(section.kind)));
            QVERIFY(dialog.height() <= dialog.screen()->availableGeometry().height());
        }
    }

    void watchersHaveTheirFormsAndKeepTheirNames()
    {
        LensSettingsDialog dialog(lens("StateMonitor", {{"name", "drift"}, {"module", "fc"}, {"attribute", "weight"}, {"enabled", false}}));
        dialog.show();
        QVERIFY(dialog.windowTitle().startsWith("drift"));
        QVERIFY(!dialog.findChild<QWidget *>("name"));
        auto *reducer = dialog.findChild<QWidget *>("reducer")->findChild<QComboBox *>("kind");
        reducer->setFocus();
        QTest::keyClick(reducer, Qt::Key_Down);
        QTest::keyClick(reducer, Qt::Key_Down);
        typeInto(dialog.findChild<QWidget *>("alpha"), "2");
        const auto *ok = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
        QVERIFY(!ok->isEnabled());
        typeInto(dialog.findChild<QWidget *>("alpha"), "0.5");
        QVERIFY(ok->isEnabled());
        QSignalSpy applied(&dialog, &LensSettingsDialog::applied);
        dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Apply)->click();
        const auto changed = applied.at(0)[0].value<experiment::KindSettings>();
        QCOMPARE(changed.name(), std::string("drift"));
        QVERIFY(!changed.settings.at("enabled").get<bool>());
        QCOMPARE(changed.settings.at("reducer").at("alpha").get<double>(), 0.5);
    }

    void aDialogAppliesWhatIsUsableAndKeepsTheRest()
    {
        LensSettingsDialog dialog(lens("OutputActivation", {{"enabled", false}, {"include", {"Linear"}}}));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QVERIFY(!dialog.findChild<QWidget *>("enabled")); // the panel's check box has this function
        const auto *buttons = dialog.findChild<QDialogButtonBox *>();
        QPushButton *apply = buttons->button(QDialogButtonBox::Apply), *ok = buttons->button(QDialogButtonBox::Ok);
        const auto *message = dialog.findChild<QLabel *>("message");
        QSignalSpy applied(&dialog, &LensSettingsDialog::applied);
        QVERIFY(!apply->isEnabled() && ok->isEnabled()); // no changes to apply yet

        auto *eps = dialog.findChild<QWidget *>("eps");
        typeInto(eps, "-1");
        QVERIFY(!apply->isEnabled() && !ok->isEnabled());
        QVERIFY2(message->text().startsWith("Epsilon: found -1"), qPrintable(message->text()));
        QTest::keyClick(eps, Qt::Key_Return);
        QVERIFY(dialog.isVisible() && applied.isEmpty());

        typeInto(eps, "1e-5");
        QVERIFY2(message->text().startsWith("Epsilon: a value counts as zero"), qPrintable(message->text())); // its help text
        QTest::mouseClick(apply, Qt::LeftButton);
        QCOMPARE(applied.size(), 1);
        const auto changed = applied[0][0].value<experiment::KindSettings>();
        QVERIFY(changed.settings == lens("OutputActivation", {{"enabled", false}, {"include", {"Linear"}}, {"eps", 1e-5}}).settings);
        QVERIFY(dialog.isVisible() && !apply->isEnabled());

        QTest::mouseClick(buttons->button(QDialogButtonBox::RestoreDefaults), Qt::LeftButton);
        QTest::mouseClick(ok, Qt::LeftButton);
        QVERIFY(!dialog.isVisible());
        QVERIFY(applied.back()[0].value<experiment::KindSettings>().settings == lens("OutputActivation", {{"enabled", false}}).settings);
    }

    void rulesThatSpanKeysAreReported()
    {
        LensSettingsDialog dialog(lens("ParameterGradientGeometry"));
        dialog.show();
        const auto boxes = dialog.findChild<QWidget *>("line_aggregation")->findChildren<QCheckBox *>();
        QCOMPARE(boxes[1]->text(), "median");
        boxes[1]->click();
        const auto *message = dialog.findChild<QLabel *>("message");
        QVERIFY2(message->text().startsWith("Line aggregation: \"median\" needs every value of a tick; set inplace"),
                 qPrintable(message->text()));
        const auto *buttons = dialog.findChild<QDialogButtonBox *>();
        QVERIFY(!buttons->button(QDialogButtonBox::Apply)->isEnabled());
        dialog.findChild<QCheckBox *>("inplace")->click();
        QVERIFY(!message->text().contains("median") && buttons->button(QDialogButtonBox::Apply)->isEnabled());
    }

    void aDialogThatOnlyShowsForgetsWhatWasTyped()
    {
        LensSettingsDialog dialog(lens("OutputActivation"));
        typeInto(dialog.findChild<QWidget *>("eps"), "nonsense");
        dialog.setReadOnly("It is over.");
        QVERIFY(dialog.form()->value()["eps"] == 1e-8);
        QVERIFY(!dialog.form()->isEnabled());
        QCOMPARE(dialog.findChild<QLabel *>("message")->text(), "It is over.");
        QCOMPARE(dialog.findChild<QDialogButtonBox *>()->buttons().size(), 1);
    }
};

LENSBOARD_WINDOW_TEST(SettingsFormTest)
#include "tst_settings_form.moc"
