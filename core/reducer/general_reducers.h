#pragma once

#include "core/reducer/reducer.h"

#include <functional>

namespace lensboard::reducer {

/// Returns a bool tensor of the observation's shape: true for elements that meet the criterion.
using Criterion = std::function<Tensor(const Tensor &observation)>;

/// Keeps observations unchanged. Between two observations, returns the earlier one.
/// Source: inferno PassthroughReducer.
class PassthroughReducer final : public Reducer
{
public:
    /// Keeps the states of \p history.
    explicit PassthroughReducer(const History &history) : Reducer(history) {}

protected:
    Tensor fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const override;
    Tensor between(const Tensor &before, const Tensor &after, const Tensor &since) const override;
};

/// The time since each element last met a criterion, in the unit of the step time.
/// Source: inferno EventReducer.
class EventReducer final : public Reducer
{
public:
    /// Initial value.
    enum class Initial { Infinity, Zero, NaN }; ///< for elements that never met it; time is added to zero

    /// \p criterion decides for each element.
    EventReducer(const History &history, Criterion criterion, Initial initial = Initial::Infinity);

protected:
    Tensor fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const override;
    double initial() const override;
    Tensor between(const Tensor &before, const Tensor &after, const Tensor &since) const override;

private:
    Criterion m_criterion;
    Initial m_initial;
};

/// s = αx + (1-α)s, starting with the first observation. Interpolates linearly between observations.
/// Source: inferno EMAReducer.
class EmaReducer final : public Reducer
{
public:
    /// \p alpha in (0, 1].
    EmaReducer(const History &history, double alpha);

protected:
    Tensor fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const override;
    Tensor between(const Tensor &before, const Tensor &after, const Tensor &since) const override;

private:
    double m_alpha;
};

/// The mean of all observations. Interpolates linearly between observations.
/// Source: inferno CAReducer.
class CumulativeAverageReducer final : public Reducer
{
public:
    /// Keeps the states of \p history.
    explicit CumulativeAverageReducer(const History &history) : Reducer(history) {}

protected:
    Tensor fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const override;
    Tensor between(const Tensor &before, const Tensor &after, const Tensor &since) const override;
};

} // namespace lensboard::reducer
