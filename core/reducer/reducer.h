#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <memory>
#include <string>

namespace lensboard::reducer {

/// How much of its past a reducer keeps.
struct History
{
    double stepTime = 1;    ///< from one observation to the next, in a unit of the user's
    double duration = 0;    ///< that is kept, in the same unit
    bool inclusive = false; ///< one state more, so that the one exactly \c duration ago is still there
    bool inPlace = false;   ///< one block of memory that is written again and again: what peek() gave changes with it

    /// See settings::historyLength().
    std::size_t length() const;
};

/// Makes one state of all observations so far, and keeps the states of late.
///
/// Shape:  any, the same for all observations until clear(); the states have it too.
/// Errors: std::invalid_argument for settings that make no sense, an observation of another shape, and a condition that is
///         missing; std::out_of_range for times that are not kept.
/// Thread: one at a time.
/// Source: inferno FoldReducer, whose window is filled with an initial value until there are enough observations.
class Reducer
{
public:
    virtual ~Reducer();
    Reducer(const Reducer &) = delete;
    Reducer &operator=(const Reducer &) = delete;

    /// Folds \p observation into the state. \p condition is for those that ask for one.
    void push(const Tensor &observation, const Tensor &condition);
    void push(const Tensor &observation);

    /// The state, undefined before the first observation, as are all three.
    Tensor peek() const;
    /// Every state kept, newest first: [history().length(), *shape].
    Tensor dump() const;
    /// The state \p ago before the newest, between two observations as the reducer interpolates.
    Tensor view(double ago, double tolerance = kTolerance) const;
    /// For each element a time of its own. Shape: the state's, or the state's and several times for each, [*shape, D].
    Tensor view(const Tensor &ago, double tolerance = kTolerance) const;

    /// Goes on from the dump() of another reducer of these settings after so many observations, or from its newest states alone.
    /// Shape: [up to history().length(), *shape], newest first.
    void restore(const Tensor &states, std::size_t observations);

    /// Forgets all observations. With \p keepShape the memory stays, and so what shape is taken.
    void clear(bool keepShape = false);

    const History &history() const;
    void setStepTime(double stepTime); ///< these three forget all observations
    void setDuration(double duration);
    void setInclusive(bool inclusive);

    std::size_t observations() const; ///< since the beginning or clear()
    std::size_t filled() const;       ///< of the states kept, those that were observed; the others are initial values
    std::size_t bytes() const;        ///< that the states kept take

    static constexpr double kTolerance = 1e-7; ///< of a time, to count as that of an observation

protected:
    explicit Reducer(const History &history);

    /// The next state. \p state is undefined at first.
    virtual Tensor fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const = 0;
    /// What stands in the window where nothing has been observed.
    virtual double initial() const { return 0; }
    /// The state at \p since after \p before; \p after came a step time later.
    virtual Tensor between(const Tensor &before, const Tensor &after, const Tensor &since) const = 0;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Floating point of at least single precision, which states are computed in.
Tensor inStatePrecision(const Tensor &observation);

} // namespace lensboard::reducer
