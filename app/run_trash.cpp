#include "app/run_trash.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace lensboard::app {

namespace {

constexpr int kMostCounted = 100'000;

struct RunTrash
{
    Q_DECLARE_TR_FUNCTIONS(RunTrash)
};

int fileCount(const QString &folder)
{
    int count = 0;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext() && count < kMostCounted) {
        files.next();
        ++count;
    }
    return count;
}

} // namespace

QString describeForTrash(const QString &path)
{
    const QString shown = QDir::toNativeSeparators(path);
    if (QFileInfo(path).isDir())
        return RunTrash::tr("%1, the folder with all in it: %n file(s)", nullptr, fileCount(path)).arg(shown);
    return shown;
}

QString moveRunToTrash(const QString &path)
{
    if (!QFileInfo::exists(path))
        return RunTrash::tr("%1: is gone already").arg(QDir::toNativeSeparators(path));
    // Where the user's data folder is missing, Qt 6.4 takes the working directory for the trash.
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    if (!QDir().mkpath(data))
        return RunTrash::tr("%1: cannot be moved to the trash: the folder %2 cannot be made").arg(QDir::toNativeSeparators(path), data);
    for (const char *suffix : {"", "-wal", "-shm", "-journal"}) {
        QFile file(path + QLatin1String(suffix));
        if (file.exists() && !file.moveToTrash())
            return RunTrash::tr("%1: cannot be moved to the trash: %2").arg(QDir::toNativeSeparators(file.fileName()), file.errorString());
    }
    return {};
}

} // namespace lensboard::app
