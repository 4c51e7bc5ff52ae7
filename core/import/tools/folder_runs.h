#pragma once

#include "core/import/importer.h"
#include "core/record/message.h"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// Returns true if a file of this name may make its folder a run of Sacred, DVCLive or an old version of W&B.
bool marksFolderRun(std::string_view fileName);
/// Returns true if \p folder is such a run.
bool isFolderRun(const std::filesystem::path &folder);
/// Returns an importer for such a run. Errors: ImportError if \p folder is none.
std::unique_ptr<Importer> folderImporter(const std::filesystem::path &folder);
/// Returns the files of such a run.
std::vector<std::filesystem::path> filesOfFolderRun(const std::filesystem::path &folder);

/// Returns how to export the runs if \p folder is or holds a repository of Aim; otherwise an empty message.
record::Message whyNoAimRun(const std::filesystem::path &folder);

} // namespace lensboard::imports
