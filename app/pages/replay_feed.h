#pragma once

#include "app/pages/run_feed.h"
#include "core/store/derived/run_replay.h"

namespace lensboard::widgets {
class ReplayControls;
}

namespace lensboard::app {

/// A recorded run played back as if it were live.
class ReplayFeed final : public RunFeed
{
    Q_OBJECT

public:
    /// \p title: title of the recorded run.
    ReplayFeed(std::unique_ptr<store::RunReplay> replay, const QString &title);
    ~ReplayFeed() override;

    std::shared_ptr<const store::Run> run() const override { return m_run; }
    QString title() const override;
    QString origin() const override;
    PageState state() const override { return {}; } // the recorded run's state does not apply
    QWidget *makeControls(QWidget *parent) override;
    QList<QAction *> actions() const override;
    void takeInfo(const record::RunInfo &info) override;
    bool isLive() const override { return true; }

private:
    std::shared_ptr<const store::Run> m_run;
    std::unique_ptr<store::RunReplay> m_replay; ///< until the controls take ownership
    QString m_recorded;
    widgets::ReplayControls *m_controls = nullptr;
};

} // namespace lensboard::app
