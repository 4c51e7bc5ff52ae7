#pragma once

#include "core/experiment/roster.h"
#include "core/session/session.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lensboard::control {

/// Optional abilities of a training. All trainings can switch, change and add watchers.
struct Abilities
{
    bool pause = false; ///< pause, step and continue
    bool stop = false;
    bool learningRate = false;
    bool checkpoint = false;

    bool operator==(const Abilities &) const = default;
};

struct Order
{
    /// Interrupt: stop, within the current batch if possible.
    enum class Kind { Start, Pause, Step, StepToTick, Stop, LearningRate, Watcher, Checkpoint, Interrupt };

    Kind kind = Kind::Start;
    double learningRate = 0;
    experiment::WatcherChange change = {};
};

/// Status of a training. Values that a user's own training loop does not report keep their defaults.
struct Status
{
    session::State state = session::State::Preparing;
    std::string activity = {}; ///< current activity while Preparing; the error if Failed
    std::int64_t epoch = 0;
    std::int64_t epochs = 0;
    std::int64_t batch = 0; ///< number within the epoch
    std::int64_t batchesPerEpoch = 0;
    std::int64_t step = 0;
    std::int64_t ticks = 0;
    double learningRate = 0; ///< 0: unknown
    double stepsPerSecond = 0;
    double secondsLeft = -1; ///< -1: unknown
    bool isStopping = false;
    bool isValidating = false;
    bool isInterruptible = false;
    std::size_t hooks = 0; ///< hooks of watchers that are attached to the model now
    Abilities abilities = {};

    bool operator==(const Status &) const = default;
};

/// A training that accepts orders from other processes and follows them before its next batch.
/// Thread: any; no function blocks on the training.
class OrderedTraining
{
public:
    /// Receives the error, empty after success.
    using Done = std::function<void(const std::string &error)>;

    virtual ~OrderedTraining() = default;

    virtual Status status() const = 0;
    /// Returns the watchers, including orders that are not followed yet.
    virtual std::vector<experiment::Choice> watchers() const = 0;
    /// Returns the number of changes of watchers().
    virtual std::size_t watcherChanges() const = 0;
    /// \p order must be allowed by the training's abilities. \p done is called once, on any thread: at once, or when a checkpoint is written.
    /// It is not called if the training ends before that.
    /// Errors: std::exception with the reason why the order cannot be followed; \p done is not called then.
    virtual void follow(const Order &order, const Done &done) = 0;
};

/// Gives an order of a kind that both Session and Orders accept.
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

/// Returns the reason why a training in this state rejects \p order; empty if it accepts it.
std::string whyNot(const Order &order, const Status &status);

} // namespace lensboard::control
