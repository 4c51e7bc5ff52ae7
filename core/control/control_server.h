#pragma once

#include "core/control/ordered_training.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>

namespace lensboard::control {

struct Request;

/// Listens on a Unix socket for orders to a training that is being recorded: from windows that follow its run, and `lensboard control`. Who
/// connects has to be of the same user. Such a client may hang, die or send nonsense: what it has sent and has not read is limited, what does
/// not go on for a while or makes no sense is cut off, and more than a few orders a second wait.
///
/// Thread: has one of its own, which asks and orders the training and waits for nothing of it.
/// Shutdown: the destructor closes all connections and removes the socket, if it is still its own.
/// Fork: a child has a copy of the socket, and no thread: it is to leave this as it is.
class ControlServer
{
public:
    struct Limits
    {
        std::size_t clients = 32;
        double ordersPerSecond = 20; ///< of each, in the long run
        double ordersAtOnce = 60;
        std::chrono::milliseconds patience{10000}; ///< with a client that does not go on: with its greeting, a message, reading
        std::chrono::milliseconds newsEvery{50}; ///< that a client is told what changed, if it wants to
    };

    /// Listens for the training that records \p runFile, whose RunInfo has \p runCreated. Only one can record a run file, so that a socket
    /// which is there already is left from one that was killed, and is replaced; others that are left so are removed. \p training outlives this.
    /// Errors: std::runtime_error saying why it cannot listen.
    ControlServer(const std::filesystem::path &folder, const std::filesystem::path &runFile, double runCreated, OrderedTraining &training,
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
    void serve(Client &client, short happened);
    void answer(Client &client, const std::string &message);
    void order(Client &client, const Request &request);
    void deliver();
    void tellNews();
    int pollTimeoutMs() const;

    std::filesystem::path m_path;
    double m_runCreated;
    OrderedTraining &m_training;
    const Limits m_limits;
    std::shared_ptr<Mailbox> m_mailbox; ///< of answers that come later
    int m_socket = -1;
    std::uint64_t m_inode = 0; ///< of the socket's place
    std::list<std::unique_ptr<Client>> m_clients; ///< the thread's own, as all below
    std::uint64_t m_lastClient = 0;
    Clock::time_point m_nextNews, m_nextClient;
    std::jthread m_thread;
};

/// One for $XDG_RUNTIME_DIR. Null if the user has no such folder, or it cannot listen there, which \p complain is told.
std::unique_ptr<ControlServer> listenFor(OrderedTraining &training, const std::filesystem::path &runFile, double runCreated,
                                         const std::function<void(const std::string &)> &complain);

} // namespace lensboard::control
