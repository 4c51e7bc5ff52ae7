#include "core/reducer/general_reducers.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <limits>
#include <stdexcept>
#include <utility>

namespace lensboard::reducer {

namespace {

Tensor onLine(const Tensor &before, const Tensor &after, const Tensor &share)
{
    return before + (after - before) * share.to(before.type());
}

} // namespace

/// Copies the observation, because its memory may change in place.
Tensor PassthroughReducer::fold(const Tensor &observation, const Tensor &, const Tensor &) const
{
    return history().inPlace ? observation : observation.clone();
}

Tensor PassthroughReducer::between(const Tensor &before, const Tensor &, const Tensor &) const
{
    return before.clone();
}

EventReducer::EventReducer(const History &history, Criterion criterion, Initial initial)
    : Reducer(history), m_criterion(std::move(criterion)), m_initial(initial)
{
    if (!m_criterion)
        throw record::InvalidArgument(record::message("criterion: expected one"));
}

double EventReducer::initial() const
{
    switch (m_initial) {
    case Initial::Infinity: return std::numeric_limits<double>::infinity();
    case Initial::Zero: return 0;
    case Initial::NaN: return std::numeric_limits<double>::quiet_NaN();
    }
    return 0;
}

Tensor EventReducer::fold(const Tensor &observation, const Tensor &, const Tensor &state) const
{
    const Tensor zero = zeros_like(inStatePrecision(observation));
    return where(m_criterion(observation), zero, state.defined() ? state + history().stepTime : zero + initial());
}

Tensor EventReducer::between(const Tensor &before, const Tensor &, const Tensor &since) const
{
    return before + since.to(before.type());
}

EmaReducer::EmaReducer(const History &history, double alpha) : Reducer(history), m_alpha(alpha)
{
    if (!(alpha > 0 && alpha <= 1))
        throw record::InvalidArgument(record::message("alpha: expected more than 0, at most 1"));
}

Tensor EmaReducer::fold(const Tensor &observation, const Tensor &, const Tensor &state) const
{
    const Tensor now = inStatePrecision(observation);
    return state.defined() ? m_alpha * now + (1 - m_alpha) * state : now.clone();
}

Tensor EmaReducer::between(const Tensor &before, const Tensor &after, const Tensor &since) const
{
    return onLine(before, after, since / history().stepTime);
}

Tensor CumulativeAverageReducer::fold(const Tensor &observation, const Tensor &, const Tensor &state) const
{
    const Tensor now = inStatePrecision(observation);
    return state.defined() ? state + (now - state) / static_cast<double>(observations() + 1) : now.clone();
}

Tensor CumulativeAverageReducer::between(const Tensor &before, const Tensor &after, const Tensor &since) const
{
    return onLine(before, after, since / history().stepTime);
}

} // namespace lensboard::reducer
