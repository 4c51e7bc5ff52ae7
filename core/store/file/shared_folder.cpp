#include "core/store/file/shared_folder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

namespace lensboard::store {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kFuse = 0x65735546;

/// File system types as returned by statfs().
constexpr std::array<std::uint32_t, 21> kShared = {
    0x00006969, // NFS
    0x0000517B, // SMB
    0xFE534D42, // SMB 2 and 3
    0xFF534D42, // CIFS
    0x01021997, // 9p
    kFuse,      // also sshfs, virtiofs, GlusterFS
    0x0BD00BD0, // Lustre
    0x00C36400, // CephFS
    0x5346414F, // AFS
    0x6B414653, // AFS, of the kernel
    0x47504653, // GPFS
    0x01161970, // GFS2
    0x7461636F, // OCFS2
    0x19830326, // BeeGFS
    0x20030528, // OrangeFS
    0xAAD7AAEA, // PanFS
    0x73757245, // Coda
    0x0000564C, // NCP
    0x786F4256, // VirtualBox
    0xBACBACBC, // VMware
    0x013111A8, // IBRIX
};

bool isNamed(const fs::path &path)
{
    const char *const named = std::getenv("LENSBOARD_SHARED_FOLDERS");
    if (!named)
        return false;
    std::error_code unknown;
    const fs::path file = fs::weakly_canonical(path, unknown);
    std::istringstream folders(named);
    for (std::string name; std::getline(folders, name, ':');) {
        const fs::path folder = fs::weakly_canonical(name, unknown);
        if (!name.empty() && std::ranges::mismatch(folder, file).in1 == folder.end())
            return true;
    }
    return false;
}

} // namespace

bool isShared(const fs::path &file)
{
    if (isNamed(file))
        return true;
    struct statfs found{};
    struct stat state{};
    fs::path there = fs::absolute(file);
    while (statfs(there.c_str(), &found) != 0 || stat(there.c_str(), &state) != 0) {
        if (there == there.parent_path())
            return false;
        there = there.parent_path();
    }
    const auto type = static_cast<std::uint32_t>(found.f_type);
    if (type == kFuse && major(state.st_dev) != 0) // a local disk, for example with ntfs-3g
        return false;
    return std::ranges::find(kShared, type) != kShared.end();
}

} // namespace lensboard::store
