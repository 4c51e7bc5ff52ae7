#pragma once

#include "core/record/histogram.h"
#include "core/record/tensor_value.h"

#include <cstdint>
#include <memory>
#include <string>
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
    Histogram, ///< has histograms instead of values
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

    bool operator==(const SeriesSpec &) const = default;
};

struct SeriesValue
{
    std::uint32_t series = 0; ///< index into the run's series
    double value = 0;         ///< any double, NaN and infinities included
};

struct SeriesHistogram
{
    std::uint32_t series = 0; ///< of the role Histogram
    Histogram histogram;
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
};

} // namespace lensboard::record
