#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;
class QListView;
class QMenuBar;

namespace lensboard::app {

class CommandModel;

/// Finds any action of the menus by a few of its letters, and runs it. Deletes itself when it closes.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    /// Of the menus that \p bar has now.
    CommandPalette(const QMenuBar &bar, QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void search();
    void runCurrent();
    void place();

    CommandModel *m_commands;
    QLineEdit *m_typed;
    QListView *m_list;
    QLabel *m_nothing;
};

} // namespace lensboard::app
