#include "app/pages/followed_feed.h"

#include "app/pages/training_elsewhere.h"
#include "core/control/socket_transport.h"
#include "core/remote/link_transport.h"
#include "core/remote/location.h"
#include "widgets/core_words.h"

#include <utility>

namespace lensboard::app {

using widgets::messageText;

FollowedFeed::FollowedFeed(std::unique_ptr<runs::RunSource> source, const QString &path)
    : ControlledFeed(path), m_reading(source->reading()),
      m_follower(std::move(source), inWindow(this, [this](const record::Message &error) {
                     Q_EMIT warned(QStringLiteral("%1: %2").arg(this->path(), messageText(error)));
                 })),
      m_training(std::make_unique<TrainingElsewhere>([this]() -> std::shared_ptr<session::Transport> {
          const std::string recorded = this->path().toStdString();
          const double created = run()->info().createdSeconds;
          if (remote::isRemote(recorded))
              return std::make_shared<remote::LinkTransport>(recorded, created);
          return std::make_shared<control::SocketTransport>(control::connectTo(recorded), created);
      }))
{}

FollowedFeed::~FollowedFeed() = default;

std::shared_ptr<session::Transport> FollowedFeed::training() const
{
    return m_training->training();
}

std::shared_ptr<const health::Judge> FollowedFeed::judge()
{
    if (!m_judge)
        m_judge = m_follower.judge();
    return m_judge;
}

void FollowedFeed::takeInfo(const record::RunInfo &info)
{
    m_training->setWanted(record::mayGrow(info.status));
    if (!training())
        showSaved();
    Q_EMIT placeholderChanged(run()->frameCount() ? tr("<h3>This run has no points</h3>It was recorded without lenses.")
                                                  : tr("<h3>This run has no points</h3>No tick was measured."));
    Q_EMIT stateChanged();
}

QString FollowedFeed::savedText() const
{
    const record::RunInfo info = run()->info();
    if (!record::mayGrow(info.status))
        return ControlledFeed::savedText();
    const QString live = tr("Followed live");
    return info.message.empty() ? live : live + QStringLiteral(" – ") + messageText(info.message);
}

QString FollowedFeed::whyNoCommands() const
{
    return m_training->whyNot().empty() ? QString() : tr("The training takes no commands: %1").arg(messageText(m_training->whyNot()));
}

QString FollowedFeed::place() const
{
    return remote::isRemote(path().toStdString()) ? tr("on another machine") : tr("in another process");
}

void FollowedFeed::readAs(const imports::RoleChoice &choice)
{
    m_isReadAnew = true;
    m_follower.choose(choice);
}

QString FollowedFeed::restartNotice() const
{
    return std::exchange(m_isReadAnew, false) ? QString() : tr("The file was replaced; its new content is shown.");
}

} // namespace lensboard::app
