#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::imports {

/// Whether a folder that is none of TensorBoard's is listed as a run: one of MLflow that was not deleted.
bool isListedFolder(const std::filesystem::path &folder);

/// Returns true if the file's name allows that its content makes it or its folder a listed run. Does not access the file.
bool mayBeListed(const std::filesystem::path &file);

/// Returns true if a file is listed among the runs of its folder: a run file, or a recording of monitorch, a trainer_state.json or a
/// database of Trackio that begins like one. Reads at most 4 KiB of a file, and opens databases.
bool isListedFile(const std::filesystem::directory_entry &entry);

/// Returns true if a file is called like one of TensorBoard's event files, and begins like one or is not long enough to tell.
bool isListedEventFile(const std::filesystem::directory_entry &entry);

/// The runs in a database of Trackio that has several, as FILE/NAME, in the order in which they began; else the file.
std::vector<std::filesystem::path> runsInFile(const std::filesystem::path &file);

/// Whether \p path is not a run but a place of several: a folder, or a database of Trackio with more than one.
bool holdsRuns(const std::filesystem::path &path);

/// The files whose times and sizes change when a run is written.
/// Errors: ImportError if it is a folder that cannot be read.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path &run);

} // namespace lensboard::imports
