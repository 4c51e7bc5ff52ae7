#include "core/remote/remote_scan.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"
#include "core/record/message_json.h"
#include "core/remote/remote_protocol.h"

#include "remote_messages.pb.h"

#include <utility>

namespace lensboard::remote {

RemoteScan::Inbox::Inbox(std::string path) : m_path(std::move(path)) {}

RemoteScan::Inbox::~Inbox() = default;

std::vector<messages::Request> RemoteScan::Inbox::begin()
{
    {
        const std::lock_guard lock(m_mutex);
        m_replies.emplace_back(); // empty reply: a new list follows
    }
    return {request()};
}

messages::Request RemoteScan::Inbox::request() const
{
    const std::lock_guard lock(m_mutex);
    messages::Request request;
    request.mutable_scan()->set_path(m_path);
    for (const std::string &name : m_wanted)
        request.mutable_scan()->add_wanted(name);
    return request;
}

void RemoteScan::Inbox::want(runs::QuantityNames names)
{
    const std::lock_guard lock(m_mutex);
    m_wanted = std::move(names);
}

void RemoteScan::Inbox::take(messages::Reply reply)
{
    const std::lock_guard lock(m_mutex);
    m_isWhole = m_isWhole || reply.listing().whole() || !reply.error().empty();
    m_replies.push_back(std::move(reply));
    m_came.notify_all();
}

void RemoteScan::Inbox::stateChanged(const LinkState &state)
{
    const std::lock_guard lock(m_mutex);
    m_problem = state.text();
    m_cannot = state.kind == LinkState::Kind::Failed;
    m_came.notify_all();
}

std::vector<messages::Reply> RemoteScan::Inbox::arrived(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    m_came.wait(lock, stop, [this] { return m_isWhole || m_cannot || !m_replies.empty(); });
    return std::exchange(m_replies, {});
}

bool RemoteScan::Inbox::isListed()
{
    const std::lock_guard lock(m_mutex);
    return m_replies.empty() && (m_isWhole || m_cannot);
}

record::Message RemoteScan::Inbox::problem()
{
    const std::lock_guard lock(m_mutex);
    return m_problem;
}

RemoteScan::RemoteScan(std::shared_ptr<Link> link, std::string path, Location place)
    : m_link(std::move(link)), m_place(std::move(place)), m_inbox(std::make_shared<Inbox>(std::move(path)))
{
    m_channel = m_link->open(m_inbox);
}

RemoteScan::~RemoteScan()
{
    m_link->close(m_channel);
}

void RemoteScan::want(runs::QuantityNames names)
{
    m_inbox->want(std::move(names));
    m_link->send(m_channel, m_inbox->request());
}

void RemoteScan::remove(const std::string &path, const Listener &listener)
{
    m_found.erase(path);
    if (m_listed.erase(path) > 0)
        listener.gone(path);
}

void RemoteScan::look(std::stop_token stop, const Listener &listener)
{
    do {
        for (const messages::Reply &reply : m_inbox->arrived(stop))
            take(reply, listener);
        report(listener);
    } while (!m_inbox->isListed() && !stop.stop_requested());
}

void RemoteScan::take(const messages::Reply &reply, const Listener &listener)
{
    const messages::Listing &listing = reply.listing();
    if (!reply.has_listing()) // a new connection, or an error
        m_found.clear();
    if (!reply.error().empty())
        m_problems = {errorFrom(reply)};
    try {
        for (const messages::Summary &sent : listing.found()) {
            runs::RunSummary summary = summaryFrom(sent);
            summary.path = m_place.below(summary.path.string()).url();
            m_found.insert(summary.path.string());
            m_listed.insert(summary.path.string());
            listener.found(summary);
        }
    } catch (const std::exception &error) {
        m_problems = {record::messageOf(error)};
    }
    for (const std::string &path : listing.gone())
        remove(m_place.below(bytes::validUtf8(path)).url(), listener);
    if (listing.whole())
        for (const std::string &path : std::set(m_listed))
            if (!m_found.contains(path)) // removed while the connection was lost
                remove(path, listener);
    if (listing.has_problems()) {
        m_problems.clear();
        for (int i = 0; i < listing.problems_size(); ++i)
            m_problems.push_back(record::messageFrom(bytes::validUtf8(listing.problems(i)), i < listing.problem_structures_size() ? listing.problem_structures(i) : ""));
    }
    const bool wasLooking = m_isLooking;
    m_isLooking = reply.has_listing() && (listing.has_looking() ? listing.looking() : wasLooking);
    if (m_isLooking != wasLooking && listener.looking)
        listener.looking(m_isLooking);
}

void RemoteScan::report(const Listener &listener)
{
    auto problems = m_problems;
    if (const record::Message problem = m_inbox->problem(); !problem.empty())
        problems.insert(problems.begin(), problem);
    if (std::exchange(m_told, problems) != problems)
        listener.problems(problems);
}

} // namespace lensboard::remote
