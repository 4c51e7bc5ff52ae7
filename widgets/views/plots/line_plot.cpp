#include "widgets/views/plots/line_plot.h"

#include "core/visualizer/visualizer.h"
#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/views/plots/line_heights.h"
#include "widgets/views/plots/line_reading.h"
#include "widgets/views/plots/mean_note.h"
#include "widgets/views/plots/trace_breaks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <utility>

namespace lensboard::widgets {

using record::SeriesRole;
using record::TagKind;
using stats::Point;

namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
constexpr double kBelowAxis = 0.02;  ///< share of the axis length below the axis, to hide outlines
constexpr int kBandAlpha = 52;
constexpr int kOuterBandAlpha = 28; ///< for a band that contains another one
constexpr int kOutlineAlpha = 130;  ///< for distinguishing overlapping bands
constexpr std::size_t kMaxLabelled = 8; ///< lines with values beside them
constexpr int kLabelDigits = 4, kLabelLetters = 10;
constexpr int kFaintAlpha = 80;     ///< for an original line behind its smoothed one
constexpr int kAreaAlpha = 120;
constexpr double kFarApart = 4;     ///< pixels; farther readings show their own place

/// Returns the quantity of a line or band: "train_loss" for "train_loss mean" and "train_loss -σ"; empty for "mean" and "-σ".
QString owner(const ShownSeries &series)
{
    return text(series.spec.label).section(' ', 0, -2);
}

} // namespace

LinePlot::LinePlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title,
                   const SeriesColours &colours, QWidget *parent)
    : TagPlot(board, tag, style, title, parent), m_colours(colours), m_traces(new TracePlottable(xAxis, yAxis)),
      m_ticker(QSharedPointer<ValueTicker>::create())
{
    yAxis->setTicker(m_ticker);
    applyTheme();
}

void LinePlot::addSeries(const ShownSeries &series)
{
    switch (series.spec.role) {
    case SeriesRole::Line:
        (series.spec.label.ends_with(visualizer::kNonFiniteLabel) ? m_countSeries : m_lineSeries).push_back(series);
        break;
    case SeriesRole::BandLow: m_bandSeries.push_back({series, std::nullopt}); break;
    case SeriesRole::BandHigh:
        for (BandEnds &band : m_bandSeries)
            if (band.low.run == series.run && band.low.index + 1 == series.index)
                band.high = series;
        break;
    case SeriesRole::Histogram:
    case SeriesRole::Tensor: return;
    }
    TagPlot::addSeries(series);
}

QColor LinePlot::colourOf(const ShownSeries &series) const
{
    return m_colours.colour(theme(), series);
}

/// Returns the line of a band: with an equal quantity, else the first line of its layer and run.
const ShownSeries &LinePlot::lineOf(const BandEnds &band) const
{
    const ShownSeries *line = nullptr;
    for (const ShownSeries &candidate : m_lineSeries)
        if (candidate.run == band.low.run && candidate.spec.layer == band.low.spec.layer
            && (!line || (owner(*line) != owner(band.low) && owner(candidate) == owner(band.low))))
            line = &candidate;
    return line ? *line : band.low;
}

DrawnBand LinePlot::drawnBand(const BandEnds &band, const Stretch &x) const
{
    const ShownRun &shown = *band.low.run;
    const auto gaps = band.low.gaps(board().style().x);
    std::vector<Point> low = trace(*shown.run, band.low, x).points, high = trace(*shown.run, *band.high, x).points;
    const std::vector<bool> once = measuredOnce(low, high);
    if (shown.smoothed) {
        low = trace(*shown.smoothed, band.low, x).points;
        high = trace(*shown.smoothed, *band.high, x).points;
    }
    const ShownSeries &line = lineOf(band);
    QColor colour = colourOf(line), outline = colour;
    colour.setAlpha(isOuter(band) ? kOuterBandAlpha : kBandAlpha);
    outline.setAlpha(kOutlineAlpha);
    return {withGaps(brokenAt(once, low), gaps), withGaps(brokenAt(once, high), gaps), colour, {}, outline, m_colours.key(line),
            !board().showsBands(shown)};
}

/// Returns true if a narrower band is drawn around the same line.
bool LinePlot::isOuter(const BandEnds &band) const
{
    return std::ranges::any_of(m_bandSeries, [&](const BandEnds &other) {
        return other.low.run == band.low.run && other.low.spec.layer == band.low.spec.layer && owner(other.low) == owner(band.low)
            && isInner(text(other.low.spec.label), text(band.low.spec.label));
    });
}

