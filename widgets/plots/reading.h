#pragma once

#include "widgets/plots/board_state.h"

#include <QColor>

#include <optional>

namespace lensboard::widgets {

/// What a series has at a place of the x axis.
struct Reading
{
    ShownSeries series;
    QColor colour;
    std::optional<store::StampedValue> value; ///< the last at or before that place
};

} // namespace lensboard::widgets
