#pragma once

#include "app/pages/run_feed.h"
#include "core/session/transport.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <optional>

namespace lensboard::widgets {
class RunControls;
}

namespace lensboard::app {

/// A run with a training, local or remote, that is controlled from its page. Subscribes to the training's status and shows it.
class ControlledFeed : public RunFeed
{
    Q_OBJECT

public:
    QWidget *makeControls(QWidget *parent) override;
    QList<QAction *> actions() const override;
    PageState state() const override;
    /// Subscribes to the training if there is another one than at the last call.
    bool follow(const store::RunCursor &taken) override;
    void send(const session::Command &command) override;

protected:
    explicit ControlledFeed(const QString &path);

    /// Status last shown; nullopt if there was no training.
    const std::optional<session::TrainingStatus> &shown() const { return m_shown; }
    /// Shows the state of a saved run instead of the controls, while no training can be controlled.
    void showSaved();
    virtual QString savedText() const;
    /// Place of a remote training; empty if local.
    virtual QString place() const { return {}; }
    /// Called after the status was shown again.
    virtual void take(const session::TrainingStatus &) {}

private:
    void takeStatus();

    widgets::RunControls *m_controls = nullptr;
    QTimer m_news; ///< runs while the training's status has changed and is not shown yet
    std::shared_ptr<session::Transport> m_training;
    std::optional<session::Transport::Subscription> m_subscription; ///< to m_training
    std::optional<session::TrainingStatus> m_shown;
    QString m_shownTip;
    QElapsedTimer m_sinceShown;
};

/// Returns a function for any thread that calls \p done on the window's thread, at once if it is that thread. It does nothing after
/// \p receiver was destroyed.
session::Transport::Done inWindow(QObject *receiver, const session::Transport::Done &done);

} // namespace lensboard::app
