#pragma once

#include "core/store/file/process_identity.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

namespace lensboard::store {

/// Sign of life of a run file's writer, for readers that cannot see its process. The writer locks the log or journal beside the file; the lock
/// ends with the process. On a shared file system the writer also renews the modification time, since locks may not reach other computers.
///
/// Thread: one at a time.
class WriterSign
{
public:
    static constexpr std::chrono::seconds kInterval{10};

    /// \p beside: the log or journal of \p file. It must stay there as long as the file is open, and SQLite must have no locks on it.
    WriterSign(const std::filesystem::path &file, const std::filesystem::path &beside, bool isShared,
               std::chrono::milliseconds interval = kInterval);
    ~WriterSign();
    WriterSign(const WriterSign &) = delete;
    WriterSign &operator=(const WriterSign &) = delete;

    /// Argument for writerLife(): "shared", or "local 2049" with the device number; empty if a local lock failed.
    const std::string &text() const { return m_text; }

private:
    int m_lock = -1;
    std::string m_text;
    std::jthread m_beat;
};

/// Returns true if another open file description holds the lock of a WriterSign for \p file. Includes other computers as far as the file
/// system shares locks.
bool isSigned(const std::filesystem::path &file);

/// Returns Dead only if \p writer certainly no longer writes \p file. \p sign is the text of its WriterSign, empty if there is none.
ProcessIdentity::Life writerLife(const std::filesystem::path &file, const ProcessIdentity &writer, const std::string &sign);

} // namespace lensboard::store
