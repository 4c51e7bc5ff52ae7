#include "widgets/experiment_editor.h"

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_text.h"
#include "widgets/json_text_edit.h"
#include "widgets/problem_mark.h"
#include "widgets/qt_text.h"
#include "widgets/section_form.h"

#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSplitter>
#include <QUndoStack>
#include <QVBoxLayout>

namespace lensboard::widgets {

using experiment::Json;
using experiment::Problem;

namespace {

constexpr int kMargin = 16;
constexpr int kMessageLines = 2;
constexpr int kNarrowestForm = 500;
const QString kText = QStringLiteral("text");

/// Where the reader gave up, as its message tells; 0 if it does not.
int lineIn(const QString &message)
{
    static const QRegularExpression line(QStringLiteral("line (\\d+)"));
    return line.match(message).captured(1).toInt();
}

} // namespace

/// One whole text after another. Changes of the same place become one.
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
      m_edit(new JsonTextEdit(this)), m_message(new QLabel(this)), m_history(new QUndoStack(this))
{
    m_form->layout()->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    m_scroll->setWidget(m_form);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setMinimumWidth(kNarrowestForm);
    m_edit->setObjectName(QStringLiteral("json"));
    m_edit->setAccessibleName(tr("The experiment as JSON"));
    auto *across = new QSplitter(Qt::Horizontal, this);
    across->addWidget(m_scroll);
    across->addWidget(m_edit);
    across->setChildrenCollapsible(false);
    across->setStretchFactor(0, 1);
    across->setStretchFactor(1, 1);
    across->setSizes({kNarrowestForm, kNarrowestForm});
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setWordWrap(true);
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_message->setContentsMargins(kMargin / 2, 0, kMargin / 2, kMargin / 2);
    m_message->setMinimumHeight(kMessageLines * fontMetrics().lineSpacing() + kMargin / 2); // nothing jumps when it comes
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(across, 1);
    layout->addWidget(m_message);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &ExperimentEditor::takeText);
    connect(m_form, &JsonEditor::edited, this, &ExperimentEditor::takeForm);
    connect(m_form, &JsonEditor::reached, this, [this](const QString &help) {
        m_help = help;
        showProblems();
    });
    open(text(experiment::prettyText(experiment::firstExperiment())));
}

/// A stack of changes tells that it is empty even as it goes, to those who listen and are half gone.
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
        m_problems = {{"", error.what()}};
    }
    m_form->setEnabled(m_json.has_value());
}

void ExperimentEditor::showProblems()
{
    m_form->setProblems(m_json ? m_problems : std::vector<Problem>());
    std::set<int> lines;
    const std::string json = m_shown.toStdString();
    for (const Problem &problem : m_problems)
        lines.insert(m_json ? static_cast<int>(experiment::lineOf(problem.path, json)) : lineIn(text(problem.message)));
    m_edit->markLines(lines);
    if (m_problems.empty()) {
        m_message->setPalette({});
        m_message->setText(m_help);
        return;
    }
    const Problem &first = m_problems.front();
    QString message = text(first.path.empty() ? first.message : first.path + ": " + first.message);
    if (m_json)
        message = tr("Line %1: %2").arg(experiment::lineOf(first.path, json)).arg(message);
    if (m_problems.size() > 1)
        message = tr("%1 (and %n more)", nullptr, static_cast<int>(m_problems.size()) - 1).arg(message);
    showProblem(m_message, message);
}

} // namespace lensboard::widgets
