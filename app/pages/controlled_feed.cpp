#include "app/pages/controlled_feed.h"

#include "widgets/core_words.h"
#include "widgets/run_controls.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace lensboard::app {

using session::Command;
using session::State;

namespace {

constexpr int kTakeIntervalMs = 40;
constexpr int kShowIntervalMs = 200; ///< updating unreadably fast numbers would cost more than drawing all plots

PageState::Dot dotOf(State state)
{
    switch (state) {
    case State::Preparing:
    case State::Ready:
    case State::Finished:
    case State::Stopped: return PageState::Dot::Muted;
    case State::Running: return PageState::Dot::Running;
    case State::Paused: return PageState::Dot::Paused;
    case State::Failed: return PageState::Dot::Failed;
    }
    return PageState::Dot::None;
}

/// Returns true if \p a and \p b allow the same actions.
bool isAlike(const session::TrainingStatus &a, const session::TrainingStatus &b)
{
    return a.state == b.state && a.abilities == b.abilities;
}

} // namespace

ControlledFeed::ControlledFeed(const QString &path) : RunFeed(path)
{
    m_news.setSingleShot(true);
    connect(&m_news, &QTimer::timeout, this, &ControlledFeed::takeStatus);
}

QWidget *ControlledFeed::makeControls(QWidget *parent)
{
    m_controls = new widgets::RunControls(parent);
    connect(m_controls, &widgets::RunControls::commanded, this, &ControlledFeed::send);
    return m_controls;
}

QList<QAction *> ControlledFeed::actions() const
{
    return m_controls->controlActions();
}

PageState ControlledFeed::state() const
{
    return m_shown ? PageState{dotOf(m_shown->state), widgets::stateText(m_shown->state)} : RunFeed::state();
}

bool ControlledFeed::follow(const store::RunCursor &)
{
    std::shared_ptr<session::Transport> training = this->training();
    const QString tip = training ? QString() : whyNoCommands();
    if (training == m_training && tip == m_shownTip && m_sinceShown.isValid())
        return true;
    m_subscription.reset();
    m_training = std::move(training);
    m_shownTip = tip;
    m_shown.reset();
    if (m_training)
        m_subscription.emplace(*m_training, [this] {
            QMetaObject::invokeMethod(&m_news, [this] { m_news.start(kTakeIntervalMs); }, Qt::QueuedConnection);
        });
    takeStatus();
    return true;
}

void ControlledFeed::takeStatus()
{
    std::optional<session::TrainingStatus> status;
    if (m_subscription)
        status = m_subscription->take();
    const bool isNews = !m_sinceShown.isValid() || !status || !m_shown || !isAlike(*status, *m_shown);
    const bool hasOtherWatchers = status && (!m_shown || m_shown->watchers != status->watchers);
    if (const auto left = kShowIntervalMs - m_sinceShown.elapsed(); !isNews && !hasOtherWatchers && left > 0)
        return m_news.start(static_cast<int>(std::min<qint64>(left, kTakeIntervalMs)));
    m_shown = status;
    m_sinceShown.start();
    if (status && !isOver(status->state))
        m_controls->show(*status, place());
    else if (isNews)
        showSaved();
    if (status) {
        Q_EMIT costsChanged(status->lensCosts);
        take(*status);
    }
    if (isNews)
        Q_EMIT stateChanged();
    if (hasOtherWatchers)
        Q_EMIT callbacksChanged();
}

void ControlledFeed::showSaved()
{
    m_controls->showSaved(savedText(), whyNoCommands());
}

QString ControlledFeed::savedText() const
{
    return endedText(*run());
}

void ControlledFeed::send(const Command &command)
{
    const auto connection = training();
    if (!connection)
        return; // the training has just ended
    connection->send(command, inWindow(this, [this, kind = command.kind](const record::Message &error) {
                         if (kind == Command::Kind::Checkpoint && error.empty())
                             Q_EMIT noticed(tr("The checkpoint is saved. This training can be resumed from here."));
                         else if (kind != Command::Kind::Checkpoint && !error.empty()) // failed checkpoints are reported by a warning of the run
                             Q_EMIT warned(widgets::messageText(error));
                     }));
}

session::Transport::Done inWindow(QObject *receiver, const session::Transport::Done &done)
{
    return [receiver = QPointer(receiver), done](const record::Message &error) {
        QMetaObject::invokeMethod(qApp, [receiver, done, error] {
            if (receiver)
                done(error);
        });
    };
}

} // namespace lensboard::app
