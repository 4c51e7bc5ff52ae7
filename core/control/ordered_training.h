#pragma once

#include "core/experiment/roster.h"
#include "core/session/session.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lensboard::control {

/// What a training can do besides switching, setting and adding watchers, which all can.
struct Abilities
{
    bool pause = false; ///< and with it steps, and to go on
    bool stop = false;
    bool learningRate = false;
    bool checkpoint = false;

    bool operator==(const Abilities &) const = default;
};

struct Order
{
    /// Interrupt: stop, and leave the batch if that can be.
    enum class Kind { Start, Pause, Step, StepToTick, Stop, LearningRate, Watcher, Checkpoint, Interrupt };

    Kind kind = Kind::Start;
    double learningRate = 0;
    experiment::WatcherChange change = {};
};

/// A training at a glance. What a loop of one's own does not tell is at its default.
struct Status
{
    session::State state = session::State::Preparing;
    std::string activity = {}; ///< what is being done while Preparing; why, when Failed
    std::int64_t epoch = 0;
    std::int64_t epochs = 0;
    std::int64_t batch = 0; ///< of the epoch
    std::int64_t batchesPerEpoch = 0;
    std::int64_t step = 0;
    std::int64_t ticks = 0;
    double learningRate = 0; ///< 0: not known
    double stepsPerSecond = 0;
    double secondsLeft = -1; ///< -1: not known
    bool isStopping = false;
    bool isValidating = false;
    bool isInterruptible = false;
    std::size_t hooks = 0; ///< of its watchers, that are in place on the model now
    Abilities abilities = {};

    bool operator==(const Status &) const = default;
};

/// A training that takes orders from other processes, and follows them before its next batch.
/// Thread: any; nothing here waits for the training.
class OrderedTraining
{
public:
    /// What went wrong, empty if nothing did.
    using Done = std::function<void(const std::string &error)>;

    virtual ~OrderedTraining() = default;

    virtual Status status() const = 0;
    /// As they were ordered to be.
    virtual std::vector<experiment::Choice> watchers() const = 0;
    /// How often these have changed.
    virtual std::size_t watcherChanges() const = 0;
    /// \p order is one that its abilities allow. \p done is called once on any thread: at once, or when a checkpoint is written; not at
    /// all if the training ends before.
    /// Errors: std::exception saying why it cannot be followed; \p done is not called then.
    virtual void follow(const Order &order, const Done &done) = 0;
};

/// Passes on what a session and its orders both take.
template <typename Orders>
void give(Orders &orders, const Order &order)
{
    switch (order.kind) {
    case Order::Kind::Start: return orders.start();
    case Order::Kind::Pause: return orders.pause();
    case Order::Kind::Step: return orders.step();
    case Order::Kind::StepToTick: return orders.stepToTick();
    case Order::Kind::Stop:
    case Order::Kind::Interrupt: return orders.stop();
    case Order::Kind::Watcher: return orders.change(order.change);
    case Order::Kind::LearningRate:
    case Order::Kind::Checkpoint: return;
    }
}

/// Why a training in this state does not take \p order; empty if it may.
std::string whyNot(const Order &order, const Status &status);

} // namespace lensboard::control
