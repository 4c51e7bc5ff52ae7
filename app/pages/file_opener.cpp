#include "app/pages/file_opener.h"

#include "app/background_task.h"
#include "app/dialogs/complaint.h"
#include "app/dialogs/model_layers_dialog.h"
#include "app/dialogs/model_trust.h"
#include "app/experiment_source.h"
#include "app/page_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/open_runs.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "app/settings.h"
#include "core/experiment/experiment.h"
#include "core/record/run_info.h"
#include "core/remote/links.h"
#include "core/remote/remote_source.h"
#include "core/runs/listed_runs.h"
#include "core/runs/run_source.h"
#include "core/session/engine_loader.h"
#include "widgets/core_words.h"

#include <QDir>
#include <QFileDialog>
#include <QPointer>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>

namespace lensboard::app {

using widgets::messageText;

namespace {

/// Returns true if the file's name or first character suggests an experiment. Everything else is opened as a run, and its reader
/// reports errors.
bool looksLikeExperiment(const QString &path)
{
    if (runs::isMeasurementDocument(path.toStdString()))
        return false;
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("json"))
        return true;
    if (suffix == QLatin1String("jsonl") || suffix == QLatin1String("ndjson"))
        return false;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(64).trimmed().startsWith('{');
}

bool looksLikeModel(const QString &path)
{
    static const QStringList kSuffixes = {"pt", "pth", "ts", "torchscript"};
    return kSuffixes.contains(QFileInfo(path).suffix().toLower());
}

experiment::Experiment readExperiment(const QString &path)
{
    return path.startsWith(':') ? experiment::Experiment::fromJson(readExample(path)) : experiment::readExperiment(path.toStdString());
}

} // namespace

FileOpener::FileOpener(PageWindow &window, RunTools &tools) : QObject(&window), m_window(window), m_tools(tools) {}

bool FileOpener::open(const QString &path, bool start)
{
    const bool isRemote = remote::isRemote(path.toStdString());
    const QString absolute = path.startsWith(':') || isRemote ? path : QFileInfo(path).absoluteFilePath();
    try {
        if (isRemote) {
            if (!openRemote(path))
                return false;
        } else if (runs::holdsRuns(absolute.toStdString())) {
            openFolder(absolute);
        } else if (looksLikeExperiment(absolute)) {
            if (!openExperiment(absolute, start))
                return false;
        } else if (looksLikeModel(absolute)) {
            if (!openModel(absolute))
                return false;
        } else if (!m_tools.open(absolute)) {
            return false;
        }
    } catch (const std::exception &error) {
        complain(&m_window, tr("Cannot open"), messageText(error));
        return false;
    }
    if (!path.startsWith(':')) {
        Settings::addRecentFile(absolute);
        if (!isRemote)
            Settings::setLastFolder(QFileInfo(absolute).absolutePath());
    }
    return true;
}

/// Returns false if its model is a program that may not run.
bool FileOpener::openExperiment(const QString &path, bool start)
{
    RunPage *const page = m_tools.prepare(readExperiment(path));
    if (page && start)
        page->feed().start();
    return page;
}

/// Opens an editor for an experiment with this model, and a dialog with its layers. Returns false if the user does not allow it to run.
bool FileOpener::openModel(const QString &path)
{
    if (path.endsWith(QLatin1String(".checkpoint.pt")))
        throw std::runtime_error(tr("%1 is the checkpoint of a run; open the run beside it, and resume it.").arg(QDir::toNativeSeparators(path)).toStdString());
    session::ModelInspection model;
    const auto inspect = [&](bool onlyCheck, const std::string &sha256) {
        return runInBackground(&m_window, tr("Opening %1 …").arg(QFileInfo(path).fileName()), [&](auto &) {
            model = session::inspectModel({path.toStdString(), {}, "float32", onlyCheck, sha256});
        });
    };
    if (!inspect(true, {}))
        return false;
    const auto trusted = trustedModel(&m_window, path);
    if (!trusted || !inspect(false, *trusted))
        return false;
    m_window.newExperiment()->startWithModel(path);
    auto *layers = new ModelLayersDialog(path, model, &m_window);
    layers->setAttribute(Qt::WA_DeleteOnClose);
    layers->show();
    return true;
}

/// Returns false if the user cancelled.
bool FileOpener::openRemote(const QString &url)
{
    const auto there = remote::linkTo(remote::locationFrom(url.toStdString())); // keeps the connection for the list of a folder
    std::unique_ptr<runs::RunSource> source;
    if (!runInBackground(&m_window, tr("Opening %1 …").arg(url), [&](auto &progress) { source = remote::openRemote(url.toStdString(), progress); }))
        return false;
    if (source)
        m_tools.show(std::move(source), url);
    else
        openFolder(url);
    return true;
}

/// Lists the runs of a folder. Shows a single run instead of the list, unless the list was moved to another window. Keeps the
/// list if the run was already open or is being recorded, since a sweep may add runs.
void FileOpener::openFolder(const QString &path)
{
    auto *list = new RunListPage(path, &m_window);
    m_window.addPage(list);
    connect(list, &RunListPage::listed, list, [this, self = QPointer<FileOpener>(this), list] {
        if (!self || list->window() != &m_window) // the list may have been moved to another window, and this one closed
            return;
        const QStringList runs = list->runs();
        const bool wasOpen = runs.size() == 1 && m_tools.openRuns()->find(runs.front(), &m_window);
        if (runs.size() != 1 || !m_tools.openListed(runs.front()))
            return;
        if (!wasOpen && !record::mayGrow(m_window.currentPage()->run()->info().status))
            Q_EMIT list->closeRequested();
    }, Qt::QueuedConnection); // queued: the call may close the list
}

void FileOpener::askAndOpen(const QString &title, const QString &filter)
{
    for (const QString &path : QFileDialog::getOpenFileNames(&m_window, title, Settings::lastFolder(), filter))
        open(path);
}

void FileOpener::askAndOpenFolder()
{
    if (const QString folder = QFileDialog::getExistingDirectory(&m_window, tr("Open Folder"), Settings::lastFolder()); !folder.isEmpty())
        open(folder);
}

void FileOpener::askAndOpenRemote()
{
    QStringList known = Settings::recentFiles();
    known.removeIf([](const QString &path) { return !remote::isRemote(path.toStdString()); });
    if (known.isEmpty())
        known << QStringLiteral("ssh://");
    bool isGiven = false;
    const QString url = QInputDialog::getItem(&m_window, tr("Open Remote"),
                                              tr("A folder of runs, or a run, on a machine that ssh reaches and where Lensboard is installed:\n"
                                                 "ssh://[user@]host[:port]/folder, or ssh://host/~/folder below the home there"),
                                              known, 0, true, &isGiven)
                            .trimmed();
    if (isGiven && !url.isEmpty())
        open(remote::isRemote(url.toStdString()) ? url : QStringLiteral("ssh://") + url);
}

void FileOpener::addExamples(QMenu &menu)
{
    for (const QString &path : examplePaths())
        menu.addAction(QFileInfo(path).completeBaseName(), this, [this, path] { open(path, true); });
}

} // namespace lensboard::app
