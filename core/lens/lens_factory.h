#pragma once

#include "core/experiment/experiment.h"
#include "core/lens/lens.h"

#include <memory>

namespace lensboard::lens {

/// The lens of this kind, or that of a monitor or recorder, with these settings, which were validated.
/// Errors: std::invalid_argument if there is no such kind.
std::unique_ptr<Lens> makeLens(const experiment::Choice &choice);

} // namespace lensboard::lens
