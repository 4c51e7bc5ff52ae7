#pragma once

#include "core/experiment/field.h"
#include "core/stats/aggregate.h"
#include "core/visualizer/visualizer.h"

#include <string>
#include <vector>

namespace lensboard::lens {

/// Which lines and bands are drawn of the values of a tick.
struct Aggregation
{
    std::vector<stats::PointMethod> lines;
    std::vector<stats::RangeMethod> bands;

    /// From lists of names that were validated, such as "line_aggregation" and "range_aggregation".
    static Aggregation fromSettings(const experiment::Json &settings, const char *lines, const char *bands);
};

stats::Aggregate::Mode aggregateMode(const experiment::Json &settings);
/// The method that was validated under \p key.
stats::PointMethod pointMethod(const experiment::Json &settings, const char *key);

/// Appends lines and bands of \p values to \p reading, labels preceded by \p prefix, and if some of them are not
/// finite their count; nothing if there are no values.
void appendTo(visualizer::LayerReading &reading, const stats::Aggregate &values, const Aggregation &aggregation,
              const std::string &prefix = {});

void divideBySum(std::vector<visualizer::LabelledValue> &values);

/// The names of the layers in a preprocessor's slots.
using SlotNames = std::vector<std::string>;

/// Lines and bands of each layer; \p valuesOf gives the aggregate of a slot. A layer without values is left out.
template <typename ValuesOf>
visualizer::Readings readingsOf(const SlotNames &layers, const Aggregation &aggregation, const ValuesOf &valuesOf)
{
    visualizer::Readings readings;
    for (std::size_t slot = 0; slot < layers.size(); ++slot) {
        visualizer::LayerReading reading{layers[slot], {}, {}};
        appendTo(reading, valuesOf(slot), aggregation);
        if (!reading.values.empty() || !reading.ranges.empty())
            readings.push_back(std::move(reading));
    }
    return readings;
}

/// Each layer's share of the sum over layers, v / (1e-7 + Σ v), under \p tag; nothing if no layer has values. A value
/// that is not finite is told as it is and left out of the sum.
template <typename ValuesOf>
visualizer::Readings sharesOf(const std::string &tag, const SlotNames &layers, stats::PointMethod method,
                              const ValuesOf &valuesOf)
{
    visualizer::LayerReading reading{tag, {}, {}};
    for (std::size_t slot = 0; slot < layers.size(); ++slot)
        if (const stats::Aggregate &values = valuesOf(slot); !values.empty())
            reading.values.push_back({layers[slot], values.point(method)});
    divideBySum(reading.values);
    return reading.values.empty() ? visualizer::Readings() : visualizer::Readings{reading};
}

/// Plots \p readings under \p tag unless there are none.
void plotUnlessEmpty(visualizer::Visualizer &out, const record::TickStamp &stamp, const record::TagSpec &tag,
                     const visualizer::Readings &readings);

} // namespace lensboard::lens
