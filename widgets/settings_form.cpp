#include "widgets/settings_form.h"

#include "core/experiment/experiment_error.h"
#include "core/experiment/validate.h"
#include "widgets/qt_text.h"

#include <QCheckBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>

namespace lensboard::widgets {

using experiment::Field;
using experiment::Json;

SettingsForm::SettingsForm(const experiment::Section &section, Check check, QWidget *parent)
    : QWidget(parent), m_section(section), m_check(std::move(check))
{
    auto *layout = new QFormLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(12);
    layout->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    for (const Field &field : m_section.fields)
        addRow(field, layout);
    restoreDefaults();
}

void SettingsForm::addRow(const Field &field, QFormLayout *layout)
{
    const FieldEditor editor = makeFieldEditor(field, this, [this] { this->check(); });
    m_rows.push_back({editor, {}, {}});
    if (!editor.widget)
        return;
    const QString label = labelText(field.key), help = text(field.help);
    editor.widget->setObjectName(text(field.key));
    editor.widget->setAccessibleName(label);
    editor.widget->setToolTip(QStringLiteral("<p>%1</p>").arg(help.toHtmlEscaped())); // rich text is wrapped
    for (QWidget *part : QList<QWidget *>{editor.widget} + editor.widget->findChildren<QWidget *>()) {
        part->setAccessibleDescription(QStringLiteral("%1: %2.").arg(label, help));
        part->installEventFilter(this);
    }
    const bool saysItself = qobject_cast<QCheckBox *>(editor.widget);
    layout->addRow(saysItself ? QString() : label, editor.widget);
    if (QWidget *words = layout->labelForField(editor.widget))
        words->setToolTip(editor.widget->toolTip());
}

void SettingsForm::setValue(const Json &value)
{
    m_filling = true;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Field &field = m_section.fields[i];
        Row &row = m_rows[i];
        row.given = value.contains(field.key) ? value.at(field.key) : field.fallback;
        if (!row.editor.widget)
            continue;
        row.editor.write(row.given);
        row.untouched = row.editor.read();
        if (row.given.is_null())
            row.given = row.untouched;
    }
    m_filling = false;
    check();
}

void SettingsForm::restoreDefaults()
{
    setValue(Json::object());
}

Json SettingsForm::value() const
{
    Json value = Json::object();
    if (!m_section.kind.empty())
        value["kind"] = m_section.kind;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row &row = m_rows[i];
        const Json typed = row.editor.widget ? row.editor.read() : row.given;
        const bool touched = row.editor.widget && typed != row.untouched;
        value[m_section.fields[i].key] = touched ? typed : row.given;
    }
    return value;
}

void SettingsForm::check()
{
    if (m_filling)
        return;
    m_problem.clear();
    try {
        const Json whole = experiment::validated(value(), m_section, "");
        if (m_check)
            m_check(whole);
    } catch (const experiment::ExperimentError &error) {
        m_problem = inWords(error.what());
    }
    Q_EMIT changed();
}

/// The path that an error begins with, as the name of its row.
QString SettingsForm::inWords(const std::string &error) const
{
    const std::string path = error.substr(0, error.find(':')), key = path.substr(0, path.find('.'));
    for (const Field &field : m_section.fields)
        if (field.key == key)
            return labelText(key) + text(error.substr(path.size()));
    return text(error);
}

/// The wheel scrolls the page unless a control was chosen before: values do not change in passing.
bool SettingsForm::eventFilter(QObject *watched, QEvent *event)
{
    const auto *control = static_cast<QWidget *>(watched);
    if (event->type() == QEvent::FocusIn)
        Q_EMIT reached(control->accessibleDescription());
    if (event->type() != QEvent::Wheel || control->hasFocus())
        return QWidget::eventFilter(watched, event);
    event->ignore();
    return true;
}

} // namespace lensboard::widgets
