#pragma once

#include "core/record/message.h"
#include "core/record/run_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::health {

enum class Severity {
    Note,    ///< worth knowing; also a warning that has passed
    Warning, ///< the training may give a worse result than it could
    Problem  ///< the training does not work as it should
};

/// Returns "note", "warning" or "problem".
const char *toText(Severity severity);
std::optional<Severity> severityFromText(const std::string &text);

/// Series that prove a finding, for showing them in a plot.
struct Evidence
{
    std::string tag;
    std::vector<std::string> layers; ///< as named in the series; empty for a tag of the whole model
    std::string label;
    std::optional<double> threshold = std::nullopt; ///< a line to draw, in the tag's unit

    bool operator==(const Evidence &) const = default;
};

/// Finding of a rule. Its texts are messages, see record/message.h.
struct Finding
{
    std::string rule = {};
    Severity severity = Severity::Note;
    std::vector<std::string> layers = {};     ///< in model order; empty: the whole model
    std::int64_t firstStep = 0, lastStep = 0; ///< when the condition was first met, and last
    double confidence = 1;                    ///< 0 to 1
    record::Message before = {};                 ///< a change or growth just before the onset; empty if none is known
    std::string cause = {};                   ///< rule of the finding that this one follows from; empty if it follows from none
    record::Message values = {};                 ///< the numbers that made the rule fire, with its threshold
    record::Message meaning = {};
    record::Message advice = {};
    std::vector<Evidence> evidence = {};

    bool operator==(const Finding &) const = default;
};

/// Returns true if \p a and \p b have the same rule and meaning. One rule may have several meanings.
inline bool isSameKind(const Finding &a, const Finding &b)
{
    return a.rule == b.rule && a.meaning == b.meaning;
}

/// Counts problems and warnings; ignores notes.
record::RunVerdict verdictOf(const std::vector<Finding> &findings);
/// Returns text like "1 problem, 2 warnings"; empty if there is neither.
record::Message summaryOf(const record::RunVerdict &verdict);

/// Formats \p value with three digits, for Finding::values.
std::string shown(double value);

} // namespace lensboard::health
