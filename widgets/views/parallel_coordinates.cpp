#include "widgets/views/parallel_coordinates.h"

#include "widgets/axes/plot_theme.h"
#include "widgets/axes/value_scale.h"
#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSet>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

using runs::RunAxis;
using runs::RunColumn;
using runs::RunValue;

namespace {

constexpr int kEdge = 4;       ///< pixels, as all lengths
constexpr int kAxisReach = 10; ///< maximum distance for brushing an axis
constexpr int kLineReach = 6;  ///< maximum distance for the mouse to hit a line
constexpr int kBrushWidth = 12;
constexpr int kColoursWidth = 5;
constexpr int kMarkLength = 4;
constexpr int kShortestDrag = 3;                    ///< shorter drags are clicks
constexpr int kMarkLetters = 9;                     ///< letters of the longest axis label
constexpr std::size_t kMaxSmooth = 4000;            ///< line segments drawn antialiased
constexpr std::size_t kMaxWide = 32;                ///< number of lines drawn wide
constexpr double kBrushedOut = 0.12, kBehind = 0.4; ///< opacity of a line's colour

struct AxisMark
{
    double place;
    QString label;
};

std::vector<AxisMark> categoryMarks(const RunAxis &axis, int height, const QFontMetrics &metrics)
{
    const std::size_t count = axis.categories().size(), most = static_cast<std::size_t>(std::max(1, height / metrics.height()));
    const std::size_t every = std::max<std::size_t>(1, (count + most - 1) / most);
    const int width = kMarkLetters * metrics.averageCharWidth();
    std::vector<AxisMark> marks;
    for (std::size_t i = 0; i < count; i += every)
        marks.push_back({static_cast<double>(i), metrics.elidedText(shownValue(axis.categories()[i], RunColumn::Shows::Field), Qt::ElideRight, width)});
    return marks;
}

std::vector<AxisMark> numberMarks(const RunAxis &axis, int height, const QFontMetrics &metrics)
{
    if (!QCPRange::validRange(axis.low(), axis.high()))
        return {};
    ValueTicker ticker;
    ticker.setScale(ValueScale(axis.scale() == RunAxis::Scale::Logarithmic ? ValueScale::Kind::Log : ValueScale::Kind::Linear));
    ticker.setTickCount(std::max(2, height / (3 * metrics.height())));
    QVector<double> places;
    QVector<QString> labels;
    ticker.generate(QCPRange(axis.low(), axis.high()), QLocale(), QLatin1Char('g'), 6, places, nullptr, &labels);
    std::vector<AxisMark> marks;
    for (qsizetype i = 0; i < places.size(); ++i)
        marks.push_back({places[i], labels[i]});
    return marks;
}

double distanceToLine(const QPointF &point, const QPointF &from, const QPointF &to)
{
    const double slope = (to.y() - from.y()) / (to.x() - from.x());
    return std::abs(from.y() + slope * (point.x() - from.x()) - point.y()) / std::hypot(1, slope);
}

} // namespace

ParallelCoordinates::ParallelCoordinates(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Parallel coordinates of runs"));
}

void ParallelCoordinates::setRuns(std::span<const runs::RunSummary *const> runs, const std::vector<RunColumn> &columns)
{
    const std::vector<Axis> before = std::exchange(m_axes, {});
    m_lines.assign(runs.size(), {});
    for (std::size_t i = 0; i < runs.size(); ++i) {
        m_lines[i].path = text(runs[i]->path.string());
        m_lines[i].name = shownValue(runs::valueOf(*runs[i], {RunColumn::Shows::Name}), RunColumn::Shows::Name);
    }
    std::vector<RunValue> values(runs.size());
    for (const RunColumn &column : columns) {
        std::ranges::transform(runs, values.begin(), [&](const runs::RunSummary *run) { return runs::valueOf(*run, column); });
        Axis axis{column, RunAxis(values), {}};
        for (std::size_t i = 0; i < runs.size(); ++i)
            m_lines[i].places.push_back(axis.scale.place(values[i]).value_or(std::numeric_limits<double>::quiet_NaN()));
        const auto known = std::ranges::find(before, column, &Axis::column);
        if (known != before.end() && known->scale.scale() == axis.scale.scale() && known->scale.categories() == axis.scale.categories())
            axis.brush = known->brush;
        m_axes.push_back(std::move(axis));
    }
    if (!std::ranges::equal(before, m_axes, {}, &Axis::column, &Axis::column))
        m_brushed.reset();
    m_pointed.reset();
    highlight(m_highlighted);
    accept();
}

