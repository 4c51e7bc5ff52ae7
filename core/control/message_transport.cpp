#include "core/control/message_transport.h"

#include "core/control/connection.h"
#include "core/control/control_protocol.h"
#include "core/record/message.h"

#include <utility>

namespace lensboard::control {

void MessageTransport::begin()
{
    const std::lock_guard lock(m_mutex);
    m_asked[++m_lastId] = {};
    transmit(toBytes(Greeting::own()));
    transmit(toBytes(Request{m_lastId, std::nullopt, true}));
}

void MessageTransport::send(const session::Command &command, const Done &done)
{
    const std::lock_guard lock(m_mutex); // messages are sent in the order of their numbers
    m_asked[++m_lastId] = done;
    transmit(toBytes(Request{m_lastId, command}));
}

void MessageTransport::take(const std::string &message)
{
    std::unique_lock lock(m_mutex);
    if (!std::exchange(m_isGreeted, true)) {
        const Greeting greeting = greetingFrom(message);
        requireSameVersion(greeting, true);
        if (m_runCreated > 0 && greeting.runCreated != m_runCreated)
            throw ConnectionError(record::message("the training there belongs to another run"));
        return;
    }
    Answer answer = answerFrom(message);
    const auto asked = m_asked.extract(answer.id);
    if (answer.id != 0 && !asked)
        throw ConnectionError(record::message("the other side answered an unknown request"));
    lock.unlock();
    if (answer.status)
        update([&](session::TrainingStatus &status) {
            if (!answer.status->watchers)
                answer.status->watchers = status.watchers;
            status = std::move(*answer.status);
            --status.revision; // update() increases it by 1: it stays the training's
        });
    if (asked && asked.mapped())
        asked.mapped()(answer.refusal);
}

record::Message MessageTransport::whyEnded() const
{
    const std::lock_guard lock(m_mutex);
    return m_isGreeted ? record::message("the training is over, or takes no more commands")
                       : record::message("its training is busy with too many other programs that send it commands");
}

} // namespace lensboard::control
