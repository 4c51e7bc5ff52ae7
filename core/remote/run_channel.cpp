#include "core/remote/run_channel.h"

#include "remote_messages.pb.h"

#include <stop_token>
#include <utility>

namespace lensboard::remote {

RunChannel::RunChannel(std::shared_ptr<Link> link, std::string name, KnownRun &known) : m_link(std::move(link)), m_name(std::move(name)), m_known(known)
{
}

RunChannel::~RunChannel()
{
    close();
}

void RunChannel::open()
{
    m_number = m_link->open(m_inbox);
}

void RunChannel::send(messages::Request request)
{
    m_link->send(m_number, std::move(request));
}

void RunChannel::fail(const record::Message &problem)
{
    m_known.problem = problem;
    m_known.hasFailed = true;
    ++m_known.catalogue.infoVersion;
    close();
}

bool RunChannel::await()
{
    return m_inbox->await(progress ? progress->stop : std::stop_token());
}

} // namespace lensboard::remote
