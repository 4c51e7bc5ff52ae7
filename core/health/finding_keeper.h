#pragma once

#include "core/health/kept_findings.h"
#include "core/health/run_judge.h"
#include "core/store/columns/run_store.h"

#include <memory>
#include <mutex>
#include <optional>

namespace lensboard::health {

/// Keeps in a run what was found in it, once old ticks are thinned: a later reader cannot find it any more.
/// Writes an event when other kinds of findings are made, and before ticks are thinned that came after the last event.
/// Thread: any.
class FindingKeeper
{
public:
    explicit FindingKeeper(std::shared_ptr<store::RunStore> run) : m_run(std::move(run)) {}

    void keep(const Judgement &judgement);
    /// Keeps what was found by the end of the run.
    void keepLast(const Judgement &judgement);

private:
    void append(KeptFindings kept);

    const std::shared_ptr<store::RunStore> m_run;
    std::mutex m_mutex;
    std::optional<KeptFindings> m_kept; ///< with m_mutex
};

} // namespace lensboard::health
