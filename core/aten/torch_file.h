#pragma once

#include "core/torch_fwd.h"

#include <filesystem>

namespace lensboard {

/// Writes what Python's torch.load and torch::pickle_load open. Whole, or not at all.
/// Errors: bytes::WriteError naming the path.
void writeTorchFile(const std::filesystem::path &path, const c10::IValue &value);

/// What writeTorchFile() or Python's torch.save wrote, if it is made of plain values and tensors.
/// Errors: std::runtime_error naming the path.
c10::IValue readTorchFile(const std::filesystem::path &path);

} // namespace lensboard
