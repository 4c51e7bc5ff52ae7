#pragma once

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

/// What of a training goes into a checkpoint and is restored from one. It belongs to the trainer.
struct TrainingState
{
    const experiment::Experiment &experiment;
    const std::string &fingerprint; ///< of the data
    model::TrainableModel &model;
    ScheduledOptimizer &optimizer;
    RandomStream &random;
    inspector::ModelInspector &inspector;
    TickClock &ticks;
    Progress &progress;
};

/// What validation batches change, of what a checkpoint holds.
struct Snapshot
{
    std::vector<at::Tensor> random;
    ModelState model;
    std::size_t pushes = 0;
    std::vector<lens::SavedLens> watchers;
};

/// To be called while the random stream is in use.
Snapshot snapshotOf(const TrainingState &training);

/// \p snapshot: of now, or of before the validation that runs, which the training that goes on begins anew.
Checkpoint checkpointOf(const TrainingState &training, const Snapshot &snapshot);

/// Goes on from \p saved, in the epoch where it stands; if the order of its batches is another, from the beginning of that epoch.
/// To be called while the random stream is in use. Returns notices of what differs from the training that \p saved is of.
/// Errors: std::invalid_argument if it is of another model, of other samples which \p start refuses, or has had its epochs.
std::vector<std::string> resume(const TrainingState &training, const Checkpoint &saved, const session::TrainingStart &start,
                                std::int64_t batchesPerEpoch);

lens::Phase phaseOf(const Push &push);
/// Shows \p push to lenses. To be called in Inspector::takePushes().
void show(const Push &push, inspector::ModelInspector &inspector);

} // namespace lensboard::training
