#include "core/control/control_client.h"

#include "core/control/control_protocol.h"
#include "core/control/socket_place.h"
#include "core/record/message.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lensboard::control {

namespace fs = std::filesystem;

namespace {

std::string tooManyOthers()
{
    return record::message("its training is busy with too many others that give it orders");
}

} // namespace

std::unique_ptr<Connection> connectTo(const fs::path &runFile)
{
    const auto folder = socketFolder();
    if (!folder)
        throw NotListening(record::message("there is no folder for sockets here: XDG_RUNTIME_DIR names none of this user's"));
    const fs::path path = socketPath(*folder, runFile);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        throw NotListening(std::strerror(errno));
    auto connection = std::make_unique<Connection>(descriptor);
    const sockaddr_un address = socketAddress(path);
    if (connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return connection;
    switch (errno) {
    case ENOENT:
        throw NotListening(record::message("no training of this user's on this machine takes orders for it: it is over, runs elsewhere, or was "
                                           "started with --no-control or without XDG_RUNTIME_DIR"));
    case ECONNREFUSED: throw NotListening(record::message("the training that took orders for it was killed"));
    case EAGAIN: throw NotListening(tooManyOthers());
    default: throw NotListening(record::message("%1: %2", path.string(), std::strerror(errno)));
    }
}

ControlClient::ControlClient(const fs::path &runFile, double runCreated) : ControlClient(connectTo(runFile), runCreated) {}

ControlClient::ControlClient(std::unique_ptr<Connection> connection, double runCreated, std::function<std::string()> whyEnded)
    : m_connection(std::move(connection)), m_runCreated(runCreated), m_whyEnded(std::move(whyEnded))
{
    m_connection->send(toBytes(Greeting::own()));
}

void ControlClient::process()
{
    m_connection->flush();
    const bool isOpen = m_connection->receive();
    bool hasNews = false;
    while (const auto message = m_connection->next()) {
        take(*message);
        hasNews = true;
    }
    if (!isOpen && !hasNews)
        throw ConnectionError(whyEnded());
}

std::string ControlClient::whyEnded() const
{
    if (std::string known = m_whyEnded ? m_whyEnded() : std::string(); !known.empty())
        return known;
    return m_isGreeted ? record::message("the training is over, or takes no more orders") : tooManyOthers();
}

void ControlClient::take(const std::string &message)
{
    if (!std::exchange(m_isGreeted, true)) {
        const Greeting greeting = greetingFrom(message);
        requireSameVersion(greeting, true);
        if (m_runCreated > 0 && greeting.runCreated != m_runCreated)
            throw ConnectionError(record::message("what takes orders there is the training of another run"));
        return;
    }
    Answer answer = answerFrom(message);
    if (answer.id != 0 && m_asked.erase(answer.id) == 0)
        throw ConnectionError(record::message("the other side answered what was not asked"));
    if (answer.status)
        m_status = std::move(answer.status);
    if (answer.watchers) {
        m_watchers = std::move(*answer.watchers);
        ++m_watcherNews;
    }
    if (answer.id != 0)
        m_outcomes[answer.id] = std::move(answer.refusal);
}

std::uint64_t ControlClient::give(const Order &order)
{
    m_asked.insert(++m_lastId);
    m_connection->send(toBytes(Request{m_lastId, order}));
    m_connection->flush();
    return m_lastId;
}

void ControlClient::ask(bool follow)
{
    m_asked.insert(++m_lastId);
    m_connection->send(toBytes(Request{m_lastId, std::nullopt, follow}));
    m_connection->flush();
}

std::optional<std::string> ControlClient::takeOutcome(std::uint64_t order)
{
    auto outcome = m_outcomes.extract(order);
    return outcome ? std::optional(std::move(outcome.mapped())) : std::nullopt;
}

bool ControlClient::waitFor(const std::function<bool()> &isDone, std::chrono::milliseconds patience)
{
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!isDone()) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        if (left <= 0)
            return false;
        pollfd watched[2] = {{m_connection->in(), POLLIN, 0}, {wantsToWrite() ? m_connection->out() : -1, POLLOUT, 0}};
        poll(watched, 2, static_cast<int>(left));
        process();
    }
    return true;
}

} // namespace lensboard::control
