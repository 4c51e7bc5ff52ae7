#pragma once

#include "core/store/run.h"

#include <filesystem>
#include <functional>
#include <string>

namespace lensboard::session {

/// Called before each file with how many are written and how many there will be. May throw, to give up.
using FilesReport = std::function<void(std::size_t done, std::size_t total)>;

/// Writes what \p tag, of the kind Tensors, shows into \p folder, which is made: for each layer 0.pt, 1.pt …, a list of
/// tensors in single precision, oldest first, that Python's torch.load and torch::pickle_load open; and index.json, which says
/// of each file its layer, what of the layer it is, and the tick, epoch and step of each tensor. Loads the engine.
///
/// Returns the paths written.
/// Errors: std::runtime_error naming the path, or what is missing.
/// Thread: any; off the window's.
std::vector<std::filesystem::path> saveTensors(const store::Run &run, const std::string &tag, const std::filesystem::path &folder,
                                               const FilesReport &report = {});

} // namespace lensboard::session
