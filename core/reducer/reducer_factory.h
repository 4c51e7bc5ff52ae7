#pragma once

#include "core/experiment/settings/reducer_settings.h"
#include "core/reducer/general_reducers.h"

#include <memory>

namespace lensboard::reducer {

/// The reducer with these settings; \p criterion, if there is one, in the place of theirs.
/// Errors: ExperimentError for a criterion that is none.
std::unique_ptr<Reducer> makeReducer(const settings::Reducer &settings, Criterion criterion = {});

} // namespace lensboard::reducer
