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

/// What a training goes on from as if it had never stopped. On disk a file of tensors that Python's torch.load opens:
/// under "model" stands a state dict.
struct Checkpoint
{
    std::string experiment; ///< JSON
    model::NamedTensors model; ///< parameters and buffers
    std::string attributes;    ///< of a TorchScript model, all else that it may change
    std::string modelSha256;   ///< of its file; empty if the model is a built-in one
    std::string data;        ///< fingerprint of the samples; older ones have none
    std::string optimizer;  ///< as LibTorch serialises it
    std::string optimizerKind;
    LearningRateSchedule::State schedule;
    std::vector<at::Tensor> random; ///< states of the generators
    TickClock::State ticks;
    Progress progress;
    std::vector<lens::SavedLens> watchers; ///< what monitors and recorders go on from; older ones have none
    double runCreated = 0; ///< creation time of its run; 0 in older ones
};

/// Whole, or not at all.
/// Errors: std::runtime_error naming the path.
void writeCheckpoint(const std::filesystem::path &path, const Checkpoint &checkpoint);

/// Errors: std::runtime_error naming the path if it is no checkpoint, is damaged, or of a newer version.
Checkpoint readCheckpoint(const std::filesystem::path &path);

/// Errors: as readCheckpoint().
session::CheckpointInfo readCheckpointInfo(const std::filesystem::path &path);

} // namespace lensboard::training
