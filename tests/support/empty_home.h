#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace lensboard::test {

/// A folder that the program takes for the user's, with no settings, data or trash yet. Gone with this object.
class EmptyHome
{
public:
    EmptyHome()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("LensboardTest");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, path("settings"));
        QSettings().clear();
        qputenv("HOME", m_folder.path().toUtf8()); // and the trash
        qputenv("XDG_DATA_HOME", path("data").toUtf8());
        qputenv("XDG_CACHE_HOME", path("cache").toUtf8());
    }

    QString path(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

} // namespace lensboard::test
