#include "core/training/training_state.h"

#include "core/inspector/model_inspector.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/trainer.h"
#include "core/training/random_stream.h"
#include "core/training/scheduled_optimizer.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace lensboard::training {

namespace {

using Notices = std::vector<record::Message>;

/// Returns true if these settings are equal in the checkpoint and in \p experiment.
bool areSame(const Checkpoint &saved, const experiment::Experiment &experiment, std::initializer_list<const char *> keys)
{
    const experiment::Json before = experiment::parseJson(saved.experiment), now = experiment.toJson();
    return std::all_of(keys.begin(), keys.end(), [&](const char *key) { return before.value(key, experiment::Json()) == now.value(key, experiment::Json()); });
}

void resumeModel(model::TrainableModel &model, const Checkpoint &saved, Notices &notices)
{
    restoreWeights(model, saved.model);
    if (saved.modelSha256.empty() || saved.modelSha256 == model.sha256()) // older checkpoints have no hash
        model.restoreAttributes(saved.attributes);
    else
        notices.push_back(record::message("The model's file is not the one that the checkpoint was written from: "
                                          "parameters and buffers are the checkpoint's, all else is as in the file."));
}

void resumeOptimizer(const TrainingState &training, const Checkpoint &saved, Notices &notices)
{
    const std::string &kind = training.experiment.optimizer.kind;
    if (saved.optimizerKind == kind)
        training.optimizer.restore(saved.optimizer);
    else
        notices.push_back(record::message("The optimizer starts afresh: it was %1 and is %2.", saved.optimizerKind, kind));
    if (areSame(saved, training.experiment, {"optimizer", "scheduler"}))
        training.optimizer.schedule().restore(saved.schedule);
    training.optimizer.resumeAfter(saved.progress);
}

/// Restarts the current epoch, because its batches differ from the checkpoint's.
void beginEpochAnew(const TrainingState &training, Notices &notices)
{
    Progress &progress = training.progress;
    if (progress.batch > 0)
        notices.push_back(record::message("Epoch %1 begins anew: its samples, their order or its ticks are others.", progress.epoch));
    progress.batch = 0;
    progress.epochLoss = 0;
    progress.pushes.clear();
    training.ticks.beginAt(progress.step);
}

} // namespace

Snapshot snapshotOf(const TrainingState &training)
{
    return {training.random.states(), stateOf(training.model), training.progress.pushes.size(), training.inspector.save()};
}

Checkpoint checkpointOf(const TrainingState &training, const Snapshot &snapshot)
{
    Checkpoint checkpoint{training.experiment.toJson().dump(), training.model.parameters(), snapshot.model.attributes,
                          training.model.sha256(), training.fingerprint, training.optimizer.serialised(),
                          training.experiment.optimizer.kind, training.optimizer.schedule().state(), snapshot.random,
                          training.ticks.state(), training.progress, snapshot.watchers};
    std::copy(snapshot.model.buffers.begin(), snapshot.model.buffers.end(), std::back_inserter(checkpoint.model));
    checkpoint.progress.pushes.resize(std::min(training.progress.pushes.size(), snapshot.pushes));
    return checkpoint;
}

Notices resume(const TrainingState &training, const Checkpoint &saved, const session::TrainingStart &start, std::int64_t batchesPerEpoch)
{
    const experiment::Experiment &experiment = training.experiment;
    inspector::ModelInspector &inspector = training.inspector;
    Progress &progress = training.progress;
    const std::int64_t processes = progress.processes;
    const bool isSameData = saved.data.empty() || saved.data == training.fingerprint;
    if (!isSameData && start.isSameRun)
        throw record::InvalidArgument(record::message("%1: the data set has changed since the run was trained; restore its files, or "
                                                    "use Continue with Changes (train --from) to begin a new run with the new data",
                                                    start.checkpoint.string()));
    Notices notices;
    resumeModel(training.model, saved, notices);
    resumeOptimizer(training, saved, notices);
    progress = saved.progress;
    training.ticks.restore(saved.ticks);
    if (!start.isSameRun && progress.epoch > experiment.epochs)
        throw record::InvalidArgument(record::message("epochs: the training has had its %1 epochs; set epochs higher to "
                                                    "train on",
                                                    experiment.epochs));
    inspector.resumeAfter(saved.ticks.tick);
    const std::int64_t before = std::exchange(progress.processes, processes);
    const bool epochGoesOn = isSameData && before == processes && progress.batch <= batchesPerEpoch
        && areSame(saved, experiment, {"dataset", "batch_size", "seed", "tick"});
    inspector.restore(saved.watchers, {start.isSameRun, epochGoesOn && progress.step != saved.ticks.step});
    if (epochGoesOn)
        training.random.restore(saved.random);
    else
        beginEpochAnew(training, notices);
    for (const Push &push : progress.pushes)
        inspector.takePushes(phaseOf(push), [&] { show(push, inspector); });
    if (progress.step > training.ticks.state().step && !experiment.watchers.isEmpty())
        notices.push_back(record::message("The tick that was begun when the training stopped shows its whole loss, all that "
                                          "monitors and recorders had, and of all else the rest."));
    return notices;
}

lens::Phase phaseOf(const Push &push)
{
    return push.training ? lens::Phase::Train : lens::Phase::Evaluation;
}

void show(const Push &push, inspector::ModelInspector &inspector)
{
    inspector.pushLoss(push.loss, phaseOf(push));
    for (const auto &[name, value] : push.metrics)
        inspector.pushMetric(name, value);
}

} // namespace lensboard::training
