#pragma once

#include "core/experiment/experiment.h"

namespace lensboard::store {
class Run;
}

namespace lensboard::app {

/// Describes a run as JSON. Numbers that are not finite become the texts "NaN", "Infinity" and "-Infinity".
/// Errors: store::RunFileError.
experiment::Json describeRun(const store::Run &run);

} // namespace lensboard::app
