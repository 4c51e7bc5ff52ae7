#pragma once

#include "core/lens/lens.h"
#include "core/model/trainable_model.h"
#include "core/session/engine_loader.h"
#include "core/training/learning_rate_schedule.h"
#include "core/training/tick_clock.h"
#include "core/training/training_progress.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::training {

/// The complete state of a training, for resuming it as if uninterrupted. On disk, a file of tensors for Python's torch.load;
/// its entry "model" is a state dict.
struct Checkpoint
{
    std::string experiment; ///< JSON
    model::NamedTensors model; ///< parameters and buffers
    std::string attributes;    ///< of a TorchScript model: all other state that it may change
    std::string modelSha256;   ///< of the model's file; empty for a built-in model
    std::string data;        ///< fingerprint of the samples; empty in older checkpoints
    std::string optimizer;  ///< serialised by LibTorch
    std::string optimizerKind;
    LearningRateSchedule::State schedule;
    std::vector<at::Tensor> random; ///< states of the random generators
    TickClock::State ticks;
    Progress progress;
    std::vector<lens::SavedLens> watchers; ///< state of monitors and recorders; empty in older checkpoints
    double runCreated = 0; ///< creation time of the training's run; 0 in older checkpoints
};

/// Writes atomically: on failure, no partial file is left.
/// Errors: std::runtime_error naming the path.
void writeCheckpoint(const std::filesystem::path &path, const Checkpoint &checkpoint);

/// Errors: std::runtime_error naming the path if it is not a checkpoint, is damaged, or comes from a newer version.
Checkpoint readCheckpoint(const std::filesystem::path &path);

/// Errors: see readCheckpoint().
session::CheckpointInfo readCheckpointInfo(const std::filesystem::path &path);

} // namespace lensboard::training
