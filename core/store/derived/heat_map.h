#pragma once

#include "core/store/gaps.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::store {

/// Many series as rows of cells, one cell per pixel column of a window.
struct HeatMap
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> cells;            ///< row by row; NaN if there is no finite value
    std::vector<std::uint8_t> nonFinite; ///< flags of stats::Extent::NonFinite for each cell
};

/// Returns the greatest value of each series in each column, so that no spike is lost at any zoom. A spike is drawn at most one column
/// beside its position. A cell between two values of a series contains the earlier one, unless it is in a gap. A cell after the last value
/// is empty.
/// \p switchedOn: the steps of switching their common lens on again.
HeatMap heatMap(const Run &run, std::span<const std::uint32_t> series, const Window &window,
                std::span<const std::int64_t> switchedOn = {});

/// Method of comparing two values.
enum class Comparison { Difference, Ratio };

/// Returns \p value minus \p base, or \p value divided by \p base; NaN if one is not finite, or for a ratio if one is not positive.
double compared(double value, double base, Comparison by);

/// Compares two maps cell by cell. They must have the same numbers of rows and columns. The result has the non-finite flags of both.
HeatMap compared(const HeatMap &map, const HeatMap &base, Comparison by);

/// Returns the quantiles \p share and 1 - \p share of the finite cells: 0.01 ignores the least and the greatest hundredth. NaN if there are
/// no finite cells.
std::pair<double, double> robustRange(const HeatMap &map, double share);

} // namespace lensboard::store
