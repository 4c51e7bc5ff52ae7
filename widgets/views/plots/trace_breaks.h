#pragma once

#include "core/stats/point.h"
#include "core/store/gaps.h"

#include <span>
#include <vector>

namespace lensboard::widgets {

/// Returns \p points with a NaN in each gap between two of them.
std::vector<stats::Point> withGaps(std::vector<stats::Point> points, std::span<const store::Gap> gaps);

/// Returns a flag per point: true if both ends of a band meet there, as after a single measurement. Returns no flags if the ends
/// have different points, as with more ticks than pixel columns.
std::vector<bool> measuredOnce(std::span<const stats::Point> low, std::span<const stats::Point> high);

/// Breaks an end of a band at points measured once. On each side, the end continues level, halfway to that point.
std::vector<stats::Point> brokenAt(const std::vector<bool> &once, const std::vector<stats::Point> &end);

} // namespace lensboard::widgets
