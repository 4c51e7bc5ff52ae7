#pragma once

#include "app/pages/controlled_feed.h"
#include "core/runs/run_follower.h"

namespace lensboard::app {

class TrainingElsewhere;

/// A run opened from disk, finished or still being written, by any writer. Its recording process accepts commands if it listens.
class FollowedFeed final : public ControlledFeed
{
    Q_OBJECT

public:
    FollowedFeed(std::unique_ptr<runs::RunSource> source, const QString &path);
    ~FollowedFeed() override;

    std::shared_ptr<const store::Run> run() const override { return m_follower.run(); }
    std::shared_ptr<const health::Judge> judge() override;
    void takeInfo(const record::RunInfo &info) override;
    bool isLive() const override { return isBeingRecorded(); }
    QString restartNotice() const override;
    std::shared_ptr<session::Transport> training() const override;
    std::optional<imports::RowReading> reading() const override { return m_reading; }
    void readAs(const imports::RoleChoice &choice) override;
    QString whyNoCommands() const override;

private:
    QString savedText() const override;
    QString place() const override;

    std::optional<imports::RowReading> m_reading;
    mutable bool m_isReadAnew = false; ///< the user asked for the next restart
    runs::RunFollower m_follower;
    std::unique_ptr<TrainingElsewhere> m_training;
};

} // namespace lensboard::app
