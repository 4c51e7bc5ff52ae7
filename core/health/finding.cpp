#include "core/health/finding.h"

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

std::string shown(double value)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr};
}

} // namespace lensboard::health
