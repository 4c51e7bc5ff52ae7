#pragma once

#include "core/import/tensorboard/bucketed_values.h"
#include "core/record/frame.h"

#include <cstdint>
#include <string>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::imports {

/// Series of a histogram: buckets, mean, and the bands min - max and Q1 - Q3, numbered consecutively.
constexpr std::uint32_t kHistogramSeriesCount = 6;

/// Returns the number of the first series. Labels end with \p suffix.
std::uint32_t registerHistogram(store::RunStore &run, std::uint32_t tag, const std::string &layer, const std::string &suffix = {});

/// Adds \p values to \p frame, for the series from \p first on, measured at \p wallSeconds. Skips limits of a band that are not
/// finite.
void addHistogram(record::Frame &frame, std::uint32_t first, BucketedValues values, double wallSeconds);

} // namespace lensboard::imports
