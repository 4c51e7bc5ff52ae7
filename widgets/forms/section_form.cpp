#include "widgets/forms/section_form.h"

#include "widgets/core_words.h"
#include "widgets/forms/advanced_rows.h"
#include "widgets/forms/object_editor.h"
#include "widgets/forms/object_list_editor.h"
#include "widgets/forms/problem_mark.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"

#include <QCheckBox>
#include <QEvent>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>

#include <algorithm>

namespace lensboard::widgets {

using experiment::Field;
using experiment::FieldType;
using experiment::Json;
using experiment::Problem;

namespace {

constexpr int kPartSpacing = 18;

bool isPart(const Field &field)
{
    return field.type == FieldType::Object || field.type == FieldType::ObjectList;
}

/// Returns true for a check box, because it includes its label.
bool saysItself(const Field &field)
{
    return field.type == FieldType::Boolean;
}

/// Width in pixels of the widest label that a form of \p section can have with any kinds chosen.
int widestLabel(const experiment::Section &section, const QFontMetrics &metrics)
{
    int widest = 0;
    for (const Field &field : section.fields) {
        if (!isPart(field) && !saysItself(field))
            widest = std::max(widest, metrics.size(0, keyName(field.key)).width());
        for (const experiment::Section &inner : field.sections)
            widest = std::max(widest, widestLabel(inner, metrics));
    }
    return widest;
}

} // namespace

Json withValue(const Json &object, const experiment::Section &section, const std::string &key, const Json &value)
{
    Json result = object.is_object() ? object : Json::object();
    if (result.contains(key)) {
        result[key] = value;
        return result;
    }
    std::vector<std::string> before = {"kind"};
    for (const Field &field : section.fields) {
        if (field.key == key)
            break;
        before.push_back(field.key);
    }
    Json ordered = Json::object();
    bool isPut = false;
    for (const auto &[name, other] : result.items()) {
        if (!isPut && std::find(before.begin(), before.end(), name) == before.end()) {
            ordered[key] = value;
            isPut = true;
        }
        ordered[name] = other;
    }
    ordered[key] = value;
    return ordered;
}

SectionForm::SectionForm(const experiment::Section &section, QWidget *parent)
    : JsonEditor(parent), m_section(section), m_labelWidth(commonLabelWidth()), m_rows(section.fields.size())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    addRows(layout);
    addAdvancedRows(layout);
    setValue(Json::object());
}

/// Returns the label width of the outer form, or the widest label if there is none.
int SectionForm::commonLabelWidth() const
{
    for (const QWidget *outer = parentWidget(); outer; outer = outer->parentWidget())
        if (const auto *form = qobject_cast<const SectionForm *>(outer))
            return form->m_labelWidth;
    return widestLabel(m_section, fontMetrics());
}

void SectionForm::addRows(QVBoxLayout *layout)
{
    QFormLayout *rows = nullptr;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Field &field = m_section.fields[i];
        if (field.isFixed())
            continue;
        if (isPart(field)) {
            addPart(i, layout);
            rows = nullptr;
        } else if (!field.isAdvanced) {
            if (!rows) {
                if (layout->count() > 0)
                    layout->addSpacing(kPartSpacing);
                layout->addLayout(rows = makeFormRows());
            }
            addControl(i, rows);
        }
    }
}

/// Added last, so that Tab reaches these rows last.
void SectionForm::addAdvancedRows(QVBoxLayout *layout)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (!m_section.fields[i].isAdvanced || isPart(m_section.fields[i]) || m_section.fields[i].isFixed())
            continue;
        if (!m_advanced)
            layout->addWidget(m_advanced = new AdvancedRows(this));
        addControl(i, m_advanced->rows());
    }
}

void SectionForm::addControl(std::size_t index, QFormLayout *layout)
{
    const Field &field = m_section.fields[index];
    const FieldEditor control = makeFieldEditor(field, this, [this, index] { take(index); });
    const QString label = keyName(field.key), help = helpText(field.help);
    Row &row = m_rows[index];
    row.control = control;
    row.layout = layout;
    row.help = QStringLiteral("%1: %2.").arg(label, help);
    control.widget->setObjectName(text(field.key));
    control.widget->setAccessibleName(label);
    control.widget->setToolTip(QStringLiteral("<p>%1</p><p>%2</p>").arg(help.toHtmlEscaped(), jsonHint(field.key).toHtmlEscaped())); // rich text is wrapped
    for (QWidget *inner : QList<QWidget *>{control.widget} + control.widget->findChildren<QWidget *>()) {
        inner->setAccessibleDescription(row.help);
        inner->installEventFilter(this);
    }
    if (saysItself(field))
        layout->addRow(new QLabel(this), control.widget); // an empty label keeps the column
    else
        layout->addRow(label, control.widget);
    QWidget *words = layout->labelForField(control.widget);
    words->setToolTip(control.widget->toolTip());
    words->setMinimumWidth(m_labelWidth);
}

