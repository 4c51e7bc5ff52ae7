#include "widgets/forms/field_editor.h"

#include "widgets/core_words.h"
#include "widgets/forms/number_box.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace lensboard::widgets {

using experiment::Field;
using experiment::FieldType;
using experiment::Json;
using Edited = std::function<void()>;

namespace {

constexpr int kChoicesInRow = 4;
constexpr std::size_t kMaxBoxes = 2 * kChoicesInRow; ///< with more choices, uses a text field and a menu

FieldEditor flagEditor(const Field &field, QWidget *parent, const Edited &edited)
{
    auto *box = new QCheckBox(keyName(field.key), parent);
    QObject::connect(box, &QCheckBox::toggled, box, edited);
    return {box, [box] { return Json(box->isChecked()); }, [box](const Json &value) { box->setChecked(value == true); }};
}

FieldEditor numberEditor(const Field &field, QWidget *parent, const Edited &edited)
{
    auto *box = new NumberBox(field, parent);
    QObject::connect(box, &NumberBox::edited, box, edited);
    return {box, [box] { return box->value(); }, [box](const Json &value) { box->setValue(value); }};
}

FieldEditor textEditor(QWidget *parent, const Edited &edited)
{
    auto *line = new QLineEdit(parent);
    QObject::connect(line, &QLineEdit::textChanged, line, edited);
    return {line, [line] { return Json(line->text().toStdString()); },
            [line](const Json &value) { line->setText(value.is_string() ? text(value.get<std::string>()) : QString()); }};
}

/// Text field with comma-separated items.
FieldEditor listEditor(const Field &field, QWidget *parent, const Edited &edited)
{
    const bool whole = field.type == FieldType::IntegerList, numbers = whole || field.type == FieldType::NumberList;
    auto *line = new QLineEdit(parent);
    line->setPlaceholderText(QCoreApplication::translate("FieldEditor", "separate several with commas"));
    QObject::connect(line, &QLineEdit::textChanged, line, edited);
    const auto read = [line, whole, numbers] {
        Json list = Json::array();
        for (const QString &item : line->text().split(',', Qt::SkipEmptyParts))
            if (const QString word = item.trimmed(); !word.isEmpty())
                list.push_back(numbers ? numberFromText(word, whole) : Json(word.toStdString()));
        return list;
    };
    const auto write = [line](const Json &list) {
        QStringList items;
        for (const Json &item : list)
            items << (item.is_string() ? text(item.get<std::string>()) : numberText(item));
        line->setText(items.join(QStringLiteral(", ")));
    };
    return {line, read, write};
}

FieldEditor choiceEditor(const Field &field, QWidget *parent, const Edited &edited)
{
    auto *box = new QComboBox(parent);
    for (const std::string &choice : field.choices)
        box->addItem(text(choice));
    QObject::connect(box, &QComboBox::currentIndexChanged, box, edited);
    return {box, [box] { return Json(box->currentText().toStdString()); },
            [box](const Json &value) { box->setCurrentIndex(value.is_string() ? box->findText(text(value.get<std::string>())) : -1); }};
}

/// One check box per choice.
FieldEditor choicesEditor(const Field &field, QWidget *parent, const Edited &edited)
{
    auto *row = new QWidget(parent);
    auto *layout = new QGridLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(12);
    layout->setColumnStretch(kChoicesInRow, 1);
    std::vector<QCheckBox *> boxes;
    for (const std::string &choice : field.choices) {
        auto *box = boxes.emplace_back(new QCheckBox(text(choice), row));
        box->setAccessibleName(QStringLiteral("%1: %2").arg(keyName(field.key), box->text()));
        const int index = static_cast<int>(boxes.size()) - 1;
        layout->addWidget(box, index / kChoicesInRow, index % kChoicesInRow);
        QObject::connect(box, &QCheckBox::toggled, row, edited);
    }
    row->setFocusProxy(boxes.front());
    const auto read = [boxes] {
        Json list = Json::array();
        for (const QCheckBox *box : boxes)
            if (box->isChecked())
                list.push_back(box->text().toStdString());
        return list;
    };
    const auto write = [boxes](const Json &list) {
        for (QCheckBox *box : boxes)
            box->setChecked(std::find(list.begin(), list.end(), box->text().toStdString()) != list.end());
    };
    return {row, read, write};
}

/// Text field with comma-separated words, and a menu that checks and unchecks them.
FieldEditor longChoicesEditor(const Field &field, QWidget *parent, const Edited &edited)
{
    auto *row = new QWidget(parent);
    const FieldEditor list = listEditor(field, row, edited);
    auto *line = qobject_cast<QLineEdit *>(list.widget);
    line->setAccessibleName(keyName(field.key));
    line->setPlaceholderText(QCoreApplication::translate("FieldEditor", "none"));
    auto *button = new QPushButton(QCoreApplication::translate("FieldEditor", "Choose"), row);
    button->setAutoDefault(false); // Enter is reserved for the dialog's buttons
    button->setAccessibleName(QStringLiteral("%1: %2").arg(keyName(field.key), button->text()));
    button->setToolTip(QCoreApplication::translate("FieldEditor", "Choose from a menu of all names"));
    auto *menu = new QMenu(button);
    button->setMenu(menu);
    for (const std::string &choice : field.choices) {
        QAction *action = menu->addAction(text(choice));
        action->setCheckable(true);
        QObject::connect(action, &QAction::triggered, line, [list, choice, choices = field.choices](bool on) {
            const Json before = list.read();
            Json chosen = Json::array();
            for (const std::string &each : choices)
                if (each == choice ? on : std::find(before.begin(), before.end(), each) != before.end())
                    chosen.push_back(each);
            list.write(chosen);
        });
    }
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, list] {
        const Json chosen = list.read();
        for (QAction *action : menu->actions())
            action->setChecked(std::find(chosen.begin(), chosen.end(), action->text().toStdString()) != chosen.end());
    });
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(line, 1);
    layout->addWidget(button);
    row->setFocusProxy(line);
    return {row, list.read, list.write};
}

} // namespace

FieldEditor makeFieldEditor(const Field &field, QWidget *parent, const Edited &edited)
{
    switch (field.type) {
    case FieldType::Boolean: return flagEditor(field, parent, edited);
    case FieldType::Integer:
    case FieldType::Number: return numberEditor(field, parent, edited);
    case FieldType::Text: return textEditor(parent, edited);
    case FieldType::TextList:
    case FieldType::IntegerList:
    case FieldType::NumberList: return listEditor(field, parent, edited);
    case FieldType::Choice: return choiceEditor(field, parent, edited);
    case FieldType::ChoiceList:
        return field.choices.size() > kMaxBoxes ? longChoicesEditor(field, parent, edited) : choicesEditor(field, parent, edited);
    case FieldType::Object:
    case FieldType::ObjectList: break;
    }
    return {};
}

QString sentenceOf(const std::string &help)
{
    QString words = helpText(help);
    if (words.isEmpty())
        return words;
    words[0] = words[0].toUpper();
    return words + '.';
}

} // namespace lensboard::widgets
