#pragma once

#include "core/record/message.h"
#include "core/session/transport.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>

namespace lensboard::control {

struct Answer;
struct Request;

/// Listens on a Unix socket for commands to a training that is being recorded, from windows that follow its run and from `lensboard control`.
/// Accepts only clients of this user. Clients may hang, crash or send invalid data: the server limits received and unread data,
/// disconnects clients that stall or send invalid data, and delays commands above Limits::commandsPerSecond.
///
/// Thread: has its own thread. It commands the training, subscribes to its status, and never waits for it.
/// Shutdown: the destructor closes all connections, and removes the socket if it was not replaced.
/// Fork: the child has a copy of the socket but not the thread. It must not use or destroy the server.
class ControlServer
{
public:
    struct Limits
    {
        std::size_t clients = 32;
        double commandsPerSecond = 20; ///< of each client, on average
        double commandsAtOnce = 60;
        std::chrono::milliseconds patience{10000}; ///< timeout for a client's greeting, the rest of a message, and reading
        std::chrono::milliseconds newsEvery{50}; ///< time between two updates for subscribed clients
    };

    /// Listens for the training that records \p runFile. \p runCreated is the creation time in its RunInfo. Only one training can record a
    /// run file, so an existing socket belongs to a killed one and is replaced. Sockets of other killed trainings are removed.
    /// \p training must outlive the server.
    /// Errors: std::runtime_error with the reason why it cannot listen.
    ControlServer(const std::filesystem::path &folder, const std::filesystem::path &runFile, double runCreated, session::Transport &training,
                  const Limits &limits);
    ~ControlServer();
    ControlServer(const ControlServer &) = delete;
    ControlServer &operator=(const ControlServer &) = delete;

    const std::filesystem::path &path() const { return m_path; }

private:
    struct Client;
    class Mailbox;
    using Clock = std::chrono::steady_clock;

    void listen();
    void run(const std::stop_token &stop);
    void serveOnce();
    void takeClient();
    void serve(Client &client, short happened, const Answer *first = nullptr);
    void answer(Client &client, const std::string &message);
    void command(Client &client, const Request &request);
    void send(Client &client, Answer answer);
    void deliver();
    void tellNews();
    int pollTimeoutMs() const;

    std::filesystem::path m_path;
    double m_runCreated;
    session::Transport &m_training;
    const Limits m_limits;
    std::shared_ptr<Mailbox> m_mailbox; ///< answers that come later
    int m_socket = -1;
    std::uint64_t m_inode = 0; ///< inode of the socket
    std::list<std::unique_ptr<Client>> m_clients; ///< accessed by the server's thread only, like all members below
    std::uint64_t m_lastClient = 0;
    Clock::time_point m_nextNews, m_nextClient;
    session::Transport::Subscription m_status;
    std::jthread m_thread;
};

/// Returns a server in $XDG_RUNTIME_DIR. Returns null if the user has no such folder. Calls \p complain and returns null if it cannot listen.
std::unique_ptr<ControlServer> listenFor(session::Transport &training, const std::filesystem::path &runFile, double runCreated,
                                         const std::function<void(const record::Message &)> &complain);

} // namespace lensboard::control
