#pragma once

#include "widgets/tensors/tensor_image.h"

#include <QImage>
#include <QWidget>

#include <memory>
#include <optional>

namespace lensboard::widgets {

/// One plane of a tensor as colours, with indices at the axes and a colour scale. Pictures and kernels keep their proportions.
class TensorHeatMap final : public QWidget
{
    Q_OBJECT

public:
    explicit TensorHeatMap(QWidget *parent = nullptr);

    void setTensor(std::shared_ptr<const record::TensorValue> tensor, std::int64_t plane);

    QRect cells() const; ///< area of the picture
    const QImage &image() const { return m_image; } ///< one pixel per value

Q_SIGNALS:
    /// Place and value under the mouse; empty if there is none.
    void pointed(const QString &what);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QSize squareCells(const QSize &room) const;
    void colour();
    void point();
    void paintIndices(QPainter &painter, const QRect &cells);

    std::shared_ptr<const record::TensorValue> m_tensor;
    TensorPlane m_plane;
    TensorColours m_colours{{}, 0};
    QImage m_image;
    std::optional<QPoint> m_pointer;
};

} // namespace lensboard::widgets
