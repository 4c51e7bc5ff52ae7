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

/// Returns all actions of the menus in their order, for the command palette, the list of shortcuts and tests. Fills menus that
/// are normally filled when they open.
std::vector<MenuAction> menuActions(const QMenuBar &bar);
/// Returns the actions of one menu. \p menus leads to it.
std::vector<MenuAction> menuActions(QMenu &menu, const QStringList &menus);

/// \p text without the sign of its access key.
QString withoutMnemonic(const QString &text);

/// Adds an action with the texts for the command palette, the list of shortcuts and a tool tip.
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
