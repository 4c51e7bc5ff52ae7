#pragma once

#include "core/experiment/experiment.h"
#include "core/record/tensor_value.h"
#include "core/session/model_inspection.h"
#include "core/session/trainer.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::session {

// These functions load the training engine with LibTorch on first use. This takes about a second, so do not call them on the
// window's thread.
// Errors: std::runtime_error if the engine is missing or has another version.
// Thread: any.

/// Returns a trainer for \p experiment. If the model is a program, its content must be allowed by \p start.
std::unique_ptr<Trainer> makeTrainer(const experiment::Experiment &experiment, const TrainingStart &start);

/// Metadata of a checkpoint.
struct CheckpointInfo
{
    std::string experiment;  ///< JSON
    std::string modelSha256; ///< of the model's file; empty for a built-in model
    std::int64_t step = 0;  ///< number of completed steps
    std::int64_t tick = 0;  ///< number of completed ticks
    double runCreated = 0;  ///< creation time of its run; 0 in checkpoints of older versions
};

/// Errors: std::runtime_error naming the path.
CheckpointInfo readCheckpointInfo(const std::filesystem::path &checkpoint);

/// Opens a TorchScript file. If the request has an input shape, runs the model on zeros; this executes the file's code.
/// Errors: std::runtime_error if the file is not TorchScript, or if the model rejects the input.
ModelInspection inspectModel(const InspectionRequest &request);

using TensorList = std::vector<std::shared_ptr<const record::TensorValue>>;

/// Writes a list of tensors in the format of torch::pickle_save.
/// Errors: std::runtime_error naming the path.
void writeTensors(const std::filesystem::path &path, const TensorList &tensors);

} // namespace lensboard::session
