#pragma once

#include "widgets/plots/board_state.h"

#include <QColor>
#include <QString>

#include <optional>

namespace lensboard::widgets {

/// Value of a series at a place of the x axis.
struct Reading
{
    ShownSeries series;
    QColor colour;
    std::optional<store::StampedValue> value; ///< the nearest to that place; none in a gap
    QString place = {};                       ///< of the value, in words
    store::AveragedRuns runs = {};            ///< averaged by the value
    Qt::PenStyle dashes = Qt::SolidLine;
};

} // namespace lensboard::widgets
