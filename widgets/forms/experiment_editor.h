#pragma once

#include "core/experiment/problem.h"

#include <QWidget>

#include <optional>

class QLabel;
class QScrollArea;
class QUndoStack;

namespace lensboard::widgets {

class JsonTextEdit;
class ProblemList;
class SectionForm;

/// An experiment as a form and as JSON beside it, kept synchronous; errors are shown at each key while typing.
///
/// The text is the document. The form shows its content while it is valid JSON, and waits otherwise.
class ExperimentEditor final : public QWidget
{
    Q_OBJECT

public:
    explicit ExperimentEditor(QWidget *parent = nullptr);
    ~ExperimentEditor() override;

    QString jsonText() const;
    /// Opens another document and clears the undo history.
    void open(const QString &json);
    /// Replaces the text of this document; \p what names the undo step.
    void replace(const QString &json, const QString &what);
    /// Parsed text; nullopt if it is not JSON.
    const std::optional<experiment::Json> &json() const { return m_json; }
    const std::vector<experiment::Problem> &problems() const { return m_problems; }
    bool isValid() const { return m_json && m_problems.empty(); }
    /// Undo history of whole texts; typing in one place is one step.
    QUndoStack *history() const { return m_history; }

Q_SIGNALS:
    /// The text changed, and with it problems().
    void changed();

private:
    class Change;
    void takeText();
    void takeForm(const QString &path);
    void push(const QString &json, const QString &what, const QString &place);
    void showText(const QString &json);
    void read();
    int lineOf(const experiment::Problem &problem) const;
    void showProblems();
    void goTo(const experiment::Problem &problem);

    QString m_shown; ///< text parsed last
    std::optional<experiment::Json> m_json;
    std::vector<experiment::Problem> m_problems; ///< a JSON syntax error has an empty path
    QScrollArea *m_scroll;
    SectionForm *m_form;
    JsonTextEdit *m_edit;
    ProblemList *m_list;
    QLabel *m_help; ///< help of the focused control, unless there is a problem
    QUndoStack *m_history;
    bool m_showing = false;
};

} // namespace lensboard::widgets
