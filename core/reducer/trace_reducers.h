#pragma once

#include "core/reducer/general_reducers.h"

namespace lensboard::reducer {

/// Decay and rise of a trace.
struct TraceSettings
{
    /// Effect of an event.
    enum class Rise {
        Nearest,   ///< to the amount: only the last event counts
        Cumulative ///< by the amount: all events count
    };

    Rise rise = Rise::Nearest;
    double timeConstant = 1; ///< τ: a trace decays by e^(-dt/τ) per observation
    double amplitude = 1;    ///< A
};

/// A trace rises at events and decays otherwise, also between observations.
/// Errors: std::invalid_argument unless the time constant is positive.
class TraceReducer : public Reducer
{
protected:
    /// For the derived classes.
    TraceReducer(const History &history, const TraceSettings &settings);

    /// Returns decay and rise.
    const TraceSettings &settings() const { return m_settings; }
    /// Mask of the elements with an event, and the rise of each.
    struct Event;
    /// Finds the events of an observation.
    virtual Event event(const Tensor &observation, const Tensor &condition) const = 0;

    Tensor fold(const Tensor &observation, const Tensor &condition, const Tensor &state) const final;
    Tensor between(const Tensor &before, const Tensor &after, const Tensor &since) const final;

private:
    TraceSettings m_settings;
};

/// Rises by A where an observation is the target: |h - h*| ≤ ε.
/// Source: inferno NearestTraceReducer, CumulativeTraceReducer.
class TargetTraceReducer final : public TraceReducer
{
public:
    /// \p target is h*, \p tolerance is ε.
    TargetTraceReducer(const History &history, const TraceSettings &settings, double target, double tolerance = 0);

protected:
    Event event(const Tensor &observation, const Tensor &condition) const override;

private:
    double m_target;
    double m_tolerance;
};

/// Rises by s·h + A where an observation meets a criterion.
/// Source: inferno ScaledNearestTraceReducer, ScaledCumulativeTraceReducer.
class ScaledTraceReducer final : public TraceReducer
{
public:
    /// \p scale is s.
    ScaledTraceReducer(const History &history, const TraceSettings &settings, double scale, Criterion criterion);

protected:
    Event event(const Tensor &observation, const Tensor &condition) const override;

private:
    double m_scale;
    Criterion m_criterion;
};

/// Rises by s·h + A where the condition passed with an observation is true.
/// Source: inferno ConditionalNearestTraceReducer, ConditionalCumulativeTraceReducer.
class ConditionalTraceReducer final : public TraceReducer
{
public:
    /// \p scale is s.
    ConditionalTraceReducer(const History &history, const TraceSettings &settings, double scale);

protected:
    Event event(const Tensor &observation, const Tensor &condition) const override;

private:
    double m_scale;
};

} // namespace lensboard::reducer
