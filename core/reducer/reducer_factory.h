#pragma once

#include "core/experiment/settings/reducer_settings.h"
#include "core/reducer/reducer.h"

#include <memory>

namespace lensboard::reducer {

/// The reducer with these settings.
/// Errors: ExperimentError for a criterion that is none.
std::unique_ptr<Reducer> makeReducer(const settings::Reducer &settings);

} // namespace lensboard::reducer
