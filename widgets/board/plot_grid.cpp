#include "widgets/board/plot_grid.h"

#include "widgets/views/tag_plot.h"

namespace lensboard::widgets {

namespace {

constexpr int kSpacing = 4;

} // namespace

PlotGrid::PlotGrid(Make make, QWidget *parent) : QWidget(parent), m_make(std::move(make)) {}

void PlotGrid::addPlace()
{
    m_plots.push_back(nullptr);
    updateHeight();
}

void PlotGrid::clear()
{
    qDeleteAll(m_plots);
    m_plots.clear();
    updateHeight();
}

void PlotGrid::setPlotHeight(int height)
{
    if (height == m_plotHeight)
        return;
    m_plotHeight = height;
    updateHeight();
}

void PlotGrid::setColumns(int columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    updateHeight();
}

void PlotGrid::updateHeight()
{
    const int rows = (static_cast<int>(m_plots.size()) + m_columns - 1) / m_columns;
    setFixedHeight(std::max(0, rows * (m_plotHeight + kSpacing) - kSpacing));
    for (std::size_t place = 0; place < m_plots.size(); ++place)
        if (m_plots[place])
            m_plots[place]->setGeometry(placeOf(place));
}

QRect PlotGrid::placeOf(std::size_t place) const
{
    const int row = static_cast<int>(place) / m_columns, column = static_cast<int>(place) % m_columns;
    const auto left = [this](int c) { return c * (width() + kSpacing) / m_columns; };
    return {left(column), row * (m_plotHeight + kSpacing), left(column + 1) - left(column) - kSpacing, m_plotHeight};
}

TagPlot *PlotGrid::madePlot(std::size_t place)
{
    if (!m_plots[place]) {
        m_plots[place] = m_make(place);
        m_plots[place]->setGeometry(placeOf(place));
        m_plots[place]->show();
    }
    return m_plots[place];
}

/// Returns the part of the grid inside all its parents. (visibleRegion() excludes areas covered by plots.)
QRect PlotGrid::rectOnView() const
{
    if (!isVisible())
        return {};
    QRect seen = rect();
    QPoint offset;
    for (const QWidget *widget = this; !widget->isWindow() && widget->parentWidget(); widget = widget->parentWidget()) {
        offset += widget->pos();
        seen &= widget->parentWidget()->rect().translated(-offset);
    }
    return seen;
}

std::vector<std::size_t> PlotGrid::onView() const
{
    std::vector<std::size_t> places;
    const QRect seen = rectOnView();
    if (seen.isEmpty())
        return places;
    const int rowHeight = m_plotHeight + kSpacing;
    const std::size_t first = static_cast<std::size_t>(seen.top() / rowHeight * m_columns);
    const std::size_t last = static_cast<std::size_t>((seen.bottom() / rowHeight + 1) * m_columns);
    for (std::size_t place = first; place < std::min(last, m_plots.size()); ++place)
        places.push_back(place);
    return places;
}

void PlotGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateHeight();
}

} // namespace lensboard::widgets
