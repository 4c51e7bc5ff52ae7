#include "widgets/runs/run_insights.h"

#include "core/runs/rank_correlation.h"
#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/runs/column_box.h"
#include "widgets/runs/correlation_table.h"
#include "widgets/runs/noted_view.h"
#include "widgets/runs/run_table_proxy.h"
#include "widgets/runs/scatter_panel.h"
#include "widgets/views/parallel_coordinates.h"
#include "widgets/views/run_scatter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace lensboard::widgets {

using runs::RunColumn;
using Shows = runs::RunColumn::Shows;

namespace {

constexpr int kUpdateMs = 200;        ///< delay that combines several changes
constexpr std::size_t kMaxAxes = 11;  ///< plus the metric's axis

enum InsightTab { ParallelTab,
                  ScatterTab,
                  CorrelationTab };

void keep(QVariantMap &state, const QString &key, const ColumnBox &box)
{
    state[key] = box.choice() ? text(runs::toText(*box.choice())) : QString();
}

void restoreChoice(ColumnBox &box, const QVariant &column)
{
    box.choose(runs::columnFromText(column.toString().toStdString()));
}

} // namespace

RunInsights::RunInsights(RunListModel *runs, RunTableProxy *shown, QWidget *parent)
    : QWidget(parent), m_runs(runs), m_shown(shown), m_button(new QToolButton(parent))
{
    setObjectName("runInsights");
    hide();
    m_button->setText(tr("Insights"));
    m_button->setObjectName("insights");
    m_button->setToolTip(tr("How settings go with results: parallel coordinates, a scatter plot and correlations of the runs that are shown"));
    m_button->setCheckable(true);
    connect(m_button, &QToolButton::toggled, this, [this](bool on) {
        if (on && !m_tabs)
            build();
        setVisible(on);
    });
    connect(m_button, &QToolButton::clicked, this, &RunInsights::stateChanged);
    m_update.setSingleShot(true);
    m_update.setInterval(kUpdateMs);
    connect(&m_update, &QTimer::timeout, this, &RunInsights::refresh);
    connect(runs, &RunListModel::contentChanged, this, &RunInsights::noteOtherRuns);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(shown, signal, this, &RunInsights::noteOtherRuns);
    connect(shown, &QAbstractItemModel::layoutChanged, this, &RunInsights::noteOtherRuns);
    connect(shown, &QAbstractItemModel::modelReset, this, &RunInsights::noteOtherRuns);
    connect(shown, &QAbstractItemModel::dataChanged, this, &RunInsights::schedule);
}

void RunInsights::build()
{
    m_parallel = new ParallelCoordinates(this);
    m_parallelView = new NotedView(m_parallel, this);
    m_scatter = new ScatterPanel(this);
    m_correlations = new CorrelationTable(this);
    m_correlationView = new NotedView(m_correlations, this);
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName("insightTabs");
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_parallelView, tr("Parallel Coordinates"));
    m_tabs->addTab(m_scatter, tr("Scatter"));
    m_tabs->addTab(m_correlationView, tr("Correlation"));
    m_tabs->setCornerWidget(makeMetricChoice());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_tabs);
    connectViews();
    restore();
    highlight(m_selected);
}

void RunInsights::connectViews()
{
    connect(m_parallel, &ParallelCoordinates::runsChosen, this, &RunInsights::runsChosen);
    connect(m_scatter->plot(), &RunScatter::runsChosen, this, &RunInsights::runsChosen);
    connect(m_correlations, &CorrelationTable::fieldChosen, this, &RunInsights::plotAgainstMetric);
    const auto show = [this] {
        refresh();
        Q_EMIT stateChanged();
    };
    connect(m_metric, &ColumnBox::columnChosen, this, show);
    connect(m_scatter, &ScatterPanel::columnsChosen, this, show);
    connect(m_tabs, &QTabWidget::currentChanged, this, show);
}

QWidget *RunInsights::makeMetricChoice()
{
    auto *choice = new QWidget(m_tabs);
    m_metric = new ColumnBox(choice);
    m_metric->setObjectName("metric");
    m_metric->setAccessibleName(tr("Metric"));
    auto *layout = new QHBoxLayout(choice);
    layout->setContentsMargins({});
    layout->addWidget(new QLabel(tr("Metric"), choice));
    layout->addWidget(m_metric);
    return choice;
}

