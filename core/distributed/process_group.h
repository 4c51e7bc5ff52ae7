#pragma once

#include "core/session/process_rank.h"
#include "core/session/trainer.h"
#include "core/torch_fwd.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::distributed {

/// Averages the gradients of parameters over all processes while the backward pass goes on.
class GradientReducer
{
public:
    virtual ~GradientReducer() = default;
    /// To be called before each backward pass, of the same loss in all processes; it returns with the mean gradients in place.
    virtual void prepare(const at::Tensor &outputs) = 0;
    /// How long ago this process had its last gradient; after a backward pass, how long it waited for the others. Units: seconds.
    virtual double secondsSinceLastGradient() const = 0;
};

/// The processes that train one model together. All of them call the same functions in the same order.
///
/// What may take minutes, as preparing does, is waited for as long as all processes are alive; a collective for 18 seconds.
/// Thread: that of the training.
/// Errors: std::runtime_error that names the process which ended, or what is known.
class ProcessGroup
{
public:
    explicit ProcessGroup(const session::ProcessRank &place) : m_place(place) {}
    virtual ~ProcessGroup() = default;

    int rank() const { return m_place.rank; }
    int size() const { return m_place.size; }
    bool isFirst() const { return m_place.isFirst(); }

    // ---- one by one, however long it takes

    /// Returns what all passed, by rank, to the first process; nothing to the others.
    virtual std::vector<std::string> collect(const std::string &own) = 0;
    /// Of the first process: passes \p order to all others.
    virtual void post(const std::string &order) = 0;
    /// Of the others: returns the next order.
    virtual std::string awaitOrder() = 0;

    // ---- collectives

    /// The others get the values of the first.
    virtual void broadcast(const std::vector<at::Tensor> &tensors) = 0;
    /// Returns what the others passed to the first process; nothing to them. \p isSameSize: all pass as many numbers.
    virtual std::vector<std::vector<double>> gather(const std::vector<double> &own, bool isSameSize) = 0;
    /// Begins to tell the others what the first process says, while other work goes on.
    virtual void announce(bool says) = 0;
    /// What it said in the last announce().
    virtual bool announced() = 0;
    /// \p someUnused: some parameter may have no part in a loss.
    virtual std::unique_ptr<GradientReducer> reducer(const std::vector<at::Tensor> &parameters, bool someUnused) = 0;

    // ---- the end

    /// The others end, and say that this process failed for \p reason.
    virtual void fail(const std::string &reason) = 0;
    /// After a collective failed with \p error: returns which process is the cause, as far as that can be found out within seconds; none if it
    /// is this one, whose error ends the others.
    virtual std::optional<std::string> faultOfOthers(const std::string &error) = 0;

protected:
    const session::ProcessRank m_place;
};

/// Waits for the others; \p report gets who is missing.
/// Errors: std::runtime_error if not all come in time; that this build cannot do it.
std::unique_ptr<ProcessGroup> join(const session::ProcessRank &place, const session::ProgressReport &report);

} // namespace lensboard::distributed
