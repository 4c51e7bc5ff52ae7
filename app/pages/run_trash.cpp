#include "app/pages/run_trash.h"

#include "core/session/resumed_run.h"
#include "widgets/qt_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace lensboard::app {

namespace {

constexpr int kMaxCounted = 100'000;

struct RunTrash
{
    Q_DECLARE_TR_FUNCTIONS(RunTrash)
};

int fileCount(const QString &folder)
{
    int count = 0;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext() && count < kMaxCounted) {
        files.next();
        ++count;
    }
    return count;
}

/// Returns the run file and the files that belong to it: SQLite's side files, the checkpoint, and the old file of an interrupted
/// resume.
QStringList filesOf(const QString &path)
{
    QStringList files = {path};
    if (!path.endsWith(QLatin1String(".lbrun")))
        return files;
    for (const char *suffix : {"-wal", "-shm", "-journal", ".before", ".before-wal", ".before-shm"})
        files << path + QLatin1String(suffix);
    files << widgets::text(session::checkpointPath(path.toStdString()).string());
    return files;
}

} // namespace

QString describeForTrash(const QString &path)
{
    const QString shown = QDir::toNativeSeparators(path);
    if (QFileInfo(path).isDir())
        return RunTrash::tr("%1, the folder with all in it: %n file(s)", nullptr, fileCount(path)).arg(shown);
    return filesOf(path).size() > 1 && QFileInfo::exists(filesOf(path).back()) ? RunTrash::tr("%1, with its checkpoint").arg(shown) : shown;
}

QString moveRunToTrash(const QString &path)
{
    if (!QFileInfo::exists(path))
        return RunTrash::tr("%1: is gone already").arg(QDir::toNativeSeparators(path));
    // without the user's data folder, Qt 6.4 would use the working directory as trash
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    if (!QDir().mkpath(data))
        return RunTrash::tr("%1: cannot be moved to the trash: the folder %2 cannot be made").arg(QDir::toNativeSeparators(path), data);
    for (const QString &part : filesOf(path)) {
        QFile file(part);
        if (file.exists() && !file.moveToTrash())
            return RunTrash::tr("%1: cannot be moved to the trash: %2").arg(QDir::toNativeSeparators(file.fileName()), file.errorString());
    }
    return {};
}

} // namespace lensboard::app
