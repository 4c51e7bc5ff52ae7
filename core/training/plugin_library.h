#pragma once

#include <filesystem>
#include <string>

namespace lensboard::training {

struct PluginLibrary
{
    std::filesystem::path path;
    void *handle = nullptr; ///< of dlopen; never closed, since what it made may live anywhere
    std::string sha256;     ///< of the file's content

    /// Errors: std::runtime_error naming the path, if it has no function of this name.
    template <typename Function>
    Function *function(const char *name) const
    {
        return reinterpret_cast<Function *>(symbol(name));
    }
    /// Errors: std::runtime_error naming the path, unless \p function says that it was built for this Lensboard.
    void checkInterface(const char *function) const;

private:
    void *symbol(const char *name) const;
};

/// Loads the very bytes that were checked: a copy in memory, which can no longer be written to. The same content is loaded
/// once.
///
/// Errors: std::runtime_error naming the path, also if its content is not that of \p trustedSha256, unless that is empty.
/// Thread: any.
PluginLibrary loadPluginLibrary(const std::filesystem::path &path, const std::string &trustedSha256);

} // namespace lensboard::training
