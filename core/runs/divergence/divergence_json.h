#pragma once

#include "core/runs/divergence/divergence.h"

namespace lensboard::runs {

/// Returns the JSON that `lensboard diff --json` prints. Numbers that are not finite are "NaN", "Infinity" and "-Infinity".
experiment::Json toJson(const Divergence &divergence);

} // namespace lensboard::runs
