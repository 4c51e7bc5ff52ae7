#pragma once

#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QObject>
#include <QPushButton>
#include <QStringList>
#include <QTest>
#include <QTimer>

namespace lensboard::test {

/// Acts on the next file dialog: enters a path and presses "Save", answers the question about replacing a file, and closes a dialog that reopens
/// after "Cancel".
class SaveDialogUser final : public QObject
{
public:
    explicit SaveDialogUser(const QString &name, bool replaces = true) : m_name(name), m_replaces(replaces) { look(); }

    bool hasTyped() const { return m_hasTyped; }
    const QStringList &questions() const { return m_questions; }

private:
    void look()
    {
        QTimer::singleShot(10, this, &SaveDialogUser::look); // scheduled first, because the next call may open a dialog
        QWidget *dialog = QApplication::activeModalWidget();
        if (!dialog || !dialog->isVisible())
            return;
        if (auto *question = qobject_cast<QMessageBox *>(dialog))
            answer(*question);
        else if (auto *files = qobject_cast<QFileDialog *>(dialog))
            m_hasTyped ? files->reject() : type(*files);
    }

    void type(const QFileDialog &files)
    {
        QLineEdit *name = files.findChild<QLineEdit *>("fileNameEdit");
        if (name->text() != m_name) {
            name->setText(m_name); // repeated, because the dialog sets its proposal after reading the folder
            return;
        }
        files.findChild<QListView *>("listView")->clearSelection(); // the selected proposal would override the typed name
        m_hasTyped = true;
        QTest::mouseClick(files.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save), Qt::LeftButton);
    }

    void answer(QMessageBox &question)
    {
        m_questions << question.text();
        for (QAbstractButton *button : question.buttons()) {
            const auto role = question.buttonRole(button);
            if ((role == QMessageBox::AcceptRole || role == QMessageBox::YesRole) == m_replaces)
                return QTest::mouseClick(button, Qt::LeftButton);
        }
    }

    const QString m_name;
    const bool m_replaces;
    bool m_hasTyped = false;
    QStringList m_questions;
};

} // namespace lensboard::test
