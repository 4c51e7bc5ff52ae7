#pragma once

#include "core/torch_fwd.h"

#include <filesystem>

namespace lensboard {

/// Writes a file that Python's torch.load and torch::pickle_load can open. On failure, no partial file is left.
/// Errors: bytes::WriteError naming the path.
void writeTorchFile(const std::filesystem::path &path, const c10::IValue &value);

/// Reads a file written by writeTorchFile() or Python's torch.save that contains only plain values and tensors.
/// Errors: std::runtime_error naming the path.
c10::IValue readTorchFile(const std::filesystem::path &path);

} // namespace lensboard
