#pragma once

#include "core/health/finding.h"

#include <vector>

namespace lensboard::health {

/// Groups findings of one cause. Sets Finding::cause to the rule of the earliest finding that may have led to it, and places findings behind
/// their cause. Groups with the worst findings come first, then groups that began first.
void groupByCause(std::vector<Finding> &findings);

} // namespace lensboard::health
