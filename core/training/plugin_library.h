#pragma once

#include <filesystem>
#include <string>

namespace lensboard::training {

struct PluginLibrary
{
    std::filesystem::path path;
    void *handle = nullptr; ///< of dlopen; never closed, because objects of the library may still exist
    std::string sha256;     ///< of the file's content

    /// Errors: std::runtime_error naming the path if the library has no function \p name.
    template <typename Function>
    Function *function(const char *name) const
    {
        return reinterpret_cast<Function *>(symbol(name));
    }
    /// Errors: std::runtime_error naming the path if \p function reports that the library was built for another version of Lensboard.
    void checkInterface(const char *function) const;

private:
    void *symbol(const char *name) const;
};

/// Loads a read-only copy in memory, so that the loaded bytes are exactly the verified ones. Equal content is loaded only once.
///
/// Errors: std::runtime_error naming the path, also if \p trustedSha256 is not empty and differs from the content's.
/// Thread: any.
PluginLibrary loadPluginLibrary(const std::filesystem::path &path, const std::string &trustedSha256);

} // namespace lensboard::training
