#pragma once

#include "core/import/tables/stamp_field.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace lensboard::imports {

/// Values of a file that wait for their commit, grouped by step. Takes linear time for rows and columns of rising steps.
class WaitingValues
{
public:
    struct Value
    {
        std::uint32_t step = 0;  ///< index of its step
        std::uint32_t stamp = 0; ///< index of its stamp
        std::uint32_t series = 0;
        double value = 0;
    };
    struct Step
    {
        std::int64_t step = 0;
        std::optional<std::int64_t> epochBefore = {}; ///< epoch of the row before in the file
        std::uint32_t firstStamp = 0, lastStamp = 0;
        std::uint32_t count = 0; ///< number of values
    };

    /// Begins a row. \p epochBefore is the epoch of the row before.
    void beginRow(const RowStamp &stamp, std::optional<std::int64_t> epochBefore);
    /// Adds a value to the current row.
    void add(std::uint32_t series, double value)
    {
        m_values.push_back({m_current, m_steps[m_current].lastStamp, series, value});
        ++m_steps[m_current].count;
    }

    bool isEmpty() const { return m_steps.empty(); }
    std::int64_t currentStep() const { return m_steps[m_current].step; }
    const RowStamp &stamp(std::uint32_t index) const { return m_stamps[index].stamp; }
    /// Calls \p visit with each different stamp of \p step, in the order of the file.
    template <typename Visit>
    void forEachStamp(const Step &step, const Visit &visit) const
    {
        for (std::uint32_t i = step.firstStamp; i != kNoStamp; i = m_stamps[i].next)
            visit(m_stamps[i].stamp);
    }

    /// Sorts the values by step. Values of a step stay in the order of the file.
    void sort();
    /// Calls \p visit with each step and its values. Requires sort().
    template <typename Visit>
    void forEachStep(const Visit &visit)
    {
        std::size_t first = 0;
        for (const Step &step : m_steps) {
            visit(step, std::span(m_values).subspan(first, step.count));
            first += step.count;
        }
    }

private:
    static constexpr std::uint32_t kNoStamp = UINT32_MAX;

    struct Stamp
    {
        RowStamp stamp;
        std::uint32_t next = kNoStamp; ///< the next stamp of its step
    };

    std::uint32_t indexOf(std::int64_t step);
    void sortSteps();

    std::vector<Step> m_steps; ///< in the order of the file
    std::vector<Stamp> m_stamps;
    std::vector<Value> m_values;
    std::uint32_t m_current = 0;                               ///< index of the step of the current row
    std::int64_t m_highest = 0;                                ///< highest step
    std::unordered_map<std::int64_t, std::uint32_t> m_indices; ///< of the first m_indexed steps
    std::uint32_t m_indexed = 0;
};

} // namespace lensboard::imports
