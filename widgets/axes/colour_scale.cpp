#include "widgets/axes/colour_scale.h"

#include "widgets/axes/colour_map.h"

namespace lensboard::widgets {

namespace {

constexpr int kBarWidth = 10;

} // namespace

ColourScale::ColourScale(QCustomPlot &plot) : m_bar(new QCPColorScale(&plot)), m_ticker(QSharedPointer<ValueTicker>::create())
{
    m_bar->setType(QCPAxis::atRight);
    setColours(viridis);
    m_bar->setBarWidth(kBarWidth);
    m_bar->setRangeDrag(false);
    m_bar->setRangeZoom(false);
    m_bar->axis()->setTicker(m_ticker);
    m_bar->axis()->setSubTicks(false);
    m_bar->axis()->setTickLengthIn(0);
    m_bar->axis()->setTickLengthOut(0); // a tick beside a number would look like a minus
    m_bar->axis()->setTickLabelPadding(4);
    m_bar->setMinimumMargins(QMargins(0, 4, 4, 0));
    const int row = plot.plotLayout()->rowCount() - 1;
    plot.plotLayout()->addElement(row, 1, m_bar);
    auto *together = new QCPMarginGroup(&plot);
    plot.axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, together);
    m_bar->setMarginGroup(QCP::msTop | QCP::msBottom, together);
}

void ColourScale::setColours(const std::function<QColor(double)> &colours)
{
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (std::size_t i = 0; i < m_colours.size(); ++i)
        m_colours[i] = colours(static_cast<double>(i) / (m_colours.size() - 1)).rgb();
    for (int i = 0; i <= 16; ++i)
        gradient.setColorStopAt(i / 16.0, colours(i / 16.0));
    m_bar->setGradient(gradient);
}

void ColourScale::applyTheme(const PlotTheme &theme, const QFont &font, const QString &label)
{
    QCPAxis *axis = m_bar->axis();
    axis->setLabel(label);
    axis->setLabelFont(font);
    axis->setLabelColor(theme.mutedText);
    axis->setTickLabelFont(font);
    axis->setTickLabelColor(theme.mutedText);
    for (QCPAxis *side : {axis, m_bar->axis()->axisRect()->axis(QCPAxis::atLeft), m_bar->axis()->axisRect()->axis(QCPAxis::atTop),
                          m_bar->axis()->axisRect()->axis(QCPAxis::atBottom)}) {
        side->setBasePen(QPen(theme.grid));
        side->setTickPen(QPen(theme.grid));
    }
}

void ColourScale::setRange(const ValueScale &scale, double low, double high)
{
    m_scale = scale;
    m_ticker->setScale(scale);
    m_low = scale.height(low);
    const double top = scale.height(high);
    m_perHeight = top > m_low ? 255 / (top - m_low) : 0;
    m_bar->setDataRange(QCPRange(m_low, top > m_low ? top : m_low + 1));
}

} // namespace lensboard::widgets
