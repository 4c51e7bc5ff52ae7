#pragma once

#include <filesystem>
#include <optional>

#include <sys/un.h>

namespace lensboard::control {

/// Where trainings of this user listen on this machine: lensboard in $XDG_RUNTIME_DIR. Nothing if the user has no such folder.
std::optional<std::filesystem::path> socketFolder();

/// The socket in \p folder of the training that records \p runFile, whichever path leads to that: it is named by device and inode.
/// Errors: std::runtime_error naming the run file if it is not there, or the socket's path if that is too long for one.
std::filesystem::path socketPath(const std::filesystem::path &folder, const std::filesystem::path &runFile);

/// Of a \p path that is as short as socketPath() makes it.
sockaddr_un socketAddress(const std::filesystem::path &path);

/// Makes \p folder, for this user alone, if it is not there.
/// Errors: std::runtime_error naming it, if it cannot be made, or is another user's.
void makeSocketFolder(const std::filesystem::path &folder);

} // namespace lensboard::control
