#pragma once

#include "widgets/tensors/tensor_image.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace lensboard::widgets {

/// The values of a one-dimensional tensor as bars from 0, by index. If several values share a pixel, the bar extends from their
/// least to their greatest.
class TensorBars final : public QWidget
{
    Q_OBJECT

public:
    explicit TensorBars(QWidget *parent = nullptr);

    /// \p tensor must have one dimension and at least one value, or be null.
    void setTensor(std::shared_ptr<const record::TensorValue> tensor);

    QRect bars() const; ///< area of the bars
    /// Position of 0, in pixels from the top.
    int zero() const;

Q_SIGNALS:
    /// Index and value under the mouse; empty if there is none.
    void pointed(const QString &what);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    double yOf(double value) const;
    std::optional<std::size_t> indexAt(const QPoint &position) const;
    QRect columnOf(std::size_t index) const;
    QString describe(std::size_t index) const;
    void paintAxes(QPainter &painter, const QRect &room, const QColor &text, const QColor &grid) const;
    void paintBars(QPainter &painter, const QRect &room, const QColor &bar, const QColor &notFinite) const;
    void point();

    std::shared_ptr<const record::TensorValue> m_tensor;
    std::size_t m_notFinite = 0;
    double m_low = 0, m_high = 1; ///< axis limits; 0 lies between them
    std::optional<QPoint> m_pointer;
};

} // namespace lensboard::widgets
