#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lensboard::record {

/// Something that happened to a run between two ticks.
struct RunEvent
{
    enum class Kind { Notice, Warning, LensOn, LensOff, LensSettings, LearningRate, Text };

    Kind kind = Kind::Notice;
    std::int64_t step = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC
    /// The message; the lens for LensOn and LensOff; for LensSettings the lens and what changed, to be read by people:
    /// ParameterNorm: log_scale true, parameters ["weight"]; the new rate for LearningRate; for Text, which other
    /// tools log, its tag, a line break and the text.
    std::string text;
    /// For LensSettings the same as data, the JSON that session/lens_changes.h writes and reads; older files have none.
    std::string change = {};

    bool operator==(const RunEvent &) const = default;
};

/// What another tool logged under a tag.
struct LoggedText
{
    std::string tag;
    std::string text;
};

/// Nothing of an event of another kind than Text.
std::optional<LoggedText> loggedText(const RunEvent &event);

const char *toText(RunEvent::Kind kind);
/// Errors: std::invalid_argument if \p text names no kind.
RunEvent::Kind eventKindFromText(const std::string &text);

} // namespace lensboard::record
