#pragma once

#include "core/record/message.h"
#include "core/store/catalogue.h"
#include "core/store/columns/column.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::remote {

/// The part of another machine's run that is known here.
struct KnownRun
{
    using Clock = std::chrono::steady_clock;

    struct Series
    {
        store::Column column;
        bool isKnown = false;         ///< true if the column is the same as on the other side
        bool isVoid = false;          ///< true if values were edited; the column is shown until the new one arrives
        std::size_t outlined = 0;     ///< chunks at the front with outlines, maybe without other parts
        bool isWanted = false;        ///< true if new values are sent as they are written
        Clock::time_point lookedAt = {};
        store::SeriesTally tally = {}; ///< for a series without values here
    };

    store::Catalogue catalogue;
    std::vector<record::TagSpec> tags; ///< current attributes
    std::vector<Series> series;
    bool isOpen = false;
    bool isFolder = false;
    std::uint64_t content = 0; ///< number for the content of the file on the other side: see News
    bool hasArrived = false;   ///< true if data replaced a stand-in since readers last asked for changes
    record::Message problem;   ///< why no data arrive, for now or for good
    bool hasFailed = false;    ///< true if no more data will arrive
};

} // namespace lensboard::remote
