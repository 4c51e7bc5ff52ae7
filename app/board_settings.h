#pragma once

namespace lensboard::widgets {
class PlotBoard;
}

namespace lensboard::app {

/// Restores in \p board the looks that boards had last, of all plots and of each tag, and remembers changes from here on.
void rememberLooks(widgets::PlotBoard &board);

} // namespace lensboard::app
