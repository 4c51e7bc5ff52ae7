#include "app/menus/theme_menu.h"

#include "app/actions/menu_actions.h"
#include "app/theme.h"

#include <QActionGroup>

namespace lensboard::app {

ThemeMenu::ThemeMenu(QWidget *parent) : QMenu(tr("&Theme"), parent)
{
    auto *group = new QActionGroup(this);
    const auto offer = [&](const QString &name, Qt::Key key, const QString &tip, Theme theme) {
        QAction *action = addMenuAction(this, name, QKeySequence(Qt::CTRL | Qt::Key_T, QKeyCombination(key)), tip, this, [theme] {
            Settings::setTheme(theme);
            applyTheme(theme);
        });
        action->setCheckable(true);
        connect(this, &QMenu::aboutToShow, action, [action, theme] { action->setChecked(Settings::theme() == theme); });
        group->addAction(action);
    };
    offer(tr("&System"), Qt::Key_S, tr("Light or dark, as the desktop is"), Theme::System);
    offer(tr("&Light"), Qt::Key_L, tr("Dark text on light ground"), Theme::Light);
    offer(tr("&Dark"), Qt::Key_D, tr("Light text on dark ground"), Theme::Dark);
}

} // namespace lensboard::app
