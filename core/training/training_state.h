#pragma once

#include "core/record/message.h"
#include "core/training/checkpoint.h"
#include "core/training/model_setup.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::inspector {
class ModelInspector;
}
namespace lensboard::session {
struct TrainingStart;
}

namespace lensboard::training {

class ScheduledOptimizer;

/// References to the parts of a training that a checkpoint saves and restores. The trainer owns the parts.
struct TrainingState
{
    const experiment::Experiment &experiment;
    const std::string &fingerprint; ///< of the data set
    model::TrainableModel &model;
    ScheduledOptimizer &optimizer;
    RandomStream &random;
    inspector::ModelInspector &inspector;
    TickClock &ticks;
    Progress &progress;
};

/// The part of a checkpoint that validation batches change.
struct Snapshot
{
    std::vector<at::Tensor> random;
    ModelState model;
    std::size_t pushes = 0;
    std::vector<lens::SavedLens> watchers;
};

/// Call this while holding the lock of RandomStream::use().
Snapshot snapshotOf(const TrainingState &training);

/// \p snapshot: the current state, or the state before the running validation; a resumed training repeats that validation.
Checkpoint checkpointOf(const TrainingState &training, const Snapshot &snapshot);

/// Resumes from \p saved within its epoch, or from the beginning of that epoch if the order of batches differs.
/// Call this while holding the lock of RandomStream::use(). Returns notices of differences from the saved training.
/// Errors: std::invalid_argument if the model differs, the samples differ and \p start refuses this, or all epochs are done.
std::vector<record::Message> resume(const TrainingState &training, const Checkpoint &saved, const session::TrainingStart &start,
                                std::int64_t batchesPerEpoch);

lens::Phase phaseOf(const Push &push);
/// Pushes \p push to lenses. Call this inside Inspector::takePushes().
void show(const Push &push, inspector::ModelInspector &inspector);

} // namespace lensboard::training
