#pragma once

#include <QMenu>
#include <QPointer>
#include <QStringList>

#include <vector>

class QMenuBar;

namespace lensboard::app {

/// An action and the path of menus to it.
struct MenuAction
{
    QStringList menus;
    QPointer<QAction> action; ///< null after a refilled menu has deleted it
    QString keywords = {};    ///< additional search words

    QString name() const;
    QString shortcut() const; ///< in the platform's notation; empty if there is none
};

/// Returns all actions of the menus in their order, for the command palette, the list of shortcuts and tests. Fills menus that
/// are normally filled when they open.
std::vector<MenuAction> menuActions(const QMenuBar &bar);
/// Returns the actions of \p menu. \p menus is the path to it.
std::vector<MenuAction> menuActions(QMenu &menu, const QStringList &menus);

/// Returns \p text without the access key mark (&).
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
