#pragma once

#include "core/health/finding.h"
#include "core/health/rules/persistence.h"
#include "core/health/signals.h"

#include <algorithm>

namespace lensboard::health {

/// Collects the layers that meet, or once met, a condition into one finding. Add lines in model order.
struct LayerSpan
{
    Finding finding; ///< has the layers and steps
    bool isStill = false;
    const Line *last = nullptr; ///< null if no layer was added

    /// Returns true if the line was added.
    bool add(const Line &line, const Persistence &so)
    {
        if (!so.wasEver())
            return false;
        finding.firstStep = last ? std::min(finding.firstStep, so.firstStep()) : so.firstStep();
        finding.lastStep = std::max(finding.lastStep, so.lastStep());
        if (finding.layers.empty() || finding.layers.back() != line.layer)
            finding.layers.push_back(line.layer);
        isStill = isStill || so.isSo();
        last = &line;
        return true;
    }
    /// Returns Note if the condition has passed.
    Severity severity(bool isProblem) const { return !isStill ? Severity::Note : isProblem ? Severity::Problem : Severity::Warning; }
};

} // namespace lensboard::health
