#pragma once

#include <QObject>
#include <QVariantAnimation>

class QScrollBar;
class QWheelEvent;

namespace lensboard::widgets {

/// Moves a vertical scroll bar by the wheel: a short glide per notch, pixel-exact for a touchpad.
class WheelGlide final : public QObject
{
    Q_OBJECT

public:
    WheelGlide(QScrollBar *bar, QObject *parent);

    /// Accepts the event unless it does not scroll vertically, because of modifiers or a horizontal direction.
    void turn(QWheelEvent &event);

Q_SIGNALS:
    /// The wheel scrolled under a resting mouse.
    void moved();

private:
    void moveTo(int value);
    void glideBy(double pixels);
    void moveBy(double pixels);

    QScrollBar *m_bar;
    QVariantAnimation m_glide;
    int m_reached = 0; ///< position reached by the glide
    double m_rest = 0; ///< fraction of a pixel
};

} // namespace lensboard::widgets
