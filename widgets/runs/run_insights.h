#pragma once

#include "core/runs/run_column.h"

#include <QStringList>
#include <QTimer>
#include <QVariantMap>
#include <QWidget>

#include <span>
#include <vector>

class QTabWidget;
class QToolButton;

namespace lensboard::widgets {

class ColumnBox;
class CorrelationTable;
class NotedView;
class ParallelCoordinates;
class RunListModel;
class RunTableProxy;
class ScatterPanel;

/// Relation of the settings of a table's runs to a metric: parallel coordinates, a scatter plot and correlations. Hidden until
/// its button is pressed, created at the first press; follows the table while visible.
class RunInsights final : public QWidget
{
    Q_OBJECT

public:
    /// \p shown filters \p runs as the table does.
    RunInsights(RunListModel *runs, RunTableProxy *shown, QWidget *parent = nullptr);

    /// Button that shows and hides the panel.
    QToolButton *button() const { return m_button; }
    /// Visibility and the user's choices, for setState().
    QVariantMap state() const;
    void setState(const QVariantMap &state);

public Q_SLOTS:
    void highlight(const QStringList &paths);

Q_SIGNALS:
    void runsChosen(const QStringList &paths); ///< by the user
    void stateChanged();                       ///< by the user

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Runs = std::span<const runs::RunSummary *const>;

    void build();
    void connectViews();
    QWidget *makeMetricChoice();
    void restore();
    void noteOtherRuns();
    void schedule();
    void refresh();
    std::vector<const runs::RunSummary *> shownRuns() const;
    void chooseColumns(Runs runs);
    void showParallel(Runs runs, const runs::RunColumn &metric);
    void showCorrelations(Runs runs, const runs::RunColumn &metric);
    void plotAgainstMetric(const runs::RunColumn &field);

    RunListModel *m_runs;
    RunTableProxy *m_shown;
    QToolButton *m_button;
    QVariantMap m_state; ///< last set state
    QStringList m_selected;
    QTimer m_update;
    bool m_hasOtherRuns = true;            ///< runs changed since columns were chosen
    std::vector<runs::RunColumn> m_fields; ///< columns with differing values, by name
    std::vector<runs::RunColumn> m_axes;   ///< the first of m_fields, limited by room
    std::vector<runs::RunColumn> m_columns;
    QTabWidget *m_tabs = nullptr; ///< null until created, as all below
    ColumnBox *m_metric = nullptr;
    ParallelCoordinates *m_parallel = nullptr;
    NotedView *m_parallelView = nullptr;
    ScatterPanel *m_scatter = nullptr;
    CorrelationTable *m_correlations = nullptr;
    NotedView *m_correlationView = nullptr;
};

} // namespace lensboard::widgets
