#pragma once

#include <filesystem>
#include <string>

namespace lensboard::training {

struct PluginLibrary
{
    void *handle = nullptr; ///< for dlsym; never closed, since what it made may live anywhere
    std::string sha256;     ///< of the file's content
};

/// Loads the very bytes that were checked: a copy in memory, which nobody can write to any more. The same content is loaded
/// once.
///
/// Errors: std::runtime_error naming the path, also if it has not the content that \p trustedSha256 tells, unless that is empty.
/// Thread: any.
PluginLibrary loadPluginLibrary(const std::filesystem::path &path, const std::string &trustedSha256);

} // namespace lensboard::training
