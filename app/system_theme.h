#pragma once

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

namespace lensboard::app {

/// Reports if the desktop is light or dark, and changes of it: from the settings portal if available, otherwise from the
/// platform's palette. Qt 6.4 does not report it.
class SystemTheme final : public QObject
{
    Q_OBJECT

public:
    /// Queries \p bus, for at most 0.1 s; a later answer counts as a change.
    explicit SystemTheme(const QDBusConnection &bus, QObject *parent = nullptr);

    bool isDark() const { return m_isDark; }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private Q_SLOTS:
    void takeSetting(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void ask(bool wait);
    void take(const QDBusMessage &answer);
    void update();

    QDBusConnection m_bus;
    unsigned m_portal = 0; ///< 1 dark, 2 light; 0: no preference
    bool m_isDark = false;
};

} // namespace lensboard::app
