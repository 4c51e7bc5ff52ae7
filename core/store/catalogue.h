#pragma once

#include "core/store/run.h"

#include <vector>

namespace lensboard::store {

/// What a run says besides its values, and how often what of it changed.
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
    /// Takes the content of \p anew. Readers begin again.
    void restart(Catalogue anew);
};

} // namespace lensboard::store
