#include "app/late_deletion.h"

#include <QThread>
#include <QTimer>
#include <QWidget>

namespace lensboard::app {

bool isWaitingWithin()
{
    constexpr int kProgram = 1; ///< loop level of QApplication::exec()
    return QThread::currentThread()->loopLevel() > kProgram;
}

void deleteWhenUnused(QWidget *widget)
{
    constexpr int kBetweenLooksMs = 50;
    if (!isWaitingWithin()) {
        delete widget;
        return;
    }
    widget->hide();
    QTimer::singleShot(kBetweenLooksMs, widget, [widget] { deleteWhenUnused(widget); });
}

} // namespace lensboard::app
