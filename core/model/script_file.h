#pragma once

#include <filesystem>
#include <string>

namespace lensboard::model {

/// Returns the content of a TorchScript file. Checks that this LibTorch supports its version, and the checksum of each entry.
/// Does not run the file.
/// Errors: std::runtime_error naming the path, the actual kind of file, and a remedy.
std::string readScriptFile(const std::filesystem::path &path);

} // namespace lensboard::model
