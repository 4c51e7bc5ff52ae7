#include "widgets/plots/depth_plot.h"

#include "widgets/qt_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

using stats::Point;

namespace {

constexpr int kCursorAlpha = 110; ///< of profiles at pinned cursors
constexpr double kLinearShare = 1e-3; ///< of the greatest value, on a symmetric scale

} // namespace

DepthPlot::DepthPlot(BoardState &board, const record::TagSpec &tag, const TagLook &look, QWidget *parent)
    : TagPlot(board, tag, look, {}, parent), m_traces(new TracePlottable(xAxis, yAxis)),
      m_layerTicker(QSharedPointer<QCPAxisTickerText>::create()), m_valueTicker(QSharedPointer<ValueTicker>::create())
{
    xAxis->setTicker(m_layerTicker);
    xAxis->setTickLabelRotation(45);
    yAxis->setTicker(m_valueTicker);
    setCursor(Qt::SplitHCursor);
    setToolTip(tr("Drag to move through time"));
    connect(&board, &BoardState::crossHairMoved, this, &DepthPlot::markDirty);
    applyTheme();
}

void DepthPlot::setLook(const TagLook &look)
{
    m_heights.reset();
    TagPlot::setLook(look);
}

void DepthPlot::applyTheme()
{
    m_traces->markColour = PlotTheme(palette()).warning;
    TagPlot::applyTheme();
}

/// A point a layer, in values; NaN where the layer has none.
std::vector<Point> DepthPlot::profile(const ShownRun &run, std::optional<double> x) const
{
    std::vector<Point> points;
    for (qsizetype i = 0; i < m_layers.size(); ++i)
        points.push_back({static_cast<double>(i), std::numeric_limits<double>::quiet_NaN()});
    const XAxis along = board().look().x;
    std::vector<std::uint32_t> indices;
    std::vector<qsizetype> places;
    for (const ShownSeries &candidate : series())
        if (candidate.run == &run && board().isVisible(candidate)) {
            indices.push_back(candidate.index);
            places.push_back(m_layers.indexOf(text(candidate.spec.layer)));
        }
    const double at = x ? *x + run.origin(along) : std::numeric_limits<double>::infinity();
    const auto values = run.run->valuesAt(indices, axisOf(along), at);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i])
            points[static_cast<std::size_t>(places[i])].y = values[i]->value;
    return points;
}

void DepthPlot::fill(const Stretch &)
{
    yAxis->setLabel(text(tag().quantity));
    m_layers.clear();
    for (const ShownSeries &candidate : series())
        if (const QString layer = text(candidate.spec.layer); board().isVisible(candidate) && !m_layers.contains(layer))
            m_layers << layer;
    if (board().look().order == PlotOrder::Name)
        m_layers.sort(Qt::CaseInsensitive);
    m_traces->lines.clear();
    m_traces->faintLines.clear();
    m_traces->marksAbove.clear();
    const auto runs = board().visibleRuns();
    std::optional<double> shownAt = board().crossHair();
    for (const ShownRun *run : runs) {
        const QColor colour = theme().series(runs.size() > 1 ? run->colour : 0);
        for (const auto &cursor : board().cursors())
            if (cursor) {
                DrawnLine line{profile(*run, *cursor), colour};
                line.colour.setAlpha(kCursorAlpha);
                m_traces->faintLines.push_back(std::move(line));
            }
        m_traces->lines.push_back({profile(*run, shownAt), colour, true});
        for (const Point &point : m_traces->lines.back().points)
            if (!std::isfinite(point.y))
                m_traces->marksAbove.push_back(point.x);
    }
    chooseScale();
    labelLayers();
    xAxis->setRange(-0.5, std::max<double>(1, static_cast<double>(m_layers.size())) - 0.5);
    setNote(shownAt ? board().placeText(*shownAt) : tr("last tick"));
}

void DepthPlot::chooseScale()
{
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (auto *lines : {&m_traces->lines, &m_traces->faintLines})
        for (const DrawnLine &line : *lines)
            for (const Point &point : line.points)
                if (std::isfinite(point.y)) {
                    low = std::min(low, point.y);
                    high = std::max(high, point.y);
                }
    if (!(low <= high))
        return;
    if (m_heights) {
        low = std::min(low, m_heights->low);
        high = std::max(high, m_heights->high);
    }
    m_heights = Stretch{low, high};
    if (look().limits == Limits::Typed) {
        low = look().low;
        high = look().high;
    }
    m_scale = !isLog() ? ValueScale()
            : low > 0  ? ValueScale(ValueScale::Kind::Log)
                       : ValueScale(ValueScale::Kind::SymmetricLog,
                                    std::pow(10, std::floor(std::log10(std::max({std::abs(low), std::abs(high), 1e-300}) * kLinearShare))));
    m_valueTicker->setScale(m_scale);
    for (auto *lines : {&m_traces->lines, &m_traces->faintLines})
        for (DrawnLine &line : *lines)
            for (Point &point : line.points)
                point.y = std::isfinite(point.y) ? m_scale.height(point.y) : std::numeric_limits<double>::quiet_NaN();
    const double bottom = m_scale.height(low), top = m_scale.height(high);
    const double margin = look().limits == Limits::Typed ? 0 : std::max((top - bottom) * 0.06, std::max(std::abs(top) * 1e-6, 1e-12));
    yAxis->setRange(bottom - margin, top + margin);
}

/// Names of as many layers as there is room for.
void DepthPlot::labelLayers()
{
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const auto most = std::max<qsizetype>(1, axisRect()->width() / (2 * metrics.height()));
    const qsizetype every = (m_layers.size() + most - 1) / most;
    QMap<double, QString> names;
    for (qsizetype i = 0; i < m_layers.size(); i += every)
        names[static_cast<double>(i)] = metrics.elidedText(m_layers[i], Qt::ElideLeft, height() / 3);
    m_layerTicker->setTicks(names);
}

void DepthPlot::scrubTo(double pixel)
{
    const Stretch all = board().chosen().value_or(extent());
    const QRect rect = axisRect()->rect();
    const double share = std::clamp((pixel - rect.left()) / std::max(1, rect.width() - 1), 0.0, 1.0);
    board().setCrossHair(all.low + share * all.size());
}

void DepthPlot::mousePressEvent(QMouseEvent *event)
{
    Q_EMIT entered();
    if (event->button() == Qt::LeftButton)
        scrubTo(event->position().x());
}

void DepthPlot::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        scrubTo(event->position().x());
}

} // namespace lensboard::widgets
