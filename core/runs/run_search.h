#pragma once

#include "core/record/message.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::runs {

/// Results of searching a folder.
struct FoundRuns
{
    std::vector<std::filesystem::path> runs; ///< sorted by name
    std::vector<record::Message> problems;       ///< unreadable folders, with reasons
};

/// Finds the runs in a folder and its subfolders: run files, monitorch recordings, folders with TensorBoard event files (except
/// folders of add_scalars(); single files if they have several writers), MLflow run folders, W&B's .wandb files, trainer_state.json,
/// and runs in databases of Trackio, MLflow and Optuna, as FILE/NAME. Returns \p path itself if it is a file of one run. Follows links; of
/// several paths to a folder, only one is returned.
/// Limits: 64 levels and a million entries.
FoundRuns findRuns(const std::filesystem::path &path);

} // namespace lensboard::runs
