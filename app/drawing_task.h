#pragma once

#include "widgets/plots/board_picture.h"

class QWidget;

namespace lensboard::app {

/// Has \p draw draw on the window's thread, and says so, with its progress and a way to give it up, if it takes long.
/// False if it was given up. Errors: those of \p draw.
bool drawInSteps(QWidget *parent, const QString &title, const std::function<void(const widgets::DrawingProgress &)> &draw);

} // namespace lensboard::app
