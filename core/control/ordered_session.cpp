#include "core/control/ordered_session.h"

#include "core/store/columns/run_store.h"

namespace lensboard::control {

Status OrderedSession::status() const
{
    const session::Status now = m_session.status();
    return {.state = now.state,
            .activity = now.activity,
            .epoch = now.position.epoch,
            .epochs = now.epochs,
            .batch = now.position.batch,
            .batchesPerEpoch = now.batchesPerEpoch,
            .step = now.position.step,
            .ticks = static_cast<std::int64_t>(m_session.store()->committedCount()),
            .learningRate = now.learningRate,
            .stepsPerSecond = now.stepsPerSecond,
            .secondsLeft = now.secondsLeft,
            .isStopping = now.isStopping,
            .isValidating = now.position.validating,
            .isInterruptible = now.isInterruptible,
            .hooks = now.hookCount,
            .abilities = {.pause = true, .stop = true, .learningRate = true, .checkpoint = now.keepsCheckpoints}};
}

void OrderedSession::follow(const Order &order, const Done &done)
{
    if (order.kind == Order::Kind::Checkpoint)
        return m_session.saveCheckpoint(done);
    if (order.kind == Order::Kind::Interrupt)
        m_session.interrupt();
    else if (order.kind == Order::Kind::LearningRate)
        m_session.setLearningRate(order.learningRate);
    else
        give(m_session, order);
    done({});
}

} // namespace lensboard::control
