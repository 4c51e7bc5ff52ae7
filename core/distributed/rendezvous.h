#pragma once

#include "core/record/message.h"
#include "core/session/process_rank.h"
#include "core/session/trainer.h"

#include <chrono>
#include <memory>
#include <string>

namespace c10d {
class Store;
}

namespace lensboard::distributed {

/// Lets processes find each other and detect ended ones. Uses c10d's store and a thread that reports once per second that this
/// process is alive. The first process watches all others; all others watch the first.
///
/// Thread: the training's thread.
/// Errors: std::runtime_error naming the process that ended.
class Rendezvous
{
public:
    /// Blocks until all processes have joined.
    /// Errors: std::runtime_error if some process does not join in time.
    Rendezvous(const session::ProcessRank &place, const session::ProgressReport &report);
    /// In the process that serves the store, waits a few seconds at most until the others have left.
    ~Rendezvous();

    Rendezvous(const Rendezvous &) = delete;
    Rendezvous &operator=(const Rendezvous &) = delete;

    /// The store, for c10d's own use.
    c10d::Store &store() const;

    void set(const std::string &key, const std::string &value);
    /// Blocks until \p key is set. Throws if a process ends.
    std::string await(const std::string &key);

    /// Reports that this process has reached its next collective.
    void advanced();
    /// Records \p reason as the cause of this process's end, unless another process ended before.
    void fail(const record::Message &reason);
    /// Call this after a failed collective. Waits up to \p patience and returns the process that ended, or an empty string if none is known.
    record::Message lost(std::chrono::milliseconds patience);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::distributed
