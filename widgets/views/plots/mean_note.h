#pragma once

#include "widgets/views/state/board_state.h"

namespace lensboard::widgets {

/// Number of runs in each visible part of a mean: "mean of 10, then 9 runs". Empty if \p series is the mean of all runs
/// throughout, or not a mean.
QString meanNote(const ShownSeries &series, XAxis x, const Stretch &seen);

} // namespace lensboard::widgets
