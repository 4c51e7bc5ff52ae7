#include "core/runs/folder_watch.h"

#include <algorithm>
#include <array>
#include <climits>

#include <linux/magic.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace lensboard::runs {

namespace {

constexpr std::uint32_t kWatchedChanges = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
                                        | IN_ONLYDIR | IN_EXCL_UNLINK;
constexpr std::uint32_t kXfs = 0x58465342, kZfs = 0x2fc12fc1, kBcachefs = 0xca451a4e;

/// Returns true for file systems that only this machine writes to.
bool isLocal(const std::string &folder)
{
    constexpr std::array<std::uint32_t, 9> kLocal = {EXT4_SUPER_MAGIC, BTRFS_SUPER_MAGIC, TMPFS_MAGIC, OVERLAYFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, RAMFS_MAGIC,
                                                     kXfs, kZfs, kBcachefs};
    struct statfs state = {};
    return ::statfs(folder.c_str(), &state) == 0 && std::ranges::find(kLocal, static_cast<std::uint32_t>(state.f_type)) != kLocal.end();
}

} // namespace

FolderWatch::FolderWatch() : m_descriptor(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {}

FolderWatch::~FolderWatch()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

bool FolderWatch::add(const std::string &folder)
{
    remove(folder); // the name may have belonged to another folder before
    const int watch = m_descriptor >= 0 && isLocal(folder) ? ::inotify_add_watch(m_descriptor, folder.c_str(), kWatchedChanges) : -1;
    if (watch < 0)
        return false;
    m_folders[watch] = folder;
    m_watches[folder] = watch;
    return true;
}

void FolderWatch::remove(const std::string &folder)
{
    const auto watch = m_watches.extract(folder);
    if (watch.empty())
        return;
    ::inotify_rm_watch(m_descriptor, watch.mapped());
    m_folders.erase(watch.mapped());
}

FolderWatch::Changes FolderWatch::take()
{
    Changes changes;
    alignas(inotify_event) std::array<char, 64 * (sizeof(inotify_event) + NAME_MAX + 1)> events; // NOLINT: filled by read()
    for (ssize_t size = 0; (size = ::read(m_descriptor, events.data(), events.size())) > 0;)
        for (const char *at = events.data(); at < events.data() + size;) {
            const auto &event = *reinterpret_cast<const inotify_event *>(at);
            at += sizeof(inotify_event) + event.len;
            changes.areLost = changes.areLost || (event.mask & IN_Q_OVERFLOW) != 0;
            if (const auto folder = m_folders.find(event.wd); folder != m_folders.end())
                changes.entries.emplace(folder->second, event.len > 0 ? event.name : "");
        }
    return changes;
}

} // namespace lensboard::runs
