#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <memory>
#include <string>

namespace lensboard::reducer {

/// Length of a reducer's history.
struct History
{
    double stepTime = 1;    ///< time between observations, in the user's unit
    double duration = 0;    ///< kept time, in the same unit
    bool inclusive = false; ///< keep one more state, so that the state exactly \c duration ago is available
    bool inPlace = false;   ///< reuse one block of memory; later observations then change the result of peek()

    /// See settings::historyLength().
    std::size_t length() const;
};

/// Folds all observations into one state, and keeps the last states.
///
/// Shape:  any, but equal for all observations until clear(); states have the same shape.
/// Errors: std::invalid_argument for invalid settings, an observation of another shape or a missing condition; std::out_of_range for times
/// outside the history.
/// Thread: any, but one at a time.
/// Source: inferno FoldReducer. As there, initial values fill the window until there are enough observations.
class Reducer
{
public:
    virtual ~Reducer();
    Reducer(const Reducer &) = delete;
    Reducer &operator=(const Reducer &) = delete;

    /// Folds \p observation into the state. \p condition is for reducers that require one.
    void push(const Tensor &observation, const Tensor &condition);
    /// The same without a condition.
    void push(const Tensor &observation);

    /// Returns the current state. peek(), dump() and view() return an undefined tensor before the first observation.
    Tensor peek() const;
    /// Returns all kept states, newest first: [history().length(), *shape].
    Tensor dump() const;
    /// Returns the state \p ago before the newest, interpolated by the reducer between observations.
    Tensor view(double ago, double tolerance = kTolerance) const;
    /// Returns a state with a separate time per element. Shape of \p ago: the state's, or [*shape, D] for D times per element.
    Tensor view(const Tensor &ago, double tolerance = kTolerance) const;

    /// Continues from the dump() of a reducer with equal settings after \p observations, or from its newest states alone.
    /// Shape: [up to history().length(), *shape], newest first.
    void restore(const Tensor &states, std::size_t observations);

    /// Discards all observations. \p keepShape keeps the memory and the required shape.
    void clear(bool keepShape = false);

    /// Returns the length of the history.
    const History &history() const;
    /// Sets the time between observations.
    void setStepTime(double stepTime); ///< all three setters discard all observations
    /// Sets the kept time.
    void setDuration(double duration);
    /// Sets History::inclusive.
    void setInclusive(bool inclusive);

    std::size_t observations() const; ///< since the beginning or clear()
    std::size_t filled() const;       ///< number of kept states that were observed; the others are initial values
    std::size_t bytes() const;        ///< memory of the kept states

    static constexpr double kTolerance = 1e-7; ///< largest distance of a time from an observation to count as equal

protected:
    /// Errors: std::invalid_argument for an invalid \p history.
    explicit Reducer(const History &history);

    /// Returns the next state. \p state is undefined for the first observation.
    virtual Tensor fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const = 0;
    /// Value of states before the first observation.
    virtual double initial() const { return 0; }
    /// Returns the state at time \p since after \p before; \p after is one step time later.
    virtual Tensor between(const Tensor &before, const Tensor &after, const Tensor &since) const = 0;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Converts to the floating-point type of states, at least single precision.
Tensor inStatePrecision(const Tensor &observation);

} // namespace lensboard::reducer
