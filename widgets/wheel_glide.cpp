#include "widgets/wheel_glide.h"

#include <QApplication>
#include <QScrollBar>
#include <QStyle>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kNotch = 120; ///< eighths of a degree per notch
constexpr int kGlideMs = 120;

/// Returns true for real pixel deltas: X11 drivers guess the pixels of a wheel, but a touchpad with real ones also sends scroll
/// phases.
bool hasPixels(const QWheelEvent &event)
{
    return event.pixelDelta().y() != 0 && (event.phase() != Qt::NoScrollPhase || event.angleDelta().isNull());
}

} // namespace

WheelGlide::WheelGlide(QScrollBar *bar, QObject *parent) : QObject(parent), m_bar(bar)
{
    m_glide.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_glide, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        if (m_glide.state() != QAbstractAnimation::Running)
            return;
        if (m_bar->value() != m_reached) // the bar was moved by something else
            return m_glide.stop();
        moveTo(value.toInt());
    });
}

void WheelGlide::turn(QWheelEvent &event)
{
    const QPoint angle = event.angleDelta();
    if (event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier) || std::abs(angle.x()) > std::abs(angle.y()))
        return event.ignore();
    if (hasPixels(event))
        moveBy(-event.pixelDelta().y());
    else if (const double pixels = -static_cast<double>(angle.y()) / kNotch * QApplication::wheelScrollLines() * m_bar->singleStep();
             angle.y() % kNotch == 0)
        glideBy(pixels);
    else
        moveBy(pixels);
    event.accept();
}

void WheelGlide::moveTo(int value)
{
    const int before = m_bar->value();
    m_bar->setValue(value);
    m_reached = m_bar->value();
    if (m_reached != before)
        Q_EMIT moved();
}

void WheelGlide::moveBy(double pixels)
{
    m_glide.stop();
    m_rest += pixels;
    const int whole = static_cast<int>(m_rest);
    m_rest -= whole;
    moveTo(m_bar->value() + whole);
}

/// Glides from the current position. Consecutive notches add up; a notch in the other direction reverses at once.
void WheelGlide::glideBy(double pixels)
{
    const int from = m_bar->value();
    const int left = m_glide.state() == QAbstractAnimation::Running ? m_glide.endValue().toInt() - from : 0;
    const int further = std::clamp(static_cast<int>(std::lround(pixels)), -m_bar->pageStep(), m_bar->pageStep());
    const int to = std::clamp(from + further + (left * pixels > 0 ? left : 0), m_bar->minimum(), m_bar->maximum());
    m_glide.stop();
    if (to == from)
        return;
    const int duration = std::min(kGlideMs, m_bar->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, m_bar));
    if (duration <= 0) // animations are disabled
        return moveTo(to);
    m_reached = from;
    m_glide.setStartValue(from);
    m_glide.setEndValue(to);
    m_glide.setDuration(duration);
    m_glide.start();
}

} // namespace lensboard::widgets
