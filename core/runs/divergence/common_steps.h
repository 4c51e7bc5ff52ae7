#pragma once

#include "core/store/run.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::runs {

/// Returns the step of each tick of \p run.
std::vector<std::int64_t> stepsOf(const store::Run &run);

/// Reads the values of a series by step. If a step has several values, returns the last of them.
class SteppedValues
{
public:
    /// \p steps are from stepsOf(). Later ticks are not read.
    SteppedValues(const store::Run &run, std::uint32_t series, std::span<const std::int64_t> steps);

    /// Moves to the next step with a value, at first to the first one. Returns false at the end.
    /// Errors: RunFileError.
    bool next();
    std::int64_t step() const { return m_steps[m_block[m_at].frame]; }
    double value() const { return m_block[m_at].value; }

private:
    /// Returns true if there is a value at m_at. Reads the next block if the present one ends.
    bool isThere();

    const store::Run &m_run;
    std::uint32_t m_series;
    std::span<const std::int64_t> m_steps;
    std::vector<store::PlacedValue> m_block;
    std::size_t m_read = 0; ///< values in m_block and in the blocks before
    std::size_t m_at = 0;   ///< index in m_block
    bool m_isBegun = false;
};

/// Calls \p visit with each step where all \p series have a value. Ends when it returns false. \p visit(step) reads value() of the series.
template <typename Visit>
void forEachCommonStep(std::span<SteppedValues> series, const Visit &visit)
{
    for (SteppedValues &each : series)
        if (!each.next())
            return;
    for (;;) {
        const std::int64_t last = std::ranges::max_element(series, {}, &SteppedValues::step)->step();
        bool isCommon = true;
        for (SteppedValues &each : series)
            while (each.step() < last) {
                if (!each.next())
                    return;
                isCommon = isCommon && each.step() <= last;
            }
        if (!isCommon)
            continue;
        if (!visit(last))
            return;
        for (SteppedValues &each : series)
            if (!each.next())
                return;
    }
}

} // namespace lensboard::runs
