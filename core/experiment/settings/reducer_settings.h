#pragma once

#include "core/experiment/settings/fields.h"

#include <string>
#include <variant>

/// Reducers summarise the observations of a monitor over time.
namespace lensboard::settings {

inline constexpr const char *kCriterionHelp = "which values count: x > 0.5, |x| <= 0.001";

/// Returns the number of states to keep: ceil(duration / stepTime), one more if inclusive, at least 1.
std::size_t historyLength(double stepTime, double duration, bool inclusive);

/// Settings of all reducers.
struct AnyReducer
{
    double stepTime = 1;    ///< time between two observations, in any unit
    double duration = 0;    ///< states are kept for this time, in the same unit
    bool inclusive = false; ///< keep one more state
    bool inplace = true;    ///< states are written into one block of memory

    /// Returns the age of the oldest state, in the unit of stepTime.
    double oldest() const { return static_cast<double>(historyLength(stepTime, duration, inclusive) - 1) * stepTime; }

    void describe(Fields &fields);
};

struct Passthrough : AnyReducer
{
    static constexpr const char *kKind = "Passthrough";
    static constexpr const char *kHelp = "the observed tensor, unchanged";
};

struct Event : AnyReducer
{
    enum class Initial { Infinity, Zero, NaN }; ///< for an element that never met the criterion; starting from zero, time increases

    static constexpr const char *kKind = "Event";
    static constexpr const char *kHelp = "the time since each element last met a criterion";

    std::string criterion = "x > 0";
    Initial initial = Initial::Infinity;

    void describe(Fields &fields);
};

struct Ema : AnyReducer
{
    static constexpr const char *kKind = "EMA";
    static constexpr const char *kHelp = "the exponential average α·x + (1 - α)·average";

    double alpha = 0.1; ///< in (0, 1]

    void describe(Fields &fields);
};

struct CumulativeAverage : AnyReducer
{
    static constexpr const char *kKind = "CumulativeAverage";
    static constexpr const char *kHelp = "the mean of all that was observed";
};

/// A trace rises at an event, and decays.
struct AnyTrace : AnyReducer
{
    double timeConstant = 20; ///< a trace falls to 1/e in this time
    double amplitude = 1;     ///< rise at an event

protected:
    void describeTrace(Fields &fields);
};

/// Events are values near a target.
struct TargetTrace : AnyTrace
{
    double target = 1;
    double tolerance = 0;

    void describe(Fields &fields);
};

struct NearestTrace : TargetTrace
{
    static constexpr const char *kKind = "NearestTrace";
    static constexpr const char *kHelp = "rises to the amplitude at a value, and decays: only the last event counts";
};

struct CumulativeTrace : TargetTrace
{
    static constexpr const char *kKind = "CumulativeTrace";
    static constexpr const char *kHelp = "rises by the amplitude at a value, and decays: all events count";
};

/// Events are values that meet a criterion; the rise depends on the value.
struct ScaledTrace : AnyTrace
{
    double scale = 1; ///< the trace rises by scale · x + amplitude
    std::string criterion = "x > 0";

    void describe(Fields &fields);
};

struct ScaledNearestTrace : ScaledTrace
{
    static constexpr const char *kKind = "ScaledNearestTrace";
    static constexpr const char *kHelp = "rises to scale · x + amplitude where a criterion is met, and decays";
};

struct ScaledCumulativeTrace : ScaledTrace
{
    static constexpr const char *kKind = "ScaledCumulativeTrace";
    static constexpr const char *kHelp = "rises by scale · x + amplitude where a criterion is met, and decays";
};

/// A second attribute marks the events.
struct ConditionalTrace : AnyTrace
{
    double scale = 1; ///< the trace rises by scale · x + amplitude

    void describe(Fields &fields);
};

struct ConditionalNearestTrace : ConditionalTrace
{
    static constexpr const char *kKind = "ConditionalNearestTrace";
    static constexpr const char *kHelp = "rises to scale · x + amplitude where a second attribute is not zero, and decays";
};

struct ConditionalCumulativeTrace : ConditionalTrace
{
    static constexpr const char *kKind = "ConditionalCumulativeTrace";
    static constexpr const char *kHelp = "rises by scale · x + amplitude where a second attribute is not zero, and decays";
};

using Reducer = std::variant<Passthrough, Event, Ema, CumulativeAverage, NearestTrace, CumulativeTrace, ScaledNearestTrace,
                             ScaledCumulativeTrace, ConditionalNearestTrace, ConditionalCumulativeTrace>;

} // namespace lensboard::settings
