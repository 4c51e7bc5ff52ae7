#pragma once

#include "core/import/importer.h"

#include <QString>

#include <functional>

class QWidget;

namespace lensboard::app {

/// Runs \p work on another thread. If it takes long, shows a progress dialog with a Cancel button.
/// Returns false if the user cancelled. Errors: exceptions thrown by \p work.
bool runInBackground(QWidget *parent, const QString &title, const std::function<void(imports::ReadProgress &)> &work);

} // namespace lensboard::app
