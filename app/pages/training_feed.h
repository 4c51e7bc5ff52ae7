#pragma once

#include "app/pages/run_feed.h"
#include "core/session/recorded_training.h"
#include "core/store/columns/run_store.h"

#include <QElapsedTimer>

namespace lensboard::widgets {
class RunControls;
}

namespace lensboard::app {

/// A training in this process. It is recorded from the first step on, so that looking at an experiment leaves nothing behind.
class TrainingFeed final : public RunFeed
{
    Q_OBJECT

public:
    /// One that goes on with a run does so as soon as it can.
    explicit TrainingFeed(std::unique_ptr<session::RecordedTraining> training);
    ~TrainingFeed() override;

    std::shared_ptr<const store::Run> run() const override { return m_run; }
    QWidget *makeControls(QWidget *parent) override;
    QList<QAction *> actions() const override;

    PageState state() const override;
    bool follow(const store::RunCursor &taken) override;
    void takeInfo(const record::RunInfo &info) override;
    bool isLive() const override;
    bool isBeingRecorded() const override;
    std::shared_ptr<const health::RunJudge> judge() override;
    void setLabel(const record::RunLabel &label) override;

    session::Session *session() const override;
    bool canWatch() const override;
    void start() override;
    bool isTraining() const override;
    void saveCheckpoint() override;
    void saveModel(const QString &path) override;
    void closeFile() override;
    bool hasUnsavedTicks() const override;
    void finish() override;

private:
    void record();
    QString placeholder() const;

    std::shared_ptr<store::RunStore> m_run;
    widgets::RunControls *m_controls = nullptr;
    session::Status m_status; ///< as it was shown last
    QElapsedTimer m_sinceShown;
    bool m_startsWhenReady;
    bool m_isFailureTold = false;
    std::unique_ptr<session::RecordedTraining> m_training; ///< null once it was finished
};

} // namespace lensboard::app
