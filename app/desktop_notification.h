#pragma once

class QString;

namespace lensboard::app {

/// Has the desktop show a message, if it can: by its notification service, without waiting for it. Nothing while the user looks at the
/// program.
void notifyDesktop(const QString &title, const QString &text);

} // namespace lensboard::app
