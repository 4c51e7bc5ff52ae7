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

/// Shows the findings of judges in the runs that a board shows: in a panel, as badges of layers, as marks on the x axes, and the evidence
/// on the plots. Remembers rules that are no problem by experiment.
/// Thread: the window's.
class RunHealth final : public QObject
{
    Q_OBJECT

public:
    RunHealth(widgets::PlotBoard *board, widgets::LayerModel *layers, QWidget *page);
    ~RunHealth() override;

    /// Judges a run while it is on the board. Rules that are no problem are remembered by \p experiment.
    void add(const store::Run &run, std::shared_ptr<const health::Judge> judge, const QString &experiment);

    widgets::HealthPanel *panel() const { return m_panel; }
    /// Returns the findings of a run that were not put away; empty if the run is not shown.
    const std::vector<health::Finding> &findings(const store::Run &run) const;
    /// Returns the number of problems and warnings in all shown runs.
    int count() const;
    /// Returns the worst severity in all shown runs, a note if nothing was found.
    health::Severity worst() const;
    /// Returns "1 problem, 2 warnings" of the findings that were not put away, a line per run if several are shown; empty if there is neither.
    QString summary() const;

Q_SIGNALS:
    /// Other findings are shown.
    void changed();
    /// The judge of \p run came to another verdict; none if too little was judged.
    void judged(const lensboard::store::Run *run, const std::optional<lensboard::record::RunVerdict> &verdict);
    /// An evidence has no plot here: its lens was never on.
    void noticed(const QString &message);

private:
    struct Judged
    {
        const store::Run *run = nullptr;
        std::shared_ptr<const health::Judge> judge;
        QString experiment;
        std::size_t rules = 0; ///< how many judge it
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
    std::optional<Proven> m_proven; ///< its evidence is on the board
    std::vector<bool> m_over;       ///< of the runs that the panel shows
    widgets::PlotBoard *m_board;
    widgets::LayerModel *m_layers;
    widgets::HealthPanel *m_panel;
    QTimer m_look;
};

} // namespace lensboard::app
