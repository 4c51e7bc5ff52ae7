#pragma once

class QWidget;

namespace lensboard::app {

/// Deletes \p widget. If a dialog or task runs a nested event loop, deletes it after that loop has ended, because the loop's code
/// may still use the widget.
void deleteWhenUnused(QWidget *widget);

/// Returns true if a nested event loop is running.
bool isWaitingWithin();

} // namespace lensboard::app
