#include "widgets/plots/trace_plottable.h"

#include "widgets/plots/clipping.h"

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr double kLineWidth = 1.4;
constexpr double kDiscRadius = 2;
constexpr double kMarkSize = 6;

bool isVector(const QCPPainter &painter)
{
    return painter.modes().testFlag(QCPPainter::pmVectorized);
}

} // namespace

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

/// Where the points are on the screen, from \p origin on, in pixels of which \p scale make one of the widget's.
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
    const auto isSparse = [this](const DrawnLine &line) { return line.points.size() < static_cast<std::size_t>(mKeyAxis->axisRect()->width() / 2); };
    if (isVector(*painter))
        for (const DrawnBand &band : bands)
            fillBand(painter, band);
    else
        paintSpans(painter);
    for (const auto *group : {&faintLines, &lines})
        for (const DrawnLine &line : *group)
            if (isVector(*painter) || isSparse(line))
                strokeLine(painter, line);
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
    for (const DrawnBand &band : bands) {
        pixels(band.low, m_pixels, rect.topLeft(), ratio);
        pixels(band.high, m_otherPixels, rect.topLeft(), ratio);
        m_spans.paintBand(m_pixels, m_otherPixels, band.colour);
        if (band.edge.isValid())
            m_spans.paintLine(m_otherPixels, kLineWidth * ratio, band.edge);
    }
    for (const auto *group : {&faintLines, &lines})
        for (const DrawnLine &line : *group)
            if (isDense(line))
                m_spans.paintLine(pixels(line.points, m_pixels, rect.topLeft(), ratio), kLineWidth * ratio, line.colour);
    painter->drawImage(QPointF(rect.topLeft()), m_spans.image());
}

void TracePlottable::strokeLine(QCPPainter *painter, const DrawnLine &line)
{
    const auto points = pixels(line.points, m_pixels, {}, 1);
    const QRectF rect = mKeyAxis->axisRect()->rect();
    painter->setAntialiasing(true);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(line.colour, kLineWidth, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    for (const QPolygonF &piece : clippedLine(points, rect))
        painter->drawPolyline(piece);
    if (!line.hasDiscs)
        return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(line.colour);
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
    painter->setBrush(band.colour);
    auto low = m_pixels.begin(), high = m_otherPixels.begin();
    while (low != m_pixels.end() && high != m_otherPixels.end()) { // both have the same gaps
        const auto lowEnd = std::find_if(low, m_pixels.end(), isGap), highEnd = std::find_if(high, m_otherPixels.end(), isGap);
        QPolygonF area;
        std::copy(high, highEnd, std::back_inserter(area));
        std::reverse_copy(low, lowEnd, std::back_inserter(area));
        if (area.size() > 2)
            painter->drawPolygon(clippedPolygon(area, mKeyAxis->axisRect()->rect()));
        low = std::find_if_not(lowEnd, m_pixels.end(), isGap);
        high = std::find_if_not(highEnd, m_otherPixels.end(), isGap);
    }
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
