#include "app/settings.h"

#include <QDir>
#include <QSettings>

namespace lensboard::app {

namespace {

constexpr int kMostRecentFiles = 10;

QVariant value(const char *key, const QVariant &fallback = {})
{
    return QSettings().value(QString::fromLatin1(key), fallback);
}

void setValue(const char *key, const QVariant &value)
{
    QSettings().setValue(QString::fromLatin1(key), value);
}

} // namespace

QStringList Settings::recentFiles()
{
    return value("recentFiles").toStringList();
}

void Settings::addRecentFile(const QString &path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    setValue("recentFiles", files.mid(0, kMostRecentFiles));
}

void Settings::clearRecentFiles()
{
    setValue("recentFiles", QStringList());
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
