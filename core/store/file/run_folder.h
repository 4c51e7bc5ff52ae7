#pragma once

#include <filesystem>
#include <string>

namespace lensboard::store {

/// The default folder of runs: lensboard/runs in the user's data folder (XDG_DATA_HOME).
std::filesystem::path runFolder();

/// A readable name that no file of \p folder has: the experiment's, the local date and time, a number if need be.
std::filesystem::path newRunPath(const std::filesystem::path &folder, const std::string &experimentName);

} // namespace lensboard::store
