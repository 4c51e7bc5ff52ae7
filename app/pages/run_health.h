#pragma once

#include "core/health/run_judge.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace lensboard::widgets {
struct JudgedRun;
struct ShownRun;
class HealthPanel;
class LayerModel;
class PlotBoard;
} // namespace lensboard::widgets

namespace lensboard::app {

/// Shows the findings of the runs on a board: in a panel, as badges of layers, as marks on the x axes, and as evidence on the
/// plots. Remembers ignored rules by experiment.
/// Thread: the window's.
class RunHealth final : public QObject
{
    Q_OBJECT

public:
    RunHealth(widgets::PlotBoard *board, widgets::LayerModel *layers, QWidget *page);
    ~RunHealth() override;

    /// Judges a run while it is on the board. Ignored rules are remembered by \p experiment.
    void add(const store::Run &run, std::shared_ptr<const health::Judge> judge, const QString &experiment);

    widgets::HealthPanel *panel() const { return m_panel; }
    /// Returns the findings of a run that are not dismissed; empty if the run is not shown.
    const std::vector<health::Finding> &findings(const store::Run &run) const;
    /// Returns the number of problems and warnings in all shown runs.
    int count() const;
    /// Returns the worst severity in all shown runs; Note if there are no findings.
    health::Severity worst() const;
    /// Returns "1 problem, 2 warnings" for findings that are not dismissed, one line per run if several are shown; empty if there
    /// are none.
    QString summary() const;

Q_SIGNALS:
    /// The shown findings have changed.
    void changed();
    /// The verdict on \p run has changed; nullopt if too little data was judged.
    void judged(const lensboard::store::Run *run, const std::optional<lensboard::record::RunVerdict> &verdict);

private:
    struct Judged
    {
        const store::Run *run = nullptr;
        std::shared_ptr<const health::Judge> judge;
        QString experiment;
        std::size_t rules = 0; ///< number of rules that judge it
        std::shared_ptr<const health::Judgement> shown = {};
    };

    void look();
    void dropTakenOff();
    void showRuns();
    void mark();
    void markBadges();
    void setIgnoredRules(const void *run, const QStringList &rules);
    void showEvidence(const void *run, const health::Finding &finding, std::size_t number);
    std::vector<const widgets::ShownRun *> shownRuns() const;
    std::vector<widgets::JudgedRun> judgedRuns() const;
    const Judged *find(const void *run) const;

    std::vector<Judged> m_judged;
    struct Proven
    {
        const void *run;
        health::Finding finding;
    };
    std::optional<Proven> m_proven; ///< the finding with its evidence on the board
    std::vector<bool> m_over;       ///< per run in the panel
    widgets::PlotBoard *m_board;
    widgets::LayerModel *m_layers;
    widgets::HealthPanel *m_panel;
    QTimer m_look;
};

} // namespace lensboard::app
