#pragma once

#include "core/experiment/field.h"
#include "core/import/importer.h"

#include <QStringList>

namespace lensboard::app {

/// Paths of the example experiments that come with Lensboard.
QStringList examplePaths();

/// Reads an example. Writes its data into the user's data folder, where a training can read it.
/// Errors: ExperimentError.
experiment::Json readExample(const QString &path);

/// Returns the text of an experiment file or example unchanged, or the experiment recorded by a run. Makes relative data paths
/// absolute.
/// Errors: ExperimentError, store::RunFileError, ImportError.
QString experimentText(const QString &path, imports::ReadProgress &progress);

/// Returns true if \p recorded, the description of a run's training, is a Lensboard experiment.
bool isExperiment(const std::string &recorded);

} // namespace lensboard::app
