#pragma once

#include "core/experiment/settings/reducer_settings.h"
#include "core/reducer/general_reducers.h"

#include <memory>

namespace lensboard::reducer {

/// Creates the reducer for the settings. \p criterion, if set, replaces the settings' criterion.
/// Errors: ExperimentError for an invalid criterion.
std::unique_ptr<Reducer> makeReducer(const settings::Reducer &settings, Criterion criterion = {});

} // namespace lensboard::reducer
