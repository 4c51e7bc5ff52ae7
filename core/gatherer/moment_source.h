#pragma once

#include "core/gatherer/source.h"
#include "core/gatherer/step_costs.h"
#include "core/preprocessor/moment_batch.h"

#include <cstdint>
#include <map>

namespace lensboard::gatherer {

/// Moments of a divided parameter, for one listener.
class MomentSource : public DividedPlace
{
public:
    MomentSource(preprocessor::MomentsPreprocessor &listener, Slot slot, StepCosts::Account listenersAccount)
        : account(listenersAccount), m_listener(listener), m_slot(slot)
    {}

    /// Returns a function for the results of this step. \p size: number of values of this process's part.
    preprocessor::MomentBatch::Use taking(double size);
    /// Adds the results of the tick to the parts, once they are known.
    void keepParts();
    /// Notifies the listener, given the sums of all parts.
    void notify(const PartSums &whole) const;

    const StepCosts::Account account;

private:
    preprocessor::MomentsPreprocessor &m_listener;
    const Slot m_slot;
    std::map<std::uint64_t, PartSums> m_found; ///< by number
};

} // namespace lensboard::gatherer
