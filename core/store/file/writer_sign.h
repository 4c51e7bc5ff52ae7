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

    /// \p beside is the log or journal of \p file. It stays there as long as the file is open, and SQLite has no locks on it.
    WriterSign(const std::filesystem::path &file, const std::filesystem::path &beside, bool isShared,
               std::chrono::milliseconds interval = kInterval);
    ~WriterSign();
    WriterSign(const WriterSign &) = delete;
    WriterSign &operator=(const WriterSign &) = delete;

    /// For writerLife(): "local 2049" or "shared"; empty if the lock could not be taken.
    const std::string &text() const { return m_text; }

private:
    int m_lock = -1;
    std::string m_text;
    std::jthread m_beat;
};

/// Returns true if another open file description, on any computer as far as locks reach, has the lock of a WriterSign for \p file.
bool isSigned(const std::filesystem::path &file);

/// Returns Dead only if \p writer certainly no longer writes \p file. \p sign is the text of its WriterSign, empty if there is none.
ProcessIdentity::Life writerLife(const std::filesystem::path &file, const ProcessIdentity &writer, const std::string &sign);

} // namespace lensboard::store
