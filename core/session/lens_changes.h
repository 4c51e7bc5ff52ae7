#pragma once

#include "core/experiment/experiment.h"
#include "core/record/run_event.h"

#include <string>
#include <vector>

namespace lensboard::session {

/// That a lens is set to \p lens, whose settings were \p before; an empty object for a monitor or recorder that is added, of which
/// all settings are told. When it happened is left to who tells it.
record::RunEvent lensChangeEvent(const experiment::Json &before, const experiment::Choice &lens);

/// Whether an event of this kind says that a lens was switched or set.
bool isLensChange(record::RunEvent::Kind kind);

/// \p lenses, as an experiment tells them, after all that \p events say of lenses.
/// Errors: experiment::ExperimentError if an event tells a setting that there is not, or cannot be read.
std::vector<experiment::Choice> lensesAfter(std::vector<experiment::Choice> lenses, const std::vector<record::RunEvent> &events);

} // namespace lensboard::session
