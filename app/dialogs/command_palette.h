#pragma once

#include "app/actions/menu_actions.h"

#include <QFrame>

#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace lensboard::app {

class CommandModel;

/// Finds any action by a few of its letters, and runs it. Deletes itself when it closes.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    /// Takes ownership of actions that have no parent.
    CommandPalette(std::vector<MenuAction> commands, QWidget *window);

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
