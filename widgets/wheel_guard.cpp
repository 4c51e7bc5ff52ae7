#include "widgets/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QScrollBar>
#include <QWheelEvent>

namespace lensboard::widgets {

namespace {

/// Returns the field that has the focus, itself or by its line edit; null if none.
const QWidget *focusedField()
{
    const QWidget *widget = QApplication::focusWidget();
    while (widget && !WheelGuard::isField(widget))
        widget = widget->isWindow() ? nullptr : widget->parentWidget();
    return widget;
}

} // namespace

void WheelGuard::install()
{
    if (qApp->findChild<WheelGuard *>({}, Qt::FindDirectChildrenOnly))
        return;
    qApp->installEventFilter(new WheelGuard(qApp));
}

bool WheelGuard::isField(const QObject *object)
{
    return qobject_cast<const QComboBox *>(object) || qobject_cast<const QAbstractSpinBox *>(object)
        || (qobject_cast<const QAbstractSlider *>(object) && !qobject_cast<const QScrollBar *>(object));
}

/// Qt gives a field with Qt::WheelFocus the focus before it sends the wheel event. Therefore fields lose this policy before they are shown.
bool WheelGuard::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Polish:
        if (isField(watched) && static_cast<QWidget *>(watched)->focusPolicy() == Qt::WheelFocus)
            static_cast<QWidget *>(watched)->setFocusPolicy(Qt::StrongFocus);
        return false;
    case QEvent::FocusIn: // a window that becomes active gives its first field the focus: nobody chose that field
        if (static_cast<QFocusEvent *>(event)->reason() != Qt::ActiveWindowFocusReason)
            m_chosen = focusedField();
        return false;
    case QEvent::MouseButtonPress:
    case QEvent::KeyPress:
        m_scrolledAt.reset();
        m_chosen = focusedField();
        return false;
    case QEvent::Wheel:
        if (!watched->isWidgetType() || !keepsFromField(static_cast<QWidget &>(*watched), static_cast<QWheelEvent &>(*event)))
            return false;
        event->ignore();
        return true;
    default: return false;
    }
}

/// A focused field that a scrolled page moved under a resting mouse does not take the wheel either: the page scrolls on.
bool WheelGuard::keepsFromField(const QWidget &receiver, const QWheelEvent &event)
{
    const QPoint at = event.globalPosition().toPoint();
    const QWidget *const focused = focusedField();
    const bool isForFocused = focused && focused == m_chosen && m_scrolledAt != at && focused->visibleRegion().contains(focused->mapFromGlobal(at));
    if (!isForFocused)
        m_scrolledAt = at;
    return isField(&receiver) && !(isForFocused && &receiver == focused);
}

} // namespace lensboard::widgets
