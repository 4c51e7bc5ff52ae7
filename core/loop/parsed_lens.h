#pragma once

#include "core/experiment/roster.h"
#include "core/loop/lens_choice.h"

#include <vector>

namespace lensboard {

/// Returns complete and validated settings.
/// Errors: std::invalid_argument if there is no such kind, or one of its settings is wrong.
experiment::KindSettings parsed(const LensChoice &choice);

/// Errors: as for parsed(), or if two watchers have the same name or plot.
experiment::Roster rosterOf(const std::vector<LensChoice> &choices);

} // namespace lensboard
