#pragma once

#include "widgets/tensors/tensor_image.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace lensboard::widgets {

/// Distribution of the values of a tensor.
class TensorHistogram final : public QWidget
{
    Q_OBJECT

public:
    explicit TensorHistogram(QWidget *parent = nullptr);

    void setTensor(const std::shared_ptr<const record::TensorValue> &tensor);
    void setLogarithmic(bool logarithmic);

    const TensorCounts &counts() const { return m_counts; }
    QRect bars() const; ///< area of the bars

Q_SIGNALS:
    /// Bin and count under the mouse; empty if there is none.
    void pointed(const QString &what);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    double height(double count) const;
    void paintAxes(QPainter &painter, const QRect &room, const QColor &text, const QColor &grid);
    void point();

    TensorCounts m_counts;
    bool m_logarithmic = false;
    std::optional<QPoint> m_pointer;
};

} // namespace lensboard::widgets