std::optional<QPointF> ParallelCoordinates::crossing(const QString &path, const RunColumn &column) const
{
    const auto line = std::ranges::find(m_lines, path, &Line::path);
    const auto found = std::ranges::find(m_axes, column, &Axis::column);
    if (line == m_lines.end() || found == m_axes.end())
        return std::nullopt;
    const auto axis = static_cast<std::size_t>(found - m_axes.begin());
    const double place = line->places[axis];
    return std::isnan(place) ? std::nullopt : std::optional(QPointF(x(axis), y(axis, place)));
}

void ParallelCoordinates::highlight(const QStringList &paths)
{
    m_highlighted = paths;
    const QSet<QString> highlighted(paths.begin(), paths.end());
    m_highlightedLines = 0;
    for (Line &line : m_lines) {
        line.isHighlighted = highlighted.contains(line.path);
        m_highlightedLines += line.isHighlighted ? 1 : 0;
    }
    redraw();
}

/// Places the axes below their names, with room for the labels of the first axis, and of the last axis at its right.
void ParallelCoordinates::layOut()
{
    const int side = kEdge + 2 * kMarkLength + kColoursWidth + kMarkLetters * fontMetrics().averageCharWidth();
    m_room = rect().adjusted(side, 2 * kEdge + fontMetrics().height(), -side, -kEdge - fontMetrics().height() / 2);
    redraw();
}

double ParallelCoordinates::x(std::size_t axis) const
{
    return m_axes.size() < 2 ? m_room.center().x() : m_room.left() + m_room.width() * static_cast<double>(axis) / static_cast<double>(m_axes.size() - 1);
}

double ParallelCoordinates::y(std::size_t axis, double place) const
{
    return m_room.top() + m_room.height() * (1 - m_axes[axis].scale.share(place));
}

double ParallelCoordinates::placeAt(std::size_t axis, double height) const
{
    return m_axes[axis].scale.placeAt(std::clamp(1 - (height - m_room.top()) / std::max(1, m_room.height()), 0.0, 1.0));
}

std::optional<std::size_t> ParallelCoordinates::axisAt(const QPointF &position) const
{
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        if (std::abs(position.x() - x(axis)) <= kAxisReach)
            return axis;
    return std::nullopt;
}

