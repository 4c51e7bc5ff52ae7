#include "core/training/plugin_library.h"

#include "core/record/message.h"
#include "core/session/trusted_models.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>
#include <stdexcept>
#include <system_error>

namespace lensboard::training {

namespace {

bool fill(int file, const std::string &bytes)
{
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t written = ::write(file, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno != EINTR)
            return false;
        done += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
    return ::fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
}

/// A file in memory that holds \p bytes for good.
int sealedCopy(const std::string &bytes)
{
    const int file = memfd_create("lensboard-plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file >= 0 && fill(file, bytes))
        return file;
    const std::system_error error(errno, std::generic_category(), "cannot be copied into memory");
    if (file >= 0)
        ::close(file);
    throw error;
}

/// The copy stays open: the loader knows libraries by their names, and another file of this number would be taken for it.
void *load(const std::string &bytes)
{
    const int file = sealedCopy(bytes);
    void *handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const std::string error = dlerror();
        ::close(file);
        throw std::runtime_error(record::message("cannot be loaded: %1", error));
    }
    return handle;
}

} // namespace

PluginLibrary loadPluginLibrary(const std::filesystem::path &path, const std::string &trustedSha256)
{
    static std::mutex mutex;
    static std::map<std::string, void *> loaded; // by content
    const std::string bytes = session::programBytes(path);
    try {
        const std::string sha256 = session::checkedSha256(bytes, trustedSha256);
        const std::lock_guard lock(mutex);
        void *&handle = loaded[sha256];
        if (!handle)
            handle = load(bytes);
        return {handle, sha256};
    } catch (const std::runtime_error &error) {
        throw std::runtime_error(record::message("model.path: the plug-in %1 %2", path.string(), error.what()));
    }
}

} // namespace lensboard::training