void SectionForm::addPart(std::size_t index, QVBoxLayout *layout)
{
    const Field &field = m_section.fields[index];
    if (layout->count() > 0)
        layout->addSpacing(kPartSpacing);
    auto *heading = new QLabel(QStringLiteral("<b>%1</b> &nbsp;%2").arg(keyName(field.key), helpText(field.help).toHtmlEscaped()), this);
    heading->setWordWrap(true);
    heading->setToolTip(jsonHint(field.key));
    layout->addWidget(heading);
    JsonEditor *part = field.type == FieldType::Object ? static_cast<JsonEditor *>(new ObjectEditor(field, this))
                                                       : new ObjectListEditor(field, this);
    part->setObjectName(text(field.key));
    layout->addWidget(part);
    m_rows[index].part = part;
    connect(part, &JsonEditor::edited, this, [this, index](const QString &path) {
        const Field &changed = m_section.fields[index];
        put(changed, m_rows[index].part->value());
        Q_EMIT edited(text(changed.key) + '.' + path);
    });
    connect(part, &JsonEditor::reached, this, &JsonEditor::reached);
}

void SectionForm::unfoldIf(std::size_t index, bool isOfInterest)
{
    if (isOfInterest && m_advanced && m_section.fields[index].isAdvanced)
        m_advanced->unfold();
}

void SectionForm::setValue(const Json &value)
{
    m_value = value;
    m_filling = true;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        fill(i);
    m_filling = false;
}

void SectionForm::fill(std::size_t index)
{
    const Field &field = m_section.fields[index];
    Row &row = m_rows[index];
    const bool isGiven = m_value.is_object() && m_value.contains(field.key);
    const Json shown = isGiven ? m_value.at(field.key) : field.fallback;
    if (row.part)
        return row.part->setValue(shown);
    if (!row.control.widget)
        return;
    row.given = isGiven ? shown : Json();
    row.control.write(shown);
    row.untouched = row.control.read();
    unfoldIf(index, shown != field.fallback);
}

/// Stores the typed value, or restores the given value if the control shows it again.
void SectionForm::take(std::size_t index)
{
    if (m_filling)
        return;
    const Field &field = m_section.fields[index];
    const Row &row = m_rows[index];
    const Json typed = row.control.read();
    if (typed != row.untouched)
        put(field, typed);
    else if (!row.given.is_null())
        put(field, row.given);
    else if (m_value.is_object())
        m_value.erase(field.key);
    Q_EMIT edited(text(field.key));
}

void SectionForm::put(const Field &field, const Json &value)
{
    m_value = withValue(m_value, m_section, field.key, value);
}

void SectionForm::setProblems(const std::vector<Problem> &problems)
{
    m_problems = problems;
    std::vector<Problem> others = problems;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_section.fields[i].isFixed())
            continue;
        const std::string &key = m_section.fields[i].key;
        const std::vector<Problem> own = problemsBelow(key, problems);
        mark(m_rows[i], own);
        unfoldIf(i, !own.empty());
        std::erase_if(others, [&](const Problem &problem) { return problem.path == key || problem.path.starts_with(key + '.'); });
    }
    QStringList lines;
    for (const Problem &problem : others)
        lines << (problem.path.empty() ? QString() : text(problem.path) + QStringLiteral(": ")) + messageText(problem.message);
    if (!m_problem && !lines.isEmpty()) {
        m_problem = new QLabel(this);
        m_problem->setWordWrap(true);
        m_problem->setObjectName(QStringLiteral("problem"));
        static_cast<QVBoxLayout *>(layout())->insertWidget(0, m_problem);
    }
    if (m_problem)
        showProblem(m_problem, lines.join('\n'));
}

QWidget *SectionForm::controlOf(const std::string &path)
{
    const auto [key, rest] = firstKey(path);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_section.fields[i].key == key) {
            unfoldIf(i, true);
            return m_rows[i].part ? m_rows[i].part->controlOf(rest) : m_rows[i].control.widget;
        }
    return nullptr;
}

void SectionForm::mark(Row &row, const std::vector<Problem> &problems)
{
    if (row.part)
        return row.part->setProblems(problems);
    if (problems.empty() && !row.problem)
        return;
    const QString message = problems.empty() ? QString() : messageText(problems.front().message);
    showProblem(problemLabel(row), message);
    row.layout->setRowVisible(row.problem, !message.isEmpty());
    for (QWidget *inner : QList<QWidget *>{row.control.widget} + row.control.widget->findChildren<QWidget *>())
        inner->setAccessibleDescription(message.isEmpty() ? row.help : message);
    markControl(row.control.widget, !message.isEmpty());
}

QLabel *SectionForm::problemLabel(Row &row)
{
    if (row.problem)
        return row.problem;
    row.problem = new QLabel(this);
    row.problem->setWordWrap(true);
    row.problem->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    row.problem->setObjectName(row.control.widget->objectName() + QStringLiteral("Problem"));
    int at = 0;
    QFormLayout::ItemRole role{};
    row.layout->getWidgetPosition(row.control.widget, &at, &role);
    row.layout->insertRow(at + 1, QString(), row.problem);
    return row.problem;
}

void SectionForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        setProblems(std::vector(m_problems));
}

/// Leaves undo and redo to the owner of the form, because a line edit would undo only its own text.
bool SectionForm::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn)
        Q_EMIT reached(static_cast<QWidget *>(watched)->accessibleDescription());
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lensboard::widgets
