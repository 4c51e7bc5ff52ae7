#pragma once

#include "core/runs/run_column.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::runs {

/// Correlation of an experiment field with a metric.
struct FieldCorrelation
{
    RunColumn field;
    std::optional<double> correlation; ///< from rankCorrelation()
    std::size_t runs = 0;              ///< number of runs with both values

    bool operator==(const FieldCorrelation &) const = default;
};

constexpr std::size_t kFewestCorrelatedRuns = 3;

/// Returns Spearman's rank correlation of two columns, from -1 to 1. Equal values share the mean of their ranks. Runs without a number in
/// either column, or with NaN, are ignored. A column of exactly two different texts counts as 0 and 1 in alphabetical order.
/// Returns nullopt if fewer than kFewestCorrelatedRuns runs remain, if a column is constant, or if a column has more than two texts.
std::optional<double> rankCorrelation(std::span<const runs::RunSummary *const> runs, const RunColumn &a, const RunColumn &b);

/// Returns every field of \p runs, sorted by the absolute value of its correlation with \p metric, strongest first; fields without a
/// correlation last.
std::vector<FieldCorrelation> fieldCorrelations(std::span<const runs::RunSummary *const> runs, const RunColumn &metric);

} // namespace lensboard::runs
