#pragma once

#include "core/health/finding.h"
#include "core/health/rules/persistence.h"
#include "core/health/signals.h"

#include <algorithm>

namespace lensboard::health {

/// A finding of those layers of which something is so, or was, as they are added in model order.
struct LayerSpan
{
    Finding finding; ///< its layers, and steps
    bool isStill = false;
    const Line *last = nullptr; ///< null if there is no such layer

    /// Returns whether it was added.
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
    /// What has passed is a note.
    Severity severity(bool isProblem) const { return !isStill ? Severity::Note : isProblem ? Severity::Problem : Severity::Warning; }
};

} // namespace lensboard::health
