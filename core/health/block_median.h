#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace lensboard::health {

/// The middle one of \p values, the lower of two; they are reordered. Not of none.
template <typename Values>
double medianOf(Values &&values)
{
    const auto middle = std::begin(values) + (std::end(values) - std::begin(values) - 1) / 2;
    std::nth_element(std::begin(values), middle, std::end(values));
    return *middle;
}

/// Of every kSize values their median: what a single value does is not seen, what lasts is.
class BlockMedian
{
public:
    static constexpr std::size_t kSize = 5;

    /// The median, when \p value completes a block.
    std::optional<double> add(double value)
    {
        m_values[m_count++] = value;
        if (m_count < kSize)
            return std::nullopt;
        m_count = 0;
        m_last = medianOf(m_values);
        return m_last;
    }
    /// That of the last whole block.
    std::optional<double> last() const { return m_last; }

private:
    std::array<double, kSize> m_values{};
    std::size_t m_count = 0;
    std::optional<double> m_last;
};

} // namespace lensboard::health
