#pragma once

#include "core/record/message.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/written_run.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace lensboard::store {

struct SaverOptions
{
    std::chrono::milliseconds gather{50};  ///< delay to collect changes before a write, except at the end
    std::chrono::milliseconds retry{1000}; ///< delay after a failed write
    std::size_t keep = 0; ///< number of last ticks that stay unchanged, older ones may be thinned; 0: no thinning
};

/// Saves a RunStore as it grows, on a thread of its own, at most a fraction of a second behind. Data that is in chunks in the file is
/// released from memory, and read from the file on demand.
///
/// A failed write (disk full) adds one warning event to the run and is reported to \c complain. It is retried every second; no data is lost
/// as long as the store lives. A value that no file can hold is left out with a warning event; later values are written.
/// Shutdown: after the end of the run, the thread completes and closes the file without blocking a caller. finish() and the destructor
/// write the rest and close the file, even if the run has not ended.
class RunSaver
{
public:
    using Complain = std::function<void(const record::Message &)>;

    /// Errors: RunFileError as RunFileWriter's constructor.
    /// \p superseded: a run file to remove once all current frames of the run are in the new file. \p complain is called on the saver's
    /// thread each time writing begins to fail.
    RunSaver(std::shared_ptr<RunStore> store, const std::filesystem::path &path, const std::filesystem::path &superseded = {},
             const SaverOptions &options = {}, Complain complain = {});
    ~RunSaver();

    const std::filesystem::path &path() const { return m_path; }
    /// Number of frames that are safely in the file.
    std::size_t acknowledgedFrames() const { return m_acknowledged.load(std::memory_order_acquire); }
    /// Blocks until all current ticks of the run are in the file. Returns false if \p patience ends before.
    bool waitUntilWritten(std::chrono::milliseconds patience) const;
    /// Like waitUntilWritten(). Errors: std::runtime_error with the file and the reason.
    void requireWritten(std::chrono::milliseconds patience) const;
    /// Returns the error of the last write; empty if it succeeded.
    record::Message problem() const;
    /// Returns true if the run has ended and the file is closed.
    bool isClosed() const { return m_closed.load(std::memory_order_acquire); }
    /// Writes the rest and closes the file. Returns the error message, empty on success.
    record::Message finish();

private:
    void follow(std::stop_token stop);
    void followOnce(const std::stop_token &stop);
    void writeOnce();
    bool appendWarnings();
    void releaseWritten();
    void thinOld();
    void close();
    void warn(const record::Message &message);
    void setError(const record::Message &message);

    std::shared_ptr<RunStore> m_store;
    std::filesystem::path m_path;
    std::filesystem::path m_superseded;
    std::size_t m_framesAtStart;
    SaverOptions m_options;
    Complain m_complain;
    RunFileWriter m_writer;
    std::shared_ptr<WrittenRun> m_written;
    std::size_t m_released = 0; ///< frames already released from the store
    RunCursor m_seen;
    std::atomic<std::size_t> m_acknowledged = 0;
    std::atomic<bool> m_closed = false;
    record::Message m_error; ///< error of the last write; written only by the thread, until it is joined
    mutable std::mutex m_errorMutex; ///< for reads of m_error by other threads
    std::jthread m_thread;
};

/// Returns a saver for \p path. If \p path is empty, uses a new file in the default run folder, named after \p name.
/// Errors: RunFileError as RunFileWriter's constructor.
std::unique_ptr<RunSaver> saveRun(std::shared_ptr<RunStore> store, const std::filesystem::path &path, const std::string &name,
                                  const SaverOptions &options = {});

} // namespace lensboard::store
