#include "app/dialogs/notes_dialog.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lensboard::app {

NotesDialog::NotesDialog(const QString &run, const QString &notes, Save save, QWidget *parent)
    : QDialog(parent), m_before(notes), m_save(std::move(save)), m_notes(new QPlainTextEdit(notes, this)), m_problem(new QLabel(this))
{
    setWindowTitle(tr("Notes of %1").arg(run));
    m_notes->setObjectName("notes");
    m_notes->setAccessibleName(windowTitle());
    m_notes->setPlaceholderText(tr("Purpose and result of this run"));
    m_notes->setTabChangesFocus(true);
    m_notes->moveCursor(QTextCursor::End);
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->setObjectName("problem");
    m_problem->hide();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &NotesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &NotesDialog::reject);
    m_notes->installEventFilter(this);
    QPushButton *saves = buttons->button(QDialogButtonBox::Save);
    saves->setToolTip(tr("Write the notes into the run (%1)").arg(QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText)));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_notes, 1);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    resize(520, 300);
}

/// Return starts a new line; Ctrl+Return accepts the dialog.
bool NotesDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (!(key->modifiers() & Qt::ControlModifier) || (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter))
        return QDialog::eventFilter(watched, event);
    accept();
    return true;
}

void NotesDialog::accept()
{
    const QString notes = m_notes->toPlainText();
    const QString problem = notes == m_before ? QString() : m_save(notes);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty())
        QDialog::accept();
}

void NotesDialog::reject()
{
    if (m_notes->toPlainText() != m_before
        && QMessageBox::question(this, tr("Notes are not saved"), tr("Close without saving your changes?"),
                                 QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel) != QMessageBox::Discard)
        return;
    QDialog::reject();
}

} // namespace lensboard::app
