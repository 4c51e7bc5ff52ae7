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

// Each loads the training engine, and LibTorch with it, on first use. That takes about a second, so call them off the
// window's thread.
// Errors: std::runtime_error if the engine is not there or is of another version.
// Thread: any.

/// A trainer for \p experiment. Its model may be a program only if \p start says which content may run.
std::unique_ptr<Trainer> makeTrainer(const experiment::Experiment &experiment, const TrainingStart &start);

/// What a checkpoint says of itself.
struct CheckpointInfo
{
    std::string experiment;  ///< JSON
    std::string modelSha256; ///< of the model's file; empty if the model is a built-in one
    std::int64_t step = 0;  ///< done
    std::int64_t tick = 0;  ///< done
    double runCreated = 0;  ///< creation time of its run; 0 in checkpoints of older versions
};

/// Errors: std::runtime_error naming the path.
CheckpointInfo readCheckpointInfo(const std::filesystem::path &checkpoint);

/// Opens a TorchScript file, which is a program, and runs it on zeros if the request says of what shape.
/// Errors: std::runtime_error if the file is no TorchScript, or the model does not take the input.
ModelInspection inspectModel(const InspectionRequest &request);

using TensorList = std::vector<std::shared_ptr<const record::TensorValue>>;

/// A list of tensors as torch::pickle_save writes it.
/// Errors: std::runtime_error naming the path.
void writeTensors(const std::filesystem::path &path, const TensorList &tensors);

} // namespace lensboard::session
