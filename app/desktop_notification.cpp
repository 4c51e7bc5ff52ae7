#include "app/desktop_notification.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QGuiApplication>
#include <QVariantMap>

namespace lensboard::app {

void notifyDesktop(const QString &title, const QString &text)
{
    if (QGuiApplication::applicationState() == Qt::ApplicationActive)
        return;
    // org.freedesktop.Notifications, Desktop Notifications Specification 1.2
    QDBusMessage call = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
                                                       QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    constexpr uint kNew = 0;
    constexpr int kDesktopsTime = -1;
    call.setArguments({QStringLiteral("Lensboard"), kNew, QStringLiteral("lensboard"), title, text.toHtmlEscaped(), QStringList(), QVariantMap(), kDesktopsTime});
    QDBusConnection::sessionBus().send(call);
}

} // namespace lensboard::app
