#pragma once

#include "app/menus/menu_actions.h"

class QWidget;

namespace lensboard::app {

/// Commands for the controls of \p page that \p menus do not offer: a field is focused, a button clicked, a panel brought to the front.
/// Controls within plots are left out. The actions have no parent.
std::vector<MenuAction> fieldCommands(QWidget &page, const std::vector<MenuAction> &menus);

} // namespace lensboard::app
