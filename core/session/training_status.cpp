#include "core/session/training_status.h"

#include "core/record/message.h"
#include "core/record/text_number.h"

#include <cmath>

namespace lensboard::session {

const char *toText(State state)
{
    switch (state) {
    case State::Preparing: return "preparing";
    case State::Ready: return "ready";
    case State::Running: return "training";
    case State::Paused: return "paused";
    case State::Finished: return "finished";
    case State::Stopped: return "stopped";
    case State::Failed: return "failed";
    }
    return "";
}

bool isOver(State state)
{
    return state == State::Finished || state == State::Stopped || state == State::Failed;
}

record::Message whyNot(const Command &command, const TrainingStatus &status)
{
    if (isOver(status.state))
        return record::message("the training is over");
    switch (command.kind) {
    case Command::Kind::Start:
    case Command::Kind::Pause:
    case Command::Kind::Step:
    case Command::Kind::StepToTick:
        return status.abilities.pause ? record::Message() : record::message("this training cannot be paused from outside");
    case Command::Kind::Stop:
    case Command::Kind::Interrupt:
        return status.abilities.stop ? record::Message() : record::message("this training does not ask whether it is to stop");
    case Command::Kind::LearningRate:
        if (!status.abilities.learningRate)
            return record::message("this training does not offer to have its learning rate set");
        if (!std::isfinite(command.learningRate) || command.learningRate <= 0)
            return record::message("a learning rate is a number greater than 0, found %1", record::numberText(command.learningRate));
        return {};
    case Command::Kind::Checkpoint:
        return status.abilities.checkpoint ? record::Message() : record::message("this training writes no checkpoints on demand");
    case Command::Kind::Watcher: return {};
    }
    return {};
}

} // namespace lensboard::session
