#pragma once

#include "core/experiment/experiment.h"
#include "core/gatherer/step_costs.h"
#include "core/lens/lens.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::inspector {

/// A lens of an inspector, with its settings and its state.
struct LensEntry
{
    std::string name;
    std::unique_ptr<lens::Lens> lens;
    bool enabled = true;
    experiment::Json settings = {}; ///< of \c lens, without "enabled"; null for a lens of the caller
    std::size_t watchers = 0;       ///< number of its hooks and listeners
    std::size_t stepsBefore = 0, forwardsBefore = 0; ///< steps and forwards of the inspector when it was attached, or last had data
    bool isReportedEmpty = false;

    /// Returns false for a lens with "parity": it must see every step, to be comparable with monitorch.
    bool mayBeSampled() const;
    bool isOfSamples() const;
    bool isOfParameters() const;
    bool isOfParameterSums() const;
};

using LensEntries = std::vector<LensEntry>;

/// Returns the account of \p entry, an element of \p all.
inline gatherer::StepCosts::Account accountOf(const LensEntry &entry, const LensEntries &all)
{
    return static_cast<gatherer::StepCosts::Account>(&entry - all.data());
}

} // namespace lensboard::inspector
