#pragma once

#include "core/experiment/roster.h"
#include "core/loop/lens_choice.h"

#include <vector>

namespace lensboard {

/// With whole and checked settings.
/// Errors: std::invalid_argument if there is no such kind, or one of its settings is wrong.
experiment::Choice parsed(const LensChoice &choice);

/// Errors: as parsed(), and if two of them have one name or show one plot.
experiment::Roster rosterOf(const std::vector<LensChoice> &choices);

} // namespace lensboard
