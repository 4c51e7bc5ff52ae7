#include "app/pages/replay_feed.h"

#include "widgets/replay_controls.h"

namespace lensboard::app {

ReplayFeed::ReplayFeed(std::unique_ptr<store::RunReplay> replay, const QString &title)
    : m_run(replay->run()), m_replay(std::move(replay)), m_recorded(title)
{}

ReplayFeed::~ReplayFeed() = default;

QString ReplayFeed::title() const
{
    return tr("%1, replayed").arg(m_recorded);
}

QString ReplayFeed::origin() const
{
    return tr("A replay; it is not recorded");
}

QWidget *ReplayFeed::makeControls(QWidget *parent)
{
    m_controls = new widgets::ReplayControls(std::move(m_replay), parent);
    connect(m_controls, &widgets::ReplayControls::failed, this, &ReplayFeed::warned);
    return m_controls;
}

QList<QAction *> ReplayFeed::actions() const
{
    return m_controls->controlActions();
}

void ReplayFeed::takeInfo(const record::RunInfo &)
{
    Q_EMIT placeholderChanged(tr("<h3>Ready to replay</h3>Press <b>Play</b> (F5). Plots appear as they did when the run was recorded."));
    Q_EMIT stateChanged();
}

} // namespace lensboard::app
