#include "widgets/views/span_image.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

namespace {

/// \p alpha is from 0 to 255.
QRgb scaled(QRgb colour, unsigned alpha)
{
    const unsigned redBlue = ((colour & 0xff00ff) * alpha + 0x800080) >> 8 & 0xff00ff;
    const unsigned alphaGreen = ((colour >> 8 & 0xff00ff) * alpha + 0x800080) & 0xff00ff00;
    return redBlue | alphaGreen;
}

/// Both colours are premultiplied.
void blend(QRgb &below, QRgb colour)
{
    below = below ? colour + scaled(below, 256 - qAlpha(colour) - (qAlpha(colour) >> 7)) : colour;
}

} // namespace

void SpanImage::clear(QSize size, double devicePixelRatio)
{
    if (m_image.size() != size)
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    m_image.setDevicePixelRatio(devicePixelRatio);
    m_image.fill(0);
}

void SpanImage::findReach(std::span<const QPointF> points, std::vector<Reach> &columns) const
{
    constexpr float kNone = std::numeric_limits<float>::infinity();
    const int width = m_image.width();
    columns.assign(static_cast<std::size_t>(width), {kNone, -kNone});
    const auto reach = [&](int x, double from, double to) {
        Reach &column = columns[static_cast<std::size_t>(x)];
        column.top = std::min(column.top, static_cast<float>(std::min(from, to)));
        column.bottom = std::max(column.bottom, static_cast<float>(std::max(from, to)));
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        const QPointF b = points[i];
        if (std::isnan(b.y()))
            continue;
        const bool isAlone = i == 0 || std::isnan(points[i - 1].y());
        const QPointF a = isAlone ? b : points[i - 1];
        if (b.x() < 0 || a.x() >= width)
            continue;
        const int first = static_cast<int>(std::max(0.0, a.x()));
        const int last = static_cast<int>(std::min(width - 1.0, b.x()));
        if (first == last) {
            if (a.x() >= 0 && b.x() < width)
                reach(first, a.y(), b.y());
            continue;
        }
        const double slope = (b.y() - a.y()) / (b.x() - a.x());
        for (int x = first; x <= last; ++x)
            reach(x, a.y() + (std::max<double>(x, a.x()) - a.x()) * slope, a.y() + (std::min<double>(x + 1, b.x()) - a.x()) * slope);
    }
}

void SpanImage::paintColumn(int x, float top, float bottom, QRgb colour)
{
    const float height = static_cast<float>(m_image.height());
    top = std::max(top, 0.0F);
    bottom = std::min(bottom, height);
    if (!(top < bottom))
        return;
    const int first = static_cast<int>(top), last = std::min(static_cast<int>(bottom), m_image.height() - 1);
    const auto stride = static_cast<std::size_t>(m_image.bytesPerLine()) / sizeof(QRgb);
    QRgb *pixel = reinterpret_cast<QRgb *>(m_image.bits()) + static_cast<std::size_t>(first) * stride + x;
    const auto coverage = [](float share) { return static_cast<unsigned>(std::lround(share * 256)); };
    if (first == last)
        return blend(*pixel, scaled(colour, coverage(bottom - top)));
    blend(*pixel, scaled(colour, coverage(static_cast<float>(first + 1) - top)));
    pixel += stride;
    if (qAlpha(colour) == 255)
        for (int y = first + 1; y < last; ++y, pixel += stride)
            *pixel = colour;
    else
        for (int y = first + 1; y < last; ++y, pixel += stride)
            blend(*pixel, colour);
    blend(*pixel, scaled(colour, coverage(bottom - static_cast<float>(last))));
}

void SpanImage::paintReach(const std::vector<Reach> &columns, double width, const QColor &colour, std::span<const double> dashes)
{
    const QRgb premultiplied = qPremultiply(colour.rgba());
    const auto half = static_cast<float>(width / 2);
    std::size_t dash = 0;
    double dashEnd = dashes.empty() ? std::numeric_limits<double>::infinity() : dashes.front();
    for (std::size_t x = 0; x < columns.size(); ++x) {
        while (static_cast<double>(x) >= dashEnd)
            dashEnd += dashes[++dash % dashes.size()];
        if (dash % 2 == 0 && columns[x].top <= columns[x].bottom)
            paintColumn(static_cast<int>(x), columns[x].top - half, columns[x].bottom + half, premultiplied);
    }
}

void SpanImage::paintLine(std::span<const QPointF> points, double width, const QColor &colour, std::span<const double> dashes)
{
    findReach(points, m_reach);
    paintReach(m_reach, width, colour, dashes);
}

void SpanImage::paintBand(std::span<const QPointF> low, std::span<const QPointF> high, const QColor &colour, const QColor &outline,
                          double width)
{
    findReach(low, m_reach);
    findReach(high, m_otherReach);
    const QRgb premultiplied = qPremultiply(colour.rgba());
    for (std::size_t x = 0; x < m_reach.size(); ++x) {
        const Reach &a = m_reach[x], &b = m_otherReach[x];
        if (a.top <= a.bottom && b.top <= b.bottom)
            paintColumn(static_cast<int>(x), std::min(a.top, b.top), std::max(a.bottom, b.bottom), premultiplied);
    }
    if (outline.isValid())
        for (const auto *reach : {&m_reach, &m_otherReach})
            paintReach(*reach, width, outline, {});
}

} // namespace lensboard::widgets
