#pragma once

#include "core/record/message.h"
#include "core/session/transport.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace lensboard::control {

/// A training in another process, through messages of control_protocol.h. Each implementation carries these messages. Checks all received data.
/// The run's events record the commands that were followed.
class MessageTransport : public session::Transport
{
public:
    void send(const session::Command &command, const Done &done = {}) override;

protected:
    /// \p runCreated is the creation time in the RunInfo of the run file, 0 if the file is still empty.
    explicit MessageTransport(double runCreated) : m_runCreated(runCreated) {}

    /// Sends the first messages: the greeting, and the subscription to the status.
    void begin();
    /// Handles a message of the training. Must be called on one thread only.
    /// Errors: ConnectionError if it is invalid.
    void take(const std::string &message);
    /// Returns the probable reason if the other side has closed the connection.
    record::Message whyEnded() const;

private:
    /// Sends \p message without blocking.
    /// Thread: any.
    virtual void transmit(const std::string &message) = 0;

    const double m_runCreated;
    mutable std::mutex m_mutex; ///< guards all members below
    bool m_isGreeted = false;
    std::uint64_t m_lastId = 0;
    std::map<std::uint64_t, Done> m_asked; ///< requests without an answer yet
};

} // namespace lensboard::control
