#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::training {

/// Chooses whether a training computes on one thread or on all, by the time its steps take.
///
/// Many threads wait for each other several times a step. On a busy machine a waiting thread spins while another has no core, so a
/// small model trains 20 times slower than on one thread. A trial runs a few steps on the other number of threads: after the first steps, whenever
/// steps become slower, and from time to time. Apart from the first one, trials cost at most 2 % of the training's time.
/// Thread: one at a time.
class ThreadChoice
{
public:
    using Clock = std::chrono::steady_clock;

    /// A change of the number of threads, with the medians that led to it.
    struct Change
    {
        int threads = 0;          ///< from now on
        double secondsBefore = 0; ///< of a step on the number of threads before
        double seconds = 0;       ///< of a step on the new number
    };

    /// Begins with one thread, because a busy machine slows it least. With \p all of 1 there is no choice.
    explicit ThreadChoice(int all) : m_all(all) {}

    /// Returns true if there is no choice.
    bool isFixed() const { return m_all == 1; }

    /// The number of threads for the next step.
    int threads() const { return m_trial ? other() : m_chosen; }

    /// Adds a training step that ran on threads() and ended at \p now. Returns the change if the step ended a trial that the other number won.
    std::optional<Change> endStep(double seconds, Clock::time_point now);

private:
    int other() const { return m_chosen == 1 ? m_all : 1; }
    bool isTrialDue(Clock::time_point now) const;
    std::optional<Change> endTrial(Clock::time_point now);

    int m_all;
    int m_chosen = 1;
    bool m_trial = false;
    std::vector<double> m_recent; ///< seconds of the last steps on the chosen number
    std::vector<double> m_tried;  ///< seconds of the trial's steps; the first of them is a warm-up
    double m_secondsAtChoice = 0; ///< median step after the last trial; 0 before the first
    Clock::time_point m_notBefore; ///< when the next trial may begin
    Clock::time_point m_nextRegular;
    Clock::duration m_interval{};
};

} // namespace lensboard::training
