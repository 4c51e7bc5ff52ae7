#pragma once

#include <array>

/// What exported tables and JSON lines are made of, by which they are known when they are read again.
///
/// Columns and keys are named "layer/label" and "tag/layer/label". Where a run came from a file in which a series has
/// but one name, they have that name, and the step stands before the tick.
namespace lensboard::record::export_form {

inline constexpr std::array kStamp = {"tick", "epoch", "step", "samples", "wall_time"};
inline constexpr std::array kForeignStamp = {"step", "tick", "epoch", "samples", "wall_time"};
/// Of a table of histograms: a bucket a row, with mean, min and max in the first of a histogram.
inline constexpr std::array kHistogramCells = {"histogram", "low", "high", "count", "mean", "min", "max"};

// What follows a name.
inline constexpr const char *kLow = " (low)"; ///< a column: the lower end of a band, whose upper end is the next column
inline constexpr const char *kHigh = " (high)";
inline constexpr const char *kLine = " (line)";           ///< a line that would be taken for something else without it
inline constexpr const char *kHistogram = " (histogram)"; ///< a key: a line has the same name

/// Stands in a JSON key between the labels of a band's ends.
inline constexpr const char *kBand = "..";

} // namespace lensboard::record::export_form
