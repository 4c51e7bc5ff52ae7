#pragma once

class QSplitter;

namespace lensboard::app {

/// Restores the sizes that a splitter of this object name had last, and remembers those that the user sets.
void rememberSizes(QSplitter *splitter);

} // namespace lensboard::app
