#pragma once

#include "core/visualizer/labelled_visualizer.h"

namespace lensboard::test {

/// Plots with names instead of the numbers used by lenses.
inline void plot(visualizer::Visualizer &out, const record::TickStamp &stamp, const record::TagSpec &tag, const visualizer::Readings &readings)
{
    using record::SeriesRole;
    const std::uint32_t number = out.registerTag(tag);
    std::vector<record::SeriesValue> values;
    const auto add = [&](const std::string &layer, const std::string &label, SeriesRole role, double value) {
        values.push_back({out.registerSeries({number, layer, label, role}), value});
    };
    for (const visualizer::LayerReading &reading : readings) {
        for (const visualizer::LabelledValue &line : reading.values)
            add(reading.layer, line.label, SeriesRole::Line, line.value);
        for (const visualizer::LabelledRange &band : reading.ranges) {
            add(reading.layer, band.lowLabel, SeriesRole::BandLow, band.low);
            add(reading.layer, band.highLabel, SeriesRole::BandHigh, band.high);
        }
    }
    out.plot(stamp, values);
}

} // namespace lensboard::test
