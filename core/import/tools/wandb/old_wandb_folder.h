#pragma once

#include "core/import/tools/folder_importer.h"

#include <filesystem>

namespace lensboard::imports {

/// Name of the JSON lines with the values of a run in the folder of an old version of W&B, before 0.10.
inline constexpr const char *kOldWandbHistory = "wandb-history.jsonl";

/// Reads configuration, state and the values of the summary that are no series.
FolderDetails oldWandbDetails(const std::filesystem::path &folder);

} // namespace lensboard::imports
