#pragma once

#include "app/pages/run_feed.h"
#include "core/control/ordered_training.h"

#include <QElapsedTimer>

#include <optional>

namespace lensboard::widgets {
class RunControls;
}

namespace lensboard::app {

/// A run with a training, local or in another process, that is steered by the controls of its page.
class OrderedFeed : public RunFeed
{
    Q_OBJECT

public:
    QWidget *makeControls(QWidget *parent) override;
    QList<QAction *> actions() const override;
    PageState state() const override;
    bool follow(const store::RunCursor &taken) override;
    void order(const control::Order &order) override;

protected:
    using RunFeed::RunFeed;

    /// Status last shown; nullopt if there was no training.
    const std::optional<control::Status> &shown() const { return m_shown; }
    /// Shows the state of a saved run instead of the controls, while no training can be steered.
    void showSaved();
    virtual QString savedText() const;
    /// Place of a remote training; empty if local.
    virtual QString place() const { return {}; }
    /// Called after the status was shown again.
    virtual void take(const control::Status &) {}

private:
    widgets::RunControls *m_controls = nullptr;
    std::optional<control::Status> m_shown;
    QString m_shownTip;
    QElapsedTimer m_sinceShown;
};

} // namespace lensboard::app
