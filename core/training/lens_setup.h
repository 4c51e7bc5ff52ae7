#pragma once

#include "core/experiment/experiment.h"
#include "core/record/message.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lensboard::inspector {
class ModelInspector;
}

namespace lensboard::training {

class ScheduledOptimizer;

/// Adds the experiment's watchers to \p inspector, in order. If there is a schedule, adds the learning rate after the losses.
/// \p optimizer must outlive \p inspector.
void addLenses(inspector::ModelInspector &inspector, const experiment::Experiment &experiment, const ScheduledOptimizer &optimizer);

/// Returns a notice if no lens is on, or if the training ends before the first measured tick.
std::optional<record::Message> nothingMeasured(const experiment::Experiment &experiment, std::int64_t batchesPerEpoch);

} // namespace lensboard::training
