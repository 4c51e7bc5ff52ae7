#pragma once

#include "core/import/tensorboard/bucketed_values.h"
#include "core/record/frame.h"

#include <cstdint>
#include <string>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::imports {

/// The series of a histogram: its buckets, the mean, and the bands min - max and Q1 - Q3, numbered one after the other.
constexpr std::uint32_t kHistogramSeriesCount = 6;

/// Returns the number of the first. Their labels end with \p suffix.
std::uint32_t registerHistogram(store::RunStore &run, std::uint32_t tag, const std::string &layer, const std::string &suffix = {});

/// Adds \p values to \p frame as those of the series from \p first on, measured at \p wallSeconds. Ends of a band that
/// are not finite are left out.
void addHistogram(record::Frame &frame, std::uint32_t first, BucketedValues values, double wallSeconds);

} // namespace lensboard::imports
