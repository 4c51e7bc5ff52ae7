#pragma once

#include "core/reducer/reducer.h"

#include <functional>

namespace lensboard::reducer {

/// Tells of each element whether it is one of those looked for: bool, of the observation's shape.
using Criterion = std::function<at::Tensor(const at::Tensor &observation)>;

/// Keeps observations as they are. Between two, the earlier one counts.
/// Source: inferno PassthroughReducer.
class PassthroughReducer final : public Reducer
{
public:
    explicit PassthroughReducer(const History &history) : Reducer(history) {}

protected:
    at::Tensor fold(const at::Tensor &observation, const at::Tensor &condition, const at::Tensor &state) const override;
    at::Tensor between(const at::Tensor &before, const at::Tensor &after, const at::Tensor &since) const override;
};

/// The time since each element last met a criterion, in the unit of the step time.
/// Source: inferno EventReducer.
class EventReducer final : public Reducer
{
public:
    enum class Initial { Infinity, Zero, NaN }; ///< of an element that never met it; from zero, time goes on

    EventReducer(const History &history, Criterion criterion, Initial initial = Initial::Infinity);

protected:
    at::Tensor fold(const at::Tensor &observation, const at::Tensor &condition, const at::Tensor &state) const override;
    double initial() const override;
    at::Tensor between(const at::Tensor &before, const at::Tensor &after, const at::Tensor &since) const override;

private:
    Criterion m_criterion;
    Initial m_initial;
};

/// s = αx + (1-α)s, beginning with the first observation. Between two observations a straight line.
/// Source: inferno EMAReducer.
class EmaReducer final : public Reducer
{
public:
    /// \p alpha in (0, 1].
    EmaReducer(const History &history, double alpha);

protected:
    at::Tensor fold(const at::Tensor &observation, const at::Tensor &condition, const at::Tensor &state) const override;
    at::Tensor between(const at::Tensor &before, const at::Tensor &after, const at::Tensor &since) const override;

private:
    double m_alpha;
};

/// The mean of all observations. Between two observations a straight line.
/// Source: inferno CAReducer.
class CumulativeAverageReducer final : public Reducer
{
public:
    explicit CumulativeAverageReducer(const History &history) : Reducer(history) {}

protected:
    at::Tensor fold(const at::Tensor &observation, const at::Tensor &condition, const at::Tensor &state) const override;
    at::Tensor between(const at::Tensor &before, const at::Tensor &after, const at::Tensor &since) const override;
};

} // namespace lensboard::reducer
