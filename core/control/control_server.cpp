#include "core/control/control_server.h"

#include "core/control/connection.h"
#include "core/control/control_protocol.h"
#include "core/control/socket_place.h"
#include "core/control/wakeup_fd.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lensboard::control {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kMaxUnsent = 256 * 1024; ///< in bytes; a client with more unread data must read before its next request is answered

record::Error failureAt(const fs::path &path)
{
    return record::Error(record::message("%1: %2", path.string(), record::systemError(errno)));
}

/// Removes sockets of killed trainings. Sockets with an extension are not ready yet, and stay.
void removeDead(const fs::path &folder)
{
    std::error_code ignored;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored)) {
        struct stat before = {}, after = {};
        if (entry.path().has_extension() || lstat(entry.path().c_str(), &before) != 0 || !S_ISSOCK(before.st_mode))
            continue;
        const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        const sockaddr_un address = socketAddress(entry.path());
        const bool isDead = connect(probe, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 && errno == ECONNREFUSED;
        close(probe);
        if (isDead && lstat(entry.path().c_str(), &after) == 0 && after.st_ino == before.st_ino) // not replaced in the meantime
            unlink(entry.path().c_str());
    }
}

bool isOfThisUser(int socket)
{
    ucred peer = {};
    socklen_t size = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

} // namespace

/// Answers from the training's thread, and the descriptor that wakes the server's thread.
class ControlServer::Mailbox
{
public:
    struct Letter
    {
        std::uint64_t client;
        Answer answer;
    };

    const WakeupFd &wakeup() const { return m_wakeup; }
    /// Announces a change of the training's status.
    void putNews()
    {
        hasNews = true;
        m_wakeup.wake();
    }
    void put(Letter letter)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_letters.push_back(std::move(letter));
        }
        m_wakeup.wake();
    }
    std::vector<Letter> take()
    {
        m_wakeup.clear();
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_letters, {});
    }

    std::atomic<bool> hasNews = false; ///< the status has changed since the last news to clients

private:
    WakeupFd m_wakeup;
    std::mutex m_mutex;
    std::vector<Letter> m_letters;
};

struct ControlServer::Client
{
    Client(std::uint64_t number, int socket, const Limits &given) : id(number), connection(socket), limits(given), commands(given.commandsAtOnce) {}

    /// Adds the commands that the client may give for the time that has passed.
    void refill(Clock::time_point now)
    {
        const std::chrono::duration<double> passed = now - std::exchange(refilled, now);
        commands = std::min(limits.commandsAtOnce, commands + limits.commandsPerSecond * passed.count());
    }
    bool mayAsk() const { return commands >= 1 && connection.unsentBytes() < kMaxUnsent; }

    /// Errors: ConnectionError.
    void flush()
    {
        const std::size_t before = connection.unsentBytes();
        connection.flush();
        if (connection.unsentBytes() == 0)
            readsSince.reset();
        else if (!readsSince || connection.unsentBytes() < before)
            readsSince = Clock::now();
    }
    bool isLate() const
    {
        const auto soonest = Clock::now() - limits.patience;
        return (speaksSince && *speaksSince < soonest) || (readsSince && *readsSince < soonest);
    }

    std::uint64_t id;
    Connection connection;
    const Limits &limits;
    double commands;
    Clock::time_point refilled = Clock::now();
    std::optional<Clock::time_point> speaksSince = Clock::now(); ///< start of an incomplete message, at first of the greeting
    std::optional<Clock::time_point> readsSince = {}; ///< time of the client's last read while data was waiting for it
    bool isGreeted = false;
    bool follows = false;
    std::uint64_t revision = 0; ///< of the last status sent
    std::shared_ptr<const experiment::Roster> watchers = {}; ///< last watchers sent
    bool isGone = false;
};

ControlServer::ControlServer(const fs::path &folder, const fs::path &runFile, double runCreated, session::Transport &training, const Limits &limits)
    : m_path(socketPath(folder, runFile)), m_runCreated(runCreated), m_training(training), m_limits(limits), m_mailbox(std::make_shared<Mailbox>()),
      m_status(training, [mailbox = m_mailbox.get()] { mailbox->putNews(); })
{
    makeSocketFolder(folder);
    removeDead(folder);
    try {
        listen();
    } catch (...) {
        if (m_socket >= 0)
            close(m_socket);
        throw;
    }
    m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
}

ControlServer::~ControlServer()
{
    m_thread.request_stop();
    m_mailbox->wakeup().wake();
    m_thread.join();
    shutdown(m_socket, SHUT_RDWR); // shutdown() is needed, since a child process may have a copy of the socket
    close(m_socket);
    struct stat found = {};
    if (stat(m_path.c_str(), &found) == 0 && found.st_ino == m_inode)
        unlink(m_path.c_str());
}

