#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

/// What the application remembers between starts.
namespace lensboard::app {

enum class Theme { System, Light, Dark };

class Settings
{
public:
    static QStringList recentFiles();
    static void addRecentFile(const QString &path);
    static void clearRecentFiles();

    /// Of the command palette, the last one first.
    static QStringList recentCommands();
    static void addRecentCommand(const QString &id);

    static QByteArray windowGeometry();
    static void setWindowGeometry(const QByteArray &geometry);

    static QString lastFolder();
    static void setLastFolder(const QString &folder);

    static Theme theme();
    static void setTheme(Theme theme);
};

} // namespace lensboard::app
