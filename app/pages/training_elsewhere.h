#pragma once

#include "core/control/control_client.h"
#include "core/experiment/roster.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>

class QSocketNotifier;

namespace lensboard::app {

/// A training in another process, controlled through a connection that the event loop serves. If it is wanted but not found,
/// retries every second, because it may begin or listen later.
/// Thread: the window's.
class TrainingElsewhere final : public QObject, public control::OrderedTraining
{
    Q_OBJECT

public:
    /// Connects without waiting. Errors: std::exception that says why there is no training.
    using MakeClient = std::function<std::unique_ptr<control::ControlClient>()>;

    explicit TrainingElsewhere(MakeClient makeClient);
    ~TrainingElsewhere() override;

    void setWanted(bool wanted);
    /// Returns true if the training reported its status and is not over.
    bool isThere() const;
    /// Reason why the training is not available; empty if unknown.
    const std::string &whyNot() const { return m_whyNot; }

    // ---- only if isThere()
    control::Status status() const override { return *m_client->status(); }
    std::vector<experiment::Choice> watchers() const override { return m_watchers.all(); }
    std::size_t watcherChanges() const override { return m_watcherChanges; }
    /// \p done is called later, from the event loop.
    void follow(const control::Order &order, const Done &done) override;

private:
    void look();
    void process();
    void takeWatchers();
    void tellOutcomes();
    void leave(const std::string &why);

    const MakeClient m_makeClient;
    QTimer m_timer;
    std::unique_ptr<control::ControlClient> m_client; ///< null while searching
    QSocketNotifier *m_readable = nullptr; ///< notifier of m_client's socket
    std::string m_whyNot;
    experiment::Roster m_watchers;
    std::size_t m_watcherNews = 0, m_watcherChanges = 0; ///< counters of this client, and over all clients
    std::map<std::uint64_t, Done> m_given;
};

} // namespace lensboard::app
