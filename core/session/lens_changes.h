#pragma once

#include "core/experiment/roster.h"
#include "core/record/run_event.h"

#include <vector>

namespace lensboard::session {

/// What a run keeps of \p change. When it happened is left to the caller.
record::RunEvent eventOf(const experiment::WatcherChange &change);

/// Whether an event of this kind says that a watcher was switched, set or added.
bool isLensChange(record::RunEvent::Kind kind);

/// Has \p watchers change as \p event says. What was refused when it was recorded, since another showed one of its plots, is ignored:
/// older files have it.
/// Errors: experiment::ExperimentError if it has an unknown setting, or cannot be read.
void apply(experiment::Roster &watchers, const record::RunEvent &event);
experiment::Roster after(experiment::Roster watchers, const std::vector<record::RunEvent> &events);

} // namespace lensboard::session
