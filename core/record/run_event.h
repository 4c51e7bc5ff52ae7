#pragma once

#include "core/record/message.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lensboard::record {

/// An event of a run between two ticks.
struct RunEvent
{
    /// Kind of an event; see \c text.
    enum class Kind { Notice, Warning, LensOn, LensOff, LensSettings, LearningRate, Text };

    Kind kind = Kind::Notice;
    std::int64_t step = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC
    /// Text for people: the message; for LensOn and LensOff the lens; for LensSettings the lens and its changed settings, such as
    /// ParameterNorm: log_scale true, parameters ["weight"]; for LearningRate the new rate; for Text (logged by another tool) its tag, a
    /// line break and the text.
    Message text;
    /// For LensSettings, the changes as JSON, written and read by session/lens_changes.h. Empty in older files.
    std::string change = {};

    bool operator==(const RunEvent &) const = default;
};

/// A text that another tool logged under a tag.
struct LoggedText
{
    std::string tag;
    std::string text;
};

/// Returns nullopt if the event is not of kind Text.
std::optional<LoggedText> loggedText(const RunEvent &event);

/// Returns the name of a kind in run files.
const char *toText(RunEvent::Kind kind);
/// Errors: std::invalid_argument if \p text is not the name of a kind.
RunEvent::Kind eventKindFromText(const std::string &text);

} // namespace lensboard::record
