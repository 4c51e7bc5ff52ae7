#include "widgets/views/plots/depth_plot.h"

#include "widgets/core_words.h"
#include "widgets/views/axis_tickers.h"
#include "widgets/views/series_colours.h"
#include "widgets/views/state/read_or.h"
#include "widgets/views/tag_places.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

using stats::Point;

namespace {

constexpr int kCursorAlpha = 110; ///< alpha of profiles at pinned cursors
constexpr double kLinearShareOfDepths = 1e-3; ///< share of the greatest value that is linear on a symmetric scale

} // namespace

DepthPlot::DepthPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, QWidget *parent)
    : TagPlot(board, tag, style, title, parent), m_traces(new TracePlottable(xAxis, yAxis)),
      m_layerTicker(QSharedPointer<QCPAxisTickerText>::create()), m_valueTicker(QSharedPointer<ValueTicker>::create())
{
    xAxis->setTicker(m_layerTicker);
    yAxis->setTicker(m_valueTicker);
    setCursor(Qt::SplitHCursor);
    setToolTip(tr("Drag to move through time"));
    connect(&board, &BoardState::crossHairMoved, this, &DepthPlot::markDirty);
    applyTheme();
}

void DepthPlot::setTagStyle(const TagStyle &style)
{
    m_heights.reset();
    TagPlot::setTagStyle(style);
}

void DepthPlot::applyTheme()
{
    m_traces->markColour = PlotTheme(palette()).warning;
    TagPlot::applyTheme();
}

DepthPlot::Profile DepthPlot::profile(const ShownRun &run, std::optional<double> x) const
{
    Profile profile;
    std::vector<ShownSeries> shown;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < m_layers.rows().size(); ++i) {
        profile.points.push_back({static_cast<double>(i), std::numeric_limits<double>::quiet_NaN()});
        if (const ShownSeries *own = m_layers.rows()[i].of(&run)) {
            shown.push_back(*own);
            places.push_back(i);
        }
    }
    const XAxis along = board().style().x;
    const auto values = run.measuredAt(shown, along, x.value_or(std::numeric_limits<double>::infinity()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i])
            continue;
        const double place = run.coordinate(values[i]->stamp, along);
        profile.newest = std::max(profile.newest.value_or(place), place);
        Point &point = profile.points[places[i]];
        if (std::isfinite(values[i]->value))
            point.y = values[i]->value;
        else
            profile.notFinite.push_back({point.x, values[i]->value});
    }
    return profile;
}

DepthPlot::Profile DepthPlot::difference(Profile profile, const Profile &base) const
{
    for (std::size_t i = 0; i < profile.points.size(); ++i)
        profile.points[i].y = store::compared(profile.points[i].y, base.points[i].y, comparisonOf(isLog()));
    return profile;
}

/// Adds each run's profile at \p x, or its last one. Profiles at a cursor are faint and labelled with its name.
void DepthPlot::addProfiles(std::optional<double> x, const QString &cursor, std::optional<double> &newest)
{
    const auto runs = board().visibleRuns();
    const bool areDifferences = isDifference(board(), tagStyle());
    const Profile base = areDifferences ? profile(*runs.front(), x) : Profile();
    for (const ShownRun *run : runs) {
        if (areDifferences && run == runs.front())
            continue;
        const RunColour colour = runs.size() > 1 ? run->style.colour : RunColour();
        Profile shown = profile(*run, x);
        if (shown.newest)
            newest = std::max(newest.value_or(*shown.newest), *shown.newest);
        if (areDifferences)
            shown = difference(std::move(shown), base);
        if (cursor.isEmpty()) {
            for (const Point &point : shown.notFinite)
                (point.y < 0 ? m_traces->marksBelow : m_traces->marksAbove).push_back(point.x);
            m_traces->lines.push_back({std::move(shown.points), colour.in(theme()), true, colour.dashes(), runKey(*run)});
            continue;
        }
        const auto end = std::find_if(shown.points.rbegin(), shown.points.rend(), [](const Point &point) { return std::isfinite(point.y); });
        if (end != shown.points.rend())
            m_cursorNames.push_back({cursor, *end, colour.in(theme())});
        DrawnLine line{std::move(shown.points), colour.in(theme())};
        line.colour.setAlpha(kCursorAlpha);
        m_traces->faintLines.push_back(std::move(line));
    }
}

