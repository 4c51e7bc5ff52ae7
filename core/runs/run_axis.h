#pragma once

#include "core/runs/run_column.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::runs {

/// Where the values of a column have their places on an axis of a plot: numbers on a linear or logarithmic scale, a column with texts as
/// categories in their order. A number that is not finite has no place.
class RunAxis
{
public:
    enum class Scale : std::uint8_t { Linear,
                                      Logarithmic,
                                      Categories };

    RunAxis() = default;
    /// Logarithmic if that is possible and asked for; by itself where numbers span more than two decades.
    explicit RunAxis(std::span<const RunValue> values, std::optional<bool> logarithmic = {});

    Scale scale() const { return m_scale; }
    /// There are numbers, and all are positive.
    bool canBeLogarithmic() const { return m_canBeLogarithmic; }
    const std::vector<RunValue> &categories() const { return m_categories; }

    /// In units of the scale: the number, its decimal logarithm, or that of a category from 0.
    std::optional<double> place(const RunValue &value) const;
    /// The ends of the axis, as places. They differ.
    double low() const { return m_low; }
    double high() const { return m_high; }
    /// How far along the axis, from 0 to 1.
    double share(double place) const;
    double placeAt(double share) const;
    /// What has a place.
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
