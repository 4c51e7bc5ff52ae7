#include "core/store/file/temporary_folder.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lensboard::store {

namespace fs = std::filesystem;

namespace {

constexpr const char *kPrefix = "lensboard-";
constexpr const char *kLock = "lock";

/// Returns true for folders owned by this user. Does not follow links.
bool isOwn(const fs::path &folder)
{
    struct stat state{};
    return ::lstat(folder.c_str(), &state) == 0 && S_ISDIR(state.st_mode) && state.st_uid == ::geteuid();
}

/// Returns true if the folder's lock file is not locked. Without a lock file, the folder is not a TemporaryFolder.
bool isAbandoned(const fs::path &folder)
{
    const int lock = ::open((folder / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool isFree = lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (lock >= 0)
        ::close(lock);
    return isFree;
}

void removeAbandoned(const fs::path &place)
{
    std::error_code ignored;
    for (auto entry = fs::directory_iterator(place, ignored); entry != fs::directory_iterator(); entry.increment(ignored))
        if (const fs::path folder = entry->path(); folder.filename().string().starts_with(kPrefix) && isOwn(folder) && isAbandoned(folder))
            fs::remove_all(folder, ignored);
}

/// Returns the descriptor of a locked lock file. The file gets its name only when locked, so that no process takes a new folder for an
/// abandoned one.
int heldLock(const fs::path &folder)
{
    const fs::path hidden = folder / "unlocked";
    const int lock = ::open(hidden.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0)
        ::rename(hidden.c_str(), (folder / kLock).c_str());
    return lock;
}

} // namespace

TemporaryFolder::TemporaryFolder()
{
    const fs::path place = fs::temp_directory_path();
    removeAbandoned(place);
    std::string pattern = (place / (std::string(kPrefix) + "XXXXXX")).string();
    if (!mkdtemp(pattern.data()))
        throw record::Error(record::message("no temporary folder can be made in %1; make room there, or set TMPDIR", place.string()));
    m_path = pattern;
    m_lock = heldLock(m_path);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    if (m_lock >= 0)
        ::close(m_lock);
}

} // namespace lensboard::store
