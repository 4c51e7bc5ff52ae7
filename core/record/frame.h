#pragma once

#include "core/record/histogram.h"
#include "core/record/tensor_value.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::record {

/// The end of a tick. All counts start at 1, except samples: the number of training samples so far.
struct TickStamp
{
    std::int64_t tick = 0;
    std::int64_t epoch = 0;
    std::int64_t step = 0; ///< optimizer steps done since the run began
    std::int64_t samples = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC

    bool operator==(const TickStamp &) const = default;
};

/// Content of a series.
enum class SeriesRole : std::uint8_t {
    Line,
    BandLow, ///< the next series is its BandHigh
    BandHigh,
    Histogram, ///< has histograms, not values; the series derived from it (mean, min, max, …) follow it in the same layer
    Tensor     ///< has tensors, not values
};

/// Returns true if a series of this role has values.
inline bool hasValues(SeriesRole role)
{
    return role != SeriesRole::Histogram && role != SeriesRole::Tensor;
}

/// A sequence of values, identified by tag, layer and label.
struct SeriesSpec
{
    std::uint32_t tag = 0; ///< index into the run's tags
    std::string layer;     ///< for a big tag, the tag's name
    std::string label;
    SeriesRole role = SeriesRole::Line;

    auto operator<=>(const SeriesSpec &) const = default;
};

/// A value of a series in a tick.
struct SeriesValue
{
    std::uint32_t series = 0; ///< index into the run's series
    double value = 0;         ///< any double, NaN and infinities included
};

/// A value that is still being computed.
struct LateValue
{
    std::uint32_t series = 0;
    std::shared_future<double> value;

    /// Returns true if the value is computed.
    bool isThere() const { return value.wait_for(std::chrono::seconds(0)) != std::future_status::timeout; }
};

/// NaN marks a value that was measured at the time of its tick.
constexpr double kTicksTime = std::numeric_limits<double>::quiet_NaN();

/// Returns \p own, or \p ticks if \p own is kTicksTime.
inline double wallSecondsOf(double own, double ticks)
{
    return std::isnan(own) ? ticks : own;
}

/// A histogram of a series in a tick.
struct SeriesHistogram
{
    std::uint32_t series = 0; ///< of the role Histogram
    Histogram histogram;
    double wallSeconds = kTicksTime; ///< kTicksTime if it equals the tick's
};

/// A tensor of a series in a tick.
struct SeriesTensor
{
    std::uint32_t series = 0; ///< of the role Tensor
    std::shared_ptr<const TensorValue> tensor;
};

/// All values of one tick, ordered by series. A series that was not measured in this tick has no value here.
struct Frame
{
    TickStamp stamp;
    std::vector<SeriesValue> values;
    std::vector<SeriesHistogram> histograms = {};
    std::vector<SeriesTensor> tensors = {};
    std::vector<double> valueWallSeconds = {}; ///< of each value; empty if all equal the stamp's
    std::vector<LateValue> late = {};          ///< values still being computed, before the tick reaches a run

    /// Returns the time of value number \p i, or kTicksTime if it equals the stamp's time.
    double ownWallSeconds(std::size_t i) const
    {
        return valueWallSeconds.empty() || valueWallSeconds[i] == stamp.wallSeconds ? kTicksTime : valueWallSeconds[i];
    }
    /// Adds a value that was measured at \p wallSeconds.
    void add(SeriesValue value, double wallSeconds)
    {
        if (wallSeconds != stamp.wallSeconds || !valueWallSeconds.empty()) {
            valueWallSeconds.resize(values.size(), stamp.wallSeconds);
            valueWallSeconds.push_back(wallSeconds);
        }
        values.push_back(value);
    }
    /// Returns true if no late value is still being computed.
    bool isWhole() const { return std::ranges::all_of(late, &LateValue::isThere); }
    /// Waits for the late values and adds them. Omits a value if its computation threw; the code that computes it reports the error.
    void addLate()
    {
        for (const auto &[series, value] : std::exchange(late, {}))
            try {
                add({series, value.get()}, stamp.wallSeconds);
            } catch (const std::exception &) {
            }
    }
};

} // namespace lensboard::record
