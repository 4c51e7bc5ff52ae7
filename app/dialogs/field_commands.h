#pragma once

#include "app/actions/menu_actions.h"

class QWidget;

namespace lensboard::app {

/// Returns commands for the controls of \p page that are not in \p menus: focusing a field, clicking a button, showing a panel.
/// Excludes controls within plots. The actions have no parent.
std::vector<MenuAction> fieldCommands(QWidget &page, const std::vector<MenuAction> &menus);

} // namespace lensboard::app
