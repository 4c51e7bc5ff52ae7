#pragma once

#include <qcustomplot.h>

namespace lensboard::widgets {

/// A graph that hands on no more than what lies within the axes: SVG, as Qt writes it, clips nothing.
class ClippedGraph final : public QCPGraph
{
public:
    using QCPGraph::QCPGraph;

protected:
    void drawFill(QCPPainter *painter, QVector<QPointF> *lines) const override;
    void drawLinePlot(QCPPainter *painter, const QVector<QPointF> &lines) const override;
    void drawScatterPlot(QCPPainter *painter, const QVector<QPointF> &scatters, const QCPScatterStyle &style) const override;
};

} // namespace lensboard::widgets
