#pragma once

#include "widgets/board/board_picture.h"

class QWidget;

namespace lensboard::app {

/// Runs \p draw on the window's thread. If it takes long, shows a progress dialog with a Cancel button.
/// Returns false if the user cancelled. Errors: exceptions thrown by \p draw.
bool drawInSteps(QWidget *parent, const QString &title, const std::function<void(const widgets::DrawingProgress &)> &draw);

} // namespace lensboard::app
