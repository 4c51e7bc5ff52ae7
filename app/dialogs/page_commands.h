#pragma once

#include "app/menus/menu_actions.h"

class QTabWidget;

namespace lensboard::app {

class RunPage;

/// What the command palette finds of a run's page besides the menus: its tags and layers, to go to, and its lenses, to be switched and
/// set. The actions have no parent.
std::vector<MenuAction> pageCommands(const RunPage &page);

/// The tabs that are not on view, to go to.
std::vector<MenuAction> tabCommands(QTabWidget &tabs);

} // namespace lensboard::app
