#include "app/system_theme.h"

#include <QApplication>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QEvent>
#include <QPalette>
#include <QTimer>

namespace lensboard::app {

namespace {

constexpr int kPatienceMs = 100;
constexpr unsigned kDark = 1, kLight = 2;
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

/// Returns true if the platform's own palette is dark, ignoring the palette set by the application.
bool isPlatformDark()
{
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());
    const QPalette platform = QApplication::palette();
    QApplication::setPalette(ours);
    return platform.color(QPalette::Window).lightness() < platform.color(QPalette::WindowText).lightness();
}

} // namespace

SystemTheme::SystemTheme(const QDBusConnection &bus, QObject *parent) : QObject(parent), m_bus(bus)
{
    m_isDark = isPlatformDark();
    qApp->installEventFilter(this);
    if (!m_bus.isConnected())
        return;
    qRegisterMetaType<QDBusVariant>(); // Qt finds the slot's parameter types by name
    m_bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                  SLOT(takeSetting(QString, QString, QDBusVariant)));
    ask(true);
}

void SystemTheme::ask(bool wait)
{
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << kGroup << kKey;
    if (wait) {
        const QDBusMessage answer = m_bus.call(question, QDBus::Block, kPatienceMs);
        if (answer.type() == QDBusMessage::ReplyMessage)
            take(answer);
        else if (answer.errorName() == QLatin1String("org.freedesktop.DBus.Error.NoReply"))
            ask(false); // the portal is being started
        return;
    }
    auto *answered = new QDBusPendingCallWatcher(m_bus.asyncCall(question), this);
    connect(answered, &QDBusPendingCallWatcher::finished, this, [this, answered] {
        take(answered->reply());
        answered->deleteLater();
    });
}

void SystemTheme::take(const QDBusMessage &answer)
{
    if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty())
        return; // no portal, or one without this setting
    QVariant value = answer.arguments().front();
    while (value.canConvert<QDBusVariant>()) // the Read method wraps the value twice
        value = value.value<QDBusVariant>().variant();
    m_portal = value.toUInt();
    update();
}

void SystemTheme::takeSetting(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group != kGroup || key != kKey)
        return;
    m_portal = value.variant().toUInt();
    update();
}

void SystemTheme::update()
{
    const bool isDark = m_portal == kDark || (m_portal != kLight && isPlatformDark());
    if (isDark == m_isDark)
        return;
    m_isDark = isDark;
    Q_EMIT changed();
}

/// Handles a change of the platform's palette.
bool SystemTheme::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ThemeChange)
        QTimer::singleShot(0, this, &SystemTheme::update);
    return QObject::eventFilter(watched, event);
}

} // namespace lensboard::app
