#pragma once

#include "core/record/message.h"
#include "core/record/run_info.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace lensboard {

class Inspector;

/// Writes an Inspector's run to a run file; `lensboard PATH` shows it while it grows. A separate thread writes, a
/// fraction of a second behind. If writing fails (a full disk), it reports that once on stderr and in the run, and tries again every
/// second. No data is lost while this object lives.
///
/// Thread: any for progress() and flush().
/// Fork:   does nothing in a child process; the run stays the parent's.
class RunRecorder
{
public:
    /// Progress of the writing thread.
    struct Progress
    {
        std::int64_t ticks = 0;       ///< recorded
        std::int64_t written = 0;     ///< recorded and in the file
        record::Message problem = {}; ///< error of the last write; empty if it succeeded
    };

    /// Never overwrites a run: if my.lbrun exists, the file is my-2.lbrun. The run is named \p name, or like the file. The last \p keep
    /// ticks keep all values. Earlier ones keep the least and the greatest of every 16 ticks, much earlier ones of every 128. 0: all
    /// values are kept.
    /// Errors: std::runtime_error with the path if it cannot be created; std::invalid_argument if \p path is empty or a folder, or \p keep is
    ///         negative.
    explicit RunRecorder(const std::filesystem::path &path, const std::string &name = {}, std::int64_t keep = 0);
    /// Closes the file; a new run without an Inspector ends as stopped.
    ~RunRecorder();
    /// Continues the run of a stopped or killed loop in its file, from the time when Inspector::saveState() wrote \p state. Later
    /// ticks are removed. The Inspector with this recorder continues the counts, and its watchers continue from their states.
    ///
    /// The file is unchanged until all models of the state are attached, or until the first step or tick. A model is refused if its
    /// parameters have other names or sizes than in the state. Load the weights of the checkpoint before you attach the
    /// model: the first step is compared with the weights at that time.
    /// Errors: std::runtime_error with the path, if the file is being recorded, \p state belongs to another run, or either cannot be read.
    ///         A state of an older version names no run: it is refused if the run had done more steps by its tick.
    static RunRecorder resume(const std::filesystem::path &path, const std::filesystem::path &state, std::int64_t keep = 0);
    /// Records nothing, since another process does; see Inspector::Processes. \p state as in resume(), or empty.
    static RunRecorder elsewhere(const std::filesystem::path &state = {});
    /// The moved-from recorder can only be destroyed or assigned to.
    RunRecorder(RunRecorder &&) noexcept;
    /// Exchanges both recorders.
    RunRecorder &operator=(RunRecorder &&) noexcept;

    /// Sets the kind of training that health rules assume: a name of settings::kTrainingKinds. Without this call, they find it from evidence.
    /// Errors: std::invalid_argument if \p kind is not one of them.
    void setTrainingKind(const std::string &kind);
    /// Returns an empty path if nothing is recorded.
    const std::filesystem::path &path() const;
    /// Returns how much of the run is in the file, and the error of the last write.
    Progress progress() const;
    /// Sets the training's hyperparameters to \p json, an object such as {"lr": 0.1}. The table of runs has a column for each: hparams.lr.
    /// Errors: std::invalid_argument if \p json is not an object.
    void setHyperparameters(const std::string &json);
    /// Waits until all ticks so far are in the file.
    /// Errors: std::runtime_error with the path and the reason, if that takes longer than \p patience.
    void flush(std::chrono::milliseconds patience = std::chrono::seconds(10)) const;
    /// Ends the run with a last tick, see Inspector::finishTick(), and closes its file, as the Inspector's destructor does. Records nothing
    /// afterwards. \p message: how the run ended, or why it failed.
    /// Errors: std::runtime_error with the path and the reason, if the file is incomplete.
    void close(record::RunStatus status = record::RunStatus::Finished, const record::Message &message = {});

private:
    friend class Inspector;
    struct Private;
    explicit RunRecorder(std::unique_ptr<Private> made);
    void update(const std::function<void(record::RunInfo &)> &change);
    std::unique_ptr<Private> d;
};

} // namespace lensboard
