#pragma once

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
    std::chrono::milliseconds gather{50};  ///< waits for what comes in quick succession, unless it is to end
    std::chrono::milliseconds retry{1000}; ///< waits after a failed write
    std::size_t keep = 0; ///< ticks that stay as they are, older ones may be thinned; 0: all stay
};

/// Saves a RunStore as it grows: writes what it gained into its file, on a thread of its own, at most a fraction of a second behind.
/// What is in chunks there is released from memory, and read from the file where it is looked at.
///
/// A failed write (disk full) becomes one warning event of the run and is reported to \c complain; it is tried again every second,
/// and nothing is lost as long as the store lives. A value that no file can hold is left out with a warning event; all behind it is written.
/// Shutdown: once the run is over the file is written to its end and closed, without a caller waiting; finish()
/// and the destructor wait for that, or close it as it is.
class RunSaver
{
public:
    using Complain = std::function<void(const std::string &)>;

    /// Errors: RunFileError as RunFileWriter's constructor.
    /// \p superseded, a run file, is removed once all that the run has now is in the new one. \p complain is called on the
    /// saver's thread, once for each time that writing begins to fail.
    RunSaver(std::shared_ptr<RunStore> store, const std::filesystem::path &path, const std::filesystem::path &superseded = {},
             const SaverOptions &options = {}, Complain complain = {});
    ~RunSaver();

    const std::filesystem::path &path() const { return m_path; }
    /// Frames that are safely in the file.
    std::size_t acknowledgedFrames() const { return m_acknowledged.load(std::memory_order_acquire); }
    /// Waits until the ticks that the run has now are in the file; false if they are not within \p patience.
    bool waitUntilWritten(std::chrono::milliseconds patience) const;
    /// The same. Errors: std::runtime_error naming the file, and why it does not have them.
    void requireWritten(std::chrono::milliseconds patience) const;
    /// Why the last write failed; empty if it did not.
    std::string problem() const;
    /// The run was over and the file is closed.
    bool isClosed() const { return m_closed.load(std::memory_order_acquire); }
    /// Writes the rest and closes. Returns what went wrong, empty if nothing did.
    std::string finish();

private:
    void follow(std::stop_token stop);
    void followOnce(const std::stop_token &stop);
    void writeOnce();
    bool appendWarnings();
    void releaseWritten();
    void thinOld();
    void close();
    void warn(const std::string &message);
    void setError(const std::string &message);

    std::shared_ptr<RunStore> m_store;
    std::filesystem::path m_path;
    std::filesystem::path m_superseded;
    std::size_t m_framesAtStart;
    SaverOptions m_options;
    Complain m_complain;
    RunFileWriter m_writer;
    std::shared_ptr<WrittenRun> m_written;
    std::size_t m_released = 0; ///< frames that the store need not keep
    RunCursor m_seen;
    std::atomic<std::size_t> m_acknowledged = 0;
    std::atomic<bool> m_closed = false;
    std::string m_error; ///< of the last write; written by the thread alone, until it is joined
    mutable std::mutex m_errorMutex; ///< for others to read it
    std::jthread m_thread;
};

/// A saver that writes to \p path, or if that is empty to a new file where runs go, named after \p name.
/// Errors: RunFileError as RunFileWriter's constructor.
std::unique_ptr<RunSaver> saveRun(std::shared_ptr<RunStore> store, const std::filesystem::path &path, const std::string &name,
                                  const SaverOptions &options = {});

} // namespace lensboard::store
