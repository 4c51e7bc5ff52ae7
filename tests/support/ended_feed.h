#pragma once

#include "app/pages/run_feed.h"
#include "core/store/columns/run_store.h"

#include <QWidget>

namespace lensboard::test {

/// Feed of an ended training: after the whole run was read, no further ticks arrive.
class EndedFeed final : public app::RunFeed
{
public:
    explicit EndedFeed(std::shared_ptr<store::RunStore> run, const QString &path = {}) : EndedFeed(run, run, path) {}
    /// Feed of the run \p run, read through \p shown.
    EndedFeed(std::shared_ptr<store::RunStore> run, std::shared_ptr<const store::Run> shown, const QString &path = {})
        : RunFeed(path), m_run(std::move(run)), m_shown(std::move(shown))
    {}

    std::shared_ptr<const store::Run> run() const override { return m_shown; }
    QWidget *makeControls(QWidget *parent) override { return new QWidget(parent); }
    QList<QAction *> actions() const override { return {}; }
    bool follow(const store::RunCursor &taken) override { return m_run->hasBeyond(taken); }
    void takeInfo(const record::RunInfo &) override {}
    bool isLive() const override { return false; }
    void setLabel(const record::RunLabel &label) override
    {
        m_run->update([&](record::RunInfo &info) {
            info.name = label.name;
            info.notes = label.notes;
        });
    }

private:
    std::shared_ptr<store::RunStore> m_run;
    std::shared_ptr<const store::Run> m_shown;
};

} // namespace lensboard::test
