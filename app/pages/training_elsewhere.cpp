#include "app/pages/training_elsewhere.h"

#include "core/record/error.h"

#include <utility>

namespace lensboard::app {

namespace {

constexpr int kLookIntervalMs = 1000;

} // namespace

TrainingElsewhere::TrainingElsewhere(Connect connect) : m_connect(std::move(connect))
{
    m_timer.setInterval(kLookIntervalMs);
    QObject::connect(&m_timer, &QTimer::timeout, this, &TrainingElsewhere::look);
}

void TrainingElsewhere::setWanted(bool wanted)
{
    if (wanted == m_timer.isActive())
        return;
    if (wanted) {
        m_timer.start();
        look();
    } else {
        m_timer.stop();
        m_training.reset();
        m_whyNot = {};
    }
}

std::shared_ptr<session::Transport> TrainingElsewhere::training() const
{
    if (!m_training || !m_training->whyClosed().empty())
        return nullptr;
    const session::TrainingStatus status = m_training->status();
    return status.revision > 0 && !isOver(status.state) ? m_training : nullptr;
}

record::Message TrainingElsewhere::whyNot() const
{
    return m_training ? m_training->whyClosed() : m_whyNot;
}

void TrainingElsewhere::look()
{
    if (m_training && m_training->whyClosed().empty())
        return;
    try {
        m_training = m_connect();
        m_whyNot = {};
    } catch (const std::exception &error) {
        m_training.reset();
        m_whyNot = record::messageOf(error);
    }
}

} // namespace lensboard::app
