#pragma once

#include "app/actions/menu_actions.h"

class QTabWidget;

namespace lensboard::app {

class RunPage;

/// Returns commands of a run's page for the command palette: go to, show, hide and explain tags; go to and solo layers; switch
/// lenses and open their settings; show and hide runs. The actions have no parent.
std::vector<MenuAction> pageCommands(const RunPage &page);

/// Returns commands that go to the other tabs.
std::vector<MenuAction> tabCommands(QTabWidget &tabs);

} // namespace lensboard::app
