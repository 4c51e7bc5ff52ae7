#include "core/control/ordered_training.h"

#include "core/record/message.h"
#include "core/record/text_number.h"

#include <cmath>

namespace lensboard::control {

std::string whyNot(const Order &order, const Status &status)
{
    if (session::isOver(status.state))
        return record::message("the training is over");
    switch (order.kind) {
    case Order::Kind::Start:
    case Order::Kind::Pause:
    case Order::Kind::Step:
    case Order::Kind::StepToTick:
        return status.abilities.pause ? std::string() : record::message("this training cannot be paused from outside");
    case Order::Kind::Stop:
    case Order::Kind::Interrupt:
        return status.abilities.stop ? std::string() : record::message("this training does not ask whether it is to stop");
    case Order::Kind::LearningRate:
        if (!status.abilities.learningRate)
            return record::message("this training does not offer to have its learning rate set");
        if (!std::isfinite(order.learningRate) || order.learningRate <= 0)
            return record::message("a learning rate is a number greater than 0, found %1", record::numberText(order.learningRate));
        return {};
    case Order::Kind::Checkpoint:
        return status.abilities.checkpoint ? std::string() : record::message("this training writes no checkpoints on demand");
    case Order::Kind::Watcher: return {};
    }
    return {};
}

} // namespace lensboard::control
