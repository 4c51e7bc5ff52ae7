#pragma once

#include "core/record/run_info.h"

namespace lensboard::session {

/// Returns facts, besides the experiment, that may affect a run's numbers: Lensboard's version, host, system, processor.
record::Environment hostEnvironment();

} // namespace lensboard::session
