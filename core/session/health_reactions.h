#pragma once

#include "core/experiment/settings/health_settings.h"
#include "core/health/news.h"
#include "core/health/run_judge.h"
#include "core/record/message.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::session {

class Session;

/// Applies an experiment's settings::Health to findings in its training: once per rule, and again if the finding becomes
/// worse. Adds a warning with the reason to the run. Ignores findings from before a resumption.
/// Thread: any.
class HealthReactions
{
public:
    /// Called on the judge's thread.
    using Notify = std::function<void(const health::Finding &)>;

    HealthReactions(settings::Health settings, std::shared_ptr<store::RunStore> run, Session &session);

    void react(const health::Judgement &judgement);
    /// Call at the end of the training: later findings are only notified.
    void setLast();
    /// Sets the callback for notifications; null disables them.
    void setNotify(Notify notify);
    /// Sets whether a user can continue a paused training. If false, findings do not pause it.
    void setCanPause(bool can);
    /// Returns the rule that stopped the training, or would have stopped it before its end; empty if there is none.
    std::string stoppedBy() const;
    /// Call before the session is destroyed.
    void end();

private:
    void keep(const health::Finding &finding);
    /// \returns true if the training was stopped, now or earlier.
    bool stop(const std::vector<const health::Finding *> &news);
    void pause(const std::vector<const health::Finding *> &news);
    void warn(const record::Message &text);

    const settings::Health m_settings;
    const std::shared_ptr<store::RunStore> m_run;
    std::int64_t m_firstStep = 0;
    mutable std::mutex m_mutex; ///< guards all members below
    Session *m_session;
    Notify m_notify;
    bool m_canPause = false, m_isLast = false, m_hasFailed = false;
    health::News m_news;
    std::string m_stoppedBy;
};

} // namespace lensboard::session
