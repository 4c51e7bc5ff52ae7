#pragma once

#include "core/import/importer.h"

#include <QStringList>

namespace lensboard::app {

/// The experiments that come with Lensboard.
QStringList examplePaths();

/// The experiment in a file, as it was written, an example's among them; or the one that a run recorded. Relative
/// paths of data become absolute.
/// Errors: ExperimentError, store::RunFileError, ImportError.
QString experimentText(const QString &path, imports::ReadProgress &progress);

/// Whether \p recorded, what a run says of how it was trained, is an experiment of Lensboard's.
bool isExperiment(const std::string &recorded);

} // namespace lensboard::app
