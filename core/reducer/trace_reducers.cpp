#include "core/reducer/trace_reducers.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace lensboard::reducer {

struct TraceReducer::Event
{
    Tensor happens;
    Tensor amount;
};

TraceReducer::TraceReducer(const History &history, const TraceSettings &settings) : Reducer(history), m_settings(settings)
{
    if (!(settings.timeConstant > 0))
        throw record::InvalidArgument(record::message("time_constant: expected more than 0"));
}

Tensor TraceReducer::fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const
{
    const auto [happens, amount] = event(observation, condition);
    const Tensor decayed = state.defined() ? state * std::exp(-history().stepTime / m_settings.timeConstant)
                                               : zeros_like(amount);
    return where(happens, m_settings.rise == TraceSettings::Rise::Nearest ? amount : decayed + amount, decayed);
}

Tensor TraceReducer::between(const Tensor &before, const Tensor &, const Tensor &since) const
{
    return before * (-since / m_settings.timeConstant).exp().to(before.type());
}

TargetTraceReducer::TargetTraceReducer(const History &history, const TraceSettings &settings, double target,
                                       double tolerance)
    : TraceReducer(history, settings), m_target(target), m_tolerance(tolerance)
{
    if (!(tolerance >= 0))
        throw record::InvalidArgument(record::message("tolerance: expected 0 or more"));
}

TraceReducer::Event TargetTraceReducer::event(const Tensor &observation, const Tensor &) const
{
    const Tensor value = inStatePrecision(observation);
    return {(value - m_target).abs() <= m_tolerance, full_like(value, settings().amplitude)};
}

ScaledTraceReducer::ScaledTraceReducer(const History &history, const TraceSettings &settings, double scale, Criterion criterion)
    : TraceReducer(history, settings), m_scale(scale), m_criterion(std::move(criterion))
{
    if (!m_criterion)
        throw record::InvalidArgument(record::message("criterion: expected one"));
}

TraceReducer::Event ScaledTraceReducer::event(const Tensor &observation, const Tensor &) const
{
    return {m_criterion(observation), m_scale * inStatePrecision(observation) + settings().amplitude};
}

ConditionalTraceReducer::ConditionalTraceReducer(const History &history, const TraceSettings &settings, double scale)
    : TraceReducer(history, settings), m_scale(scale)
{}

TraceReducer::Event ConditionalTraceReducer::event(const Tensor &observation, const Tensor &condition) const
{
    if (!condition.defined() || condition.sizes() != observation.sizes())
        throw record::InvalidArgument(record::message("a conditional trace needs a condition of the observation's shape beside "
                                                    "it; watch the two with a MultiStateMonitor"));
    return {condition.to(ElementType::Bool), m_scale * inStatePrecision(observation) + settings().amplitude};
}

} // namespace lensboard::reducer
