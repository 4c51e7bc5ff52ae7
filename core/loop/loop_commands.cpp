#include "core/loop/loop_commands.h"

#include "core/loop/parsed_lens.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/training_control.h"

#include <stdexcept>

namespace lensboard {

using session::Command;

namespace {

/// Errors: std::invalid_argument with the reason why the change is not possible.
void change(session::TrainingControl &control, const experiment::WatcherChange &change)
{
    record::Message refusal;
    control.send({Command::Kind::Watcher, 0, change}, [&refusal](const record::Message &error) { refusal = error; }); // called at once
    if (!refusal.empty())
        throw record::InvalidArgument(refusal);
}

} // namespace

LoopCommands::LoopCommands(std::shared_ptr<session::TrainingControl> control) : m_control(std::move(control)) {}

void LoopCommands::pause()
{
    m_control->send({Command::Kind::Pause});
}

void LoopCommands::resume()
{
    m_control->send({Command::Kind::Start});
}

void LoopCommands::step()
{
    m_control->send({Command::Kind::Step});
}

void LoopCommands::stepToTick()
{
    m_control->send({Command::Kind::StepToTick});
}

void LoopCommands::stop()
{
    m_control->send({Command::Kind::Stop});
}

void LoopCommands::setEnabled(const std::string &lens, bool enabled)
{
    if (!m_control->status().watchers->find(lens))
        throw record::InvalidArgument(record::message("there is no lens \"%1\" here", lens));
    change(*m_control, experiment::WatcherChange::switched(lens, enabled));
}

void LoopCommands::set(const LensChoice &lens)
{
    change(*m_control, m_control->status().watchers->changeTo(parsed(lens)));
}

std::vector<LensChoice> LoopCommands::watchers() const
{
    std::vector<LensChoice> all;
    for (const auto watchers = m_control->status().watchers; const experiment::KindSettings &watcher : watchers->all())
        all.push_back({watcher.kind, watcher.settings.dump()});
    return all;
}

} // namespace lensboard
