#pragma once

#include "core/control/control_server.h"
#include "core/loop/run_recorder.h"
#include "core/loop/saved_watchers.h"
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
    std::unique_ptr<store::RunSaver> file; ///< null of a run that goes on, until goOn(), and of one that is recorded elsewhere
    std::filesystem::path path; ///< empty of that
    std::size_t keep = 0; ///< ticks
    pid_t process;
    std::optional<LoopState> resumed = {}; ///< what its Inspector goes on from
    bool isClosed = false;
    std::function<void(record::RunStatus)> atEnd = {}; ///< the Inspector's, before the run is closed
    std::shared_ptr<control::OrderedTraining> ordered = {}; ///< the loop, while the server takes orders for it
    std::unique_ptr<control::ControlServer> orders = {};

    /// Whether this is a copy, in a child process: there is no thread that writes, and what it held when the process was
    /// forked stays locked.
    bool isForked() const;
    /// Whether the run goes on, here.
    bool isOpen() const { return !isClosed && !isForked(); }
    /// Records a run that goes on in its file, from here on; what that has of later is gone.
    /// Errors: store::RunFileError.
    void goOn();
    /// Listens for orders of other processes until the run is closed.
    void takeOrders(std::shared_ptr<control::OrderedTraining> loop);
    /// Calls atEnd, once, of a run that is open.
    void endLoop(record::RunStatus status);
    /// Returns why the file does not have all of the run; empty if it has.
    std::string close(record::RunStatus status, const std::string &message = {});
    /// Removes the file of a run that has not begun.
    void discard();
    /// Into the run, and on stderr.
    void warn(const std::string &text, std::int64_t step = 0) const;
    static void complain(const std::string &text); ///< on stderr
};

} // namespace lensboard
