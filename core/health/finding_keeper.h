#pragma once

#include "core/health/kept_findings.h"
#include "core/health/run_judge.h"
#include "core/store/columns/run_store.h"

#include <memory>
#include <mutex>
#include <optional>

namespace lensboard::health {

/// Stores a run's findings in the run once old ticks are thinned, because a later reader can no longer derive them.
/// Writes an event when a new kind of finding appears, and before thinning reaches ticks after the last event.
/// Thread: any.
class FindingKeeper
{
public:
    explicit FindingKeeper(std::shared_ptr<store::RunStore> run) : m_run(std::move(run)) {}

    void keep(const Judgement &judgement);
    /// Stores the findings at the end of the run.
    void keepLast(const Judgement &judgement);

private:
    void append(KeptFindings kept);

    const std::shared_ptr<store::RunStore> m_run;
    std::mutex m_mutex;
    std::optional<KeptFindings> m_kept; ///< guarded by m_mutex
};

} // namespace lensboard::health
