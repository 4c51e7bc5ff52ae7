#include "widgets/plots/tag_plot.h"

#include "widgets/qt_text.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

using record::TagKind;
using stats::Point;

namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
constexpr int kBandAlpha = 46;
constexpr int kOuterBandAlpha = 24; ///< of every band after the first

bool isEmpty(const QCPRange &range)
{
    return range.upper <= range.lower;
}

void setPoints(QCPGraph *graph, const std::vector<Point> &points)
{
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const Point &point : points)
        data.append({point.x, point.y});
    graph->data()->set(data, true);
}

/// The y of the last point at or before \p x; NaN if there is none, or a gap.
double valueAt(const std::vector<Point> &points, double x)
{
    auto after = std::upper_bound(points.begin(), points.end(), x, [](double v, const Point &p) { return v < p.x; });
    return after == points.begin() ? kGap : (--after)->y;
}

} // namespace

int LabelColours::indexOf(const QString &label)
{
    if (!m_labels.contains(label))
        m_labels.append(label);
    return static_cast<int>(m_labels.indexOf(label));
}

TagPlot::TagPlot(const record::TagSpec &tag, const QString &layer, LabelColours &colours, QWidget *parent)
    : QCustomPlot(parent), m_layer(layer), m_colours(colours), m_theme(palette())
{
    setNotAntialiasedElements(QCP::aeAll);
    setAntialiasedElement(QCP::aePlottables, true);
    setPlottingHint(QCP::phFastPolylines, true);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    axisRect()->setRangeDrag(Qt::Horizontal);
    axisRect()->setRangeZoom(Qt::Horizontal);
    axisRect()->setMinimumMargins(QMargins(0, 4, 10, 0));
    setMouseTracking(true);
    xAxis->setLabel(tr("step"));
    xAxis->setNumberFormat("gb");
    xAxis->setNumberPrecision(7);
    yAxis->ticker()->setTickCount(4);
    yAxis->setNumberFormat("gb");
    yAxis->setNumberPrecision(4);
    for (QCPAxis *axis : {xAxis, yAxis}) {
        axis->setTickLengthIn(0);
        axis->setTickLengthOut(3);
        axis->setSubTicks(false);
        axis->setLabelPadding(2);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_marks = addGraph();
    m_marks->setLineStyle(QCPGraph::lsNone);
    m_marks->setLayer("axes");
    setTag(tag);
    connect(xAxis, qOverload<const QCPRange &>(&QCPAxis::rangeChanged), this, [this](const QCPRange &range) {
        if (range == m_chosen || !underMouse() || signalsBlocked())
            return;
        Q_EMIT xRangeChosen(range);
    });
}

void TagPlot::setTag(const record::TagSpec &tag)
{
    m_tag = tag;
    if (!tag.big && !m_title) {
        plotLayout()->insertRow(0);
        m_title = new QCPTextElement(this, m_layer);
        m_title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        m_title->setMargins(QMargins(6, 3, 0, 4));
        plotLayout()->addElement(0, 0, m_title);
        plotLayout()->setRowSpacing(0);
    }
    yAxis->setLabel(text(tag.quantity));
    setAccessibleName(tag.big ? text(tag.name) : tr("%1 of %2").arg(text(tag.name), m_layer));
    const auto scale = tag.logY ? QCPAxis::stLogarithmic : QCPAxis::stLinear;
    if (yAxis->scaleType() != scale) {
        yAxis->setScaleType(scale);
        yAxis->setTicker(tag.logY ? QSharedPointer<QCPAxisTickerLog>::create() : QSharedPointer<QCPAxisTicker>::create());
        yAxis->ticker()->setTickCount(4);
    }
    applyTheme();
}

void TagPlot::applyTheme()
{
    m_theme = PlotTheme(palette());
    setBackground(m_theme.background);
    QFont small = font();
    small.setPointSizeF(std::max(6.5, small.pointSizeF() * 0.82));
    if (m_title) {
        m_title->setFont(font());
        m_title->setTextColor(m_theme.text);
    }
    for (QCPAxis *axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(m_theme.grid));
        axis->setTickPen(QPen(m_theme.grid));
        axis->setTickLabelColor(m_theme.mutedText);
        axis->setLabelColor(m_theme.mutedText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(m_theme.grid, 0));
    }
    for (Line &line : m_lines)
        line.graph->setPen(QPen(m_theme.series(m_colours.indexOf(line.label)), 1.4));
    for (Band &band : m_bands)
        colourBand(band);
    m_marks->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangleInverted, m_theme.warning, m_theme.warning, 6));
    markDirty();
}

