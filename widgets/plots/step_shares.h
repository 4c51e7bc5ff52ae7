#pragma once

#include "widgets/plots/board_state.h"

#include <map>
#include <optional>
#include <string>

namespace lensboard::widgets {

/// The share of a run's steps that a lens with a budget measured, from its first tick to its last. Reads each tick once.
class StepShares
{
public:
    /// Returns the share that \p lens measured, the least of all visible runs. Returns nullopt if no budget limited it.
    std::optional<double> measuredShare(const BoardState &board, const std::string &lens);

private:
    /// Steps up to the last tick that was read.
    struct Sum
    {
        double measured = 0, all = 0;
        std::size_t count = 0; ///< ticks
        std::optional<store::PlacedValue> last = std::nullopt;
    };

    static void readOn(Sum &sum, const store::Run &run, std::uint32_t series);

    std::map<const ShownRun *, Sum> m_sums;
};

} // namespace lensboard::widgets
