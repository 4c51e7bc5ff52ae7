#pragma once

#include "core/session/transport.h"

#include <mutex>
#include <utility>
#include <vector>

namespace lensboard::test {

/// Only records the commands it receives.
class MadeTransport final : public session::Transport
{
public:
    MadeTransport()
        : Transport({.revision = 1,
                     .state = session::State::Running,
                     .step = 7,
                     .learningRate = 0.1,
                     .abilities = {true, true, true, true},
                     .watchers = std::make_shared<const experiment::Roster>(std::vector{experiment::lensChoice({{"kind", "ParameterNorm"}})})})
    {}

    void send(const session::Command &command, const Done &done = {}) override
    {
        const std::lock_guard lock(m_mutex);
        if (command.kind == session::Command::Kind::Watcher)
            try {
                const auto watchers = std::make_shared<experiment::Roster>(*status().watchers);
                watchers->apply(command.change);
                update([&](session::TrainingStatus &status) { status.watchers = watchers; });
            } catch (const experiment::ExperimentError &error) {
                return done(error.what());
            }
        m_commands.push_back(command);
        if (command.kind == session::Command::Kind::Checkpoint)
            m_checkpoint = done;
        else if (done)
            done({});
    }

    /// Changes all but the watchers.
    void setStatus(session::TrainingStatus status)
    {
        update([&](session::TrainingStatus &now) {
            status.revision = now.revision;
            status.watchers = now.watchers;
            now = std::move(status);
        });
    }
    std::vector<session::Command> commands() const
    {
        const std::lock_guard lock(m_mutex);
        return m_commands;
    }
    std::size_t commandCount() const { return commands().size(); }
    Done takeCheckpoint()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_checkpoint, {});
    }

private:
    mutable std::mutex m_mutex; ///< guards all members
    std::vector<session::Command> m_commands;
    Done m_checkpoint;
};

} // namespace lensboard::test
