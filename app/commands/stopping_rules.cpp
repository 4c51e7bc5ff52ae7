#include "app/commands/stopping_rules.h"

namespace lensboard::app {

using namespace std::chrono_literals;

std::optional<health::Finding> StoppingRules::look(const store::Run &run)
{
    const auto now = std::chrono::steady_clock::now();
    if (m_hasFound || now < m_next)
        return std::nullopt;
    m_next = now + 1s;
    m_checker.follow(run);
    const auto findings = m_checker.findings(); // the worst first
    if (findings.empty() || findings.front().severity < health::Severity::Warning)
        return std::nullopt;
    m_hasFound = true;
    return findings.front();
}

} // namespace lensboard::app
