#pragma once

#include "core/stats/running_stats.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace lensboard::lens {

/// Divides the time of training steps among their parts, given the begin of each part.
///
/// A step lasts from the end of the step before to its own end. The first step after the start, and time outside of training, do not count.
/// Units:  seconds of the host's clock.
/// Thread: one at a time.
class StepParts
{
public:
    using Clock = std::chrono::steady_clock;

    /// Waiting: for a batch, as the loop reports it. Between: the rest of the time before the forward. Loss: from the model's output to the
    /// begin of the backward pass. Optimizer: from the end of the backward pass to the end of the step.
    enum Part : std::size_t { Waiting,
                              Between,
                              Forward,
                              Loss,
                              Backward,
                              Optimizer };
    static constexpr std::size_t kParts = Optimizer + 1;

    /// Begins \p part.
    void enter(Part part, Clock::time_point now);
    /// Begins time that belongs to no step, such as an evaluation. Ends at the next Forward.
    void exit(Clock::time_point now);
    /// Counts the \p seconds before \p now as Waiting.
    void waited(double seconds, Clock::time_point now);
    /// Adds the parts of this step to the means.
    void endStep(Clock::time_point now);
    /// Excludes the time until resume().
    void pause(Clock::time_point now) { count(now); }
    void resume(Clock::time_point now) { m_since = now; }
    /// Discards the means of this tick.
    void clear() { m_means = {}; }
    /// Discards everything.
    void restart() { *this = {}; }

    /// Times of the steps since clear(). Empty if there was no whole step.
    const stats::RunningStats &of(Part part) const { return m_means[part]; }

private:
    void count(Clock::time_point now);

    std::array<stats::RunningStats, kParts> m_means;
    std::array<double, kParts> m_step = {};   ///< seconds of the current step
    double m_afterBackward = 0;               ///< not yet divided: before another forward, this is time between batches
    std::optional<Part> m_part;               ///< nullopt: outside of training
    std::optional<Clock::time_point> m_since; ///< nullopt before the first moment
    bool m_isWhole = false;                   ///< the current step was observed from its begin
};

} // namespace lensboard::lens
