#pragma once

#include "core/control/connection.h"
#include "core/control/message_transport.h"
#include "core/control/outbox.h"
#include "core/record/error.h"

#include <filesystem>
#include <memory>
#include <thread>

namespace lensboard::control {

/// No training accepts commands for the run file. The message names the cause if it is known.
class NotListening : public record::Error
{
public:
    using record::Error::Error;
};

/// Connects to the training that records \p runFile. It must belong to this user and run on this machine.
/// Errors: NotListening; std::runtime_error if the run file is not there.
std::unique_ptr<Connection> connectTo(const std::filesystem::path &runFile);

/// A training in another process of this machine, through its Unix socket.
/// Thread: has its own thread. It waits for the socket and calls notify and done of Transport.
/// Shutdown: the destructor closes the connection.
class SocketTransport final : public MessageTransport
{
public:
    SocketTransport(std::unique_ptr<Connection> connection, double runCreated);
    ~SocketTransport() override;

private:
    void transmit(const std::string &message) override { m_unsent.put(message); }
    void run(const std::stop_token &stop);

    std::unique_ptr<Connection> m_connection; ///< used by the thread only
    Outbox m_unsent;
    std::jthread m_thread;
};

} // namespace lensboard::control
