#pragma once

#include <array>

/// Names in exported tables and JSON lines. The reader of these files recognises them by these names.
///
/// Columns are named "layer/label", keys "tag/layer/label". If the run came from a file that has one name per series, its series keep this
/// name, and the step comes before the tick.
namespace lensboard::record::export_form {

inline constexpr std::array kStamp = {"tick", "epoch", "step", "samples", "wall_time"};
inline constexpr std::array kForeignStamp = {"step", "tick", "epoch", "samples", "wall_time"};
/// Header of a table of histograms. Each row is one bucket; the first row of a histogram also has its mean, min and max.
inline constexpr std::array kHistogramCells = {"histogram", "low", "high", "count", "mean", "min", "max"};

// Suffixes of names.
inline constexpr const char *kLow = " (low)"; ///< column: the lower end of a band; the next column is the upper end
inline constexpr const char *kHigh = " (high)";
inline constexpr const char *kLine = " (line)";           ///< a line whose name would otherwise read as another kind of column or key
inline constexpr const char *kHistogram = " (histogram)"; ///< key: a line has the same name

/// Separates the labels of a band's two ends in a JSON key.
inline constexpr const char *kBand = "..";

} // namespace lensboard::record::export_form
