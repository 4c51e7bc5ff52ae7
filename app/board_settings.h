#pragma once

namespace lensboard::widgets {
class PlotBoard;
}

namespace lensboard::app {

/// Gives \p board the looks that were chosen last, of all plots and of each tag as it comes, and remembers what is changed from here
/// on. Boards that are there stay as they are.
void rememberLooks(widgets::PlotBoard &board);

} // namespace lensboard::app
