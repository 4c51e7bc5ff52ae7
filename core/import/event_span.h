#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace lensboard::imports {

struct EventTime
{
    std::int64_t step = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC; 0 if what was written is no time
};

/// The steps and times at which files have values of a tag.
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
    /// What was at \p step and after it is void.
    void cut(std::int64_t step)
    {
        if (step <= firstStep)
            *this = {};
        else
            lastStep = std::min(lastStep, step - 1);
    }
    /// Whether \p next, of a later file, has steps from before the last one on. A last step that is written again is none.
    bool stepsOverlap(const EventSpan &next) const { return next.firstStep < lastStep && next.lastStep >= firstStep; }
    bool timesOverlap(const EventSpan &next) const { return next.firstSeconds < lastSeconds && next.lastSeconds >= firstSeconds; }
    /// Whether \p next was written by another writer: a restarted writer says from which step on it writes again.
    bool isOfAnotherWriter(const EventSpan &next, bool nextRestarts) const
    {
        return timesOverlap(next) || (stepsOverlap(next) && !nextRestarts);
    }
};

} // namespace lensboard::imports
