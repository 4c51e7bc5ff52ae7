#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

#include <span>
#include <vector>

namespace lensboard::widgets {

/// A picture of lines along x, painted pixel column by pixel column: each column from the least to the greatest
/// height that the line has in it, with ends as soft as an antialiased line's.
///
/// Costs a few nanoseconds a point and a pixel, however the line swings; QPainter's strokes cost 20 times that.
class SpanImage
{
public:
    /// Begins again with an empty picture. Points are in its pixels then.
    void clear(QSize size, double devicePixelRatio);

    /// \p points must have rising x; y = NaN is a gap. \p width is in pixels. \p dashes: lengths in pixels along x, alternately
    /// painted and skipped; empty: solid.
    void paintLine(std::span<const QPointF> points, double width, const QColor &colour, std::span<const double> dashes = {});
    /// Fills the area between two lines; if \p outline is valid, draws both lines with \p width.
    void paintBand(std::span<const QPointF> low, std::span<const QPointF> high, const QColor &colour, const QColor &outline = {},
                   double width = 0);

    const QImage &image() const { return m_image; }

private:
    /// How far a line reaches in a pixel column; top > bottom: it is not there.
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
