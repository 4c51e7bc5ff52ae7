#pragma once

namespace lensboard::app {

class MainWindow;

/// Ends the program as MainWindow::quit() does, unless a training is to go on, and starts it anew with what was open.
void restart(MainWindow &window);

} // namespace lensboard::app
