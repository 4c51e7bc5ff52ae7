#pragma once

#include "app/pages/run_feed.h"
#include "core/import/run_follower.h"

namespace lensboard::widgets {
class RunControls;
}

namespace lensboard::app {

/// A run that was opened from disk, finished or still being written, by any writer.
class FollowedFeed final : public RunFeed
{
    Q_OBJECT

public:
    FollowedFeed(std::unique_ptr<imports::RunSource> source, const QString &path);

    std::shared_ptr<const store::Run> run() const override { return m_follower.run(); }
    QWidget *makeControls(QWidget *parent) override;
    QList<QAction *> actions() const override;
    void takeInfo(const record::RunInfo &info) override;
    bool isLive() const override { return isBeingRecorded(); }
    QString restartNotice() const override;

private:
    imports::RunFollower m_follower;
    widgets::RunControls *m_controls = nullptr;
};

} // namespace lensboard::app
