#pragma once

class QSplitter;

namespace lensboard::app {

/// Gives \p splitter the sizes that one of its object name had last, and keeps those it gets by hand.
void rememberSizes(QSplitter *splitter);

} // namespace lensboard::app
