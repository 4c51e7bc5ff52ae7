#pragma once

#include "core/experiment/experiment.h"
#include "core/record/run_info.h"

namespace lensboard::session {

/// What a run of \p experiment starts from: its name, the experiment with every default, this host, now.
record::RunInfo newRunInfo(const experiment::Experiment &experiment);

} // namespace lensboard::session
