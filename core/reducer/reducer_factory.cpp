#include "core/reducer/reducer_factory.h"

#include "core/experiment/comparison.h"
#include "core/reducer/trace_reducers.h"

#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

namespace lensboard::reducer {

namespace {

using experiment::Comparison;

Criterion criterionFrom(const std::string &text)
{
    return [wanted = Comparison::fromText(text)](const Tensor &observation) {
        const Tensor value = wanted.ofMagnitude ? observation.abs() : observation;
        switch (wanted.compare) {
        case Comparison::Operator::Greater: return value > wanted.limit;
        case Comparison::Operator::GreaterOrEqual: return value >= wanted.limit;
        case Comparison::Operator::Less: return value < wanted.limit;
        case Comparison::Operator::LessOrEqual: return value <= wanted.limit;
        case Comparison::Operator::Equal: return value == wanted.limit;
        case Comparison::Operator::Different: return value != wanted.limit;
        }
        return value > wanted.limit;
    };
}

EventReducer::Initial initialFrom(settings::Event::Initial initial)
{
    switch (initial) {
    case settings::Event::Initial::Infinity: return EventReducer::Initial::Infinity;
    case settings::Event::Initial::Zero: return EventReducer::Initial::Zero;
    case settings::Event::Initial::NaN: return EventReducer::Initial::NaN;
    }
    return EventReducer::Initial::Infinity;
}

History historyOf(const settings::AnyReducer &reducer)
{
    return {reducer.stepTime, reducer.duration, reducer.inclusive, reducer.inplace};
}

std::unique_ptr<Reducer> reducerOf(const settings::Passthrough &settings, Criterion)
{
    return std::make_unique<PassthroughReducer>(historyOf(settings));
}

std::unique_ptr<Reducer> reducerOf(const settings::Event &settings, Criterion criterion)
{
    return std::make_unique<EventReducer>(historyOf(settings), criterion ? std::move(criterion) : criterionFrom(settings.criterion), initialFrom(settings.initial));
}

std::unique_ptr<Reducer> reducerOf(const settings::Ema &settings, Criterion)
{
    return std::make_unique<EmaReducer>(historyOf(settings), settings.alpha);
}

std::unique_ptr<Reducer> reducerOf(const settings::CumulativeAverage &settings, Criterion)
{
    return std::make_unique<CumulativeAverageReducer>(historyOf(settings));
}

template <typename Nearest, typename Settings>
TraceSettings traceOf(const Settings &settings)
{
    return {std::is_same_v<Settings, Nearest> ? TraceSettings::Rise::Nearest : TraceSettings::Rise::Cumulative, settings.timeConstant,
            settings.amplitude};
}

template <std::derived_from<settings::TargetTrace> Settings>
std::unique_ptr<Reducer> reducerOf(const Settings &settings, Criterion)
{
    return std::make_unique<TargetTraceReducer>(historyOf(settings), traceOf<settings::NearestTrace>(settings), settings.target,
                                                settings.tolerance);
}

template <std::derived_from<settings::ScaledTrace> Settings>
std::unique_ptr<Reducer> reducerOf(const Settings &settings, Criterion criterion)
{
    return std::make_unique<ScaledTraceReducer>(historyOf(settings), traceOf<settings::ScaledNearestTrace>(settings), settings.scale,
                                                criterion ? std::move(criterion) : criterionFrom(settings.criterion));
}

template <std::derived_from<settings::ConditionalTrace> Settings>
std::unique_ptr<Reducer> reducerOf(const Settings &settings, Criterion)
{
    return std::make_unique<ConditionalTraceReducer>(historyOf(settings), traceOf<settings::ConditionalNearestTrace>(settings), settings.scale);
}

} // namespace

std::unique_ptr<Reducer> makeReducer(const settings::Reducer &settings, Criterion criterion)
{
    return std::visit([&](const auto &kind) { return reducerOf(kind, std::move(criterion)); }, settings);
}

} // namespace lensboard::reducer
