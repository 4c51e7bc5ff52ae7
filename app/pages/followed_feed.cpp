#include "app/pages/followed_feed.h"

#include "widgets/core_words.h"
#include "widgets/run_controls.h"

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
    QString live = tr("Followed live");
    if (!info.message.empty())
        live += QStringLiteral(" — ") + widgets::coreText(info.message);
    m_controls->showSaved(info.status == RunStatus::Recording ? live : endedText(*run()));
    Q_EMIT placeholderChanged(run()->frameCount() ? tr("<h3>This run has no points</h3>It was recorded without lenses.")
                                                  : tr("<h3>This run has no points</h3>No tick was measured."));
    Q_EMIT stateChanged();
}

QString FollowedFeed::restartNotice() const
{
    return tr("The file was replaced; this is what it holds now.");
}

} // namespace lensboard::app
