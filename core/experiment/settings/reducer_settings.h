#pragma once

#include "core/experiment/settings/fields.h"

#include <string>
#include <variant>

/// What a monitor makes of its observations over time.
namespace lensboard::settings {

inline constexpr const char *kCriterionHelp = "which values count: x > 0.5, |x| <= 0.001";

/// How many states are kept: ceil(duration / stepTime), one more if inclusive, at least 1.
std::size_t historyLength(double stepTime, double duration, bool inclusive);

/// What all reducers have.
struct AnyReducer
{
    double stepTime = 1;    ///< from one observation to the next, in any unit
    double duration = 0;    ///< how far back states are kept, in that unit
    bool inclusive = false; ///< one state more
    bool inplace = true;    ///< states are written into one block of memory

    /// How far back the oldest state is that is kept.
    double oldest() const { return static_cast<double>(historyLength(stepTime, duration, inclusive) - 1) * stepTime; }

    void describe(Fields &fields);
};

struct Passthrough : AnyReducer
{
    static constexpr const char *kKind = "Passthrough";
    static constexpr const char *kHelp = "what is observed, as it is";
};

struct Event : AnyReducer
{
    enum class Initial { Infinity, Zero, NaN }; ///< of an element that never met it; from zero, time goes on

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

/// Rises at an event, and decays.
struct AnyTrace : AnyReducer
{
    double timeConstant = 20; ///< a trace falls to 1/e in so much time
    double amplitude = 1;     ///< by how much it rises

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

/// Events are values that meet a criterion, and their size counts.
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

/// Events are marked beside the values, by a second attribute.
struct ConditionalTrace : AnyTrace
{
    double scale = 1; ///< likewise

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
