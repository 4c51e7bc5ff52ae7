#pragma once

#include "core/session/transport.h"

#include "core/record/message.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <string>

namespace lensboard::app {

/// Connection to the training in another process that records a run. If it is wanted but not found, retries every second, because the
/// training may begin or listen later.
/// Thread: the window's.
class TrainingElsewhere final : public QObject
{
    Q_OBJECT

public:
    /// Connects without waiting. Errors: std::exception that says why there is no training.
    using Connect = std::function<std::shared_ptr<session::Transport>()>;

    explicit TrainingElsewhere(Connect connect);

    void setWanted(bool wanted);
    /// Returns null if the training has reported no status, is over, or cannot be reached any more.
    std::shared_ptr<session::Transport> training() const;
    /// Reason why the training is not available; empty if unknown.
    record::Message whyNot() const;

private:
    void look();

    const Connect m_connect;
    QTimer m_timer;
    std::shared_ptr<session::Transport> m_training; ///< null while searching
    record::Message m_whyNot; ///< while m_training is null
};

} // namespace lensboard::app
