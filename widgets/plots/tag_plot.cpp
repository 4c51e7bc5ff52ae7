#include "widgets/plots/tag_plot.h"

#include "core/store/run_file_format.h"
#include "core/visualizer/visualizer.h"
#include "widgets/plots/clipped_graph.h"
#include "widgets/qt_text.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lensboard::widgets {

using record::Axis;
using record::SeriesRole;
using record::TagKind;
using stats::Point;

namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
constexpr int kTitleMargin = 6;
constexpr int kBandAlpha = 46;
constexpr int kOuterBandAlpha = 24; ///< of every band after the first

bool isEmpty(const QCPRange &range)
{
    return range.upper <= range.lower;
}

} // namespace

TagPlot::TagPlot(std::shared_ptr<const store::Run> run, const record::TagSpec &tag, const QString &layer,
                 LabelColours &colours, QWidget *parent)
    : QCustomPlot(parent), m_run(std::move(run)), m_layer(layer), m_colours(colours), m_theme(palette())
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
    m_marks = newGraph();
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
        m_title->setMargins(QMargins(kTitleMargin, 3, 0, 4));
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
        fitTexts();
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

void TagPlot::addSeries(std::uint32_t index, const record::SeriesSpec &series)
{
    const QString label = text(series.label);
    switch (series.role) {
    case SeriesRole::Line:
        if (series.label.ends_with(visualizer::kNonFiniteLabel)) {
            m_markSeries.push_back(index);
        } else {
            m_lines.push_back({index, label, newGraph()});
            m_lines.back().graph->setAdaptiveSampling(false);
            m_lines.back().graph->setPen(QPen(m_theme.series(m_colours.indexOf(label)), 1.4));
        }
        break;
    case SeriesRole::BandLow: addBand(index, label); break;
    case SeriesRole::BandHigh:
        if (!m_bands.empty() && !m_bands.back().highSeries) {
            m_bands.back().highSeries = index;
            m_bands.back().highLabel = label;
        }
        break;
    case SeriesRole::Histogram: break; // drawn by what was computed from it
    }
    markDirty();
}

QCPGraph *TagPlot::newGraph()
{
    return new ClippedGraph(xAxis, yAxis); // the plot owns it
}