/// Returns the nearest accepted line.
std::optional<std::size_t> ParallelCoordinates::lineAt(const QPointF &position) const
{
    std::size_t right = 1;
    while (right < m_axes.size() && x(right) < position.x())
        ++right;
    if (right >= m_axes.size())
        return std::nullopt;
    const double from = x(right - 1), to = x(right);
    if (position.x() < from - kLineReach || !(from < to))
        return std::nullopt;
    std::optional<std::size_t> nearest;
    double least = kLineReach;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line &line = m_lines[i];
        if (!line.isAccepted || std::isnan(line.places[right - 1]) || std::isnan(line.places[right]))
            continue;
        const double distance = distanceToLine(position, {from, y(right - 1, line.places[right - 1])}, {to, y(right, line.places[right])});
        if (distance >= least)
            continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

bool ParallelCoordinates::hasBrush() const
{
    return std::ranges::any_of(m_axes, [](const Axis &axis) { return axis.brush.has_value(); });
}

/// A brush being drawn overrides the highlight chosen before it.
ParallelCoordinates::Emphasis ParallelCoordinates::emphasis(const Line &line) const
{
    if (!line.isAccepted && (m_brushed || !line.isHighlighted))
        return Emphasis::BrushedOut;
    if (line.isHighlighted && !m_brushed)
        return Emphasis::Highlighted;
    return m_highlightedLines == 0 || hasBrush() ? Emphasis::Plain : Emphasis::Behind;
}

QString ParallelCoordinates::describe(const Line &line) const
{
    QStringList parts{line.name};
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        if (!std::isnan(line.places[axis]))
            parts << QStringLiteral("%1: %2").arg(columnTitle(m_axes[axis].column), shownValue(m_axes[axis].scale.valueAt(line.places[axis]), m_axes[axis].column.shows));
    return parts.join('\n');
}

void ParallelCoordinates::accept()
{
    for (Line &line : m_lines) {
        line.isAccepted = true;
        for (std::size_t i = 0; i < m_axes.size(); ++i)
            if (const auto &brush = m_axes[i].brush)
                line.isAccepted = line.isAccepted && line.places[i] >= brush->first && line.places[i] <= brush->second;
    }
    redraw();
}

void ParallelCoordinates::chooseAccepted()
{
    QStringList paths;
    for (const Line &line : m_lines)
        if (line.isAccepted && hasBrush())
            paths << line.path;
    Q_EMIT runsChosen(paths);
}

void ParallelCoordinates::redraw()
{
    m_picture = {};
    update();
}

QPixmap ParallelCoordinates::picture(const PlotTheme &theme) const
{
    QPixmap picture(size() * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(theme.background);
    QPainter painter(&picture);
    const bool isSmooth = m_lines.size() * m_axes.size() <= kMaxSmooth;
    painter.setRenderHint(QPainter::Antialiasing, isSmooth);
    for (const Emphasis now : {Emphasis::BrushedOut, Emphasis::Behind, Emphasis::Plain, Emphasis::Highlighted})
        for (const Line &line : m_lines) {
            if (emphasis(line) != now)
                continue;
            const double share = now == Emphasis::BrushedOut ? kBrushedOut : now == Emphasis::Behind ? kBehind
                                                                                                     : 1;
            QPen pen(theme.faded(colour(theme, line), share), now == Emphasis::Highlighted && m_highlightedLines <= kMaxWide ? 2.5 : 1);
            pen.setCosmetic(!isSmooth);
            painter.setPen(pen);
            paintLine(painter, line);
        }
    return picture;
}

QColor ParallelCoordinates::colour(const PlotTheme &theme, const Line &line) const
{
    const double place = m_axes.empty() ? std::numeric_limits<double>::quiet_NaN() : line.places.back();
    return std::isnan(place) ? theme.mutedText : theme.scaled(m_axes.back().scale.share(place));
}

void ParallelCoordinates::paintLine(QPainter &painter, const Line &line) const
{
    QPolygonF piece;
    for (std::size_t axis = 0; axis <= m_axes.size(); ++axis) {
        if (axis < m_axes.size() && !std::isnan(line.places[axis])) {
            piece << QPointF(x(axis), y(axis, line.places[axis]));
            continue;
        }
        if (piece.size() > 1)
            painter.drawPolyline(piece);
        else if (piece.size() == 1)
            painter.drawLine(piece.front() - QPointF(kMarkLength, 0), piece.front() + QPointF(kMarkLength, 0));
        piece.clear();
    }
}

void ParallelCoordinates::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotTheme theme(palette());
    if (m_axes.empty() || m_room.isEmpty()) {
        painter.fillRect(rect(), theme.background);
        return;
    }
    if (m_picture.isNull())
        m_picture = picture(theme);
    painter.drawPixmap(0, 0, m_picture);
    if (m_pointed) {
        painter.setRenderHint(QPainter::Antialiasing);
        for (const auto &[colour, width] : {std::pair(theme.background, 6.0), std::pair(this->colour(theme, m_lines[*m_pointed]), 3.0)}) {
            painter.setPen(QPen(colour, width));
            paintLine(painter, m_lines[*m_pointed]);
        }
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        paintAxis(painter, axis, theme);
    paintColours(painter, theme);
}

void ParallelCoordinates::paintAxis(QPainter &painter, std::size_t axis, const PlotTheme &theme) const
{
    const int at = static_cast<int>(std::lround(x(axis)));
    if (const auto &brush = m_axes[axis].brush) {
        const double top = std::clamp(y(axis, brush->second), m_room.top() - 1.0, m_room.bottom() + 1.0);
        const double bottom = std::clamp(y(axis, brush->first), m_room.top() - 1.0, m_room.bottom() + 1.0);
        QColor fill = palette().color(QPalette::Highlight);
        painter.setPen(fill);
        fill.setAlpha(80);
        painter.setBrush(fill);
        painter.drawRect(QRectF(at - kBrushWidth / 2, top, kBrushWidth, std::max(1.0, bottom - top)));
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen(theme.mutedText);
    painter.drawLine(at, m_room.top(), at, m_room.bottom());
    paintMarks(painter, axis, theme);
    const bool isOuter = axis == 0 || axis + 1 == m_axes.size();
    const int between = m_axes.size() < 2 ? width() : m_room.width() / static_cast<int>(m_axes.size() - 1);
    const int wide = (isOuter && m_axes.size() > 1 ? std::min(between, 2 * m_room.left()) : between) - 2 * kEdge;
    painter.setPen(theme.text);
    painter.drawText(QRect(at - wide / 2, kEdge, wide, fontMetrics().height()), Qt::AlignHCenter | Qt::AlignVCenter,
                     fontMetrics().elidedText(columnTitle(m_axes[axis].column), Qt::ElideLeft, wide));
}

void ParallelCoordinates::paintMarks(QPainter &painter, std::size_t axis, const PlotTheme &theme) const
{
    const RunAxis &scale = m_axes[axis].scale;
    const bool isOfCategories = scale.scale() == RunAxis::Scale::Categories, isLast = axis + 1 == m_axes.size();
    const int line = fontMetrics().height(), at = static_cast<int>(std::lround(x(axis)));
    QColor veil = theme.background;
    veil.setAlpha(180);
    for (const AxisMark &mark : isOfCategories ? categoryMarks(scale, m_room.height(), fontMetrics()) : numberMarks(scale, m_room.height(), fontMetrics())) {
        const int height = static_cast<int>(std::lround(y(axis, mark.place))), wide = fontMetrics().horizontalAdvance(mark.label);
        const int left = isLast ? at + kColoursWidth + 2 * kMarkLength : at - 2 * kMarkLength - wide;
        const QRect label(left, height - line / 2, wide, line);
        painter.fillRect(label, veil);
        painter.setPen(theme.mutedText);
        if (!isLast)
            painter.drawLine(at - kMarkLength, height, at, height);
        painter.drawText(label, Qt::AlignCenter, mark.label);
    }
}

/// Paints the colour scale beside the last axis, the axis of the colours.
void ParallelCoordinates::paintColours(QPainter &painter, const PlotTheme &theme) const
{
    const int left = static_cast<int>(std::lround(x(m_axes.size() - 1))) + 1;
    for (int height = m_room.top(); height <= m_room.bottom(); ++height)
        painter.fillRect(left, height, kColoursWidth, 1, theme.scaled(1 - static_cast<double>(height - m_room.top()) / m_room.height()));
}

void ParallelCoordinates::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void ParallelCoordinates::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    m_brushed = axisAt(event->position());
    m_pressed = event->position();
    m_isDragged = false;
}

void ParallelCoordinates::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_brushed || !(event->buttons() & Qt::LeftButton))
        return point(event->position());
    m_isDragged = m_isDragged || std::abs(event->position().y() - m_pressed.y()) >= kShortestDrag;
    if (!m_isDragged)
        return;
    m_pointed.reset();
    const double from = placeAt(*m_brushed, m_pressed.y()), to = placeAt(*m_brushed, event->position().y());
    m_axes[*m_brushed].brush = std::minmax(from, to);
    accept();
}

