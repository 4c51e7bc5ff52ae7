#pragma once

#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/tag_spec.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::visualizer {

/// Label of a series that counts a tick's non-finite numbers. Shown as a mark, not as a line.
constexpr const char *kNonFiniteLabel = "not finite";

/// Receives measurements: a recorder or a log.
///
/// Register tags and their series before their first values; later calls use the returned numbers.
/// Each tick has one or several calls with values, tensors and histograms; endTick() commits them. The base class discards everything.
/// Thread: any, but one at a time: the thread that runs the lenses or replays a run.
class Visualizer
{
public:
    virtual ~Visualizer() = default;

    /// Registers \p tag, or changes its attributes. Returns the same number for the same name.
    virtual std::uint32_t registerTag(const record::TagSpec &) { return 0; }
    /// Registers a series of a registered tag. Returns the same number for the same series. BandHigh must follow its BandLow.
    virtual std::uint32_t registerSeries(const record::SeriesSpec &) { return 0; }
    /// Receives the values of this tick; bands have both edges.
    virtual void plot(const record::TickStamp &, std::span<const record::SeriesValue>) {}
    /// Receives values that may still be computed. The default waits for them.
    virtual void plotLate(const record::TickStamp &stamp, std::span<const record::LateValue> late)
    {
        std::vector<record::SeriesValue> values;
        for (const auto &[series, value] : late)
            values.push_back({series, value.get()});
        plot(stamp, values);
    }
    /// Receives tensors of series with the role Tensor.
    virtual void plotTensors(const record::TickStamp &, std::span<const record::SeriesTensor>) {}
    /// Receives histograms of series with the role Histogram.
    virtual void plotHistograms(const record::TickStamp &, std::span<const record::SeriesHistogram>) {}
    virtual void endTick(const record::TickStamp &) {}
    /// Receives a message for the user, or a change of the measured data from here on.
    virtual void note(const record::RunEvent &) {}
};

} // namespace lensboard::visualizer
