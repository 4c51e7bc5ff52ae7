#pragma once

#include "core/record/run_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::health {

enum class Severity {
    Note,    ///< worth knowing; also what was a warning and has passed
    Warning, ///< the training may be worth less than it could
    Problem  ///< the training does not do what it should
};

/// note, warning, problem.
const char *toText(Severity severity);
std::optional<Severity> severityFromText(const std::string &text);

/// What of a run shows that a finding is so.
struct Evidence
{
    std::string tag;
    std::vector<std::string> layers; ///< as the series call them; of a big tag none
    std::string label;
    std::optional<double> threshold = std::nullopt; ///< a line to draw, in the tag's unit

    bool operator==(const Evidence &) const = default;
};

/// What a rule found. Its texts are messages, see record/message.h.
struct Finding
{
    std::string rule = {};
    Severity severity = Severity::Note;
    std::vector<std::string> layers = {};     ///< in model order; empty: the whole model
    std::int64_t firstStep = 0, lastStep = 0; ///< from when it was so up to when it was last seen
    double confidence = 1;                    ///< 0 to 1
    std::string values = {};                  ///< the numbers that made the rule fire, with its threshold
    std::string meaning = {};
    std::string advice = {};
    std::vector<Evidence> evidence = {};

    bool operator==(const Finding &) const = default;
};

/// Of one rule, which may find several things, each with a meaning of its own.
inline bool isSameKind(const Finding &a, const Finding &b)
{
    return a.rule == b.rule && a.meaning == b.meaning;
}

/// Notes do not count.
record::RunVerdict verdictOf(const std::vector<Finding> &findings);
/// "1 problem, 2 warnings"; empty if there is neither.
std::string summaryOf(const record::RunVerdict &verdict);

/// \p value with three digits, for a finding's values.
std::string shown(double value);

} // namespace lensboard::health