/// Listens under a temporary name first. A socket with its final name accepts connections at once, and only from this user.
void ControlServer::listen()
{
    m_socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (m_socket < 0)
        throw failureAt(m_path);
    const fs::path unready = m_path.string() + ".new";
    unlink(unready.c_str());
    const sockaddr_un address = socketAddress(unready);
    struct stat found = {};
    if (bind(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 || chmod(unready.c_str(), 0600) != 0
        || ::listen(m_socket, static_cast<int>(m_limits.clients)) != 0 || stat(unready.c_str(), &found) != 0 || rename(unready.c_str(), m_path.c_str()) != 0)
        throw failureAt(m_path);
    m_inode = found.st_ino;
}

void ControlServer::run(const std::stop_token &stop)
{
    while (!stop.stop_requested())
        serveOnce();
    m_clients.clear();
}

int ControlServer::pollTimeoutMs() const
{
    int timeout = m_nextClient > Clock::now() ? 1000 : -1;
    for (const auto &client : m_clients)
        if ((client->follows && m_mailbox->hasNews) || client->commands < 1)
            return static_cast<int>(m_limits.newsEvery.count());
        else if (client->speaksSince || client->readsSince)
            timeout = std::min(1000, static_cast<int>(m_limits.patience.count()));
    return timeout;
}

void ControlServer::serveOnce()
{
    std::vector<pollfd> watched = {{m_mailbox->wakeup().descriptor(), POLLIN, 0}, {m_socket, POLLIN, 0}};
    if (m_nextClient > Clock::now())
        watched[1].fd = -1;
    for (const auto &client : m_clients) {
        const int wanted = (client->mayAsk() ? POLLIN : 0) | (client->connection.unsentBytes() > 0 ? POLLOUT : 0);
        watched.push_back({client->connection.in(), static_cast<short>(wanted), 0});
    }
    poll(watched.data(), watched.size(), pollTimeoutMs());
    auto next = watched.begin() + 2;
    for (const auto &client : m_clients)
        serve(*client, (next++)->revents);
    if (watched[1].revents != 0)
        takeClient();
    deliver();
    tellNews();
    std::erase_if(m_clients, [](const auto &client) { return client->isGone || client->isLate(); });
}

void ControlServer::takeClient()
{
    const int socket = accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) {
        m_nextClient = Clock::now() + 1s; // waits, as this process may have no free descriptors
        return;
    }
    auto client = std::make_unique<Client>(++m_lastClient, socket, m_limits);
    if (m_clients.size() >= m_limits.clients || !isOfThisUser(socket))
        return;
    client->connection.send(toBytes(Greeting::own(m_runCreated)));
    m_clients.push_back(std::move(client));
}

/// \p happened are the events returned by poll(). Sends \p first before the answers to the client's requests.
void ControlServer::serve(Client &client, short happened, const Answer *first)
{
    try {
        if (first)
            send(client, *first);
        client.refill(Clock::now());
        bool mayReceive = (happened & (POLLIN | POLLHUP | POLLERR)) != 0;
        while (client.mayAsk()) {
            if (const auto message = client.connection.next()) {
                client.speaksSince.reset();
                --client.commands;
                answer(client, *message);
            } else if (std::exchange(mayReceive, false)) {
                client.isGone = !client.connection.receive();
            } else {
                break;
            }
        }
        client.isGone = client.isGone || (!client.mayAsk() && (happened & (POLLHUP | POLLERR)) != 0);
        if (client.mayAsk() && client.connection.isAmidMessage() && !client.speaksSince)
            client.speaksSince = Clock::now();
        client.flush();
    } catch (const std::exception &) { // any error ends the connection to this client only
        client.isGone = true;
    }
}

/// Errors: ConnectionError.
void ControlServer::answer(Client &client, const std::string &message)
{
    if (!client.isGreeted) {
        requireSameVersion(greetingFrom(message), false);
        client.isGreeted = true;
        return;
    }
    const Request request = requestFrom(message);
    if (request.command)
        return command(client, request);
    client.follows = request.follow;
    send(client, {request.id});
}

void ControlServer::command(Client &client, const Request &request)
{
    record::Message refusal = whyNot(*request.command, m_training.status());
    const auto done = [mailbox = m_mailbox, client = client.id, id = request.id](const record::Message &error) {
        mailbox->put({client, {id, error}});
    };
    refusal.empty() ? m_training.send(*request.command, done) : send(client, {request.id, refusal});
}

/// Adds the training's status to \p answer. Errors: ConnectionError if it is too long.
void ControlServer::send(Client &client, Answer answer)
{
    answer.status = m_training.status();
    client.revision = answer.status->revision;
    if (std::exchange(client.watchers, answer.status->watchers) == answer.status->watchers)
        answer.status->watchers = nullptr;
    client.connection.send(toBytes(answer));
}

void ControlServer::deliver()
{
    for (const Mailbox::Letter &letter : m_mailbox->take()) {
        const auto client = std::ranges::find(m_clients, letter.client, [](const auto &each) { return each->id; });
        if (client == m_clients.end())
            continue;
        serve(**client, 0, &letter.answer);
    }
}

/// Sends a changed status to subscribed clients that have read all earlier data.
void ControlServer::tellNews()
{
    const auto isReady = [](const auto &client) { return client->follows && client->connection.unsentBytes() == 0; };
    if (Clock::now() < m_nextNews || !m_mailbox->hasNews || std::ranges::none_of(m_clients, isReady))
        return;
    m_nextNews = Clock::now() + m_limits.newsEvery;
    m_mailbox->hasNews = false;
    const std::uint64_t revision = m_status.take().revision;
    const Answer news;
    for (const auto &client : m_clients)
        if (!isReady(client))
            m_mailbox->hasNews = m_mailbox->hasNews || client->follows;
        else if (client->revision < revision)
            serve(*client, 0, &news);
}

std::unique_ptr<ControlServer> listenFor(session::Transport &training, const fs::path &runFile, double runCreated,
                                         const std::function<void(const record::Message &)> &complain)
{
    const auto folder = socketFolder();
    if (!folder)
        return nullptr;
    try {
        return std::make_unique<ControlServer>(*folder, runFile, runCreated, training, ControlServer::Limits());
    } catch (const std::exception &error) {
        complain(record::message("takes no commands from other programs: %1", record::messageOf(error)));
        return nullptr;
    }
}

} // namespace lensboard::control
