#pragma once

#include <filesystem>
#include <optional>

#include <sys/un.h>

namespace lensboard::control {

/// Returns the folder for sockets of this user's trainings: lensboard in $XDG_RUNTIME_DIR. Nullopt if the user has no such folder.
std::optional<std::filesystem::path> socketFolder();

/// Returns the socket in \p folder for the training that records \p runFile. Its name has the file's device and inode, so links do not matter.
/// Errors: std::runtime_error that names the run file if it does not exist, or the socket's path if it is too long.
std::filesystem::path socketPath(const std::filesystem::path &folder, const std::filesystem::path &runFile);

/// \p path must be as short as a path from socketPath().
sockaddr_un socketAddress(const std::filesystem::path &path);

/// Creates \p folder, accessible only to this user, if it does not exist.
/// Errors: std::runtime_error with the folder's path, if it cannot be created or belongs to another user.
void makeSocketFolder(const std::filesystem::path &folder);

} // namespace lensboard::control
