#include "widgets/runs/scatter_panel.h"

#include "widgets/models/run_list_model.h"
#include "widgets/runs/column_box.h"
#include "widgets/runs/noted_view.h"
#include "widgets/views/run_scatter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lensboard::widgets {

ScatterPanel::ScatterPanel(QWidget *parent)
    : QWidget(parent), m_plot(new RunScatter(this)), m_view(new NotedView(m_plot, this)), m_horizontal(new ColumnBox(this)),
      m_vertical(new ColumnBox(this))
{
    m_horizontal->setObjectName("scatterX");
    m_horizontal->setAccessibleName(tr("Horizontal axis"));
    m_vertical->setObjectName("scatterY");
    m_vertical->setAccessibleName(tr("Vertical axis"));
    auto *top = new QHBoxLayout;
    top->addWidget(new QLabel(tr("Horizontal axis"), this));
    top->addWidget(m_horizontal);
    top->addSpacing(fontMetrics().averageCharWidth());
    top->addWidget(new QLabel(tr("Vertical axis"), this));
    top->addWidget(m_vertical);
    top->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);
    for (const ColumnBox *box : {m_horizontal, m_vertical})
        connect(box, &ColumnBox::columnChosen, this, &ScatterPanel::columnsChosen);
}

void ScatterPanel::setRuns(std::span<const runs::RunSummary *const> runs, const std::vector<runs::RunColumn> &columns,
                           const runs::RunColumn &metric)
{
    std::vector<runs::RunColumn> metricFirst = columns;
    std::erase(metricFirst, metric);
    metricFirst.insert(metricFirst.begin(), metric);
    m_horizontal->setColumns(columns);
    m_vertical->setColumns(metricFirst);
    const auto x = m_horizontal->column().value_or(metric), y = m_vertical->column().value_or(metric);
    m_plot->setRuns(runs, x, y, metric);
    m_view->setNote(m_plot->pointCount() > 0 ? QString() : tr("At least one run with a value for both %1 and %2 is needed.").arg(columnTitle(x), columnTitle(y)));
}

} // namespace lensboard::widgets
