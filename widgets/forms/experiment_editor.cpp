#include "widgets/forms/experiment_editor.h"

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_text.h"
#include "core/record/error.h"
#include "widgets/core_words.h"
#include "widgets/forms/json_text_edit.h"
#include "widgets/forms/problem_list.h"
#include "widgets/forms/section_form.h"
#include "widgets/qt_text.h"

#include <QCoreApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::widgets {

using experiment::Json;
using experiment::Problem;

namespace {

constexpr int kMargin = 16;
constexpr int kHelpLines = 2;
constexpr int kNarrowestForm = 500;
const QString kText = QStringLiteral("text");

/// Returns the line number in a parser's \p message, or 0 if it has none.
int lineIn(const QString &message)
{
    static const QRegularExpression line(QStringLiteral("line (\\d+)"));
    return line.match(message).captured(1).toInt();
}

} // namespace

/// Undo step that replaces the whole text. Consecutive changes at one place are merged.
class ExperimentEditor::Change final : public QUndoCommand
{
public:
    Change(ExperimentEditor *editor, QString before, QString after, QString place)
        : m_editor(editor), m_before(std::move(before)), m_after(std::move(after)), m_place(std::move(place))
    {
    }

    void undo() override { m_editor->showText(m_before); }
    void redo() override { m_editor->showText(m_after); }
    int id() const override { return m_place.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand *command) override
    {
        const auto *next = static_cast<const Change *>(command);
        if (next->m_place != m_place)
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    ExperimentEditor *m_editor;
    QString m_before;
    QString m_after;
    QString m_place;
};

ExperimentEditor::ExperimentEditor(QWidget *parent)
    : QWidget(parent), m_scroll(new QScrollArea(this)), m_form(new SectionForm(experiment::experimentSchema())),
      m_edit(new JsonTextEdit(this)), m_list(new ProblemList(this)), m_help(new QLabel(this)),
      m_history(new QUndoStack(this))
{
    m_form->layout()->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    m_scroll->setWidget(m_form);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_edit->setObjectName(QStringLiteral("json"));
    m_edit->setAccessibleName(tr("The experiment as JSON"));
    auto *across = new QSplitter(Qt::Horizontal, this);
    across->addWidget(m_scroll);
    across->addWidget(m_edit);
    across->setChildrenCollapsible(false);
    across->setStretchFactor(0, 1);
    across->setStretchFactor(1, 1);
    across->setSizes({kNarrowestForm, kNarrowestForm});
    m_help->setObjectName(QStringLiteral("help"));
    m_help->setWordWrap(true);
    m_help->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_help->setContentsMargins(kMargin / 2, 0, kMargin / 2, kMargin / 2);
    m_help->setMinimumHeight(kHelpLines * fontMetrics().lineSpacing() + kMargin / 2); // reserves the height, so that nothing moves when help appears
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(across, 1);
    layout->addWidget(m_list);
    layout->addWidget(m_help);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &ExperimentEditor::takeText);
    connect(m_form, &JsonEditor::edited, this, &ExperimentEditor::takeForm);
    connect(m_form, &JsonEditor::reached, m_help, &QLabel::setText);
    connect(m_list, &ProblemList::chosen, this, [this](std::size_t problem) { goTo(m_problems[problem]); });
    open(text(experiment::prettyText(experiment::firstExperiment())));
}

/// Clears the undo stack first: it notifies observers when destroyed, after parts of the editor are gone.
ExperimentEditor::~ExperimentEditor()
{
    disconnect(m_history, nullptr, nullptr, nullptr);
}

QString ExperimentEditor::jsonText() const
{
    return m_shown;
}

void ExperimentEditor::open(const QString &json)
{
    showText(json);
    m_history->clear();
}

void ExperimentEditor::replace(const QString &json, const QString &what)
{
    push(json, what, {});
}

void ExperimentEditor::takeText()
{
    if (!m_showing && m_edit->toPlainText() != m_shown)
        push(m_edit->toPlainText(), tr("Change of Line %1").arg(m_edit->currentLine()), kText + QString::number(m_edit->currentLine()));
}

void ExperimentEditor::takeForm(const QString &path)
{
    push(text(experiment::prettyText(m_form->value())), tr("Change of %1").arg(path), path);
}

void ExperimentEditor::push(const QString &json, const QString &what, const QString &place)
{
    if (json == m_shown)
        return;
    auto *change = new Change(this, m_shown, json, place);
    change->setText(what);
    m_history->push(change);
}

void ExperimentEditor::showText(const QString &json)
{
    m_showing = true;
    m_shown = json;
    if (m_edit->toPlainText() != json)
        m_edit->replaceText(json);
    read();
    m_showing = false;
    showProblems();
    Q_EMIT changed();
}

void ExperimentEditor::read()
{
    m_json.reset();
    try {
        m_json = experiment::parseJson(m_shown.toStdString());
        m_problems = experiment::problemsOf(*m_json);
        if (m_json->dump() != m_form->value().dump())
            m_form->setValue(*m_json);
    } catch (const experiment::ExperimentError &error) {
        m_problems = {{"", record::messageOf(error)}};
    }
    m_form->setEnabled(m_json.has_value());
    m_scroll->setMinimumWidth(std::max(kNarrowestForm, m_form->minimumSizeHint().width() + m_scroll->verticalScrollBar()->sizeHint().width()
                                                           + 2 * m_scroll->frameWidth())); // cuts off no field
}

int ExperimentEditor::lineOf(const Problem &problem) const
{
    return m_json ? static_cast<int>(experiment::lineOf(problem.path, m_shown.toStdString())) : lineIn(text(std::string(problem.message)));
}

void ExperimentEditor::showProblems()
{
    m_form->setProblems(m_json ? m_problems : std::vector<Problem>());
    std::set<int> lines;
    QStringList messages;
    for (const Problem &problem : m_problems) {
        const int line = lineOf(problem);
        lines.insert(line);
        const QString message = (problem.path.empty() ? QString() : text(problem.path) + QStringLiteral(": ")) + messageText(problem.message);
        messages << (m_json ? tr("Line %1: %2").arg(line).arg(message) : message);
    }
    m_edit->markLines(lines);
    m_list->setProblems(messages);
    m_help->setVisible(messages.isEmpty());
}

/// Moves to the problem in the text, and in the form if it has a control for it.
void ExperimentEditor::goTo(const Problem &problem)
{
    m_edit->goToLine(lineOf(problem));
    QWidget *control = m_json ? m_form->controlOf(problem.path) : nullptr;
    if (!control)
        return m_edit->setFocus();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // pending layout of a list item that was just selected
    m_scroll->ensureWidgetVisible(control);
    control->setFocus();
}

} // namespace lensboard::widgets
