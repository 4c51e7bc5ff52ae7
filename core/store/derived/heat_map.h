#pragma once

#include "core/store/gaps.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::store {

/// Many series as rows of cells, one a pixel column of a window.
struct HeatMap
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> cells;            ///< row by row; NaN where there is no finite value
    std::vector<std::uint8_t> nonFinite; ///< of each cell, which stats::Extent::NonFinite it holds
};

/// The greatest value of each series in each column, so that no spike is lost at any zoom; it stands at most one column
/// beside its place. A cell between two values of a series holds the earlier one, unless it lies in a gap; one after its last,
/// nothing. \p switchedOn are the steps at which the lens of all of them was switched on again.
HeatMap heatMap(const Run &run, std::span<const std::uint32_t> series, const Window &window,
                std::span<const std::int64_t> switchedOn = {});

/// How two values are compared.
enum class Comparison { Difference, Ratio };

/// \p value minus \p base, or by how much it is greater; NaN where one is not finite, or not positive if a ratio is wanted.
double compared(double value, double base, Comparison by);

/// Cell by cell; both have as many rows and columns. What is not finite in either is so in the result.
HeatMap compared(const HeatMap &map, const HeatMap &base, Comparison by);

/// The quantiles \p share and 1 - \p share of the finite cells: 0.01 leaves out the least and the greatest hundredth.
/// NaN if there are none.
std::pair<double, double> robustRange(const HeatMap &map, double share);

} // namespace lensboard::store
