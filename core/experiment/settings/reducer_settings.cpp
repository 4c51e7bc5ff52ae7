#include "core/experiment/settings/reducer_settings.h"

#include <algorithm>
#include <cmath>

namespace lensboard::settings {

namespace {

void scaleOf(Fields &fields, double &scale)
{
    fields.number("scale", scale, -kLargestFloat, kLargestFloat, "the trace rises by scale · x + amplitude");
}

} // namespace

std::size_t historyLength(double stepTime, double duration, bool inclusive)
{
    const double steps = duration / stepTime;
    const double whole = std::ceil(steps - 1e-9 * steps); // 1.1 / 0.1 is 11, despite rounding errors
    return std::max<std::size_t>(1, static_cast<std::size_t>(whole) + (inclusive ? 1 : 0));
}

void AnyReducer::describe(Fields &fields)
{
    fields.positive("step_time", stepTime, "time from one observation to the next, in any unit");
    fields.number("duration", duration, 0, kMany, "how far back states are kept, in that unit, for a monitor's lags");
    fields.advanced().flag("inclusive", inclusive, "one state more, so that the one exactly that long ago is there");
    fields.advanced().flag("inplace", inplace, "write states into one block of memory again and again");
}

void Event::describe(Fields &fields)
{
    fields.text("criterion", criterion, kCriterionHelp);
    fields.choice("initial", initial, Names<3>{"inf", "zero", "nan"}, "the time where that never happened; from zero it runs on");
    AnyReducer::describe(fields);
}

void Ema::describe(Fields &fields)
{
    fields.positive("alpha", alpha, "the share of what is new", 1);
    AnyReducer::describe(fields);
}

void AnyTrace::describeTrace(Fields &fields)
{
    fields.positive("time_constant", timeConstant, "a trace falls to 37 % in so much time");
    fields.number("amplitude", amplitude, -kLargestFloat, kLargestFloat, "by how much a trace rises");
}

void TargetTrace::describe(Fields &fields)
{
    describeTrace(fields);
    fields.number("target", target, -kLargestFloat, kLargestFloat, "the value that counts");
    fields.number("tolerance", tolerance, 0, kLargestFloat, "how far from it values still count");
    AnyReducer::describe(fields);
}

void ScaledTrace::describe(Fields &fields)
{
    describeTrace(fields);
    scaleOf(fields, scale);
    fields.text("criterion", criterion, kCriterionHelp);
    AnyReducer::describe(fields);
}

void ConditionalTrace::describe(Fields &fields)
{
    describeTrace(fields);
    scaleOf(fields, scale);
    AnyReducer::describe(fields);
}

} // namespace lensboard::settings
