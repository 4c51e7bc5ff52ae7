#pragma once

#include "core/record/histogram.h"

#include <optional>
#include <span>

namespace lensboard::imports {

/// A histogram as another tool wrote it, made fit to be drawn, and what it says of the values that were counted.
struct BucketedValues
{
    record::Histogram buckets; ///< none of zero width, and none that is empty at either end
    double mean = 0;
    double min = 0;
    double max = 0;
    double lowerQuartile = 0; ///< as if values were spread evenly within a bucket
    double upperQuartile = 0;
};

/// What TensorFlow's HistogramProto says besides its buckets.
struct HistogramTotals
{
    double min = 0;
    double max = 0;
    double count = 0;
    double sum = 0;
};

/// Bucket i reaches from limit i - 1 to limit i, the first from -DBL_MAX, and the last may reach to DBL_MAX; what is
/// open ends where the values do. Nothing if no value was counted, or if these are not limits and counts.
std::optional<BucketedValues> bucketsFromLimits(std::span<const double> limits, std::span<const double> counts,
                                                const HistogramTotals &totals);

/// Buckets that are fit to be drawn already, and what is known of the values; the rest is made of the buckets. Nothing if
/// the edges do not rise, or these are no counts.
std::optional<BucketedValues> bucketsAsTheyAre(record::Histogram buckets, std::optional<double> mean, std::optional<double> min,
                                               std::optional<double> max);

/// Rows of lower limit, upper limit, count, as TensorFlow 2 writes them. Nothing: as above.
std::optional<BucketedValues> bucketsFromRows(std::span<const double> rows);

} // namespace lensboard::imports
