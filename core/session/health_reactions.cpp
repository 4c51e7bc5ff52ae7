#include "core/session/health_reactions.h"

#include "core/record/clock.h"
#include "core/record/message.h"
#include "core/session/session.h"
#include "core/store/columns/run_store.h"

#include <algorithm>

namespace lensboard::session {

using health::Finding;

namespace {

/// Returns true if the reactions \p triggers include \p finding: by its rule, or by a severity up to the finding's.
bool isMeant(const std::vector<std::string> &triggers, const Finding &finding)
{
    return std::ranges::any_of(triggers, [&](const std::string &trigger) {
        const auto severity = health::severityFromText(trigger);
        return severity ? finding.severity >= *severity : trigger == finding.rule;
    });
}

} // namespace

HealthReactions::HealthReactions(settings::Health settings, std::shared_ptr<store::RunStore> run, Session &session)
    : m_settings(std::move(settings)), m_run(std::move(run)), m_session(&session)
{
    if (const std::size_t count = m_run->frameCount(); count > 0)
        m_firstStep = m_run->ticks(count - 1, count).front().step;
}

void HealthReactions::react(const health::Judgement &judgement)
{
    const std::lock_guard lock(m_mutex);
    if (!m_session)
        return;
    std::vector<const Finding *> news;
    for (const Finding &finding : judgement.findings) {
        const bool isOfThisTraining = finding.lastStep > m_firstStep || m_firstStep == 0;
        if (isOfThisTraining && m_news.has(finding))
            news.push_back(&finding);
    }
    // Stopping and pausing come last, since the window shows the last warning only.
    for (const Finding *finding : news)
        keep(*finding);
    if (!stop(news))
        pause(news);
    if (!judgement.error.empty() && !std::exchange(m_hasFailed, true))
        warn(record::message("Rules judge this training no more: %1", judgement.error));
}

void HealthReactions::keep(const Finding &finding)
{
    if (m_notify && isMeant(m_settings.notify, finding))
        m_notify(finding);
    if (m_isLast || !m_stoppedBy.empty() || !isMeant(m_settings.checkpoint, finding))
        return;
    warn(record::message("%1 has a checkpoint written: %2", record::schemaWord(finding.rule), finding.values));
    m_session->control()->send({Command::Kind::Checkpoint});
}

bool HealthReactions::stop(const std::vector<const Finding *> &news)
{
    const auto reason = std::ranges::find_if(news, [this](const Finding *finding) { return isMeant(m_settings.stop, *finding); });
    if (!m_stoppedBy.empty() || reason == news.end())
        return !m_stoppedBy.empty();
    m_stoppedBy = (*reason)->rule;
    if (m_isLast) {
        warn(record::message("%1 would have stopped the training, but the training was at its end: %2", record::schemaWord(m_stoppedBy), (*reason)->values));
        return true;
    }
    warn(record::message("%1 stops the training: %2", record::schemaWord(m_stoppedBy), (*reason)->values));
    m_session->control()->send({Command::Kind::Stop});
    return true;
}

void HealthReactions::pause(const std::vector<const Finding *> &news)
{
    const auto reason = std::ranges::find_if(news, [this](const Finding *finding) { return isMeant(m_settings.pause, *finding); });
    if (!m_canPause || m_isLast || reason == news.end())
        return;
    warn(record::message("%1 pauses the training: %2", record::schemaWord((*reason)->rule), (*reason)->values));
    m_session->control()->send({Command::Kind::Pause});
}

/// Adds a warning at the training's current step. It may be much later than the step of the finding.
void HealthReactions::warn(const record::Message &text)
{
    m_run->append({record::RunEvent::Kind::Warning, m_session->status().step, record::wallSeconds(), text});
}

void HealthReactions::setNotify(Notify notify)
{
    const std::lock_guard lock(m_mutex);
    m_notify = std::move(notify);
}

void HealthReactions::setLast()
{
    const std::lock_guard lock(m_mutex);
    m_isLast = true;
}

void HealthReactions::setCanPause(bool can)
{
    const std::lock_guard lock(m_mutex);
    m_canPause = can;
}

std::string HealthReactions::stoppedBy() const
{
    const std::lock_guard lock(m_mutex);
    return m_stoppedBy;
}

void HealthReactions::end()
{
    const std::lock_guard lock(m_mutex);
    m_session = nullptr;
}

} // namespace lensboard::session
