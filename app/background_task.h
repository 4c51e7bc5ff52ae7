#pragma once

#include "core/import/importer.h"

#include <QString>

#include <functional>

class QWidget;

namespace lensboard::app {

/// Runs \p work on another thread while the window stays alive, and says so, with its progress and a way to give it
/// up, if it takes long. False if it was given up. Errors: those of \p work.
bool runInBackground(QWidget *parent, const QString &title, const std::function<void(imports::ReadProgress &)> &work);

} // namespace lensboard::app
