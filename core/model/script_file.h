#pragma once

#include <filesystem>
#include <string>

namespace lensboard::model {

/// The bytes of a TorchScript file, of a version that this LibTorch reads, each entry of which is what its checksum says.
/// Runs nothing of it.
/// Errors: std::runtime_error naming the path, what the file is instead, and what to do.
std::string readScriptFile(const std::filesystem::path &path);

} // namespace lensboard::model
