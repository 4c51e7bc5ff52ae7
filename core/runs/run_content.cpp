#include "core/runs/run_content.h"

#include "core/record/message.h"
#include "core/store/run.h"

#include <algorithm>

namespace lensboard::runs {

using record::RunEvent;

std::optional<record::Message> whyEmpty(const store::Run &run)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    const auto firstOf = [&](RunEvent::Kind kind) { return std::ranges::find(all.events, kind, &RunEvent::kind); };
    if (all.lastFrame > 0 || !all.info->experiment.empty() || !all.info->layers.empty() || firstOf(RunEvent::Kind::Text) != all.events.end())
        return std::nullopt;
    for (const RunEvent::Kind kind : {RunEvent::Kind::Warning, RunEvent::Kind::Notice})
        if (const auto event = firstOf(kind); event != all.events.end())
            return event->text;
    return all.info->message.empty() ? record::message("nothing was written into it yet") : all.info->message;
}

} // namespace lensboard::runs
