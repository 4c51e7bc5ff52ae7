#pragma once

#include "core/record/frame.h"

namespace lensboard::record {

/// The x axis of a plot.
enum class Axis { Step, Tick, Epoch, Samples, WallTime };

/// Returns the position of \p stamp on \p axis.
inline double coordinate(const TickStamp &stamp, Axis axis)
{
    switch (axis) {
    case Axis::Step: return static_cast<double>(stamp.step);
    case Axis::Tick: return static_cast<double>(stamp.tick);
    case Axis::Epoch: return static_cast<double>(stamp.epoch);
    case Axis::Samples: return static_cast<double>(stamp.samples);
    case Axis::WallTime: return stamp.wallSeconds;
    }
    return 0;
}

} // namespace lensboard::record
