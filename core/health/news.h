#pragma once

#include "core/health/finding.h"

#include <map>
#include <string>

namespace lensboard::health {

/// Detects new findings in repeated lists: the first warning or problem of each rule, and a later increase in severity.
class News
{
public:
    bool has(const Finding &finding)
    {
        if (finding.severity < Severity::Warning)
            return false;
        const auto [known, isNew] = m_worst.emplace(finding.rule, finding.severity);
        const bool isWorse = finding.severity > known->second;
        if (isWorse)
            known->second = finding.severity;
        return isNew || isWorse;
    }

private:
    std::map<std::string, Severity> m_worst; ///< by rule
};

} // namespace lensboard::health
