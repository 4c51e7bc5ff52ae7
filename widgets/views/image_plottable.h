#pragma once

#include "widgets/views/state/board_state.h"

#include <qcustomplot.h>

namespace lensboard::widgets {

/// A picture over a range of both axes, drawn cell by cell without smoothing.
class ImagePlottable final : public QCPAbstractPlottable
{
public:
    ImagePlottable(QCPAxis *keyAxis, QCPAxis *valueAxis) : QCPAbstractPlottable(keyAxis, valueAxis) {}

    QImage image;         ///< the first row is at the upper end of \c values
    Stretch keys, values; ///< range covered by the image

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }
    QCPRange getKeyRange(bool &found, QCP::SignDomain) const override
    {
        found = false;
        return {};
    }
    QCPRange getValueRange(bool &found, QCP::SignDomain, const QCPRange &) const override
    {
        found = false;
        return {};
    }

protected:
    void draw(QCPPainter *painter) override
    {
        const QPointF first(mKeyAxis->coordToPixel(keys.low), mValueAxis->coordToPixel(values.high));
        const QPointF last(mKeyAxis->coordToPixel(keys.high), mValueAxis->coordToPixel(values.low));
        painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter->drawImage(QRectF(first, last).normalized(), image);
    }
    void drawLegendIcon(QCPPainter *, const QRectF &) const override {}
};

} // namespace lensboard::widgets
