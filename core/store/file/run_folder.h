#pragma once

#include <filesystem>
#include <string>

namespace lensboard::store {

/// Returns the default folder of runs: lensboard/runs in the user's data folder (XDG_DATA_HOME).
std::filesystem::path runFolder();

/// Returns an unused path in \p folder: the experiment's name, the local date and time, and a number if necessary.
std::filesystem::path newRunPath(const std::filesystem::path &folder, const std::string &experimentName);

} // namespace lensboard::store
