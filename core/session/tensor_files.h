#pragma once

#include "core/store/run.h"

#include <filesystem>
#include <functional>
#include <string>

namespace lensboard::session {

/// Called before each file with the number of written files and of all files. May throw to cancel.
using FilesReport = std::function<void(std::size_t done, std::size_t total)>;

/// Writes the tensors of \p tag (of kind Tensors) into \p folder, and creates the folder: for each layer 0.pt, 1.pt …, a list of
/// float32 tensors, oldest first, readable with Python's torch.load and torch::pickle_load. index.json lists, for each file, its layer
/// and label, and the tick, epoch and step of each tensor. Loads the engine.
///
/// Returns the paths of the files.
/// Errors: std::runtime_error that names the path or the missing data.
/// Thread: any; slow, so not the window's.
std::vector<std::filesystem::path> saveTensors(const store::Run &run, const std::string &tag, const std::filesystem::path &folder,
                                               const FilesReport &report = {});

} // namespace lensboard::session
