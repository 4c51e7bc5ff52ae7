#pragma once

#include "app/menus/menu_actions.h"

#include <functional>
#include <vector>

class QMenuBar;

namespace lensboard::app {

/// The command palette, the shortcuts, and what program this is.
class HelpMenu final : public QMenu
{
    Q_OBJECT

public:
    /// Of the window that \p bar is in. \p moreCommands gives what the palette finds besides menus, actions without parents.
    HelpMenu(QMenuBar &bar, std::function<std::vector<MenuAction>()> moreCommands);

private:
    void showPalette();
    void showShortcuts();
    void showAbout();

    QMenuBar &m_bar;
    std::function<std::vector<MenuAction>()> m_moreCommands;
};

} // namespace lensboard::app