TagPlot::Line &TagPlot::lineOf(const QString &label)
{
    for (Line &line : m_lines)
        if (line.label == label)
            return line;
    Line line{label, {}, addGraph()};
    line.graph->setAdaptiveSampling(false);
    line.graph->setPen(QPen(m_theme.series(m_colours.indexOf(label)), 1.4));
    return m_lines.emplace_back(std::move(line));
}

TagPlot::Band &TagPlot::bandOf(const QString &low, const QString &high)
{
    for (Band &band : m_bands)
        if (band.lowLabel == low)
            return band;
    Band band{low, high, {}, {}, addGraph(), addGraph()};
    for (QCPGraph *graph : {band.lowGraph, band.highGraph}) {
        graph->setAdaptiveSampling(false);
        graph->setLayer("background");
    }
    band.highGraph->setChannelFillGraph(band.lowGraph);
    m_bands.push_back(std::move(band));
    colourBand(m_bands.back());
    return m_bands.back();
}

/// A band has the colour of the line it belongs to: of the same name, else the first.
void TagPlot::colourBand(Band &band)
{
    int colour = m_lines.empty() ? 0 : m_colours.indexOf(m_lines.front().label);
    int ofSameName = 0;
    const QString owner = band.lowLabel.section(' ', 0, -2);
    for (const Line &line : m_lines)
        if (!owner.isEmpty() && line.label.startsWith(owner + ' ')) {
            colour = m_colours.indexOf(line.label);
            break;
        }
    for (const Band &other : m_bands)
        if (&other != &band && other.lowLabel.section(' ', 0, -2) == owner && &other < &band)
            ++ofSameName;
    QColor fill = m_theme.series(colour);
    fill.setAlpha(ofSameName ? kOuterBandAlpha : kBandAlpha);
    band.highGraph->setBrush(fill);
    fill.setAlpha(kBandAlpha);
    for (QCPGraph *graph : {band.lowGraph, band.highGraph})
        graph->setPen(QPen(fill, 0));
}

void TagPlot::addPoint(std::vector<Point> &points, double x, double y, bool gapBefore)
{
    if (gapBefore && !points.empty())
        points.push_back({points.back().x, kGap});
    points.push_back({x, std::isfinite(y) ? y : kGap});
}

void TagPlot::append(const record::TickStamp &stamp, const visualizer::LayerReading &reading, bool gapBefore)
{
    const auto x = static_cast<double>(stamp.step);
    if (m_epochs.empty() || m_epochs.back().second != stamp.epoch)
        m_epochs.emplace_back(x, stamp.epoch);
    for (const auto &value : reading.values) {
        const bool isCount = value.label.ends_with(visualizer::kNonFiniteLabel);
        if (!isCount)
            addPoint(lineOf(text(value.label)).points, x, value.value, gapBefore);
        const bool marked = !m_nonFinite.empty() && m_nonFinite.back().x == x;
        if ((isCount || !std::isfinite(value.value)) && !marked)
            m_nonFinite.push_back({x, isCount ? kGap : value.value});
    }
    for (const auto &range : reading.ranges) {
        Band &band = bandOf(text(range.lowLabel), text(range.highLabel));
        const bool finite = std::isfinite(range.low) && std::isfinite(range.high);
        addPoint(band.low, x, finite ? range.low : kGap, gapBefore);
        addPoint(band.high, x, finite ? range.high : kGap, gapBefore);
    }
    markDirty();
}

