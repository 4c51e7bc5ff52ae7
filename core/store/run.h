#pragma once

#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lensboard::store {

/// How far a reader has read a run. A fresh cursor stands before everything.
struct RunCursor
{
    std::uint64_t info = 0;
    std::size_t tags = 0;
    std::size_t series = 0;
    std::size_t frames = 0;
    std::size_t events = 0;
};

/// What a run gained between two positions of a cursor.
struct RunChanges
{
    std::optional<record::RunInfo> info;                         ///< whole, if any of it changed
    std::vector<std::pair<std::uint32_t, record::TagSpec>> tags; ///< new or changed, with their index
    std::vector<record::SeriesSpec> series;                      ///< follow those already known
    std::vector<std::shared_ptr<const record::Frame>> frames;
    std::vector<record::RunEvent> events;

    bool empty() const
    {
        return !info && tags.empty() && series.empty() && frames.empty() && events.empty();
    }
};

/// A training as it was seen: live, saved or imported alike.
/// Thread: any.
class Run
{
public:
    virtual ~Run() = default;

    virtual record::RunInfo info() const = 0;
    /// Everything committed since \p cursor, which it moves to the end.
    virtual RunChanges since(RunCursor &cursor) const = 0;
};

} // namespace lensboard::store