void TagPlot::addBand(std::uint32_t lowSeries, const QString &lowLabel)
{
    Band band{lowSeries, std::nullopt, lowLabel, {}, newGraph(), newGraph()};
    for (QCPGraph *graph : {band.lowGraph, band.highGraph}) {
        graph->setAdaptiveSampling(false);
        graph->setLayer("background");
    }
    band.highGraph->setChannelFillGraph(band.lowGraph);
    m_bands.push_back(std::move(band));
    colourBand(m_bands.back());
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

void TagPlot::setGaps(const std::vector<double> &steps)
{
    if (m_gaps == steps)
        return;
    m_gaps = steps;
    markDirty();
}

std::vector<Point> TagPlot::points(const QString &label) const
{
    std::vector<Point> points;
    for (const Line &line : m_lines)
        if (line.label == label)
            for (const QCPGraphData &point : *line.graph->data())
                points.push_back({point.key, point.value});
    return points;
}

void TagPlot::noteGrowth()
{
    m_grown = true;
    Q_EMIT dirtied();
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
        if (const auto span = m_run->span(line.series)) {
            low = std::min(low, coordinate(span->first, Axis::Step));
            high = std::max(high, coordinate(span->second, Axis::Step));
        }
    if (!(low <= high))
        return {0, 1};
    const double margin = std::max(0.5, (high - low) * 0.01);
    return {low - margin, high + margin};
}

/// Whether any of the series has more values than were drawn.
bool TagPlot::hasGrown()
{
    std::vector<std::size_t> sizes;
    for (const Line &line : m_lines)
        sizes.push_back(m_run->tally(line.series).count);
    for (const Band &band : m_bands)
        sizes.push_back(m_run->tally(band.lowSeries).count);
    for (const std::uint32_t series : m_markSeries)
        sizes.push_back(m_run->tally(series).count);
    return std::exchange(m_drawnSizes, sizes) != sizes;
}

void TagPlot::refresh()
{
    const bool grown = std::exchange(m_grown, false) && hasGrown();
    if (!std::exchange(m_dirty, false) && !grown)
        return;
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

store::Window TagPlot::window(const QCPRange &range) const
{
    return {Axis::Step, range.lower, range.upper, static_cast<std::size_t>(std::max(50, axisRect()->width()))};
}

/// Gives \p graph the points, with a break wherever the lens was off between two of them.
void TagPlot::fill(QCPGraph *graph, const std::vector<Point> &points)
{
    QVector<QCPGraphData> drawn;
    drawn.reserve(static_cast<qsizetype>(points.size() + m_gaps.size()));
    auto gap = m_gaps.begin();
    for (const Point &point : points) {
        bool breaks = false;
        for (; gap != m_gaps.end() && *gap < point.x; ++gap)
            breaks = !drawn.isEmpty() && *gap >= drawn.back().key;
        if (breaks)
            drawn.append({drawn.back().key, kGap});
        drawn.append({point.x, point.y});
    }
    graph->data()->set(drawn, true);
}

void TagPlot::fillGraphs(const QCPRange &range)
{
    m_nonFinite.clear();
    if (m_tag.kind == TagKind::Relations)
        return fillRelations(range);
    const store::Window seen = window(range);
    for (const Line &line : m_lines) {
        const store::Trace trace = m_run->trace(line.series, seen);
        fill(line.graph, trace.points);
        m_nonFinite.insert(m_nonFinite.end(), trace.nonFinite.begin(), trace.nonFinite.end());
        const bool sparse = trace.points.size() <= seen.columns / 12;
        line.graph->setScatterStyle(sparse ? QCPScatterStyle(QCPScatterStyle::ssDisc, 3.5) : QCPScatterStyle());
    }
    for (const Band &band : m_bands) {
        fill(band.lowGraph, m_run->trace(band.lowSeries, seen).points);
        if (band.highSeries)
            fill(band.highGraph, m_run->trace(*band.highSeries, seen).points);
    }
    for (const std::uint32_t series : m_markSeries)
        for (const Point &point : m_run->trace(series, seen).points)
            m_nonFinite.push_back({point.x, kGap});
}

/// Shares stand on each other: each graph is the sum of those up to it, filled down to the one below.
void TagPlot::fillRelations(const QCPRange &range)
{
    const store::Window seen = window(range);
    std::map<double, double> sums;
    QCPGraph *below = nullptr;
    for (const Line &line : m_lines) {
        std::vector<Point> top;
        for (const auto &[stamp, value] : m_run->sampled(line.series, seen, 2 * seen.columns)) {
            const double x = coordinate(stamp, seen.axis);
            if (!std::isfinite(value))
                m_nonFinite.push_back({x, value});
            top.push_back({x, sums[x] += value});
        }
        fill(line.graph, top);
        QColor area = line.graph->pen().color();
        area.setAlpha(120);
        line.graph->setBrush(area);
        line.graph->setChannelFillGraph(below);
        below = line.graph;
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
    QStringList values;
    std::optional<record::TickStamp> last;
    const auto valueOf = [&](std::uint32_t series) {
        const auto found = m_run->valueAt(series, Axis::Step, x);
        if (found && (!last || found->stamp.step > last->step))
            last = found->stamp;
        return found ? QString::number(found->value, 'g', 6) : QStringLiteral("–");
    };
    for (const Line &line : m_lines)
        values << QStringLiteral("%1: %2").arg(line.label.toHtmlEscaped(), valueOf(line.series));
    for (const Band &band : m_bands)
        if (band.highSeries)
            values << QStringLiteral("%1 … %2: %3 … %4").arg(band.lowLabel.toHtmlEscaped(), band.highLabel.toHtmlEscaped(),
                                                           valueOf(band.lowSeries), valueOf(*band.highSeries));
    if (!last)
        return {};
    return QStringLiteral("<b>%1</b><br>%2<br>%3")
        .arg((m_tag.big ? text(m_tag.name) : m_layer).toHtmlEscaped(),
             tr("step %1, epoch %2").arg(last->step).arg(last->epoch), values.join(QStringLiteral("<br>")));
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
        try {
            QToolTip::showText(event->globalPosition().toPoint(), readoutAt(xAxis->pixelToCoord(event->position().x())),
                               this);
        } catch (const store::RunFileError &) { // refresh() tells
        }
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
    fitTexts();
    markDirty();
}

void TagPlot::layOut()
{
    setViewport(rect());
    fitTexts();
    replot(rpImmediateRefresh);
    markDirty();
}

void TagPlot::fitTexts()
{
    constexpr int kLabelWidth = 75; // so that numbers of steps do not touch, in pixels
    xAxis->ticker()->setTickCount(std::clamp(width() / kLabelWidth, 2, 8));
    if (m_title) // both ends of a layer's name say which it is
        m_title->setText(QFontMetrics(m_title->font()).elidedText(m_layer, Qt::ElideMiddle, width() - 2 * kTitleMargin));
}

} // namespace lensboard::widgets