std::vector<Point> TagPlot::points(const QString &label) const
{
    for (const Line &line : m_lines)
        if (line.label == label)
            return line.points;
    return {};
}

std::vector<std::pair<QString, QString>> TagPlot::bands() const
{
    std::vector<std::pair<QString, QString>> labels;
    for (const Band &band : m_bands)
        if (!band.lowLabel.contains(' ')) // those of a named line have its colour
            labels.emplace_back(band.lowLabel, band.highLabel);
    return labels;
}

void TagPlot::markDirty()
{
    m_dirty = true;
    Q_EMIT dirtied();
}

void TagPlot::setXRange(const QCPRange &range)
{
    m_chosen = range;
    markDirty();
}

QCPRange TagPlot::dataRange() const
{
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Line &line : m_lines)
        if (!line.points.empty()) {
            low = std::min(low, line.points.front().x);
            high = std::max(high, line.points.back().x);
        }
    if (!(low <= high))
        return {0, 1};
    const double margin = std::max(0.5, (high - low) * 0.01);
    return {low - margin, high + margin};
}

void TagPlot::refresh()
{
    if (!m_dirty)
        return;
    m_dirty = false;
    const QCPRange range = isEmpty(m_chosen) ? dataRange() : m_chosen;
    {
        const QSignalBlocker quiet(this);
        xAxis->setRange(range);
    }
    fillGraphs(range);
    chooseYRange(range);
    markNonFinite();
    replot(QCustomPlot::rpQueuedRefresh);
}

void TagPlot::fillGraphs(const QCPRange &range)
{
    const auto columns = static_cast<std::size_t>(std::max(50, axisRect()->width()));
    if (m_tag.kind == TagKind::Relations)
        return fillRelations(range, columns);
    for (Line &line : m_lines) {
        const auto seen = stats::decimate(line.points, range.lower, range.upper, columns);
        setPoints(line.graph, seen);
        const bool sparse = seen.size() <= columns / 12;
        line.graph->setScatterStyle(sparse ? QCPScatterStyle(QCPScatterStyle::ssDisc, 3.5) : QCPScatterStyle());
    }
    for (Band &band : m_bands) {
        setPoints(band.lowGraph, stats::decimate(band.low, range.lower, range.upper, columns));
        setPoints(band.highGraph, stats::decimate(band.high, range.lower, range.upper, columns));
    }
}

/// Shares stand on each other: each graph is the sum of those up to it, filled down to the one below.
void TagPlot::fillRelations(const QCPRange &range, std::size_t columns)
{
    std::vector<Point> sum;
    QCPGraph *below = nullptr;
    for (Line &line : m_lines) {
        std::vector<Point> top = line.points;
        for (std::size_t i = 0; i < top.size() && i < sum.size(); ++i)
            top[i].y += sum[i].y;
        setPoints(line.graph, stats::decimate(top, range.lower, range.upper, columns));
        QColor fill = line.graph->pen().color();
        fill.setAlpha(120);
        line.graph->setBrush(fill);
        line.graph->setChannelFillGraph(below);
        below = line.graph;
        sum = std::move(top);
    }
}

