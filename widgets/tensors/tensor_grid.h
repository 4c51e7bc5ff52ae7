#pragma once

#include "widgets/tensors/tensor_image.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

namespace lensboard::widgets {

class WheelGlide;

/// The planes of a tensor as small pictures, as large as fit; scrolls if they would be too small.
class TensorGrid final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    static constexpr std::int64_t kAllSets = -1;

    explicit TensorGrid(QWidget *parent = nullptr);

    /// \p tensor must have pictures, or be null. \p set: index of a sample or filter, or kAllSets.
    void setTensor(std::shared_ptr<const record::TensorValue> tensor, std::int64_t set);
    /// Scales colours to the range of each picture instead of all pictures.
    void setEachAlone(bool alone);

    std::int64_t pictureCount() const; ///< number of shown pictures
    /// Rectangle of picture \p number in the viewport.
    QRect pictureRect(std::int64_t number) const;

Q_SIGNALS:
    /// Place and value under the mouse; empty if there is none.
    void pointed(const QString &what);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    std::int64_t firstPlane() const;
    std::optional<std::int64_t> pictureAt(const QPoint &position) const;
    void arrange();
    void point();

    WheelGlide *m_glide;
    std::shared_ptr<const record::TensorValue> m_tensor;
    std::int64_t m_set = 0;
    bool m_eachAlone = true;
    ValueRange m_range; ///< range of all shown pictures
    int m_across = 1; ///< pictures per row
    QSize m_side;     ///< size of a picture in pixels
    std::optional<QPoint> m_pointer;
};

} // namespace lensboard::widgets
