#include "core/store/catalogue.h"

namespace lensboard::store {

RunCursor Catalogue::end() const
{
    return {generation, infoVersion, edits, tagLog.size(), series.size(), ticks.size(), events.size()};
}

RunChanges Catalogue::since(RunCursor &cursor) const
{
    RunChanges changes;
    const auto copyFrom = [](const auto &from, std::size_t position, auto &to) {
        to.assign(from.begin() + static_cast<std::ptrdiff_t>(position), from.end());
    };
    if (cursor.generation != generation) {
        changes.restarted = cursor.generation != 0;
        cursor = {};
        cursor.edits = edits;
    }
    if (cursor.info != infoVersion)
        changes.info = info;
    changes.edited = cursor.edits != edits;
    copyFrom(tagLog, cursor.tags, changes.tags);
    copyFrom(series, cursor.series, changes.series);
    copyFrom(events, cursor.events, changes.events);
    changes.firstFrame = cursor.frames;
    changes.lastFrame = ticks.size();
    cursor = end();
    return changes;
}

void Catalogue::restart(Catalogue anew)
{
    anew.generation = generation + 1;
    anew.infoVersion = infoVersion + 1;
    *this = std::move(anew);
}

} // namespace lensboard::store
