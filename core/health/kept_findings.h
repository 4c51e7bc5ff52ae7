#pragma once

#include "core/health/finding.h"
#include "core/record/run_event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::health {

/// Findings that stand in an event of a run, since the values that they were made of may be thinned.
struct KeptFindings
{
    std::int64_t step = 0; ///< up to which the run was judged
    std::vector<Finding> findings;
};

record::RunEvent toEvent(const KeptFindings &kept);
/// Returns nullopt if \p event has no findings, or none that can be read.
std::optional<KeptFindings> keptFindings(const record::RunEvent &event);

} // namespace lensboard::health
