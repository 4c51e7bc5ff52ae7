#pragma once

#include "core/record/axis.h"
#include "core/store/run.h"
#include "widgets/axes/stretch.h"

#include <cstddef>
#include <optional>
#include <span>

namespace lensboard::widgets {

/// Range of the coordinates of a run's ticks on an axis. Reads each tick once, because ticks of a resumed or imported run may not
/// rise.
class TickExtent
{
public:
    /// Returns nullopt if no tick has a coordinate. \p lines: series with values that may have their own times.
    /// Errors: store::RunFileError.
    std::optional<Stretch> update(const store::Run &run, record::Axis axis, std::span<const std::uint32_t> lines);

private:
    void add(double place);

    record::Axis m_axis = record::Axis::Step;
    std::size_t m_read = 0; ///< ticks read
    std::optional<Stretch> m_extent;
};

/// Returns the coordinate of the tick nearest to \p place, the earlier of two; nullopt without ticks.
/// Errors: store::RunFileError.
std::optional<double> nearestTick(const store::Run &run, record::Axis axis, double place);

} // namespace lensboard::widgets
