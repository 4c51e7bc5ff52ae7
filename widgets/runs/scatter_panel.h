#pragma once

#include "core/runs/run_column.h"

#include <QWidget>

#include <span>
#include <vector>

namespace lensboard::widgets {

class ColumnBox;
class NotedView;
class RunScatter;

/// Scatter plot of runs with selectable axes; defaults: the first column and the metric.
class ScatterPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ScatterPanel(QWidget *parent = nullptr);

    RunScatter *plot() const { return m_plot; }
    ColumnBox *horizontal() const { return m_horizontal; }
    ColumnBox *vertical() const { return m_vertical; }

    void setRuns(std::span<const runs::RunSummary *const> runs, const std::vector<runs::RunColumn> &columns, const runs::RunColumn &metric);

Q_SIGNALS:
    /// The user chose other columns: setRuns() must be called.
    void columnsChosen();

private:
    RunScatter *m_plot;
    NotedView *m_view;
    ColumnBox *m_horizontal, *m_vertical;
};

} // namespace lensboard::widgets