void TagPlot::chooseYRange(const QCPRange &range)
{
    if (m_tag.kind != TagKind::Numerical)
        return yAxis->setRange(-0.02, 1.02);
    if (m_tag.yLimits) {
        const double margin = 0.03 * (m_tag.yLimits->second - m_tag.yLimits->first);
        return yAxis->setRange(m_tag.yLimits->first - margin, m_tag.yLimits->second + margin);
    }
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const bool log = m_tag.logY;
    for (int i = 0; i < graphCount(); ++i) {
        if (graph(i) == m_marks)
            continue;
        const auto shown = graph(i)->data();
        const auto end = shown->findEnd(range.upper, false);
        for (auto point = shown->findBegin(range.lower, false); point != end; ++point)
            if (std::isfinite(point->value) && (!log || point->value > 0)) {
                low = std::min(low, point->value);
                high = std::max(high, point->value);
            }
    }
    if (!(low <= high))
        return yAxis->setRange(log ? 0.1 : 0, 1);
    if (log)
        return yAxis->setRange(low / 1.15, high * 1.15);
    const double spread = high - low;
    const double margin = spread > 0 ? spread * 0.06 : std::max(std::abs(high) * 0.1, 1e-12);
    yAxis->setRange(low - margin, high + margin);
}

/// -inf at the bottom edge, inf and NaN at the top.
void TagPlot::markNonFinite()
{
    QVector<QCPGraphData> marks;
    const QCPRange y = yAxis->range();
    const bool log = m_tag.logY;
    const double edge = log ? 0 : y.size() * 0.04;
    for (const Point &point : m_nonFinite)
        marks.append({point.x, point.y < 0 ? y.lower + edge : y.upper - edge});
    m_marks->data()->set(marks, true);
}

QString TagPlot::readoutAt(double x) const
{
    if (m_lines.empty() || m_lines.front().points.empty() || x < m_lines.front().points.front().x)
        return {};
    const auto &steps = m_lines.front().points;
    const double step = std::prev(std::upper_bound(steps.begin(), steps.end(), x,
                                                   [](double v, const Point &p) { return v < p.x; }))->x;
    const auto epoch = std::prev(std::upper_bound(m_epochs.begin(), m_epochs.end(), step,
                                                  [](double v, const auto &e) { return v < e.first; }));
    QString html = QStringLiteral("<b>%1</b><br>%2").arg(
        (m_tag.big ? text(m_tag.name) : m_layer).toHtmlEscaped(),
        tr("step %1, epoch %2").arg(step, 0, 'f', 0).arg(epoch->second));
    const auto add = [&](const QString &label, const QString &value) {
        html += QStringLiteral("<br>%1: %2").arg(label.toHtmlEscaped(), value);
    };
    for (const Line &line : m_lines)
        if (const double y = valueAt(line.points, x); !std::isnan(y))
            add(line.label, QString::number(y, 'g', 6));
    for (const Band &band : m_bands)
        if (const double low = valueAt(band.low, x); !std::isnan(low))
            add(band.lowLabel + QStringLiteral(" … ") + band.highLabel,
                QString::number(low, 'g', 6) + QStringLiteral(" … ")
                    + QString::number(valueAt(band.high, x), 'g', 6));
    for (const Point &point : m_nonFinite)
        if (point.x == step)
            add(tr("not finite"), QString::number(point.y));
    return html;
}

void TagPlot::changeEvent(QEvent *event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void TagPlot::mouseMoveEvent(QMouseEvent *event)
{
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton && axisRect()->rect().contains(event->position().toPoint()))
        QToolTip::showText(event->globalPosition().toPoint(), readoutAt(xAxis->pixelToCoord(event->position().x())),
                           this);
}

void TagPlot::mouseDoubleClickEvent(QMouseEvent *)
{
    Q_EMIT xRangeChosen(QCPRange(0, 0));
}

/// The plain wheel scrolls the page; with Ctrl it zooms.
void TagPlot::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers() & Qt::ControlModifier)
        QCustomPlot::wheelEvent(event);
    else
        event->ignore();
}

void TagPlot::resizeEvent(QResizeEvent *event)
{
    QCustomPlot::resizeEvent(event);
    constexpr int kLabelWidth = 75; // so that numbers of steps do not touch, in pixels
    xAxis->ticker()->setTickCount(std::clamp(width() / kLabelWidth, 2, 8));
    markDirty();
}

} // namespace lensboard::widgets
