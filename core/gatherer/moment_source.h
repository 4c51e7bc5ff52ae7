#pragma once

#include "core/gatherer/source.h"
#include "core/gatherer/step_costs.h"
#include "core/hook/optimizer_moments.h"
#include "core/preprocessor/moments_preprocessor.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lensboard::gatherer {

/// Moments of a divided parameter, for one listener.
class MomentSource : public DividedPlace
{
public:
    MomentSource(preprocessor::MomentsPreprocessor &listener, Slot slot, StepCosts::Account listenersAccount)
        : account(listenersAccount), m_listener(listener), m_slot(slot)
    {}

    /// Takes the moments of a step. \p size: number of values of this process's part.
    void take(const hook::OptimizerMoments &moments, double size);
    /// Adds the results of the tick to the parts. Reads them in one copy.
    void keepParts();
    /// Notifies the listener, given the sums of all parts.
    void notify(const PartSums &whole) const;

    const StepCosts::Account account;

private:
    /// A mean that is still on its device.
    struct Late
    {
        std::uint64_t number;
        std::size_t quantity;
        double size;
    };

    preprocessor::MomentsPreprocessor &m_listener;
    const Slot m_slot;
    std::vector<Late> m_late;
    std::vector<Tensor> m_means; ///< theirs, in float64
};

} // namespace lensboard::gatherer
