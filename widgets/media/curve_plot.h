#pragma once

#include "core/import/tensorboard/value_media.h"

#include <QWidget>

#include <optional>
#include <utility>

namespace lensboard::widgets {

/// Precision-recall curves of one step.
class CurvePlot final : public QWidget
{
    Q_OBJECT

public:
    explicit CurvePlot(QWidget *parent = nullptr);

    void setCurves(std::vector<imports::PrecisionRecall> curves);
    /// Returns a table of all points, a row each.
    QByteArray csv() const;
    QRect room() const; ///< area of the curves
    QPointF place(double recall, double precision) const;

Q_SIGNALS:
    /// Threshold and values of the nearest point; empty if there is none.
    void pointed(const QString &what);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void paintAxes(QPainter &painter) const;
    void point(const QPointF &position);

    std::vector<imports::PrecisionRecall> m_curves;
    std::optional<std::pair<std::size_t, std::size_t>> m_nearest; ///< curve and index of a point
};

} // namespace lensboard::widgets
