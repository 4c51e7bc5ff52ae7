#include "core/store/file/writer_sign.h"

#include "core/bytes/descriptor.h"
#include "core/record/stoppable_sleep.h"
#include "core/store/file/shared_folder.h"

#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lensboard::store {

namespace fs = std::filesystem;
using Life = ProcessIdentity::Life;

namespace {

constexpr const char *kSharedSign = "shared";
constexpr const char *kLocalSign = "local ";
constexpr std::chrono::seconds kMaxSilence{120}; ///< attributes may be cached for a minute, and clocks differ

/// A lock of the open file description. SQLite's own locks belong to the process, and end when any descriptor of the file is closed.
struct flock lockOf(short type)
{
    struct flock lock{};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_len = 1;
    return lock;
}

struct Lock
{
    bool isHeld = false;
    std::string device; ///< device of the file, or of its folder if it does not exist
};

/// Returns nullopt if the state cannot be determined.
std::optional<Lock> lockBeside(const fs::path &file)
{
    struct stat state{};
    for (const char *suffix : {"-wal", "-journal"}) {
        const bytes::Descriptor beside(file.string() + suffix);
        struct flock lock = lockOf(F_WRLCK);
        if (beside.number() < 0 && errno == ENOENT)
            continue;
        if (beside.number() < 0 || fstat(beside.number(), &state) != 0 || !S_ISREG(state.st_mode) || fcntl(beside.number(), F_OFD_GETLK, &lock) != 0)
            return std::nullopt;
        return Lock{lock.l_type != F_UNLCK, std::to_string(state.st_dev)};
    }
    return stat(file.c_str(), &state) == 0 ? std::optional<Lock>({false, std::to_string(state.st_dev)}) : std::nullopt;
}

/// Returns true if \p file, its log or its journal was written recently, by this computer's clock.
bool wasWrittenJustNow(const fs::path &file)
{
    const auto now = fs::file_time_type::clock::now();
    for (const char *suffix : {"", "-wal", "-journal"}) {
        std::error_code missing;
        const auto written = fs::last_write_time(file.string() + suffix, missing);
        if (!missing && written > now - kMaxSilence && written < now + kMaxSilence)
            return true;
    }
    return false;
}

/// Renews the modification time by path, because opening another descriptor would drop locks, see lockOf().
void beat(const fs::path &file, const struct stat &own) noexcept
{
    struct stat now{};
    if (stat(file.c_str(), &now) == 0 && now.st_dev == own.st_dev && now.st_ino == own.st_ino)
        utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
}

} // namespace

WriterSign::WriterSign(const fs::path &file, const fs::path &beside, bool isShared, std::chrono::milliseconds interval)
    : m_lock(::open(beside.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644))
{
    struct stat state{};
    struct flock lock = lockOf(F_WRLCK);
    const bool isLocked = m_lock >= 0 && fstat(m_lock, &state) == 0 && fcntl(m_lock, F_OFD_SETLK, &lock) == 0;
    if (!isShared) {
        m_text = isLocked ? kLocalSign + std::to_string(state.st_dev) : std::string();
        return;
    }
    m_text = kSharedSign;
    if (stat(file.c_str(), &state) == 0)
        m_beat = std::jthread([file, state, interval](const std::stop_token &stop) {
            for (; !stop.stop_requested(); record::sleepUnlessStopped(stop, interval))
                beat(file, state);
        });
}

WriterSign::~WriterSign()
{
    if (m_lock >= 0)
        ::close(m_lock);
}

bool isSigned(const fs::path &file)
{
    const auto lock = lockBeside(file);
    return lock && lock->isHeld;
}

Life writerLife(const fs::path &file, const ProcessIdentity &writer, const std::string &sign)
{
    if (const Life seen = writer.life(); seen != Life::Unknown)
        return seen;
    const auto lock = lockBeside(file);
    if (lock && lock->isHeld)
        return Life::Alive;
    const bool wasLocal = sign.starts_with(kLocalSign);
    if (writer.isOfThisKernel() && lock && sign == kLocalSign + lock->device) // its lock would be visible
        return Life::Dead;
    const bool isOfThisHost = sign.empty() && writer.host == ProcessIdentity::current().host; // for older versions, without a sign
    if (!writer.boot.empty() && !writer.isOfThisKernel() && (wasLocal || isOfThisHost) && !isShared(file))
        return Life::Dead; // only one kernel at a time writes a local file system
    return !sign.empty() && wasWrittenJustNow(file) ? Life::Alive : Life::Unknown;
}

} // namespace lensboard::store
