#pragma once

#include "core/experiment/field.h"
#include "core/import/importer.h"

#include <QStringList>

namespace lensboard::app {

/// The experiments that come with Lensboard.
QStringList examplePaths();

/// One of them. Data that come with it are written into the user's data folder, where a training can read them.
/// Errors: ExperimentError.
experiment::Json readExample(const QString &path);

/// The experiment in a file, as it was written, an example's among them; or the one that a run recorded. Relative
/// paths of data become absolute.
/// Errors: ExperimentError, store::RunFileError, ImportError.
QString experimentText(const QString &path, imports::ReadProgress &progress);

/// Returns true if \p recorded, the description of a run's training, is a Lensboard experiment.
bool isExperiment(const std::string &recorded);

} // namespace lensboard::app
