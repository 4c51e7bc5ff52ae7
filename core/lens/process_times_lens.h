#pragma once

#include "core/lens/trainer_lens.h"

#include <functional>
#include <vector>

namespace lensboard::lens {

/// How long the steps of each of several processes took, and how long each waited for the others: one that holds them up waits least.
/// It is the first one's.
class ProcessTimesLens final : public TrainerLens
{
public:
    /// Means of the steps of a tick. Units: seconds.
    struct Times
    {
        double step = 0;
        double waiting = 0;
    };

    /// \p times returns those of the tick that ends, by process.
    explicit ProcessTimesLens(std::function<std::vector<Times>()> times);

    void plot(Plotter &out) const override;

private:
    std::function<std::vector<Times>()> m_times;
};

} // namespace lensboard::lens
