#pragma once

#include "core/record/message.h"
#include "core/session/command.h"
#include "core/session/training_status.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::session {

/// Carries commands to a training and its status back. Implementations: TrainingControl in the training's process, control::SocketTransport
/// to another process, remote::LinkTransport to another machine.
/// Thread: any; only outcomeOf() and waitFor() block.
class Transport
{
public:
    /// Receives the error, empty after success.
    using Done = std::function<void(const record::Message &error)>;

    /// Calls \p notify when the status has changed since the last take(), once per take(), until destruction.
    /// Thread: \p notify is called on the thread of the change. It must not block, and must not use the transport.
    class Subscription
    {
    public:
        /// \p transport must outlive this.
        Subscription(Transport &transport, std::function<void()> notify);
        ~Subscription();
        Subscription(const Subscription &) = delete;
        Subscription &operator=(const Subscription &) = delete;

        TrainingStatus take();

    private:
        friend class Transport;
        Transport &m_transport;
        const std::function<void()> m_notify;
        bool m_isNotified = false; ///< guarded by the transport's mutex
    };

    virtual ~Transport() = default;

    /// Calls \p done once, unless it is empty: with the error if the command is refused, otherwise when it is accepted, a checkpoint when
    /// it is written. status() includes the command then. Never calls \p done if the training, or the connection to it, ends before.
    /// Thread: \p done is called on any thread, possibly within send(). It must not destroy the transport.
    virtual void send(const Command &command, const Done &done = {}) = 0;

    /// Sends \p command, and blocks until its outcome is known: the error, empty after success. Returns nullopt after the timeout
    /// \p patience, and if the transport is closed.
    std::optional<record::Message> outcomeOf(const Command &command, std::chrono::milliseconds patience);

    TrainingStatus status() const;
    /// Returns the reason why the training cannot be reached any more; empty if it can.
    record::Message whyClosed() const;
    /// Blocks until \p isSo. Returns false after the timeout \p patience, and if the transport is closed.
    bool waitFor(const std::function<bool(const TrainingStatus &)> &isSo, std::chrono::milliseconds patience) const;

protected:
    explicit Transport(TrainingStatus status = {}) : m_status(std::move(status)) {}

    /// Applies \p change to the status and notifies subscribers.
    void update(const std::function<void(TrainingStatus &)> &change);
    /// Keeps the first \p why.
    void close(const record::Message &why);

private:
    void notify();

    mutable std::mutex m_mutex; ///< guards all members below
    mutable std::condition_variable m_changed;
    TrainingStatus m_status;
    record::Message m_whyClosed;
    std::vector<Subscription *> m_subscriptions;
};

} // namespace lensboard::session
