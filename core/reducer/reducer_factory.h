#pragma once

#include "core/experiment/experiment.h"
#include "core/reducer/reducer.h"

#include <memory>

namespace lensboard::reducer {

/// The reducer with these settings, the "reducer" of a monitor, which were validated.
/// Errors: std::invalid_argument if there is no such kind; ExperimentError for a criterion that is none.
std::unique_ptr<Reducer> makeReducer(const experiment::Json &settings);

} // namespace lensboard::reducer
