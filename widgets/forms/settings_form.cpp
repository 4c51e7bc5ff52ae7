#include "widgets/forms/settings_form.h"

#include "core/experiment/experiment_error.h"
#include "core/experiment/validate.h"
#include "core/record/error.h"
#include "widgets/core_words.h"
#include "widgets/forms/section_form.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"

#include <QVBoxLayout>

namespace lensboard::widgets {

using experiment::Field;
using experiment::Json;

SettingsForm::SettingsForm(const experiment::Section &section, Check check, QWidget *parent)
    : QWidget(parent), m_section(section), m_check(std::move(check)), m_rows(new SectionForm(section, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_rows);
    layout->addStretch();
    connect(m_rows, &JsonEditor::edited, this, &SettingsForm::check);
    connect(m_rows, &JsonEditor::reached, this, &SettingsForm::reached);
    restoreDefaults();
}

void SettingsForm::setValue(const Json &value)
{
    m_rows->setValue(value);
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
    for (const Field &field : m_section.fields)
        value[field.key] = m_rows->value().value(field.key, field.fallback);
    return value;
}

void SettingsForm::check()
{
    m_problem.clear();
    try {
        const Json whole = experiment::validated(value(), m_section, "");
        if (m_check)
            m_check(whole);
    } catch (const experiment::ExperimentError &error) {
        m_problem = inWords(record::messageOf(error));
    }
    Q_EMIT changed();
}

/// Replaces the path at the beginning of \p error by the name of its row.
QString SettingsForm::inWords(const record::Message &error) const
{
    const std::string path = error.substr(0, error.find(':')), key = path.substr(0, path.find('.'));
    for (const Field &field : m_section.fields)
        if (field.key == key)
            return keyName(key) + messageText(error).mid(text(path).size());
    return messageText(error);
}

} // namespace lensboard::widgets
