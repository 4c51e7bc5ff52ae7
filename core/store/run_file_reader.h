#pragma once

#include "core/store/run_file_format.h"
#include "core/store/run_store.h"

#include <filesystem>
#include <memory>

namespace lensboard::store {

/// Reads a .lbrun file. Nothing in it is believed before it is checked. A run whose writer died is given
/// the status Interrupted. A file in a folder that cannot be written, with what lies beside it, opens too.
///
/// Errors: RunFileError that says whether the file is missing, foreign, of a newer version or damaged.
std::shared_ptr<RunStore> readRun(const std::filesystem::path &path);

} // namespace lensboard::store
