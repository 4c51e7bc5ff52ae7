#pragma once

#include <filesystem>

namespace lensboard::store {

/// Returns true if other computers may read and write \p file, or its folder if there is no such file yet, at the same time: on NFS, SMB,
/// 9p, FUSE, cluster file systems, and in the folders that the environment variable LENSBOARD_SHARED_FOLDERS names, separated by colons.
bool isShared(const std::filesystem::path &file);

} // namespace lensboard::store
