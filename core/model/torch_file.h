#pragma once

#include "core/model/trainable_model.h"
#include "core/torch_fwd.h"

#include <filesystem>

namespace lensboard::model {

/// Writes what Python's torch.load and torch::pickle_load open. Whole, or not at all.
/// Errors: bytes::WriteError naming the path.
void writeTorchFile(const std::filesystem::path &path, const c10::IValue &value);

/// What writeTorchFile() or Python's torch.save wrote, if it is made of plain values and tensors.
/// Errors: std::runtime_error naming the path.
c10::IValue readTorchFile(const std::filesystem::path &path);

/// What Python calls a state dict. Of tensors that are elsewhere, the values in the host's memory.
c10::IValue stateDict(const NamedTensors &tensors);
/// Errors: bytes::WriteError naming the path.
void saveStateDict(const std::filesystem::path &path, const NamedTensors &tensors);

} // namespace lensboard::model
