#pragma once

#include "core/experiment/field.h"

#include <vector>

namespace lensboard::experiment {

/// All monitors that there are, and all recorders: beside lenses what can be watched, each under a name of its own.
std::vector<Section> monitorSections();
std::vector<Section> recorderSections();

} // namespace lensboard::experiment
