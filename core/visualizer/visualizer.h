#pragma once

#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/tag_spec.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::visualizer {

/// The label of a series that counts a tick's non-finite numbers. It is not a line but a mark.
constexpr const char *kNonFiniteLabel = "not finite";

/// Shows what was measured: a recorder, a log.
///
/// Tags and their series are registered before their first values, and known from then on by the numbers that this returned.
/// Per tick come the values, tensors and histograms, in one call or several; endTick() commits them. The base itself is the visualizer
/// that shows nothing.
/// Thread: one at a time, the one that runs the lenses or plays a run.
class Visualizer
{
public:
    virtual ~Visualizer() = default;

    /// Registers \p tag, or changes its attributes. A name has one number.
    virtual std::uint32_t registerTag(const record::TagSpec &) { return 0; }
    /// Registers a series of a registered tag. The same series has one number; BandHigh follows its BandLow.
    virtual std::uint32_t registerSeries(const record::SeriesSpec &) { return 0; }
    /// Values of series that have some; bands have both edges.
    virtual void plot(const record::TickStamp &, std::span<const record::SeriesValue>) {}
    /// Values that are not there yet. Unless a visualizer takes them as they are, it waits for them.
    virtual void plotLate(const record::TickStamp &stamp, std::span<const record::LateValue> late)
    {
        std::vector<record::SeriesValue> values;
        for (const auto &[series, value] : late)
            values.push_back({series, value.get()});
        plot(stamp, values);
    }
    /// Tensors of series of the role Tensor.
    virtual void plotTensors(const record::TickStamp &, std::span<const record::SeriesTensor>) {}
    /// Histograms of series of the role Histogram.
    virtual void plotHistograms(const record::TickStamp &, std::span<const record::SeriesHistogram>) {}
    virtual void endTick(const record::TickStamp &) {}
    /// A message for the user, or a change of what is measured from here on.
    virtual void note(const record::RunEvent &) {}
};

} // namespace lensboard::visualizer
