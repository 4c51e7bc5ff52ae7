#pragma once

#include "core/control/control_server.h"
#include "core/loop/run_recorder.h"
#include "core/loop/saved_watchers.h"
#include "core/record/message.h"
#include "core/record/run_info.h"
#include "core/store/file/run_saver.h"

#include <filesystem>
#include <functional>
#include <optional>

#include <sys/types.h>

namespace lensboard {

struct RunRecorder::Private
{
    std::shared_ptr<store::RunStore> run;
    std::unique_ptr<store::RunSaver> file; ///< null for a resumed run until goOn(), and for a run of another process
    std::filesystem::path path; ///< empty if another process records
    std::size_t keep = 0; ///< ticks
    pid_t process;
    std::optional<LoopState> resumed = {}; ///< state to resume from
    bool isClosed = false;
    std::function<void(record::RunStatus)> atEnd = {}; ///< callback of the Inspector before the run is closed
    std::shared_ptr<session::Transport> loop = {}; ///< while the server accepts commands for it
    std::unique_ptr<control::ControlServer> server = {};

    /// Returns true in a forked child process: it has no writing thread, and mutexes that were locked at the fork
    /// stay locked.
    bool isForked() const;
    /// Returns true if this process still records the run.
    bool isOpen() const { return !isClosed && !isForked(); }
    /// Starts to record a resumed run in its file; later data in the file is removed.
    /// Errors: store::RunFileError.
    void goOn();
    /// Listens for commands of other processes until the run is closed.
    void takeCommands(std::shared_ptr<session::Transport> training);
    /// Calls atEnd once, if the run is open.
    void endLoop(record::RunStatus status);
    /// Returns the reason if the file is incomplete; otherwise an empty string.
    record::Message close(record::RunStatus status, const record::Message &message = {});
    /// Removes the file of a run that was not started.
    void discard();
    /// Reports \p text in the run and on stderr.
    void warn(const record::Message &text, std::int64_t step = 0) const;
    static void complain(const std::string &text); ///< reports on stderr
};

} // namespace lensboard
