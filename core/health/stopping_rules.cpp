#include "core/health/stopping_rules.h"

#include "core/record/clock.h"
#include "core/record/message.h"
#include "core/store/columns/run_store.h"

#include <algorithm>

namespace lensboard::health {

using namespace std::chrono_literals;

bool StoppingRules::look(store::RunStore &run)
{
    const auto now = std::chrono::steady_clock::now();
    return now < m_next ? m_hasFound : lookAtEnd(run);
}

bool StoppingRules::lookAtEnd(store::RunStore &run)
{
    m_next = std::chrono::steady_clock::now() + 1s;
    if (m_hasFound || m_hasFailed)
        return m_hasFound;
    const auto warn = [&](std::int64_t step, const std::string &text) {
        run.append({record::RunEvent::Kind::Warning, step, record::wallSeconds(), text});
    };
    try {
        if (!m_firstStep) {
            const std::size_t count = run.frameCount();
            m_firstStep = count == 0 ? 0 : run.ticks(count - 1, count).front().step;
        }
        m_checker.follow(run);
        const auto findings = m_checker.findings(); // the worst first
        const auto found = std::ranges::find_if(findings, [&](const Finding &each) {
            return each.severity >= Severity::Warning && (each.lastStep > *m_firstStep || *m_firstStep == 0);
        });
        m_hasFound = found != findings.end();
        if (m_hasFound)
            warn(found->lastStep, record::message("%1 stops the training: %2", found->rule, found->values));
    } catch (const std::exception &error) {
        m_hasFailed = true;
        warn(0, record::message("Rules judge this training no more: %1", error.what()));
    }
    return m_hasFound;
}

} // namespace lensboard::health
