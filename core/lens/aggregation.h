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

/// Appends lines and bands of \p values to \p reading, labels preceded by \p prefix, and if some of them are not
/// finite their count; nothing if there are no values.
void appendTo(visualizer::LayerReading &reading, const stats::Aggregate &values, const Aggregation &aggregation,
              const std::string &prefix = {});

/// Plots \p readings under \p tag unless there are none.
void plotUnlessEmpty(visualizer::Visualizer &out, const record::TickStamp &stamp, const record::TagSpec &tag,
                     const visualizer::Readings &readings);

} // namespace lensboard::lens
