#include "core/health/finding.h"

#include "core/record/message.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lensboard::health {

const char *toText(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Problem: return "problem";
    }
    return "";
}

std::optional<Severity> severityFromText(const std::string &text)
{
    for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Problem})
        if (text == toText(severity))
            return severity;
    return std::nullopt;
}

record::RunVerdict verdictOf(const std::vector<Finding> &findings)
{
    record::RunVerdict verdict;
    for (const Finding &finding : findings) {
        std::vector<std::string> *const rules = finding.severity == Severity::Problem   ? &verdict.problems
                                                : finding.severity == Severity::Warning ? &verdict.warnings
                                                                                        : nullptr;
        if (rules && std::ranges::find(*rules, finding.rule) == rules->end())
            rules->push_back(finding.rule);
    }
    return verdict;
}

record::Message summaryOf(const record::RunVerdict &verdict)
{
    const auto problems = verdict.problems.size(), warnings = verdict.warnings.size();
    const record::Message first = problems == 0 ? "" : problems == 1 ? record::message("1 problem") : record::message("%1 problems", problems);
    const record::Message second = warnings == 0 ? "" : warnings == 1 ? record::message("1 warning") : record::message("%1 warnings", warnings);
    return first.empty() || second.empty() ? first + second : record::message("%1, %2", first, second);
}

std::string shown(double value)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr};
}

} // namespace lensboard::health
