#include "app/actions/menu_actions.h"

#include <QMenuBar>

namespace lensboard::app {

namespace {

void collect(const QList<QAction *> &actions, const QStringList &menus, std::vector<MenuAction> &all)
{
    for (QAction *action : actions) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        if (QMenu *menu = action->menu()) {
            Q_EMIT menu->aboutToShow();
            collect(menu->actions(), menus + QStringList(withoutMnemonic(menu->title())), all);
        } else {
            all.push_back({menus, action, {}});
        }
    }
}

} // namespace

QString MenuAction::name() const
{
    return action ? withoutMnemonic(action->text()) : QString();
}

QString MenuAction::shortcut() const
{
    return action ? QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText) : QString();
}

std::vector<MenuAction> menuActions(const QMenuBar &bar)
{
    std::vector<MenuAction> all;
    collect(bar.actions(), {}, all);
    return all;
}

std::vector<MenuAction> menuActions(QMenu &menu, const QStringList &menus)
{
    std::vector<MenuAction> all;
    Q_EMIT menu.aboutToShow();
    collect(menu.actions(), menus, all);
    return all;
}

QString withoutMnemonic(const QString &text)
{
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '&' && ++i == text.size())
            break;
        plain += text[i];
    }
    return plain;
}

} // namespace lensboard::app
