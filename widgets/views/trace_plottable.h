#pragma once

#include "core/stats/point.h"
#include "widgets/views/legend.h"
#include "widgets/views/span_image.h"

#include <qcustomplot.h>

#include <span>
#include <vector>

namespace lensboard::widgets {

/// A line of a plot; a point with y = NaN is a gap.
struct DrawnLine
{
    std::vector<stats::Point> points;
    QColor colour;
    bool hasDiscs = false; ///< at its points
    Qt::PenStyle dashes = Qt::SolidLine;
    QString key = {}; ///< key for highlighting together with other items
};

/// Area between two lines.
struct DrawnBand
{
    std::vector<stats::Point> low, high;
    QColor colour;
    QColor edge = {}; ///< drawn along its upper end, if valid
    QColor outline = {}; ///< thin, drawn along both ends, if valid
    QString key = {};    ///< key of its line
    bool isOnlyForward = false; ///< drawn only while its line is highlighted
};

/// All lines of a plot with their bands, and marks at its edges.
///
/// Lines of many points and bands are painted as pixel columns; lines of few points as antialiased strokes; for vector pictures,
/// everything as lines and polygons clipped to the axes.
class TracePlottable final : public QCPAbstractPlottable
{
public:
    TracePlottable(QCPAxis *keyAxis, QCPAxis *valueAxis) : QCPAbstractPlottable(keyAxis, valueAxis) {}

    // ---- from back to front; y in the axis' coordinates
    std::vector<DrawnBand> bands;
    std::vector<DrawnLine> faintLines; ///< originals behind smoothed or averaged lines
    std::vector<DrawnLine> lines;
    std::vector<double> marksAbove, marksBelow; ///< places of values without a height
    QColor markColour;

    /// Highlights lines of \p key, see isOf(), and fades the others. An empty or unknown key restores all lines. Returns true if
    /// the plot must be redrawn.
    bool highlight(const QString &key);
    const QString &highlighted() const { return m_forward; } ///< as last drawn; empty: none
    /// Returns the key of the line nearest to \p position, in widget pixels; empty if none is within reach of the mouse.
    QString keyAt(const QPointF &position) const;

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }
    QCPRange getKeyRange(bool &found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool &found, QCP::SignDomain, const QCPRange &keys) const override;

protected:
    void draw(QCPPainter *painter) override;
    void drawLegendIcon(QCPPainter *, const QRectF &) const override {}

private:
    std::span<const QPointF> pixels(const std::vector<stats::Point> &points, std::vector<QPointF> &out, const QPointF &origin,
                                    double scale) const;
    bool hasKey(const QString &key) const;
    bool isForward(const DrawnLine &line) const { return isOf(line.key, m_forward); }
    bool isDrawn(const DrawnBand &band) const { return !band.isOnlyForward || isOf(band.key, m_forward); }
    QColor inkOf(const QColor &colour, const QString &key) const;
    double widthOf(const DrawnLine &line) const;
    double distance(const DrawnLine &line, const QPointF &position, double reach) const;
    template <typename Visit>
    void forEachLine(const Visit &visit) const;
    void paintSpans(QCPPainter *painter);
    void strokeLine(QCPPainter *painter, const DrawnLine &line);
    void fillBand(QCPPainter *painter, const DrawnBand &band);
    void drawMarks(QCPPainter *painter) const;

    QString m_wantedForward, m_forward; ///< wanted, and as last drawn
    SpanImage m_spans;
    std::vector<QPointF> m_pixels, m_otherPixels;
};

} // namespace lensboard::widgets
