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

/// When a tick was finalised. Everything counts from 1 but samples, which counts those seen in training.
struct TickStamp
{
    std::int64_t tick = 0;
    std::int64_t epoch = 0;
    std::int64_t step = 0; ///< optimizer steps done since the run began
    std::int64_t samples = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC

    bool operator==(const TickStamp &) const = default;
};

enum class SeriesRole : std::uint8_t {
    Line,
    BandLow, ///< the next series is its BandHigh
    BandHigh,
    Histogram, ///< has histograms instead of values; what follows in its tag's layer is made of them: mean, least and greatest …
    Tensor     ///< has tensors instead of values
};

inline bool hasValues(SeriesRole role)
{
    return role != SeriesRole::Histogram && role != SeriesRole::Tensor;
}

/// One sequence of values: a label of a layer of a tag.
struct SeriesSpec
{
    std::uint32_t tag = 0; ///< index into the run's tags
    std::string layer;     ///< for a big tag, the tag's own name
    std::string label;
    SeriesRole role = SeriesRole::Line;

    auto operator<=>(const SeriesSpec &) const = default;
};

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

    bool isThere() const { return value.wait_for(std::chrono::seconds(0)) != std::future_status::timeout; }
};

/// Stands for the time of the tick that something was measured at.
constexpr double kTicksTime = std::numeric_limits<double>::quiet_NaN();

/// \p own, or \p ticks if that stands for it.
inline double wallSecondsOf(double own, double ticks)
{
    return std::isnan(own) ? ticks : own;
}

struct SeriesHistogram
{
    std::uint32_t series = 0; ///< of the role Histogram
    Histogram histogram;
    double wallSeconds = kTicksTime; ///< its own
};

struct SeriesTensor
{
    std::uint32_t series = 0; ///< of the role Tensor
    std::shared_ptr<const TensorValue> tensor;
};

/// All values of one tick, in order of their series. A series without a value here was not measured.
struct Frame
{
    TickStamp stamp;
    std::vector<SeriesValue> values;
    std::vector<SeriesHistogram> histograms = {};
    std::vector<SeriesTensor> tensors = {};
    std::vector<double> valueWallSeconds = {}; ///< of each value, if they differ from the stamp's; else empty
    std::vector<LateValue> late = {};          ///< of a tick that is on its way to a run

    /// The time of value number \p i, if it is not the stamp's; else kTicksTime.
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
    bool isWhole() const { return std::ranges::all_of(late, &LateValue::isThere); }
    /// Waits for what is late. A value that could not be computed is left out; who computes it reports why.
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
