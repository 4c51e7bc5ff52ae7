#pragma once

#include "core/runs/run_column.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::runs {

/// Maps a column's values to positions on a plot axis: numbers on a linear or logarithmic scale, texts as sorted categories. A number that
/// is not finite has no position.
class RunAxis
{
public:
    enum class Scale : std::uint8_t { Linear,
                                      Logarithmic,
                                      Categories };

    RunAxis() = default;
    /// Logarithmic if all numbers are positive and \p logarithmic is true. Without \p logarithmic, logarithmic if the numbers span more
    /// than two decades.
    explicit RunAxis(std::span<const RunValue> values, std::optional<bool> logarithmic = {});

    Scale scale() const { return m_scale; }
    /// Returns true if there are numbers and all are positive.
    bool canBeLogarithmic() const { return m_canBeLogarithmic; }
    const std::vector<RunValue> &categories() const { return m_categories; }

    /// Returns the position in units of the scale: the number, its decimal logarithm, or the index of the category.
    std::optional<double> place(const RunValue &value) const;
    /// The ends of the axis, as positions. low() < high().
    double low() const { return m_low; }
    double high() const { return m_high; }
    /// Returns the position as a fraction of the axis, from 0 to 1.
    double share(double place) const;
    double placeAt(double share) const;
    /// Returns the value at a position, the inverse of place().
    RunValue valueAt(double place) const;

private:
    void takeCategories(std::span<const RunValue> values);
    void takeNumbers(std::span<const RunValue> values, std::optional<bool> logarithmic);

    Scale m_scale = Scale::Linear;
    bool m_canBeLogarithmic = false;
    std::vector<RunValue> m_categories;
    double m_low = 0, m_high = 1;
};

} // namespace lensboard::runs
