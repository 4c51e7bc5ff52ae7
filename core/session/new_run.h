#pragma once

#include "core/experiment/experiment.h"
#include "core/record/run_info.h"

namespace lensboard::session {

/// Returns the metadata of a new run of \p experiment: name, experiment with all defaults, this host, current time.
record::RunInfo newRunInfo(const experiment::Experiment &experiment);

} // namespace lensboard::session
