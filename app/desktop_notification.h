#pragma once

class QString;

namespace lensboard::app {

/// Shows a message through the desktop's notification service, if available, without waiting for it. Does nothing while a window
/// of the program is active.
void notifyDesktop(const QString &title, const QString &text);

} // namespace lensboard::app
