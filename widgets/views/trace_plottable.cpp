#include "widgets/views/trace_plottable.h"

#include "widgets/axes/clipping.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace lensboard::widgets {

namespace {

constexpr double kLineWidth = 1.4, kForwardWidth = 2.6, kOutlineWidth = 0.8;
constexpr double kFaded = 0.25; ///< opacity factor of lines that are not highlighted
constexpr double kDiscRadius = 2;
constexpr double kPointReach = 5; ///< maximum pixels for the mouse to hit a line
constexpr double kMarkSize = 6;

bool isVector(const QCPPainter &painter)
{
    return painter.modes().testFlag(QCPPainter::pmVectorized);
}

QPen penOf(const DrawnLine &line, const QColor &colour, double width)
{
    return {colour, width, line.dashes, Qt::FlatCap, Qt::BevelJoin};
}

/// Dash lengths in pixels.
std::vector<double> dashesOf(const DrawnLine &line, double width)
{
    const auto pattern = penOf(line, line.colour, width).dashPattern(); // in line widths; empty for a solid line
    std::vector<double> dashes(pattern.begin(), pattern.end());
    for (double &dash : dashes)
        dash *= width;
    return dashes;
}

double distanceToStretch(const QPointF &position, const QPointF &a, const QPointF &b)
{
    const QPointF along = b - a, from = position - a;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(along, from) / length, 0.0, 1.0) : 0;
    const QPointF apart = from - share * along;
    return std::hypot(apart.x(), apart.y());
}

} // namespace

bool TracePlottable::hasKey(const QString &key) const
{
    return std::ranges::any_of(lines, [&](const DrawnLine &line) { return isOf(line.key, key); });
}

bool TracePlottable::highlight(const QString &key)
{
    m_wantedForward = key;
    const bool isDrawn = !key.isEmpty() && hasKey(key);
    return (isDrawn ? key : QString()) != m_forward;
}

QColor TracePlottable::inkOf(const QColor &colour, const QString &key) const
{
    QColor ink = colour;
    if (!m_forward.isEmpty() && !isOf(key, m_forward))
        ink.setAlphaF(static_cast<float>(kFaded) * ink.alphaF());
    return ink;
}

double TracePlottable::widthOf(const DrawnLine &line) const
{
    return isForward(line) ? kForwardWidth : kLineWidth;
}

/// Visits highlighted lines last.
template <typename Visit>
void TracePlottable::forEachLine(const Visit &visit) const
{
    for (const bool forward : {false, true})
        for (const auto *group : {&faintLines, &lines})
            for (const DrawnLine &line : *group)
                if (isForward(line) == forward)
                    visit(line);
}

/// Returns the distance of \p position from the part of the line within \p reach along x.
double TracePlottable::distance(const DrawnLine &line, const QPointF &position, double reach) const
{
    const double from = mKeyAxis->pixelToCoord(position.x() - reach), to = mKeyAxis->pixelToCoord(position.x() + reach);
    const auto pixel = [this](const stats::Point &point) {
        return QPointF(mKeyAxis->coordToPixel(point.x), mValueAxis->coordToPixel(point.y));
    };
    auto at = std::ranges::lower_bound(line.points, from, {}, &stats::Point::x);
    if (at != line.points.begin())
        --at;
    double least = std::numeric_limits<double>::infinity();
    for (; at != line.points.end() && at->x <= to; ++at) {
        if (std::isnan(at->y))
            continue;
        const bool isLast = std::next(at) == line.points.end() || std::isnan(std::next(at)->y);
        least = std::min(least, distanceToStretch(position, pixel(*at), pixel(isLast ? *at : *std::next(at))));
    }
    return least;
}

QString TracePlottable::keyAt(const QPointF &position) const
{
    QString key;
    double least = kPointReach;
    if (mKeyAxis->axisRect()->rect().contains(position.toPoint()))
        for (const DrawnLine &line : lines)
            if (const double apart = distance(line, position, kPointReach); apart <= least) {
                least = apart;
                key = line.key;
            }
    return key;
}

QCPRange TracePlottable::getKeyRange(bool &found, QCP::SignDomain) const
{
    found = false;
    return {};
}

QCPRange TracePlottable::getValueRange(bool &found, QCP::SignDomain, const QCPRange &) const
{
    found = false;
    return {};
}

/// Places of \p points relative to \p origin, in pixels of the widget times \p scale.
std::span<const QPointF> TracePlottable::pixels(const std::vector<stats::Point> &points, std::vector<QPointF> &out,
                                                const QPointF &origin, double scale) const
{
    const QCPRange keys = mKeyAxis->range(), values = mValueAxis->range();
    const double left = mKeyAxis->coordToPixel(keys.lower), bottom = mValueAxis->coordToPixel(values.lower);
    const double xScale = (mKeyAxis->coordToPixel(keys.upper) - left) * scale / keys.size();
    const double yScale = (mValueAxis->coordToPixel(values.upper) - bottom) * scale / values.size();
    const QPointF corner = (QPointF(left, bottom) - origin) * scale;
    out.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        out[i] = corner + QPointF((points[i].x - keys.lower) * xScale, (points[i].y - values.lower) * yScale);
    return out;
}

