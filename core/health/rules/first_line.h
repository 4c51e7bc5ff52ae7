#pragma once

#include "core/health/finding.h"
#include "core/health/signals.h"

#include <optional>

namespace lensboard::health {

/// The first line of a rule for the whole model; shown as evidence.
class FirstLine
{
public:
    void see(const Line &line)
    {
        if (!m_line)
            m_line = line;
    }
    bool isKnown() const { return m_line.has_value(); }
    Evidence evidence(std::optional<double> threshold = std::nullopt) const
    {
        return m_line ? Evidence{m_line->tag, {}, m_line->label, threshold} : Evidence{{}, {}, {}, threshold};
    }

private:
    std::optional<Line> m_line;
};

} // namespace lensboard::health
