#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

#include <span>
#include <vector>

namespace lensboard::widgets {

/// A picture of lines along x, painted by pixel column: each column from the line's least to its greatest height in it, with
/// antialiased ends.
///
/// Costs a few nanoseconds per point and pixel, even for strongly oscillating lines; QPainter's strokes cost 20 times as much.
class SpanImage
{
public:
    /// Clears the picture. Later points are in its pixels.
    void clear(QSize size, double devicePixelRatio);

    /// \p points must have rising x; y = NaN is a gap. \p width is in pixels. \p dashes: lengths in pixels along x, alternately
    /// painted and skipped; empty: solid.
    void paintLine(std::span<const QPointF> points, double width, const QColor &colour, std::span<const double> dashes = {});
    /// Fills the area between two lines; if \p outline is valid, draws both lines with \p width.
    void paintBand(std::span<const QPointF> low, std::span<const QPointF> high, const QColor &colour, const QColor &outline = {},
                   double width = 0);

    const QImage &image() const { return m_image; }

private:
    /// Vertical range of a line in a pixel column; top > bottom: empty.
    struct Reach
    {
        float top, bottom;
    };

    void findReach(std::span<const QPointF> points, std::vector<Reach> &columns) const;
    void paintReach(const std::vector<Reach> &columns, double width, const QColor &colour, std::span<const double> dashes);
    void paintColumn(int x, float top, float bottom, QRgb colour);

    QImage m_image;
    std::vector<Reach> m_reach, m_otherReach;
};

} // namespace lensboard::widgets
