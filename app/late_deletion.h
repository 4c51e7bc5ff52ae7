#pragma once

class QWidget;

namespace lensboard::app {

/// Deletes \p widget; if a question or a task waits in a loop of its own within that of the program, when it waits no
/// more: it goes on with what it knew before.
void deleteWhenUnused(QWidget *widget);

/// Whether something waits in such a loop.
bool isWaitingWithin();

} // namespace lensboard::app
