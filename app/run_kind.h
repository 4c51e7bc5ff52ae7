#pragma once

#include "core/record/run_info.h"

#include <QString>

namespace lensboard::app {

/// Returns the kind of a run, the key for stored styles and ignored findings: the name of its experiment. Without an experiment,
/// the name given by the training loop, or else the folder.
QString kindOf(const record::RunInfo &info, const QString &path);

} // namespace lensboard::app
