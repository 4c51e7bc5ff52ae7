#pragma once

#include "core/experiment/experiment.h"
#include "core/health/finding.h"

#include <optional>

namespace lensboard::health {

/// Returns the JSON that `lensboard check --json` prints.
experiment::Json toJson(const Finding &finding);
/// Adds the structures of the messages of \p finding to \p json, a result of toJson().
experiment::Json withStructures(experiment::Json json, const Finding &finding);
/// Returns nullopt if \p json does not come from toJson(), with or without structures.
std::optional<Finding> findingFrom(const experiment::Json &json);

} // namespace lensboard::health
