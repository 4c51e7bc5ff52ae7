#include "app/pages/followed_feed.h"

#include "widgets/core_words.h"
#include "widgets/run_controls.h"
#include "widgets/run_status_text.h"

namespace lensboard::app {

using record::RunStatus;

FollowedFeed::FollowedFeed(std::unique_ptr<imports::RunSource> source, const QString &path) : RunFeed(path), m_follower(std::move(source))
{}

QWidget *FollowedFeed::makeControls(QWidget *parent)
{
    m_controls = new widgets::RunControls(parent);
    return m_controls;
}

QList<QAction *> FollowedFeed::actions() const
{
    return m_controls->controlActions();
}

void FollowedFeed::takeInfo(const record::RunInfo &info)
{
    QString status = info.status == RunStatus::Recording ? tr("Followed live") : tr("Saved run, %1").arg(widgets::statusText(info.status));
    if (!info.message.empty())
        status += QStringLiteral(" — ") + widgets::coreText(info.message);
    m_controls->showSaved(status);
    Q_EMIT placeholderChanged(run()->frameCount() ? tr("<h3>This run has no points</h3>It was recorded without lenses.")
                                                  : tr("<h3>This run has no points</h3>No tick was measured."));
    Q_EMIT stateChanged();
}

QString FollowedFeed::restartNotice() const
{
    return tr("The file was replaced; this is what it holds now.");
}

} // namespace lensboard::app
