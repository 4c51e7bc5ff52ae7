#pragma once

class QSplitter;

namespace lensboard::app {

/// Restores the last sizes of a splitter by its object name, and saves sizes set by the user.
void rememberSizes(QSplitter *splitter);

} // namespace lensboard::app
