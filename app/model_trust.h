#pragma once

#include "core/experiment/experiment.h"

#include <QString>

class QWidget;

namespace lensboard::app {

/// Whether the model file \p path, a program, may run: the user said so before of this content, or is asked now. False,
/// with a message, if it cannot be read.
bool mayRunModel(QWidget *window, const QString &path);

/// The same of the model that a training would run; true if that is none.
bool mayRunModelOf(QWidget *window, const experiment::Experiment &experiment);

} // namespace lensboard::app
