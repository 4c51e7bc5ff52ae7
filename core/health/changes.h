#pragma once

#include "core/health/rule.h"
#include "core/record/message.h"
#include "core/record/run_event.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::health {

/// Changes of a training that may lead to findings: a learning rate that jumps or is set, a new epoch.
///
/// A rate jumps if it at least doubles or halves from one tick to the next, after it was steady. A change is near an onset if it lies before it by at
/// most a tenth of the ticks so far, but by 2 to 10 ticks. A new epoch is near if the onset is in its first tick and epochs have eight ticks or more.
class Changes
{
public:
    void note(const record::RunEvent &event);
    void endTick(const TickState &tick);
    /// Returns a message on the last change near \p step that may lead to findings of \p rule; empty if there is none.
    record::Message before(const std::string &rule, std::int64_t step) const;

private:
    enum Effect { LongerSteps = 1, ShorterSteps = 2 };
    struct Change
    {
        std::int64_t step = 0; ///< the last one before the change
        int effects = 0;
        const char *pattern; ///< a message pattern; %1 is the number of steps since the change
        std::string first = {}, second = {}; ///< its %2 and %3
    };

    void followRate(const TickState &tick);
    void add(Change change);
    double ticksBetween(std::int64_t step, std::int64_t later) const;
    bool isNewEpoch(std::int64_t step) const;

    std::vector<Change> m_changes;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_epochs; ///< numbers and steps of the first ticks
    double m_rate = 0, m_factor = 1, m_setRate = 0;
    std::int64_t m_firstStep = 0, m_step = 0;
    std::size_t m_ticks = 0;
};

} // namespace lensboard::health
