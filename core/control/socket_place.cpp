#include "core/control/socket_place.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lensboard::control {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kOwnerOnly = 0700;

/// Returns true if \p path is a folder of this user and not a link.
bool isOwnFolder(const fs::path &path, struct stat &found)
{
    return lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid();
}

} // namespace

std::optional<fs::path> socketFolder()
{
    const char *const given = std::getenv("XDG_RUNTIME_DIR");
    struct stat found = {};
    if (!given || *given != '/' || stat(given, &found) != 0 || !S_ISDIR(found.st_mode) || found.st_uid != geteuid())
        return std::nullopt;
    return fs::path(given) / "lensboard";
}

fs::path socketPath(const fs::path &folder, const fs::path &runFile)
{
    struct stat found = {};
    if (stat(runFile.c_str(), &found) != 0)
        throw record::Error(record::message("%1: %2", runFile.string(), record::systemError(errno)));
    char name[64];
    std::snprintf(name, sizeof name, "%llx-%llx", static_cast<unsigned long long>(found.st_dev), static_cast<unsigned long long>(found.st_ino));
    fs::path path = folder / name;
    if (path.native().size() + std::strlen(".new") >= sizeof(sockaddr_un::sun_path)) // the server adds ".new" to the name until it is ready
        throw record::Error(record::message("%1: the path is too long for a socket (at most 107 bytes)", path.string()));
    return path;
}

sockaddr_un socketAddress(const fs::path &path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    return address;
}

void makeSocketFolder(const fs::path &folder)
{
    if (mkdir(folder.c_str(), kOwnerOnly) != 0 && errno != EEXIST)
        throw record::Error(record::message("%1: %2", folder.string(), record::systemError(errno)));
    struct stat found = {};
    if (!isOwnFolder(folder, found))
        throw record::Error(record::message("%1: is no folder of this user's", folder.string()));
    if ((found.st_mode & 07777) != kOwnerOnly && chmod(folder.c_str(), kOwnerOnly) != 0)
        throw record::Error(record::message("%1: %2", folder.string(), record::systemError(errno)));
}

} // namespace lensboard::control
