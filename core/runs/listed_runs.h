#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::runs {

/// Returns true if \p folder is an MLflow run that was not deleted, or a run of Sacred, DVCLive or an old version of W&B. TensorBoard's folders are recognised by their event files.
bool isListedFolder(const std::filesystem::path &folder);

/// Returns true if the file's name allows that its content makes it or its folder a listed run. Does not access the file.
bool mayBeListed(const std::filesystem::path &file);

/// Returns true if the file's name allows that it is a database of several runs, or a journal of Optuna.
bool mayHoldRuns(const std::filesystem::path &file);

/// Returns true if a file is listed among the runs of its folder: a run file, or a monitorch recording, history of Keras as a pickle, trainer_state.json, W&B run or
/// database of Trackio, MLflow or Optuna with the right first bytes. Reads at most 4 KiB of a file; opens databases.
bool isListedFile(const std::filesystem::directory_entry &entry);

/// Returns true if a file has a name like TensorBoard's event files, and begins like one or is too short to tell.
bool isListedEventFile(const std::filesystem::directory_entry &entry);

/// Returns the runs of a database of Trackio, MLflow or Optuna with several runs as FILE/NAME, in the order of their start; otherwise \p file itself.
std::vector<std::filesystem::path> runsInFile(const std::filesystem::path &file);

/// Returns true if \p path contains several runs: a folder, or a database with more than one run.
bool holdsRuns(const std::filesystem::path &path);

/// Returns all files that may change when the run is written.
/// Errors: ImportError if \p run is an unreadable folder.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path &run);

} // namespace lensboard::runs
