#pragma once

#include "core/experiment/settings/health_settings.h"
#include "core/health/news.h"
#include "core/health/run_judge.h"

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

/// Does what an experiment's settings::Health says about what rules find in its training: of each rule once, and again if it becomes
/// worse. The run has a warning of each that says why. What was found before a training was resumed is over.
/// Thread: any.
class HealthReactions
{
public:
    /// Called on the judge's thread.
    using Notify = std::function<void(const health::Finding &)>;

    HealthReactions(settings::Health settings, std::shared_ptr<store::RunStore> run, Session &session);

    void react(const health::Judgement &judgement);
    /// The training is at its end: what is found from here on is notified, and nothing is ordered any more.
    void setLast();
    /// From here on notifications go to \p notify; null: nowhere.
    void setNotify(Notify notify);
    /// Whether somebody can go on with a training that pauses; else it does not pause.
    void setCanPause(bool can);
    /// The rule that stopped the training, or would have if it had not ended; empty if none did.
    std::string stoppedBy() const;
    /// The session goes.
    void end();

private:
    void keep(const health::Finding &finding);
    /// \returns whether the training was stopped, now or before.
    bool stop(const std::vector<const health::Finding *> &news);
    void pause(const std::vector<const health::Finding *> &news);
    void warn(const std::string &text);

    const settings::Health m_settings;
    const std::shared_ptr<store::RunStore> m_run;
    std::int64_t m_firstStep = 0;
    mutable std::mutex m_mutex; ///< of all below
    Session *m_session;
    Notify m_notify;
    bool m_canPause = false, m_isLast = false, m_hasFailed = false;
    health::News m_news;
    std::string m_stoppedBy;
};

} // namespace lensboard::session
