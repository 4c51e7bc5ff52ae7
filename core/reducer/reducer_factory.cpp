#include "core/reducer/reducer_factory.h"

#include "core/experiment/comparison.h"
#include "core/record/message.h"
#include "core/reducer/general_reducers.h"
#include "core/reducer/trace_reducers.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>

#include <stdexcept>

namespace lensboard::reducer {

namespace {

using experiment::Comparison;
using experiment::Json;

Criterion criterionFrom(const std::string &text)
{
    return [wanted = Comparison::fromText(text)](const at::Tensor &observation) {
        const at::Tensor value = wanted.ofMagnitude ? observation.abs() : observation;
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

EventReducer::Initial initialFrom(const std::string &text)
{
    return text == "zero" ? EventReducer::Initial::Zero
        : text == "nan"   ? EventReducer::Initial::NaN
                          : EventReducer::Initial::Infinity;
}

std::unique_ptr<Reducer> makeTrace(const std::string &kind, const History &history, const Json &settings)
{
    const auto value = [&settings](const char *key) { return settings.at(key).get<double>(); };
    const bool nearest = kind.find("Nearest") != std::string::npos;
    const TraceSettings trace{nearest ? TraceSettings::Rise::Nearest : TraceSettings::Rise::Cumulative, value("time_constant"),
                              value("amplitude")};
    if (kind.starts_with("Scaled"))
        return std::make_unique<ScaledTraceReducer>(history, trace, value("scale"),
                                                    criterionFrom(settings.at("criterion").get<std::string>()));
    if (kind.starts_with("Conditional"))
        return std::make_unique<ConditionalTraceReducer>(history, trace, value("scale"));
    return std::make_unique<TargetTraceReducer>(history, trace, value("target"), value("tolerance"));
}

} // namespace

std::unique_ptr<Reducer> makeReducer(const Json &settings)
{
    const auto kind = settings.at("kind").get<std::string>();
    const History history{settings.at("step_time").get<double>(), settings.at("duration").get<double>(),
                          settings.at("inclusive").get<bool>(), settings.at("inplace").get<bool>()};
    if (kind == "Passthrough")
        return std::make_unique<PassthroughReducer>(history);
    if (kind == "Event")
        return std::make_unique<EventReducer>(history, criterionFrom(settings.at("criterion").get<std::string>()),
                                              initialFrom(settings.at("initial").get<std::string>()));
    if (kind == "EMA")
        return std::make_unique<EmaReducer>(history, settings.at("alpha").get<double>());
    if (kind == "CumulativeAverage")
        return std::make_unique<CumulativeAverageReducer>(history);
    if (kind.ends_with("Trace"))
        return makeTrace(kind, history, settings);
    throw std::invalid_argument(record::message("there is no reducer \"%1\"", kind));
}

} // namespace lensboard::reducer
