#pragma once

#include "core/record/message.h"

#include <optional>
#include <string>

namespace lensboard::store {
class Run;
}

namespace lensboard::runs {

/// Returns the reason why a run is empty: its reader's warning or notice, its message, or that nothing was written yet. Returns nullopt
/// if the run has ticks, texts, an experiment or layers.
std::optional<record::Message> whyEmpty(const store::Run &run);

} // namespace lensboard::runs
