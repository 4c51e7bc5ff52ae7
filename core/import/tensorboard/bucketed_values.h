#pragma once

#include "core/record/histogram.h"

#include <optional>
#include <span>

namespace lensboard::imports {

/// A histogram from another tool, prepared for drawing, and statistics of its values.
struct BucketedValues
{
    record::Histogram buckets; ///< without buckets of zero width and without empty buckets at the ends
    double mean = 0;
    double min = 0;
    double max = 0;
    double lowerQuartile = 0; ///< assumes evenly distributed values within each bucket
    double upperQuartile = 0;
};

/// Members of TensorFlow's HistogramProto other than the buckets.
struct HistogramTotals
{
    double min = 0;
    double max = 0;
    double count = 0;
    double sum = 0;
};

/// Bucket i extends from limit i - 1 to limit i, the first from -DBL_MAX; the last may extend to DBL_MAX. Open ends are set to
/// the minimum and maximum value. Returns nullopt if no value was counted, or the arguments are not valid limits and counts.
std::optional<BucketedValues> bucketsFromLimits(std::span<const double> limits, std::span<const double> counts,
                                                const HistogramTotals &totals);

/// Accepts buckets ready for drawing and the known statistics; computes the others from the buckets. Returns nullopt if the
/// edges do not increase or the counts are not valid.
std::optional<BucketedValues> bucketsAsTheyAre(record::Histogram buckets, std::optional<double> mean, std::optional<double> min,
                                               std::optional<double> max);

/// Accepts rows of lower limit, upper limit, count (TensorFlow 2). Returns nullopt as bucketsFromLimits() does.
std::optional<BucketedValues> bucketsFromRows(std::span<const double> rows);

} // namespace lensboard::imports
