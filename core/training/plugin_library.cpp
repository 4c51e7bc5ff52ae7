#include "core/training/plugin_library.h"

#include "core/loop/plugin.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/trusted_models.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
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

/// Returns a file descriptor of a read-only file in memory with the content \p bytes.
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

/// Checks that the file is as long as its headers say. The loader maps that length; reading beyond the file would crash.
void checkIsWhole(const std::string &bytes)
{
    const auto fail = [](const record::Message &what) { throw record::Error(record::message("cannot be loaded: %1", what)); };
    Elf64_Ehdr header;
    if (bytes.size() < sizeof header || !bytes.starts_with(ELFMAG))
        fail(record::message("it is no shared library"));
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr))
        fail(record::message("it is a library of another kind of machine"));
    const auto mustHold = [&](std::uint64_t from, std::uint64_t size) {
        if (from > bytes.size() || size > bytes.size() - from)
            fail(record::message("it is cut short: its headers name more than its %1 bytes", bytes.size()));
    };
    mustHold(header.e_phoff, std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr));
    mustHold(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize);
    for (std::size_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment;
        std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
        mustHold(segment.p_offset, segment.p_filesz);
    }
}

/// The copy is never closed: the loader identifies libraries by file name, and the name contains the descriptor's number. A new file
/// with this number would be taken for the old library.
void *load(const std::string &bytes)
{
    checkIsWhole(bytes);
    const int file = sealedCopy(bytes);
    void *handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const std::string error = dlerror();
        ::close(file);
        throw record::Error(record::message("cannot be loaded: %1", error));
    }
    return handle;
}

} // namespace

PluginLibrary loadPluginLibrary(const std::filesystem::path &path, const std::string &trustedSha256)
{
    static std::mutex mutex;
    static std::map<std::string, void *> loaded; // by SHA-256
    const std::string bytes = session::programBytes(path);
    try {
        const std::string sha256 = session::checkedSha256(bytes, trustedSha256);
        const std::lock_guard lock(mutex);
        void *&handle = loaded[sha256];
        if (!handle)
            handle = load(bytes);
        return {path, handle, sha256};
    } catch (const std::runtime_error &error) {
        throw record::Error(record::message("the plug-in %1 %2", path.string(), record::messageOf(error)));
    }
}

void *PluginLibrary::symbol(const char *name) const
{
    if (void *const found = dlsym(handle, name))
        return found;
    throw record::Error(record::message("%1 is no such plug-in of Lensboard: it has no %2; see <lensboard/plugin.h>", path.string(), name));
}

void PluginLibrary::checkInterface(const char *name) const
{
    if (const std::string interface = function<const char *()>(name)(); interface != LENSBOARD_PLUGIN_INTERFACE)
        throw record::Error(record::message("%1 was built for interface %2, this Lensboard has %3; build it anew", path.string(), interface,
                                                 LENSBOARD_PLUGIN_INTERFACE));
}

} // namespace lensboard::training