std::vector<Point> LinePlot::points(const QString &label) const
{
    for (const Line &line : m_drawn)
        if (text(line.series.spec.label) == label)
            return line.points;
    return {};
}

void LinePlot::applyTheme()
{
    m_traces->markColour = PlotTheme(palette()).warning;
    TagPlot::applyTheme();
}

store::Trace LinePlot::trace(const store::Run &run, const ShownSeries &series, const Stretch &x) const
{
    store::Trace trace = run.trace(series.index, windowOn(*series.run, x));
    if (const double origin = series.run->origin(board().style().x); origin != 0)
        for (auto *points : {&trace.points, &trace.nonFinite})
            for (Point &point : *points)
                point.x -= origin;
    return trace;
}

bool LinePlot::isShown(const ShownSeries &line) const
{
    return board().isVisible(line) && !tagStyle().hiddenLabels.contains(text(line.spec.label));
}

bool LinePlot::isShown(const BandEnds &band) const
{
    const auto kind = bandOf(text(band.low.spec.label));
    const auto isItsLine = [&](const ShownSeries &line) {
        return line.run == band.low.run && line.spec.layer == band.low.spec.layer && owner(line) == owner(band.low);
    };
    const bool hasLine = std::ranges::any_of(m_lineSeries, isItsLine);
    const bool isHidden = hasLine && std::ranges::none_of(m_lineSeries, [&](const ShownSeries &line) { return isItsLine(line) && isShown(line); });
    return band.high && !isHidden && board().isVisible(band.low) && m_colours.by() != SeriesColours::By::Layer
        && (!kind || board().style().bands.testFlag(*kind));
}

/// Marks infinities above or below, NaN above.
void LinePlot::noteNonFinite(const Point &point)
{
    (point.y < 0 ? m_traces->marksBelow : m_traces->marksAbove).push_back(point.x);
}

void LinePlot::labelY()
{
    QStringList labels;
    for (const ShownSeries &series : m_lineSeries)
        labels << text(series.spec.label);
    yAxis->setLabel(yLabel(quantityText(tag().quantity, labels)));
}

void LinePlot::fill(const Stretch &x)
{
    labelX();
    labelY();
    m_drawn.clear();
    m_traces->bands.clear();
    m_traces->lines.clear();
    m_traces->faintLines.clear();
    m_traces->marksAbove.clear();
    m_traces->marksBelow.clear();
    for (const ShownSeries &series : m_countSeries)
        if (board().isVisible(series))
            for (const Point &point : trace(*series.run->run, series, x).points)
                noteNonFinite({point.x, kGap});
    setNote({});
    if (tag().kind == TagKind::Relations)
        fillRelations(x);
    else
        fillLines(x);
}

void LinePlot::fillLines(const Stretch &x)
{
    for (const BandEnds &band : m_bandSeries)
        if (isShown(band))
            m_traces->bands.push_back(drawnBand(band, x));
    for (const ShownSeries &series : m_lineSeries) {
        if (!isShown(series))
            continue;
        const store::Trace raw = trace(*series.run->run, series, x);
        for (const Point &point : raw.nonFinite)
            noteNonFinite(point);
        const auto gaps = series.gaps(board().style().x);
        m_drawn.push_back({series, withGaps(raw.points, gaps), gaps});
        DrawnLine line{m_drawn.back().points, colourOf(series), raw.points.size() <= static_cast<std::size_t>(axisRect()->width() / 12),
                       m_colours.dashes(series), m_colours.key(series)};
        if (series.run->smoothed) {
            DrawnLine faint = line;
            faint.colour.setAlpha(kFaintAlpha);
            m_traces->faintLines.push_back(std::move(faint));
            line.points = withGaps(trace(*series.run->smoothed, series, x).points, gaps);
            line.hasDiscs = false;
        }
        m_traces->lines.push_back(std::move(line));
    }
    const auto mean = std::ranges::find_if(m_drawn, [](const Line &line) { return line.series.run->mean(); });
    if (mean != m_drawn.end())
        setNote(meanNote(mean->series, board().style().x, x));
    chooseScale();
    for (auto *lines : {&m_traces->faintLines, &m_traces->lines})
        for (DrawnLine &line : *lines)
            toHeights(line.points, m_scale);
    for (DrawnBand &band : m_traces->bands) {
        toHeights(band.low, m_scale);
        toHeights(band.high, m_scale);
    }
    chooseLimits();
    clipBands();
}

/// Moves band ends without a height on a logarithmic axis just below the axis.
void LinePlot::clipBands()
{
    if (m_scale.kind() == ValueScale::Kind::Linear)
        return;
    const double floor = yAxis->range().lower - kBelowAxis * yAxis->range().size();
    for (DrawnBand &band : m_traces->bands)
        for (auto *points : {&band.low, &band.high})
            for (Point &point : *points)
                if (point.y == kBelowAll)
                    point.y = floor;
}

