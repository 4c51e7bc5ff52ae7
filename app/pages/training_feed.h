#pragma once

#include "app/pages/controlled_feed.h"
#include "core/session/recorded_training.h"
#include "core/store/columns/run_store.h"

namespace lensboard::app {

/// A training in this process. Recording starts with the first step, so that viewing an experiment leaves no file.
class TrainingFeed final : public ControlledFeed
{
    Q_OBJECT

public:
    /// A resumed run starts as soon as it is ready.
    explicit TrainingFeed(std::unique_ptr<session::RecordedTraining> training);
    ~TrainingFeed() override;

    std::shared_ptr<const store::Run> run() const override { return m_run; }
    bool follow(const store::RunCursor &taken) override;
    void takeInfo(const record::RunInfo &info) override;
    bool isLive() const override;
    bool isBeingRecorded() const override;
    std::shared_ptr<const health::Judge> judge() override;
    void setLabel(const record::RunLabel &label) override;

    session::Session *session() const override;
    std::shared_ptr<session::Transport> training() const override;
    void send(const session::Command &command) override;
    void start() override;
    bool isTraining() const override;
    void saveModel(const QString &path) override;
    void closeFile() override;
    session::UnsavedTicks unsaved() const override;
    bool isWritten() const override;
    void finish() override;

private:
    void take(const session::TrainingStatus &status) override;
    void record();

    std::shared_ptr<store::RunStore> m_run;
    bool m_startsWhenReady;
    bool m_isFailureTold = false;
    std::unique_ptr<session::RecordedTraining> m_training; ///< null after finish()
};

} // namespace lensboard::app