void ParallelCoordinates::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_brushed)
        return QWidget::mouseReleaseEvent(event);
    Axis &axis = m_axes[*std::exchange(m_brushed, std::nullopt)];
    const bool hadBrush = axis.brush.has_value();
    if (!m_isDragged)
        axis.brush.reset();
    accept();
    if (m_isDragged || hadBrush)
        chooseAccepted();
}

void ParallelCoordinates::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || !hasBrush())
        return QWidget::keyPressEvent(event);
    m_brushed.reset();
    for (Axis &axis : m_axes)
        axis.brush.reset();
    accept();
    chooseAccepted();
}

void ParallelCoordinates::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    if (std::exchange(m_pointed, std::nullopt))
        update();
}

/// Shows the full name of an axis as tool tip, because the name above it may be shortened.
void ParallelCoordinates::point(const QPointF &position)
{
    const std::optional<std::size_t> axis = axisAt(position);
    const bool isOnName = axis && position.y() < m_room.top();
    setCursor(axis && !isOnName ? Qt::SizeVerCursor : Qt::ArrowCursor);
    const std::optional<std::size_t> line = isOnName ? std::nullopt : lineAt(position);
    if (line != std::exchange(m_pointed, line))
        update();
    const QString tip = isOnName ? columnTitle(m_axes[*axis].column) : line ? describe(m_lines[*line])
                                                                            : QString();
    QToolTip::showText(mapToGlobal(position.toPoint()), tip, this);
}

void ParallelCoordinates::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
}

} // namespace lensboard::widgets