QVariantMap RunInsights::state() const
{
    QVariantMap state = m_state;
    state["shown"] = m_button->isChecked();
    if (!m_tabs)
        return state;
    state["tab"] = m_tabs->currentIndex();
    keep(state, "metric", *m_metric);
    keep(state, "x", *m_scatter->horizontal());
    keep(state, "y", *m_scatter->vertical());
    return state;
}

void RunInsights::setState(const QVariantMap &state)
{
    m_state = state;
    if (m_tabs)
        restore();
    m_button->setChecked(state["shown"].toBool());
}

void RunInsights::restore()
{
    const QSignalBlocker quiet(m_tabs);
    m_tabs->setCurrentIndex(m_state["tab"].toInt());
    restoreChoice(*m_metric, m_state["metric"]);
    restoreChoice(*m_scatter->horizontal(), m_state["x"]);
    restoreChoice(*m_scatter->vertical(), m_state["y"]);
    schedule();
}

void RunInsights::highlight(const QStringList &paths)
{
    m_selected = paths;
    if (!m_tabs)
        return;
    m_parallel->highlight(paths);
    m_scatter->plot()->highlight(paths);
}

void RunInsights::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void RunInsights::noteOtherRuns()
{
    m_hasOtherRuns = true;
    schedule();
}

void RunInsights::schedule()
{
    if (isVisible() && !m_update.isActive())
        m_update.start();
}

void RunInsights::refresh()
{
    if (!isVisible() || !m_tabs)
        return;
    const std::vector<const runs::RunSummary *> runs = shownRuns();
    if (std::exchange(m_hasOtherRuns, false))
        chooseColumns(runs);
    const RunColumn metric = m_metric->column().value_or(RunColumn{Shows::Ticks});
    switch (m_tabs->currentIndex()) {
    case ParallelTab: return showParallel(runs, metric);
    case ScatterTab: return m_scatter->setRuns(runs, m_columns, metric);
    case CorrelationTab: return showCorrelations(runs, metric);
    }
}

std::vector<const runs::RunSummary *> RunInsights::shownRuns() const
{
    std::vector<const runs::RunSummary *> runs;
    for (int row = 0; row < m_shown->rowCount(); ++row)
        if (const runs::RunSummary &run = m_runs->run(m_shown->mapToSource(m_shown->index(row, 0)).row()); run.isReadable)
            runs.push_back(&run);
    return runs;
}

void RunInsights::chooseColumns(Runs runs)
{
    constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    std::vector<RunColumn> metrics;
    m_fields.clear();
    for (const RunColumn &column : runs::tellingColumns(runs, kAll, kAll)) {
        if (column.shows == Shows::Field)
            m_fields.push_back(column);
        else
            for (const Shows shows : {Shows::Last, Shows::Least, Shows::Greatest, Shows::Mean})
                metrics.push_back({shows, column.key});
    }
    m_axes = m_fields.size() > kMaxAxes ? runs::tellingColumns(runs, kMaxAxes, 0) : m_fields;
    m_metric->setColumns(metrics);
    m_columns = m_fields;
    m_columns.insert(m_columns.end(), metrics.begin(), metrics.end());
    for (const Shows shows : {Shows::Ticks, Shows::Duration, Shows::Begun})
        m_columns.push_back({shows});
}

void RunInsights::showParallel(Runs runs, const RunColumn &metric)
{
    std::vector<RunColumn> columns = m_axes;
    columns.push_back(metric);
    m_parallel->setRuns(runs, columns);
    m_parallelView->setNote(m_axes.empty() ? tr("At least two runs with different settings are needed.") : QString());
}

/// Excludes fields that are equal in all runs.
void RunInsights::showCorrelations(Runs runs, const RunColumn &metric)
{
    std::vector<runs::FieldCorrelation> correlations = runs::fieldCorrelations(runs, metric);
    std::erase_if(correlations, [this](const runs::FieldCorrelation &each) { return !std::ranges::binary_search(m_fields, each.field); });
    m_correlations->setCorrelations(correlations, metric);
    const bool hasAny = std::ranges::any_of(correlations, [](const runs::FieldCorrelation &each) { return each.correlation.has_value(); });
    m_correlationView->setNote(
        hasAny ? QString() : tr("At least three runs with different settings and a number for %1 are needed.").arg(columnTitle(metric)));
}

void RunInsights::plotAgainstMetric(const RunColumn &field)
{
    m_scatter->horizontal()->choose(field);
    m_scatter->vertical()->choose({});
    m_tabs->setCurrentIndex(ScatterTab);
}

} // namespace lensboard::widgets
