#include "widgets/forms/object_list_editor.h"

#include "widgets/axes/plot_theme.h"
#include "widgets/core_words.h"
#include "widgets/forms/field_editor.h"
#include "widgets/forms/object_editor.h"
#include "widgets/forms/problem_mark.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"
#include "widgets/row_delegate.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace lensboard::widgets {

using experiment::Json;
using experiment::Problem;

namespace {

constexpr int kFewestLines = 4;
constexpr int kMaxLines = 10;

std::string kindOf(const Json &item)
{
    return item.is_object() && item.contains("kind") && item.at("kind").is_string() ? item.at("kind").get<std::string>() : "?";
}

/// Returns the title of an item: its name, if any, and its kind.
QString titleOf(const Json &item)
{
    const std::string kind = kindOf(item);
    const bool isNamed = kind != "?" && item.contains("name") && item.at("name").is_string() && !item.at("name").get_ref<const std::string &>().empty();
    return isNamed ? QStringLiteral("%1 (%2)").arg(text(item.at("name").get<std::string>()), lensText(kind)) : lensText(kind);
}

} // namespace

ObjectListEditor::ObjectListEditor(const experiment::Field &field, QWidget *parent)
    : JsonEditor(parent), m_field(field), m_items(new QListWidget(this)), m_kinds(new QMenu(this)), m_problem(new QLabel(this)),
      m_settings(new ObjectEditor(field, this, ObjectEditor::Kind::Given))
{
    const QString name = keyName(field.key);
    m_items->setObjectName(QStringLiteral("items"));
    m_items->setAccessibleName(name);
    m_items->setItemDelegate(new RowDelegate(m_items));
    m_settings->setObjectName(QStringLiteral("settings"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto *buttons = new QHBoxLayout;
    QPushButton *adding = addButton("add", tr("Add"), tr("Add to the list"), {});
    adding->setMenu(m_kinds);
    m_remove = addButton("remove", tr("Remove"), tr("Remove the chosen one from the list"), {});
    m_up = addButton("up", tr("Up"), tr("Move the chosen one up (%1)"), Qt::ALT | Qt::Key_Up);
    m_down = addButton("down", tr("Down"), tr("Move the chosen one down (%1)"), Qt::ALT | Qt::Key_Down);
    for (QPushButton *button : {adding, m_remove, m_up, m_down})
        buttons->addWidget(button);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_problem);
    layout->addWidget(m_items);
    layout->addLayout(buttons);
    layout->addWidget(m_settings);
    connect(m_kinds, &QMenu::aboutToShow, this, &ObjectListEditor::fillKinds);
    connect(m_remove, &QPushButton::clicked, this, &ObjectListEditor::removeCurrent);
    connect(m_up, &QPushButton::clicked, this, [this] { moveCurrent(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { moveCurrent(1); });
    connect(m_items, &QListWidget::currentRowChanged, this, &ObjectListEditor::showCurrent);
    connect(m_settings, &JsonEditor::reached, this, &JsonEditor::reached);
    connect(m_settings, &JsonEditor::edited, this, [this](const QString &path) {
        m_value[current()] = m_settings->value();
        m_items->currentItem()->setText(titleOf(m_value[current()]));
        Q_EMIT edited(QStringLiteral("%1.%2").arg(current()).arg(path));
    });
    setValue(m_value);
}

QPushButton *ObjectListEditor::addButton(const char *name, const QString &label, const QString &help, const QKeySequence &keys)
{
    auto *button = new QPushButton(label, this);
    button->setObjectName(QString::fromLatin1(name));
    button->setToolTip(keys.isEmpty() ? help : help.arg(keys.toString(QKeySequence::NativeText)));
    button->setShortcut(keys);
    return button;
}

/// Offers each kind that is not listed yet, or all kinds if items have names of their own.
void ObjectListEditor::fillKinds()
{
    m_kinds->clear();
    m_kinds->setToolTipsVisible(true);
    for (const experiment::Section &section : m_field.sections) {
        QAction *action = m_kinds->addAction(lensText(section.kind), this, [this, kind = section.kind] { add(kind); });
        action->setToolTip(sentenceOf(section.help) + '\n' + jsonHint(section.kind));
        const bool isNamed = std::any_of(section.fields.begin(), section.fields.end(), [](const auto &field) { return field.key == "name"; });
        action->setEnabled(isNamed || std::none_of(m_value.begin(), m_value.end(), [&](const Json &item) { return kindOf(item) == section.kind; }));
    }
}

void ObjectListEditor::add(const std::string &kind)
{
    Json list = m_value;
    list.push_back({{"kind", kind}});
    change(list, static_cast<int>(list.size()) - 1);
}

void ObjectListEditor::removeCurrent()
{
    Json list = m_value;
    list.erase(current());
    change(list, std::min(static_cast<int>(current()), static_cast<int>(list.size()) - 1));
}

void ObjectListEditor::moveCurrent(int by)
{
    const int to = m_items->currentRow() + by;
    if (!hasCurrent() || to < 0 || to >= m_items->count())
        return;
    Json list = m_value;
    std::swap(list[current()], list[static_cast<std::size_t>(to)]);
    change(list, to);
}

void ObjectListEditor::change(const Json &value, int current)
{
    setValue(value);
    m_items->setCurrentRow(current);
    Q_EMIT edited(QString());
}

std::size_t ObjectListEditor::current() const
{
    return static_cast<std::size_t>(m_items->currentRow());
}

bool ObjectListEditor::hasCurrent() const
{
    return m_items->currentRow() >= 0 && current() < m_value.size();
}

void ObjectListEditor::setValue(const Json &value)
{
    m_value = value.is_array() ? value : Json::array();
    const QSignalBlocker quiet(m_items);
    const int row = std::max(m_items->currentRow(), 0);
    while (m_items->count() > static_cast<int>(m_value.size()))
        delete m_items->takeItem(m_items->count() - 1);
    while (m_items->count() < static_cast<int>(m_value.size()))
        m_items->addItem(QString());
    for (int i = 0; i < m_items->count(); ++i)
        m_items->item(i)->setText(titleOf(m_value[static_cast<std::size_t>(i)]));
    m_items->setCurrentRow(std::min(row, m_items->count() - 1));
    const int lines = std::clamp(m_items->count(), kFewestLines, kMaxLines);
    m_items->setFixedHeight(lines * rowHeight(m_items->fontMetrics()) + 2 * m_items->frameWidth());
    showCurrent();
}

void ObjectListEditor::showCurrent()
{
    const bool has = hasCurrent();
    m_remove->setEnabled(has);
    m_up->setEnabled(has && current() > 0);
    m_down->setEnabled(has && current() + 1 < m_value.size());
    m_settings->setVisible(has);
    if (has) {
        m_settings->setValue(m_value[current()]);
        m_settings->setProblems(problemsBelow(std::to_string(current()), m_problems));
    }
}

void ObjectListEditor::setProblems(const std::vector<Problem> &problems)
{
    m_problems = problems;
    showProblem(m_problem, problems.empty() || !problems.front().path.empty() ? QString() : messageText(problems.front().message));
    for (int i = 0; i < m_items->count(); ++i) {
        const auto own = problemsBelow(std::to_string(i), problems);
        QListWidgetItem *item = m_items->item(i);
        item->setData(Qt::ForegroundRole, own.empty() ? QVariant() : QBrush(PlotTheme(palette()).warning));
        item->setToolTip(own.empty() ? jsonHint(kindOf(m_value[static_cast<std::size_t>(i)])) : messageText(own.front().message));
    }
    if (hasCurrent())
        m_settings->setProblems(problemsBelow(std::to_string(current()), problems));
}

QWidget *ObjectListEditor::controlOf(const std::string &path)
{
    const auto [number, rest] = firstKey(path);
    for (std::size_t i = 0; i < m_value.size(); ++i)
        if (number == std::to_string(i)) {
            m_items->setCurrentRow(static_cast<int>(i));
            if (!rest.empty() && rest != "kind") // which the list shows
                return m_settings->controlOf(rest);
        }
    return m_items;
}

} // namespace lensboard::widgets
