#pragma once

#include "core/experiment/experiment.h"
#include "core/health/finding.h"

namespace lensboard::health {

/// As `lensboard check --json` prints it.
experiment::Json toJson(const Finding &finding);

} // namespace lensboard::health
