#pragma once

#include <QMenu>
#include <QPointer>
#include <QStringList>

#include <vector>

class QMenuBar;

namespace lensboard::app {

/// An action and the menus that lead to it.
struct MenuAction
{
    QStringList menus;
    QPointer<QAction> action; ///< menus that are refilled delete theirs
    QString keywords = {};    ///< further words that find it

    QString name() const;
    QString shortcut() const; ///< as it is written on this platform; empty if there is none
};

/// All that the menus hold, in their order: what a command palette, a list of shortcuts and tests go by. Menus that
/// are filled when they open are filled for it.
std::vector<MenuAction> menuActions(const QMenuBar &bar);
/// Returns the actions of one menu. \p menus leads to it.
std::vector<MenuAction> menuActions(QMenu &menu, const QStringList &menus);

/// \p text without the sign of its access key.
QString withoutMnemonic(const QString &text);

/// Adds what the command palette, the list of shortcuts and a tool tip say of an action.
template <typename Receiver, typename Slot>
QAction *addMenuAction(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &tip,
                       const Receiver *receiver, Slot slot)
{
    QAction *action = menu->addAction(text, keys, receiver, slot);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    menu->setToolTipsVisible(true);
    return action;
}

} // namespace lensboard::app
