#pragma once

#include "core/experiment/roster.h"
#include "core/record/run_event.h"

#include <vector>

namespace lensboard::session {

/// Returns the event that records \p change. The caller sets its time.
record::RunEvent eventOf(const experiment::WatcherChange &change);

/// Returns true if events of this kind record that a watcher was switched, changed or added.
bool isLensChange(record::RunEvent::Kind kind);

/// Applies the change in \p event to \p watchers. Ignores changes that were refused during recording because another watcher had the plot;
/// older files contain them.
/// Errors: experiment::ExperimentError if the event has an unknown setting or cannot be parsed.
void apply(experiment::Roster &watchers, const record::RunEvent &event);
experiment::Roster after(experiment::Roster watchers, const std::vector<record::RunEvent> &events);

} // namespace lensboard::session
