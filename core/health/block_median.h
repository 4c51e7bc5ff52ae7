#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
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

/// Median of each block of kSize values. Ignores single outliers and keeps lasting changes.
class BlockMedian
{
public:
    static constexpr std::size_t kSize = 5;

    /// Returns the median if \p value completes a block; otherwise nullopt.
    std::optional<double> add(double value)
    {
        m_values[m_count++] = value;
        if (m_count < kSize)
            return std::nullopt;
        m_count = 0;
        m_last = medianOf(m_values);
        return m_last;
    }
    /// Returns the median of the last complete block, or nullopt before the first one.
    std::optional<double> last() const { return m_last; }

private:
    std::array<double, kSize> m_values{};
    std::size_t m_count = 0;
    std::optional<double> m_last;
};

} // namespace lensboard::health
