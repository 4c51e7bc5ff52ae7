#pragma once

#include "core/store/columns/tick_table.h"
#include "core/store/run.h"

#include <vector>

namespace lensboard::store {

/// All of a run except its values, with counters of its changes.
struct Catalogue
{
    std::uint64_t generation = 1;
    std::uint64_t infoVersion = 1;
    std::uint64_t edits = 0;
    record::RunInfo info = {};
    std::vector<std::pair<std::uint32_t, record::TagSpec>> tagLog = {};
    std::vector<record::SeriesSpec> series = {};
    TickTable ticks = {};
    std::vector<record::RunEvent> events = {};

    RunCursor end() const;
    RunChanges since(RunCursor &cursor) const;
    /// Replaces the whole content. Readers then start over.
    void restart(Catalogue anew);
};

} // namespace lensboard::store