/// Stacks shares: each line is the sum of the shares up to it, filled down to the line below. Used for one run only.
void LinePlot::fillRelations(const Stretch &x)
{
    const auto visible = board().visibleRuns();
    std::map<double, double> sums;
    std::vector<Point> below;
    for (const ShownSeries &series : m_lineSeries) {
        if (visible.empty() || series.run != visible.front() || !isShown(series))
            continue;
        const store::Window seen = windowOn(*series.run, x);
        std::vector<Point> top;
        for (const auto &[stamp, value] : series.run->run->sampled(series.index, seen, 2 * seen.columns)) {
            const double at = series.run->coordinate(stamp, board().style().x);
            if (!std::isfinite(value))
                noteNonFinite({at, value});
            top.push_back({at, sums[at] += value});
        }
        const auto gaps = series.gaps(board().style().x);
        top = withGaps(std::move(top), gaps);
        QColor area = colourOf(series);
        area.setAlpha(kAreaAlpha);
        if (below.empty())
            for (const Point &point : top)
                below.push_back({point.x, std::isnan(point.y) ? kGap : 0});
        const QString key = m_colours.key(series);
        m_traces->bands.push_back({below, top, area, {}, {}, key});
        m_traces->lines.push_back({top, colourOf(series), false, m_colours.dashes(series), key});
        m_drawn.push_back({series, top, gaps});
        below = std::move(top);
    }
    if (visible.size() > 1)
        setNote(tr("shares in %1").arg(visible.front()->name));
    m_ticker->setScale(m_scale = ValueScale());
    yAxis->setLabel(termText(tag().quantity));
    yAxis->setRange(-0.02, 1.02);
}

/// Chooses a logarithmic scale if wanted. Sets new ticks if the scale changes, even if the axis range is equal.
void LinePlot::chooseScale()
{
    LogScaleChoice choice;
    for (const auto *lines : {&m_traces->lines, &m_traces->faintLines})
        for (const DrawnLine &line : *lines)
            choice.add(line.points);
    if (const ValueScale scale = isLog() ? choice.scale() : ValueScale(); std::exchange(m_scale, scale) != scale)
        markDirty();
    m_ticker->setScale(m_scale);
}

void LinePlot::chooseLimits()
{
    if (tagStyle().limits == Limits::Typed) {
        const double low = m_scale.height(tagStyle().low), high = m_scale.height(tagStyle().high);
        yAxis->setRange(std::isnan(low) ? high - 6 : low, high);
    } else if (tag().yLimits && tagStyle().limits == Limits::Automatic && m_scale.kind() == ValueScale::Kind::Linear) {
        const double margin = 0.03 * (tag().yLimits->second - tag().yLimits->first);
        return yAxis->setRange(tag().yLimits->first - margin, tag().yLimits->second + margin);
    } else if (tag().kind == TagKind::Probability && tagStyle().limits == Limits::Automatic && m_scale.kind() == ValueScale::Kind::Linear) {
        return yAxis->setRange(-0.02, 1.02);
    }
    HeightsOnView heights(shownX(), m_scale.kind());
    for (const auto *lines : {&m_traces->lines, &m_traces->faintLines})
        for (const DrawnLine &line : *lines)
            heights.add(line.points);
    if (tagStyle().limits == Limits::Automatic)
        for (const DrawnBand &band : m_traces->bands)
            if (!band.isOnlyForward) {
                heights.add(band.low);
                heights.add(band.high);
            }
    if (heights.isEmpty())
        return tagStyle().limits == Limits::Typed ? void() : yAxis->setRange(m_scale.kind() == ValueScale::Kind::Log ? -1 : 0, 1);
    if (const ShownEvidence *const shown = evidence(); shown && shown->threshold)
        if (const double height = m_scale.height(*shown->threshold); std::isfinite(height))
            heights.add(height);
    if (tagStyle().limits != Limits::Typed) {
        const Stretch shown = heights.limits(tagStyle().limits == Limits::Robust ? kRobustShare : 0);
        const bool isLive = std::ranges::any_of(m_drawn, [](const Line &line) { return line.series.run->isLive; });
        if (!isLive || !fits(yAxis->range(), shown, m_scale.kind()))
            yAxis->setRange(withRoom(m_scale.kind(), shown.low, shown.high));
    }
    const Stretch all = heights.limits();
    if (all.low < yAxis->range().lower || all.high > yAxis->range().upper)
        setNote(tr("values beyond the limits"));
}

