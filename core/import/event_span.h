#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace lensboard::imports {

struct EventTime
{
    std::int64_t step = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC; 0 if the file has no valid time
};

/// The range of steps and times of a tag's values in one or more files.
struct EventSpan
{
    std::int64_t firstStep = std::numeric_limits<std::int64_t>::max();
    std::int64_t lastStep = std::numeric_limits<std::int64_t>::min();
    double firstSeconds = std::numeric_limits<double>::infinity();
    double lastSeconds = -std::numeric_limits<double>::infinity();

    void add(const EventTime &time)
    {
        firstStep = std::min(firstStep, time.step);
        lastStep = std::max(lastStep, time.step);
        if (time.wallSeconds == 0)
            return;
        firstSeconds = std::min(firstSeconds, time.wallSeconds);
        lastSeconds = std::max(lastSeconds, time.wallSeconds);
    }
    void add(const EventSpan &other)
    {
        firstStep = std::min(firstStep, other.firstStep);
        lastStep = std::max(lastStep, other.lastStep);
        firstSeconds = std::min(firstSeconds, other.firstSeconds);
        lastSeconds = std::max(lastSeconds, other.lastSeconds);
    }
    bool isEmpty() const { return firstStep > lastStep; }
    /// Removes all steps from \p step on.
    void cut(std::int64_t step)
    {
        if (step <= firstStep)
            *this = {};
        else
            lastStep = std::min(lastStep, step - 1);
    }
    /// Returns true if \p next, from a later file, contains steps before this span's last step. A repeated last step is not an overlap.
    bool stepsOverlap(const EventSpan &next) const { return next.firstStep < lastStep && next.lastStep >= firstStep; }
    bool timesOverlap(const EventSpan &next) const { return next.firstSeconds < lastSeconds && next.lastSeconds >= firstSeconds; }
    /// Returns true if \p next comes from a second writer. A restarted writer may repeat steps, because it declares its first new step.
    bool isOfAnotherWriter(const EventSpan &next, bool nextRestarts) const
    {
        return timesOverlap(next) || (stepsOverlap(next) && !nextRestarts);
    }
};

} // namespace lensboard::imports
