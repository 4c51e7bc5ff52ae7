#include "widgets/plots/depth_plot.h"

#include "widgets/core_words.h"
#include "widgets/plots/axis_tickers.h"
#include "widgets/qt_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

using stats::Point;

namespace {

constexpr int kCursorAlpha = 110; ///< of profiles at pinned cursors
constexpr double kLinearShareOfDepths = 1e-3; ///< of the greatest value, on a symmetric scale

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

DepthPlot::Profile DepthPlot::profile(const ShownRun &run, std::optional<double> x) const
{
    Profile profile;
    for (qsizetype i = 0; i < m_layers.size(); ++i)
        profile.points.push_back({static_cast<double>(i), std::numeric_limits<double>::quiet_NaN()});
    std::vector<ShownSeries> shown;
    std::ranges::copy_if(series(), std::back_inserter(shown), [&](const ShownSeries &each) { return each.run == &run && board().isVisible(each); });
    const XAxis along = board().look().x;
    const auto values = run.measuredAt(shown, along, x.value_or(std::numeric_limits<double>::infinity()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i])
            continue;
        const double place = run.coordinate(values[i]->stamp, along);
        profile.newest = std::max(profile.newest.value_or(place), place);
        Point &point = profile.points[static_cast<std::size_t>(m_layers.indexOf(text(shown[i].spec.layer)))];
        if (std::isfinite(values[i]->value))
            point.y = values[i]->value;
        else
            profile.notFinite.push_back({point.x, values[i]->value});
    }
    return profile;
}

void DepthPlot::fill(const Stretch &)
{
    yAxis->setLabel(termText(tag().quantity));
    m_layers.clear();
    for (const ShownSeries &candidate : series())
        if (const QString layer = text(candidate.spec.layer); board().isVisible(candidate) && !m_layers.contains(layer))
            m_layers << layer;
    if (board().look().order == PlotOrder::Name)
        m_layers.sort(Qt::CaseInsensitive);
    m_traces->lines.clear();
    m_traces->faintLines.clear();
    m_traces->marksAbove.clear();
    m_traces->marksBelow.clear();
    const auto runs = board().visibleRuns();
    const std::optional<double> shownAt = board().crossHair();
    std::optional<double> newest;
    for (const ShownRun *run : runs) {
        const int number = runs.size() > 1 ? run->colour : 0;
        const QColor colour = theme().series(number);
        for (const auto &cursor : board().cursors())
            if (cursor) {
                DrawnLine line{profile(*run, *cursor).points, colour};
                line.colour.setAlpha(kCursorAlpha);
                m_traces->faintLines.push_back(std::move(line));
            }
        Profile now = profile(*run, shownAt);
        m_traces->lines.push_back({std::move(now.points), colour, true, PlotTheme::dashes(number)});
        for (const Point &point : now.notFinite)
            (point.y < 0 ? m_traces->marksBelow : m_traces->marksAbove).push_back(point.x);
        if (now.newest)
            newest = std::max(newest.value_or(*now.newest), *now.newest);
    }
    chooseScale();
    labelLayers();
    xAxis->setRange(-0.5, std::max<double>(1, static_cast<double>(m_layers.size())) - 0.5);
    setNote(!newest   ? tr("%1: not measured").arg(board().placeText(shownAt.value_or(0)))
            : shownAt ? board().placeText(*shownAt)
                      : tr("last measured: %1").arg(board().placeText(*newest)));
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
    m_scale = !isLog() || (low == 0 && high == 0) ? ValueScale()
            : low > 0  ? ValueScale(ValueScale::Kind::Log)
                       : ValueScale(ValueScale::Kind::SymmetricLog,
                                    std::pow(10, std::floor(std::log10(std::max(std::abs(low), std::abs(high)) * kLinearShareOfDepths))));
    m_valueTicker->setScale(m_scale);
    for (auto *lines : {&m_traces->lines, &m_traces->faintLines})
        for (DrawnLine &line : *lines)
            for (Point &point : line.points)
                point.y = m_scale.height(point.y);
    const double bottom = m_scale.height(low), top = m_scale.height(high);
    if (look().limits == Limits::Typed)
        yAxis->setRange(std::isnan(bottom) ? top - 6 : bottom, top); // decades
    else
        yAxis->setRange(withRoom(m_scale.kind(), bottom, top));
}

/// Names of as many layers as there is room for.
void DepthPlot::labelLayers()
{
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const auto most = std::max<qsizetype>(1, axisRect()->width() / (2 * metrics.height()));
    const qsizetype every = (m_layers.size() + most - 1) / most;
    m_layerTicker->setTicks(layerLabels(m_layers, every, metrics, height() / 3));
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
