#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::health {

/// Returns the median of \p values, the lower of the two middle ones if their count is even. Reorders \p values; they must not be empty.
template <typename Values>
double medianOf(Values &&values)
{
    const auto middle = std::begin(values) + (std::end(values) - std::begin(values) - 1) / 2;
    std::nth_element(std::begin(values), middle, std::end(values));
    return *middle;
}

inline constexpr std::int64_t kLongTick = 25; ///< least number of steps in a long tick, such as an epoch
inline constexpr std::size_t kBlock = 5, kBlockOfLongTicks = 2; ///< numbers of values

/// Median of each block of five values, or the mean of two if ticks are long, since a long tick is a mean of many steps. Ignores single outliers
/// and keeps lasting changes.
class BlockMedian
{
public:
    /// Returns the median if \p value completes a block; otherwise nullopt.
    std::optional<double> add(double value, std::int64_t step)
    {
        if (m_count == size())
            m_count = 0;
        m_values[m_count] = value;
        m_steps[m_count++] = step;
        if (m_count < size())
            return std::nullopt;
        std::array<double, kBlock> values = m_values;
        m_last = m_count == kBlockOfLongTicks ? (values[0] + values[1]) / 2 : medianOf(std::span(values).first(m_count));
        return m_last;
    }
    /// Returns the median of the last complete block, or nullopt before the first one.
    std::optional<double> last() const { return m_last; }
    /// Returns the first step of the current block with a value that \p isMeant accepts; if there is none, the block's first step.
    template <typename IsMeant>
    std::int64_t firstStep(const IsMeant &isMeant) const
    {
        const auto values = std::span(m_values).first(m_count);
        const auto found = std::ranges::find_if(values, isMeant);
        return found == values.end() ? firstStep() : m_steps[static_cast<std::size_t>(found - values.begin())];
    }
    std::int64_t firstStep() const { return m_steps.front(); }

private:
    std::size_t size() const { return m_count > 1 && m_steps[1] - m_steps[0] >= kLongTick ? kBlockOfLongTicks : kBlock; }

    std::array<double, kBlock> m_values{};
    std::array<std::int64_t, kBlock> m_steps{};
    std::size_t m_count = 0;
    std::optional<double> m_last;
};

} // namespace lensboard::health
