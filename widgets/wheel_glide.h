#pragma once

#include <QObject>
#include <QVariantAnimation>

class QScrollBar;
class QWheelEvent;

namespace lensboard::widgets {

/// Moves a vertical scroll bar by the wheel: a notch in a short glide, a touchpad to the pixel.
class WheelGlide final : public QObject
{
    Q_OBJECT

public:
    WheelGlide(QScrollBar *bar, QObject *parent);

    /// Accepts the event, unless it is not about scrolling: its modifiers mean something else, or it goes sideways.
    void turn(QWheelEvent &event);

Q_SIGNALS:
    /// By the wheel, under a mouse that stands still.
    void moved();

private:
    void moveTo(int value);
    void glideBy(double pixels);
    void moveBy(double pixels);

    QScrollBar *m_bar;
    QVariantAnimation m_glide;
    int m_reached = 0; ///< by the glide
    double m_rest = 0; ///< of a pixel
};

} // namespace lensboard::widgets
