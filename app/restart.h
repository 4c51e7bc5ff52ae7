#pragma once

namespace lensboard::app {

class MainWindow;

/// Ends the program like MainWindow::quit(), unless the user keeps a training, and restarts it with the open pages.
void restart(MainWindow &window);

} // namespace lensboard::app
