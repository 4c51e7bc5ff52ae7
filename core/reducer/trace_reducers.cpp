#include "core/reducer/trace_reducers.h"

#include "core/record/message.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros_like.h>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace lensboard::reducer {

struct TraceReducer::Event
{
    at::Tensor where;
    at::Tensor amount;
};

TraceReducer::TraceReducer(const History &history, const TraceSettings &settings) : Reducer(history), m_settings(settings)
{
    if (!(settings.timeConstant > 0))
        throw std::invalid_argument(record::message("time_constant: expected more than 0"));
}

at::Tensor TraceReducer::fold(const at::Tensor &observation, const at::Tensor &condition, const at::Tensor &state) const
{
    const auto [where, amount] = event(observation, condition);
    const at::Tensor decayed = state.defined() ? state * std::exp(-history().stepTime / m_settings.timeConstant)
                                               : at::zeros_like(amount);
    return at::where(where, m_settings.rise == TraceSettings::Rise::Nearest ? amount : decayed + amount, decayed);
}

at::Tensor TraceReducer::between(const at::Tensor &before, const at::Tensor &, const at::Tensor &since) const
{
    return before * (-since / m_settings.timeConstant).exp().to(before.scalar_type());
}

TargetTraceReducer::TargetTraceReducer(const History &history, const TraceSettings &settings, double target,
                                       double tolerance)
    : TraceReducer(history, settings), m_target(target), m_tolerance(tolerance)
{
    if (!(tolerance >= 0))
        throw std::invalid_argument(record::message("tolerance: expected 0 or more"));
}

TraceReducer::Event TargetTraceReducer::event(const at::Tensor &observation, const at::Tensor &) const
{
    const at::Tensor value = inStatePrecision(observation);
    return {(value - m_target).abs() <= m_tolerance, at::full_like(value, settings().amplitude)};
}

ScaledTraceReducer::ScaledTraceReducer(const History &history, const TraceSettings &settings, double scale, Criterion criterion)
    : TraceReducer(history, settings), m_scale(scale), m_criterion(std::move(criterion))
{
    if (!m_criterion)
        throw std::invalid_argument(record::message("criterion: expected one"));
}

TraceReducer::Event ScaledTraceReducer::event(const at::Tensor &observation, const at::Tensor &) const
{
    return {m_criterion(observation), m_scale * inStatePrecision(observation) + settings().amplitude};
}

ConditionalTraceReducer::ConditionalTraceReducer(const History &history, const TraceSettings &settings, double scale)
    : TraceReducer(history, settings), m_scale(scale)
{}

TraceReducer::Event ConditionalTraceReducer::event(const at::Tensor &observation, const at::Tensor &condition) const
{
    if (!condition.defined() || condition.sizes() != observation.sizes())
        throw std::invalid_argument(record::message("a conditional trace needs a condition of the observation's shape beside "
                                                    "it; watch the two with a MultiStateMonitor"));
    return {condition.to(at::kBool), m_scale * inStatePrecision(observation) + settings().amplitude};
}

} // namespace lensboard::reducer
