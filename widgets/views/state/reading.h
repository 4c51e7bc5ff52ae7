#pragma once

#include "widgets/views/state/board_state.h"

#include <QColor>
#include <QString>

#include <optional>

namespace lensboard::widgets {

/// Value of a series at a place on the x axis.
struct Reading
{
    ShownSeries series;
    QColor colour;
    std::optional<store::StampedValue> value; ///< nearest to that place; nullopt in a gap
    QString place = {};                       ///< place of the value, in words
    store::AveragedRuns runs = {};            ///< runs averaged in the value
    Qt::PenStyle dashes = Qt::SolidLine;
};

} // namespace lensboard::widgets
