#pragma once

#include "core/experiment/experiment.h"
#include "core/health/finding.h"

#include <optional>

namespace lensboard::health {

/// As `lensboard check --json` prints it.
experiment::Json toJson(const Finding &finding);
/// Returns nullopt if \p json is not what toJson() makes.
std::optional<Finding> findingFrom(const experiment::Json &json);

} // namespace lensboard::health
