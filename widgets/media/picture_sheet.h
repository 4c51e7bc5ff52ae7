#pragma once

#include "widgets/media/picture.h"

#include <QAbstractScrollArea>
#include <QPixmap>
#include <QTimer>

#include <optional>
#include <vector>

namespace lensboard::widgets {

/// Pictures side by side, as large as fits or in a chosen size. A click selects a picture. Plays animations.
class PictureSheet final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit PictureSheet(QWidget *parent = nullptr);

    void setPictures(std::vector<Picture> pictures);
    const std::vector<Picture> &pictures() const { return m_pictures; }
    /// Sets the size of a picture's pixel; nullopt: as large as fits.
    void setZoom(std::optional<double> zoom);
    std::optional<double> zoom() const { return m_zoom; }
    double scale() const { return m_scale; } ///< shown size of a picture's pixel
    std::size_t selected() const { return m_selected; }
    /// Returns the place of a picture in the viewport.
    QRect pictureRect(std::size_t number) const;

public Q_SLOTS:
    void zoomIn();
    void zoomOut();

Q_SIGNALS:
    /// Pixel under the mouse with its colour; empty if there is none.
    void pointed(const QString &what);
    void scaleChanged();
    /// The user turned the wheel over pictures that fit. \p steps is positive for later pictures.
    void stepWanted(int steps);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();
    double fittingScale(QSize room);
    QSize cellSize(double scale) const;
    int captionHeight() const;
    QRect cellRect(std::size_t number) const;
    std::optional<std::size_t> pictureAt(const QPoint &position) const;
    const QImage &frameOf(const Picture &picture) const;
    void paintCell(QPainter &painter, std::size_t number);
    void point(const QPoint &position);

    std::vector<Picture> m_pictures;
    std::vector<QPixmap> m_scaled; ///< smoothly reduced pictures; made when painted
    std::optional<double> m_zoom;
    double m_scale = 1;
    int m_across = 1;
    QPoint m_origin; ///< of the first picture, before scrolling
    std::size_t m_selected = 0;
    QPoint m_grabbed; ///< last position of the mouse while it drags the sheet
    int m_turned = 0; ///< of the wheel, less than a notch
    QTimer m_playing;
    std::size_t m_frame = 0; ///< counts frames of animations
};

} // namespace lensboard::widgets
