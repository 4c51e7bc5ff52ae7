#pragma once

#include "core/record/axis.h"
#include "core/store/run.h"
#include "widgets/plots/stretch.h"

#include <cstddef>
#include <optional>
#include <span>

namespace lensboard::widgets {

/// From the least to the greatest place of a run's ticks on an axis. Reads each tick once: ticks of a run that was resumed or
/// imported may not rise along it.
class TickExtent
{
public:
    /// Returns nullopt if no tick has a place. \p lines are series with values that may have times of their own.
    /// Errors: store::RunFileError.
    std::optional<Stretch> update(const store::Run &run, record::Axis axis, std::span<const std::uint32_t> lines);

private:
    void add(double place);

    record::Axis m_axis = record::Axis::Step;
    std::size_t m_read = 0; ///< ticks
    std::optional<Stretch> m_extent;
};

/// Returns the place of the tick nearest to \p place, the earlier of two; nullopt without ticks.
/// Errors: store::RunFileError.
std::optional<double> nearestTick(const store::Run &run, record::Axis axis, double place);

} // namespace lensboard::widgets
