#pragma once

#include "core/health/finding.h"
#include "core/record/run_event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::health {

/// Findings stored in an event of a run, because the values behind them may be thinned.
struct KeptFindings
{
    std::int64_t step = 0; ///< the run was judged up to this step
    std::vector<Finding> findings;
};

record::RunEvent toEvent(const KeptFindings &kept);
/// Returns nullopt if \p event contains no readable findings.
std::optional<KeptFindings> keptFindings(const record::RunEvent &event);

} // namespace lensboard::health
