#pragma once

#include <filesystem>

namespace lensboard::store {

/// Returns true if other computers may access \p file at the same time. If it does not exist yet, checks its folder. True on NFS, SMB, 9p,
/// FUSE and cluster file systems, and in the folders listed in the environment variable LENSBOARD_SHARED_FOLDERS, separated by colons.
bool isShared(const std::filesystem::path &file);

} // namespace lensboard::store
