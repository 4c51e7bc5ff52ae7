#pragma once

#include "core/record/message.h"
#include "core/session/process_rank.h"
#include "core/session/trainer.h"
#include "core/torch_fwd.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::distributed {

/// Averages the gradients of parameters over all processes during the backward pass.
class GradientReducer
{
public:
    virtual ~GradientReducer() = default;
    /// Call this before each backward pass; all processes must use the same loss. The backward pass leaves the mean gradients in the parameters.
    virtual void prepare(const at::Tensor &outputs) = 0;
    /// Returns the time since this process's last gradient; right after a backward pass, the time spent waiting. Units: seconds.
    virtual double secondsSinceLastGradient() const = 0;
};

/// The processes that train one model together. All of them must call the same functions in the same order.
///
/// Slow operations such as preparation wait as long as all processes are alive; a collective fails after 18 seconds.
/// Thread: the training's thread.
/// Errors: std::runtime_error naming the process that ended, or else the known cause.
class ProcessGroup
{
public:
    explicit ProcessGroup(const session::ProcessRank &place) : m_place(place) {}
    virtual ~ProcessGroup() = default;

    int rank() const { return m_place.rank; }
    int size() const { return m_place.size; }
    bool isFirst() const { return m_place.isFirst(); }

    // ---- one by one, without a time limit

    /// In the first process, returns the arguments of all processes by rank; in the others, an empty vector.
    virtual std::vector<std::string> collect(const std::string &own) = 0;
    /// First process only: passes \p command to all others.
    virtual void post(const std::string &command) = 0;
    /// Other processes only: blocks until the next command and returns it.
    virtual std::string awaitCommand() = 0;

    // ---- collectives

    /// Copies the first process's values to all others.
    virtual void broadcast(const std::vector<at::Tensor> &tensors) = 0;
    /// In the first process, returns the arguments of the others; in the others, nothing. \p isSameSize: all pass equally many numbers.
    virtual std::vector<std::vector<double>> gather(const std::vector<double> &own, bool isSameSize) = 0;
    /// Starts to send the first process's \p says to all others. Does not block.
    virtual void announce(bool says) = 0;
    /// Returns the first process's argument of the last announce().
    virtual bool announced() = 0;
    /// \p someUnused: the loss may be independent of some parameters.
    virtual std::unique_ptr<GradientReducer> reducer(const std::vector<at::Tensor> &parameters, bool someUnused) = 0;

    // ---- the end

    /// Ends the other processes; they report that this process failed for \p reason.
    virtual void fail(const record::Message &reason) = 0;
    /// Call this after a collective failed with \p error. Returns the process that caused the failure, if it is found within seconds; nullopt
    /// if this process is the cause. In that case this process's error ends the others.
    virtual std::optional<record::Message> faultOfOthers(const record::Message &error) = 0;

protected:
    const session::ProcessRank m_place;
};

/// Waits for the other processes. \p report receives the missing ones.
/// Errors: std::runtime_error if a process does not join in time or this build does not support it.
std::unique_ptr<ProcessGroup> join(const session::ProcessRank &place, const session::ProgressReport &report);

} // namespace lensboard::distributed
