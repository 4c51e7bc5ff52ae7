#pragma once

#include "core/model/trainable_model.h"
#include "core/torch_fwd.h"

#include <filesystem>

namespace lensboard::model {

/// Returns a Python state dict. Copies tensors on devices to the CPU.
c10::IValue stateDict(const NamedTensors &tensors);
/// Errors: bytes::WriteError naming the path.
void saveStateDict(const std::filesystem::path &path, const NamedTensors &tensors);

} // namespace lensboard::model
