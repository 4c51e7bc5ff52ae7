#pragma once

#include "core/session/process_rank.h"
#include "core/session/trainer.h"

#include <chrono>
#include <memory>
#include <string>

namespace c10d {
class Store;
}

namespace lensboard::distributed {

/// Where processes find each other and learn which of them ended: c10d's store, and a thread that tells it every second that this process
/// is alive. The first process watches all others, and these watch it.
///
/// Thread: that of the training.
/// Errors: std::runtime_error that names the process which ended.
class MeetingPoint
{
public:
    /// Returns when all have come.
    /// Errors: std::runtime_error if not all have in time.
    MeetingPoint(const session::ProcessRank &place, const session::ProgressReport &report);
    /// The process that serves the store waits until the others have left, for seconds at most.
    ~MeetingPoint();

    MeetingPoint(const MeetingPoint &) = delete;
    MeetingPoint &operator=(const MeetingPoint &) = delete;

    /// For c10d's own use.
    c10d::Store &store() const;

    void set(const std::string &key, const std::string &value);
    /// Waits for \p key as long as no process has ended.
    std::string await(const std::string &key);

    /// This process came one collective further.
    void advanced();
    /// Notes that \p reason ends this process, if no other ended before.
    void fail(const std::string &reason);
    /// To be called after a collective failed: returns which process ended, waiting for \p patience until that is known; empty if it is not.
    std::string lost(std::chrono::milliseconds patience);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::distributed
