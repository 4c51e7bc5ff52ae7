#pragma once

#include "widgets/plots/board_state.h"

#include <QColor>
#include <QString>

#include <optional>

namespace lensboard::widgets {

/// The value of a series at a place of the x axis.
struct Reading
{
    ShownSeries series;
    QColor colour;
    std::optional<store::StampedValue> value; ///< the nearest to that place; none in a gap
    QString place = {};                       ///< of the value, in words
    store::AveragedRuns runs = {};            ///< of which the value is the mean
};

} // namespace lensboard::widgets
