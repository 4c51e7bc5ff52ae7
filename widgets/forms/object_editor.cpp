#include "widgets/forms/object_editor.h"

#include "widgets/core_words.h"
#include "widgets/forms/field_editor.h"
#include "widgets/forms/problem_mark.h"
#include "widgets/forms/section_form.h"
#include "widgets/key_names.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::widgets {

using experiment::Field;
using experiment::Json;
using experiment::Problem;
using experiment::Section;

namespace {

constexpr const char *kKind = "kind";

const Field *fieldOf(const Section &section, const std::string &key)
{
    const auto field = std::ranges::find(section.fields, key, &Field::key);
    return field == section.fields.end() ? nullptr : &*field;
}

/// Converts \p value to another kind. Omits keys missing in the new kind, and default values of the old kind if the new kind has
/// other defaults.
Json asKind(const Json &value, const Section *from, const Section &to)
{
    Json result = {{kKind, to.kind}};
    if (!value.is_object())
        return result;
    for (const auto &[key, other] : value.items()) {
        const Field *before = from ? fieldOf(*from, key) : nullptr, *now = fieldOf(to, key);
        const bool isLeftOut = before && (!now || (other == before->fallback && other != now->fallback));
        if (key != kKind && !isLeftOut)
            result[key] = other;
    }
    return result;
}

} // namespace

ObjectEditor::ObjectEditor(const experiment::Field &field, QWidget *parent, Kind kind)
    : JsonEditor(parent), m_field(field), m_help(new QLabel(this)), m_problem(new QLabel(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    if (!m_field.sections.front().kind.empty())
        buildKinds(kind, layout);
    m_help->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("kindProblem"));
    m_problem->hide();
    layout->addWidget(m_problem);
    layout->addWidget(m_help);
    setValue(Json::object());
}

void ObjectEditor::buildKinds(Kind kind, QVBoxLayout *layout)
{
    m_kinds = new QComboBox(this);
    for (const Section &section : m_field.sections) {
        m_kinds->addItem(kindName(section.kind));
        m_kinds->setItemData(m_kinds->count() - 1, jsonHint(section.kind), Qt::ToolTipRole);
    }
    m_kinds->setObjectName(QString::fromLatin1(kKind));
    m_kinds->setAccessibleName(tr("Kind of %1").arg(keyName(m_field.key).toLower()));
    m_kinds->setToolTip(m_kinds->accessibleName());
    m_kinds->setVisible(kind == Kind::Chosen);
    layout->addWidget(m_kinds);
    connect(m_kinds, &QComboBox::activated, this, &ObjectEditor::chooseKind);
}

void ObjectEditor::chooseKind(int index)
{
    const Section &section = m_field.sections[static_cast<std::size_t>(index)];
    if (&section == m_section)
        return;
    setValue(asKind(m_value, m_section, section));
    Q_EMIT edited(QString::fromLatin1(kKind));
}

const Section *ObjectEditor::sectionOf(const Json &value) const
{
    for (const Section &section : m_field.sections)
        if (section.kind.empty() || (value.is_object() && value.contains(kKind) && value.at(kKind) == section.kind))
            return &section;
    return nullptr;
}

void ObjectEditor::setValue(const Json &value)
{
    m_value = value;
    const Section *section = sectionOf(value);
    if (section != m_section)
        showSection(section);
    if (m_kinds)
        m_kinds->setCurrentIndex(section ? static_cast<int>(section - m_field.sections.data()) : -1);
    if (m_form)
        m_form->setValue(value);
}

void ObjectEditor::showSection(const Section *section)
{
    delete m_form;
    m_form = nullptr;
    m_section = section;
    m_help->setText(section && !section->help.empty() ? sentenceOf(section->help) : QString());
    m_help->setVisible(!m_help->text().isEmpty());
    if (!section)
        return;
    m_form = new SectionForm(*section, this);
    layout()->addWidget(m_form);
    m_form->show(); // shown at once, because callers may ask for its controls
    connect(m_form, &JsonEditor::edited, this, [this](const QString &path) {
        m_value = m_form->value();
        Q_EMIT edited(path);
    });
    connect(m_form, &JsonEditor::reached, this, &JsonEditor::reached);
}

void ObjectEditor::setProblems(const std::vector<Problem> &problems)
{
    QStringList own;
    std::vector<Problem> others;
    for (const Problem &problem : problems)
        if (problem.path == kKind || problem.path.empty() || !m_form)
            own << messageText(problem.message);
        else
            others.push_back(problem);
    showProblem(m_problem, own.join('\n'));
    if (m_kinds)
        markControl(m_kinds, !own.isEmpty());
    if (m_form)
        m_form->setProblems(others);
}

QWidget *ObjectEditor::controlOf(const std::string &path)
{
    if (path == kKind || path.empty())
        return m_kinds;
    return m_form ? m_form->controlOf(path) : nullptr;
}

} // namespace lensboard::widgets
