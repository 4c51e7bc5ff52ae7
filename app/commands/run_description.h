#pragma once

#include "core/experiment/experiment.h"

namespace lensboard::store {
class Run;
}

namespace lensboard::app {

/// What a run holds. Numbers that are not finite are the texts "NaN", "Infinity" and "-Infinity".
/// Errors: store::RunFileError.
experiment::Json describeRun(const store::Run &run);

} // namespace lensboard::app
