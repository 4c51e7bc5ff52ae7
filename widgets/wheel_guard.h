#pragma once

#include <QObject>
#include <QPoint>
#include <QPointer>
#include <QWidget>

#include <optional>

class QWheelEvent;
class QWidget;

namespace lensboard::widgets {

/// Event filter of the whole application: the wheel changes a field only if a click or a key has given the field the focus.
/// Otherwise the wheel scrolls the page around the field. Fields are combo boxes, spin boxes and sliders, in all windows and dialogs.
class WheelGuard final : public QObject
{
    Q_OBJECT

public:
    /// Call before any field is shown. Further calls do nothing.
    static void install();
    /// Returns true if Qt would change the value of \p object by the wheel.
    static bool isField(const QObject *object);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using QObject::QObject;
    bool keepsFromField(const QWidget &receiver, const QWheelEvent &event);

    std::optional<QPoint> m_scrolledAt; ///< position of the mouse where the wheel last scrolled a page, until a click or a key
    QPointer<const QWidget> m_chosen; ///< the field that a click or a key focused last
};

} // namespace lensboard::widgets
