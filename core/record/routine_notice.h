#pragma once

#include "core/record/clock.h"
#include "core/record/run_event.h"

#include <string>
#include <utility>

namespace lensboard::record {

/// RunEvent::change of a routine notice, as JSON.
inline constexpr const char *kRoutineChange = R"({"routine":true})";

/// Returns a notice that appears only in the run's list of events, because the user need not see it at once.
inline RunEvent routineNotice(std::int64_t step, Message text)
{
    return {RunEvent::Kind::Notice, step, wallSeconds(), std::move(text), kRoutineChange};
}

inline bool isRoutine(const RunEvent &event)
{
    return event.kind == RunEvent::Kind::Notice && event.change == kRoutineChange;
}

} // namespace lensboard::record
