#include "app/settings.h"

#include <QDir>
#include <QSettings>

namespace lensboard::app {

namespace {

constexpr qsizetype kMostRecentFiles = 10, kMostRecentCommands = 8;

QVariant value(const char *key, const QVariant &fallback = {})
{
    return QSettings().value(QString::fromLatin1(key), fallback);
}

void setValue(const char *key, const QVariant &value)
{
    QSettings().setValue(QString::fromLatin1(key), value);
}

void putFirst(const char *key, const QString &entry, qsizetype most)
{
    QStringList list = value(key).toStringList();
    list.removeAll(entry);
    list.prepend(entry);
    setValue(key, list.mid(0, most));
}

} // namespace

QStringList Settings::recentFiles()
{
    return value("recentFiles").toStringList();
}

void Settings::addRecentFile(const QString &path)
{
    putFirst("recentFiles", path, kMostRecentFiles);
}

void Settings::clearRecentFiles()
{
    setValue("recentFiles", QStringList());
}

QStringList Settings::recentCommands()
{
    return value("recentCommands").toStringList();
}

void Settings::addRecentCommand(const QString &id)
{
    putFirst("recentCommands", id, kMostRecentCommands);
}

QByteArray Settings::windowGeometry()
{
    return value("window/geometry").toByteArray();
}

void Settings::setWindowGeometry(const QByteArray &geometry)
{
    setValue("window/geometry", geometry);
}

QString Settings::lastFolder()
{
    return value("lastFolder", QDir::homePath()).toString();
}

void Settings::setLastFolder(const QString &folder)
{
    setValue("lastFolder", folder);
}

Theme Settings::theme()
{
    const QString name = value("theme").toString();
    return name == QLatin1String("light") ? Theme::Light : name == QLatin1String("dark") ? Theme::Dark : Theme::System;
}

void Settings::setTheme(Theme theme)
{
    setValue("theme", theme == Theme::Light ? "light" : theme == Theme::Dark ? "dark" : "system");
}

} // namespace lensboard::app