void DepthPlot::fill(const Stretch &)
{
    const bool areDifferences = isDifference(board(), tagStyle());
    yAxis->setLabel(!areDifferences ? yLabel(termText(tag().quantity)) : isLog() ? tr("ratio of %1").arg(termText(tag().quantity)) : tr("difference of %1").arg(termText(tag().quantity)));
    yAxis->grid()->setZeroLinePen(areDifferences ? QPen(theme().mutedText, 0) : Qt::NoPen); // for ratios, the zero line is at 1
    m_layers.update(board(), series());
    m_traces->lines.clear();
    m_traces->faintLines.clear();
    m_traces->marksAbove.clear();
    m_traces->marksBelow.clear();
    m_cursorNames.clear();
    const std::optional<double> shownAt = board().crossHair();
    std::optional<double> newest, ofCursors;
    for (std::size_t i = 0; i < board().cursors().size(); ++i)
        if (const auto &cursor = board().cursors()[i])
            addProfiles(*cursor, QChar(static_cast<char16_t>(u'A' + i)), ofCursors);
    addProfiles(shownAt, {}, newest);
    chooseScale();
    labelLayers();
    setNote(!newest   ? tr("%1: not measured").arg(board().placeText(shownAt.value_or(0)))
            : shownAt ? board().placeText(*newest)
                      : tr("last measured: %1").arg(board().placeText(*newest)));
}

/// Paints the cursors' names at the ends of their profiles.
void DepthPlot::paintReadings(QPainter &painter)
{
    QFont bold = xAxis->tickLabelFont();
    bold.setBold(true);
    painter.setFont(bold);
    for (const auto &[name, end, colour] : m_cursorNames) {
        const QPointF place(xAxis->coordToPixel(end.x) + 5, yAxis->coordToPixel(m_scale.height(end.y)) + painter.fontMetrics().ascent() / 2.0);
        painter.setPen(colour);
        painter.drawText(place, name);
    }
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
    if (tagStyle().limits == Limits::Typed) {
        low = tagStyle().low;
        high = tagStyle().high;
    }
    const bool isOfRatios = isDifference(board(), tagStyle()) && isLog();
    if (isDifference(board(), tagStyle()) && tagStyle().limits != Limits::Typed) { // keeps the line of no difference visible
        low = std::min(low, isOfRatios ? 1.0 : 0.0);
        high = std::max(high, isOfRatios ? 1.0 : 0.0);
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
    if (tagStyle().limits == Limits::Typed)
        yAxis->setRange(std::isnan(bottom) ? top - 6 : bottom, top); // in decades
    else
        yAxis->setRange(withRoom(m_scale.kind(), bottom, top));
}

/// Labels as many layers as fit, rotated if they do not fit side by side.
void DepthPlot::labelLayers()
{
    QStringList names;
    for (const LayerRow &row : m_layers.rows())
        names << row.name;
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const auto count = std::max<qsizetype>(1, names.size());
    xAxis->setRange(-0.5, static_cast<double>(count) - 0.5);
    const int room = static_cast<int>(axisRect()->width() / count) - metrics.horizontalAdvance(QStringLiteral("  "));
    const QMap<double, QString> whole = layerLabels(names, 1, metrics, height());
    if (std::ranges::all_of(whole, [&](const QString &name) { return metrics.horizontalAdvance(name) <= room; })) {
        xAxis->setTickLabelRotation(0);
        return m_layerTicker->setTicks(whole);
    }
    xAxis->setTickLabelRotation(45);
    const auto most = std::max<qsizetype>(1, axisRect()->width() / (2 * metrics.height()));
    m_layerTicker->setTicks(layerLabels(names, (count + most - 1) / most, metrics, height() / 3));
}

void DepthPlot::scrubTo(double pixel)
{
    const Stretch all = board().chosen().value_or(extent());
    const QRect rect = axisRect()->rect();
    const double share = std::clamp((pixel - rect.left()) / std::max(1, rect.width() - 1), 0.0, 1.0);
    const double x = all.low + share * all.size();
    board().setCrossHair(readOr(x, [&] { return nearestTick(x); }));
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
        return scrubTo(event->position().x());
    const QString key = m_traces->keyAt(event->position());
    const auto runs = board().visibleRuns();
    const auto pointed = std::ranges::find_if(runs, [&](const ShownRun *run) { return runKey(*run) == key; });
    board().pointAt(pointed == runs.end() ? nullptr : *pointed);
}

void DepthPlot::leaveEvent(QEvent *event)
{
    TagPlot::leaveEvent(event);
    board().pointAt(nullptr);
}

void DepthPlot::highlightRun(const ShownRun *run)
{
    if (m_traces->highlight(run ? runKey(*run) : QString()))
        markFaded();
}

} // namespace lensboard::widgets
