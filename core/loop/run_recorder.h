#pragma once

#include "core/record/run_info.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace lensboard {

class Inspector;

/// Where an Inspector records: a run file, which `lensboard PATH` shows as it grows. It is written by a thread of its own, a
/// fraction of a second behind. Where that fails (a full disk), it says so once on stderr and in the run, tries again every
/// second, and loses nothing as long as this lives.
///
/// Thread: any for status() and flush().
/// Fork:   in a child process it does nothing; the run stays the parent's.
class RunRecorder
{
public:
    struct Status
    {
        std::int64_t ticks = 0;   ///< that were recorded
        std::int64_t written = 0; ///< of them, in the file
        std::string problem = {}; ///< why the last write failed; empty if it did not
    };

    /// A run is never overwritten: if there is a my.lbrun, this is my-2.lbrun. The run is called \p name, or as the file. All values of
    /// its last \p keep ticks stay; of earlier ones the least and the greatest of every 16 ticks, of much earlier ones those of every 128.
    /// 0: all stay.
    /// Errors: std::runtime_error naming the path if it cannot be created; std::invalid_argument if \p path is empty or a folder, or \p keep is
    ///         negative.
    explicit RunRecorder(const std::filesystem::path &path, const std::string &name = {}, std::int64_t keep = 0);
    /// Ends a new run that no Inspector has as stopped, and closes its file.
    ~RunRecorder();
    /// Continues the run of a loop that was stopped or killed, in its file, as it was when Inspector::saveState() wrote \p state. Later
    /// ticks are removed. The Inspector that gets this recorder goes on counting, and its watchers go on from their states.
    ///
    /// The file stays as it is until all models of the state are attached, or until the first step or tick. A model that has other
    /// parameters than it had, or parameters of other sizes, is refused there. Load the weights of the checkpoint before you attach the
    /// model: the first step is compared with the weights at that time.
    /// Errors: std::runtime_error naming the file, if it is being recorded, \p state is of another run, or one of both cannot be read.
    ///         A state of an older version names no run: it is refused if the run had done more steps by its tick.
    static RunRecorder resume(const std::filesystem::path &path, const std::filesystem::path &state, std::int64_t keep = 0);
    /// Records nothing: another process does, see Inspector::Processes. \p state, if it is not empty, as in resume().
    static RunRecorder elsewhere(const std::filesystem::path &state = {});
    RunRecorder(RunRecorder &&) noexcept;
    RunRecorder &operator=(RunRecorder &&) noexcept;

    /// Empty if it records nothing.
    const std::filesystem::path &path() const;
    Status status() const;
    /// Waits until all ticks so far are in the file.
    /// Errors: std::runtime_error naming the file, and why they are not, after \p patience.
    void flush(std::chrono::milliseconds patience = std::chrono::seconds(10)) const;
    /// Ends the run and closes its file, as the Inspector does at its end: with a last tick, see Inspector::finishTick(). Records nothing
    /// afterwards. \p message says why the run failed, or how it ended.
    /// Errors: std::runtime_error naming the file, and why it does not have all.
    void close(record::RunStatus status = record::RunStatus::Finished, const std::string &message = {});

private:
    friend class Inspector;
    struct Private;
    explicit RunRecorder(std::unique_ptr<Private> made);
    std::unique_ptr<Private> d;
};

} // namespace lensboard
