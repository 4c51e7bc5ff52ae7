#pragma once

#include "widgets/tensors/tensor_image.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace lensboard::widgets {

/// The values of a tensor of one dimension as bars from 0, over their index. Where more than one value falls on a pixel, its bar
/// reaches from the least to the greatest of them.
class TensorBars final : public QWidget
{
    Q_OBJECT

public:
    explicit TensorBars(QWidget *parent = nullptr);

    /// \p tensor has one dimension and a value, or is null.
    void setTensor(std::shared_ptr<const record::TensorValue> tensor);

    QRect bars() const; ///< where they stand
    /// Where 0 is, in pixels from the top.
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
    double m_low = 0, m_high = 1; ///< of the axis; 0 is between them
    std::optional<QPoint> m_pointer;
};

} // namespace lensboard::widgets
