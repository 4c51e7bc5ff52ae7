#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace lensboard::test {

/// Sets an empty home folder without settings, data or trash. Deleted with this object.
class EmptyHome
{
public:
    EmptyHome()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("LensboardTest");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, path("settings"));
        QSettings().clear();
        qputenv("HOME", m_folder.path().toUtf8()); // also the folder of the trash
        qputenv("XDG_DATA_HOME", path("data").toUtf8());
        qputenv("XDG_CACHE_HOME", path("cache").toUtf8());
    }

    QString path(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

} // namespace lensboard::test
