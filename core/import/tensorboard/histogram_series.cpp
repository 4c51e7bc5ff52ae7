#include "core/import/tensorboard/histogram_series.h"

#include "core/store/columns/run_store.h"

#include <array>
#include <cmath>
#include <utility>

namespace lensboard::imports {

using record::SeriesRole;

namespace {

constexpr std::array<std::pair<const char *, SeriesRole>, kHistogramSeriesCount> kSeries = {
    {{"histogram", SeriesRole::Histogram},
     {"mean", SeriesRole::Line},
     {"min", SeriesRole::BandLow},
     {"max", SeriesRole::BandHigh},
     {"Q1", SeriesRole::BandLow},
     {"Q3", SeriesRole::BandHigh}}};

} // namespace

std::uint32_t registerHistogram(store::RunStore &run, std::uint32_t tag, const std::string &layer, const std::string &suffix)
{
    std::uint32_t last = 0;
    for (const auto &[label, role] : kSeries)
        last = run.registerSeries({tag, layer, label + suffix, role});
    return last + 1 - kHistogramSeriesCount;
}

void addHistogram(record::Frame &frame, std::uint32_t first, BucketedValues values, double wallSeconds)
{
    const auto addBand = [&](std::uint32_t low, double lowValue, double highValue) {
        if (!std::isfinite(lowValue) || !std::isfinite(highValue))
            return;
        frame.add({low, lowValue}, wallSeconds);
        frame.add({low + 1, highValue}, wallSeconds);
    };
    frame.add({first + 1, values.mean}, wallSeconds);
    addBand(first + 2, values.min, values.max);
    addBand(first + 4, values.lowerQuartile, values.upperQuartile);
    frame.histograms.push_back({first, std::move(values.buckets), wallSeconds});
}

} // namespace lensboard::imports
