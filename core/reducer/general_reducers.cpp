#include "core/reducer/general_reducers.h"

#include "core/record/message.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros_like.h>

#include <limits>
#include <stdexcept>
#include <utility>

namespace lensboard::reducer {

namespace {

at::Tensor onLine(const at::Tensor &before, const at::Tensor &after, const at::Tensor &share)
{
    return before + (after - before) * share.to(before.scalar_type());
}

} // namespace

/// A copy: what was observed may change in place.
at::Tensor PassthroughReducer::fold(const at::Tensor &observation, const at::Tensor &, const at::Tensor &) const
{
    return history().inPlace ? observation : observation.clone();
}

at::Tensor PassthroughReducer::between(const at::Tensor &before, const at::Tensor &, const at::Tensor &) const
{
    return before.clone();
}

EventReducer::EventReducer(const History &history, Criterion criterion, Initial initial)
    : Reducer(history), m_criterion(std::move(criterion)), m_initial(initial)
{
    if (!m_criterion)
        throw std::invalid_argument(record::message("criterion: expected one"));
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

at::Tensor EventReducer::fold(const at::Tensor &observation, const at::Tensor &, const at::Tensor &state) const
{
    const at::Tensor zero = at::zeros_like(inStatePrecision(observation));
    return at::where(m_criterion(observation), zero, state.defined() ? state + history().stepTime : zero + initial());
}

at::Tensor EventReducer::between(const at::Tensor &before, const at::Tensor &, const at::Tensor &since) const
{
    return before + since.to(before.scalar_type());
}

EmaReducer::EmaReducer(const History &history, double alpha) : Reducer(history), m_alpha(alpha)
{
    if (!(alpha > 0 && alpha <= 1))
        throw std::invalid_argument(record::message("alpha: expected more than 0, at most 1"));
}

at::Tensor EmaReducer::fold(const at::Tensor &observation, const at::Tensor &, const at::Tensor &state) const
{
    const at::Tensor now = inStatePrecision(observation);
    return state.defined() ? m_alpha * now + (1 - m_alpha) * state : now.clone();
}

at::Tensor EmaReducer::between(const at::Tensor &before, const at::Tensor &after, const at::Tensor &since) const
{
    return onLine(before, after, since / history().stepTime);
}

at::Tensor CumulativeAverageReducer::fold(const at::Tensor &observation, const at::Tensor &, const at::Tensor &state) const
{
    const at::Tensor now = inStatePrecision(observation);
    return state.defined() ? state + (now - state) / static_cast<double>(observations() + 1) : now.clone();
}

at::Tensor CumulativeAverageReducer::between(const at::Tensor &before, const at::Tensor &after, const at::Tensor &since) const
{
    return onLine(before, after, since / history().stepTime);
}

} // namespace lensboard::reducer
