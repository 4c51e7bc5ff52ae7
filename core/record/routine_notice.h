#pragma once

#include "core/record/clock.h"
#include "core/record/run_event.h"

#include <string>
#include <utility>

namespace lensboard::record {

/// RunEvent::change of a routine notice, as JSON.
inline constexpr const char *kRoutineChange = R"({"routine":true})";

/// A notice that is listed among a run's events only: the user need not know of it at once.
inline RunEvent routineNotice(std::int64_t step, std::string text)
{
    return {RunEvent::Kind::Notice, step, wallSeconds(), std::move(text), kRoutineChange};
}

inline bool isRoutine(const RunEvent &event)
{
    return event.kind == RunEvent::Kind::Notice && event.change == kRoutineChange;
}

} // namespace lensboard::record