void TracePlottable::draw(QCPPainter *painter)
{
    m_forward = hasKey(m_wantedForward) ? m_wantedForward : QString();
    const auto isSparse = [this](const DrawnLine &line) { return line.points.size() < static_cast<std::size_t>(mKeyAxis->axisRect()->width() / 2); };
    if (isVector(*painter))
        for (const DrawnBand &band : bands | std::views::filter([this](const DrawnBand &each) { return isDrawn(each); }))
            fillBand(painter, band);
    else
        paintSpans(painter);
    forEachLine([&](const DrawnLine &line) {
        if (isVector(*painter) || isSparse(line))
            strokeLine(painter, line);
    });
    drawMarks(painter);
}

void TracePlottable::paintSpans(QCPPainter *painter)
{
    const QRect rect = mKeyAxis->axisRect()->rect();
    const double ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1;
    const auto isDense = [&](const DrawnLine &line) { return line.points.size() >= static_cast<std::size_t>(rect.width() / 2); };
    const bool hasLines = std::any_of(lines.begin(), lines.end(), isDense) || std::any_of(faintLines.begin(), faintLines.end(), isDense);
    if (rect.isEmpty() || (bands.empty() && !hasLines))
        return;
    m_spans.clear((QSizeF(rect.size()) * ratio).toSize(), ratio);
    for (const DrawnBand &band : bands | std::views::filter([this](const DrawnBand &each) { return isDrawn(each); })) {
        pixels(band.low, m_pixels, rect.topLeft(), ratio);
        pixels(band.high, m_otherPixels, rect.topLeft(), ratio);
        m_spans.paintBand(m_pixels, m_otherPixels, inkOf(band.colour, band.key),
                          band.outline.isValid() ? inkOf(band.outline, band.key) : QColor(), kOutlineWidth * ratio);
        if (band.edge.isValid())
            m_spans.paintLine(m_otherPixels, kLineWidth * ratio, band.edge);
    }
    forEachLine([&](const DrawnLine &line) {
        const double width = widthOf(line) * ratio;
        if (isDense(line))
            m_spans.paintLine(pixels(line.points, m_pixels, rect.topLeft(), ratio), width, inkOf(line.colour, line.key),
                              dashesOf(line, width));
    });
    painter->drawImage(QPointF(rect.topLeft()), m_spans.image());
}

void TracePlottable::strokeLine(QCPPainter *painter, const DrawnLine &line)
{
    const auto points = pixels(line.points, m_pixels, {}, 1);
    const QRectF rect = mKeyAxis->axisRect()->rect();
    painter->setAntialiasing(true);
    painter->setBrush(Qt::NoBrush);
    const QColor ink = inkOf(line.colour, line.key);
    painter->setPen(penOf(line, ink, widthOf(line)));
    for (const QPolygonF &piece : clippedLine(points, rect))
        painter->drawPolyline(piece);
    if (!line.hasDiscs)
        return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(ink);
    for (const QPointF &point : points)
        if (!std::isnan(point.y()) && rect.contains(point))
            painter->drawEllipse(point, kDiscRadius, kDiscRadius);
}

void TracePlottable::fillBand(QCPPainter *painter, const DrawnBand &band)
{
    pixels(band.low, m_pixels, {}, 1);
    pixels(band.high, m_otherPixels, {}, 1);
    const auto isGap = [](const QPointF &point) { return std::isnan(point.y()); };
    painter->setPen(Qt::NoPen);
    painter->setBrush(inkOf(band.colour, band.key));
    auto low = m_pixels.begin(), high = m_otherPixels.begin();
    while (low != m_pixels.end() && high != m_otherPixels.end()) { // both have equal gaps
        const auto lowEnd = std::find_if(low, m_pixels.end(), isGap), highEnd = std::find_if(high, m_otherPixels.end(), isGap);
        QPolygonF area;
        std::copy(high, highEnd, std::back_inserter(area));
        std::reverse_copy(low, lowEnd, std::back_inserter(area));
        if (area.size() > 2)
            painter->drawPolygon(clippedPolygon(area, mKeyAxis->axisRect()->rect()));
        low = std::find_if_not(lowEnd, m_pixels.end(), isGap);
        high = std::find_if_not(highEnd, m_otherPixels.end(), isGap);
    }
    if (!band.outline.isValid())
        return;
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(inkOf(band.outline, band.key), kOutlineWidth));
    for (const auto *end : {&m_pixels, &m_otherPixels})
        for (const QPolygonF &piece : clippedLine(*end, mKeyAxis->axisRect()->rect()))
            painter->drawPolyline(piece);
}

void TracePlottable::drawMarks(QCPPainter *painter) const
{
    const QRectF rect = mKeyAxis->axisRect()->rect();
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(markColour);
    const auto draw = [&](double x, double edge, double inwards) {
        const double at = mKeyAxis->coordToPixel(x);
        if (at < rect.left() || at > rect.right())
            return;
        painter->drawPolygon(QPolygonF{{{at - kMarkSize / 2, edge + inwards * kMarkSize}, {at + kMarkSize / 2, edge + inwards * kMarkSize}, {at, edge}}});
    };
    for (const double x : marksAbove)
        draw(x, rect.top(), 1);
    for (const double x : marksBelow)
        draw(x, rect.bottom(), -1);
}

} // namespace lensboard::widgets
