#pragma once

#include "core/runs/run_column.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::runs {

/// How a field of experiments goes with a metric.
struct FieldCorrelation
{
    RunColumn field;
    std::optional<double> correlation; ///< as rankCorrelation() gives it
    std::size_t runs = 0;              ///< that have a value of both

    bool operator==(const FieldCorrelation &) const = default;
};

constexpr std::size_t kFewestCorrelatedRuns = 3;

/// Spearman's rank correlation of two columns, from -1 to 1; values that are the same share the mean of their ranks. Runs without a number
/// in either column are left out, NaN among them; where a column has only texts, and two of them, they count as 0 and 1 in the order of the
/// alphabet. Nothing of fewer than kFewestCorrelatedRuns runs, of a column that is the same in all of them, and of texts with more values.
std::optional<double> rankCorrelation(std::span<const imports::RunSummary *const> runs, const RunColumn &a, const RunColumn &b);

/// Of all fields that any of \p runs has, the strongest correlation with \p metric first, whatever its sign; those without one last.
std::vector<FieldCorrelation> fieldCorrelations(std::span<const imports::RunSummary *const> runs, const RunColumn &metric);

} // namespace lensboard::runs
