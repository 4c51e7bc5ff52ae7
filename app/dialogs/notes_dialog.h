#pragma once

#include <QDialog>

#include <functional>

class QLabel;
class QPlainTextEdit;

namespace lensboard::app {

/// Editor for the notes of a run. If saving fails, stays open and shows the error.
class NotesDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Returns an error message, or an empty string.
    using Save = std::function<QString(const QString &notes)>;

    NotesDialog(const QString &run, const QString &notes, Save save, QWidget *parent = nullptr);

    void accept() override;
    void reject() override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QString m_before;
    Save m_save;
    QPlainTextEdit *m_notes;
    QLabel *m_problem;
};

} // namespace lensboard::app