/// Returns false, so that all is repainted, if sparse points may be read far from the cross-hair, or if a line's name is shown.
bool LinePlot::readsNearby() const
{
    const auto few = static_cast<std::size_t>(axisRect()->width() / 8);
    return m_pointed.isEmpty() && std::ranges::none_of(m_drawn, [few](const Line &line) { return line.points.size() < few; });
}

/// Draws labels right of the reading, or left of it if the next reading is close on the right.
void LinePlot::paintReadings(QPainter &painter)
{
    if (tag().kind == TagKind::Relations)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(xAxis->tickLabelFont());
    const std::array places = {board().cursors()[0], board().cursors()[1], board().crossHair()};
    const double close = kLabelLetters * painter.fontMetrics().averageCharWidth() * shownX().size() / std::max(1, axisRect()->width());
    for (const auto &x : places)
        if (x && shownX().contains(*x)) {
            const bool isCrowded = std::ranges::any_of(places, [&](const auto &other) { return other && *x < *other && *other < *x + close; });
            paintReadings(painter, *x, isCrowded ? LabelSide::Left : LabelSide::Right);
        }
}

/// Returns the nearest place with a measurement of a line, or the nearest tick of the runs.
double LinePlot::nearestTick(double x) const
{
    const double tick = TagPlot::nearestTick(x);
    std::optional<double> nearest;
    for (const Line &line : m_drawn)
        if (const auto place = LineOnView{line.points, line.gaps}.nearestMeasurement(x, tick); place && shownX().contains(*place))
            if (!nearest || std::abs(*place - x) < std::abs(*nearest - x))
                nearest = place;
    return nearest.value_or(tick);
}

/// Paints a disc and the value of each line at the measurement nearest to \p x, and its place if different. With many lines, only
/// the line under the mouse has a value and a name.
void LinePlot::paintReadings(QPainter &painter, double x, LabelSide side)
{
    std::vector<ValueLabel> labels;
    for (const Line &line : m_drawn) {
        const Point *const read = LineOnView{line.points, line.gaps}.measuredAt(x);
        const double height = read ? m_scale.height(read->y) : kGap;
        if (!std::isfinite(height) || !yAxis->range().contains(height) || !shownX().contains(read->x))
            continue;
        const QPointF at(xAxis->coordToPixel(read->x), yAxis->coordToPixel(height));
        const bool isFar = std::abs(at.x() - xAxis->coordToPixel(x)) > kFarApart;
        const QString place = isFar ? QStringLiteral(" (%1)").arg(board().placeText(read->x)) : QString();
        const QColor colour = colourOf(line.series);
        painter.setPen(QPen(theme().background, 1));
        painter.setBrush(colour);
        painter.drawEllipse(at, 3.5, 3.5);
        const bool isPointed = !m_pointed.isEmpty() && m_colours.key(line.series) == m_pointed;
        if (isPointed)
            labels.push_back({at, m_colours.name(line.series) + QStringLiteral("  ") + shownNumber(read->y) + place, colour});
        else if (m_pointed.isEmpty() && m_drawn.size() <= kMaxLabelled)
            labels.push_back({at, shownNumber(read->y, kLabelDigits) + place, colour});
    }
    const bool hasNames = board().cursors()[0] || board().cursors()[1]; // names at the top
    paintLabels(painter, theme(), axisRect()->rect().adjusted(0, hasNames ? painter.fontMetrics().height() : 0, 0, 0), labels, side);
}

void LinePlot::highlight(const QString &key)
{
    if (m_traces->highlight(key))
        markFaded();
}

void LinePlot::highlightRun(const ShownRun *run)
{
    if (m_pointed.isEmpty()) // a line of this plot is nearer
        highlight(run && m_colours.by() == SeriesColours::By::Run ? runKey(*run) : QString());
}

void LinePlot::point(const QString &key)
{
    if (std::exchange(m_pointed, key) == key)
        return;
    highlight(key);
    Q_EMIT linePointed(key);
    const auto line = std::ranges::find_if(m_drawn, [&](const Line &drawn) { return m_colours.key(drawn.series) == key; });
    board().pointAt(line != m_drawn.end() && m_colours.by() == SeriesColours::By::Run ? line->series.run : nullptr);
}

void LinePlot::mouseMoveEvent(QMouseEvent *event)
{
    TagPlot::mouseMoveEvent(event);
    point(event->buttons() ? QString() : m_traces->keyAt(event->position()));
}

void LinePlot::leaveEvent(QEvent *event)
{
    TagPlot::leaveEvent(event);
    point({});
}

} // namespace lensboard::widgets
