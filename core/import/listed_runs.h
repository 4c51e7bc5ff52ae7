#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::imports {

/// Whether a folder that is none of TensorBoard's is listed as a run: one of MLflow that was not deleted.
bool isListedFolder(const std::filesystem::path &folder);

/// Whether a file is listed among the runs of its folder: run files and recordings by their endings, trainer_state.json
/// by its name, databases of Trackio.
bool isListedFile(const std::filesystem::directory_entry &entry);

/// The runs in a database of Trackio that has several, as FILE/NAME, in the order in which they began; else the file.
std::vector<std::filesystem::path> runsInFile(const std::filesystem::path &file);

/// Whether \p path is not a run but a place of several: a folder, or a database of Trackio with more than one.
bool holdsRuns(const std::filesystem::path &path);

/// The files whose times and sizes change when a run is written.
/// Errors: ImportError if it is a folder that cannot be read.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path &run);

} // namespace lensboard::imports
