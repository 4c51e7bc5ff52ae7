#include "app/pages/page_output.h"

#include "app/background_task.h"
#include "app/dialogs/complaint.h"
#include "app/dialogs/export_dialog.h"
#include "app/dialogs/plot_export_dialog.h"
#include "app/dialogs/save_path.h"
#include "app/drawing_task.h"
#include "app/pages/open_runs.h"
#include "app/pages/run_page.h"
#include "app/settings.h"
#include "core/bytes/part_file.h"
#include "core/remote/remote_source.h"
#include "core/session/tensor_files.h"
#include "core/session/trainer.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/run_names.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/plot_picture.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPrintDialog>
#include <QPrinter>

namespace lensboard::app {

using widgets::messageText;
using widgets::text;

namespace {

constexpr int kPictureWidth = 1600;

QString fileName(const QString &title)
{
    return text(store::fileNames({title.toStdString()}).front());
}

/// Returns an export path for each run; for a single run, \p path.
std::vector<std::filesystem::path> placesOf(const std::vector<const widgets::ShownRun *> &runs, ExportFormat format, const QString &path)
{
    if (runs.size() == 1)
        return {path.toStdString()};
    std::vector<std::string> names;
    for (const widgets::ShownRun *run : runs)
        names.push_back(run->name.toStdString());
    std::vector<std::filesystem::path> places;
    for (const std::string &name : store::fileNames(std::move(names)))
        places.push_back(pathOfRun(path.toStdString(), format, name));
    return places;
}

} // namespace

QWidget *PageOutput::window() const
{
    return m_page.window();
}

bool PageOutput::writeCopy(const QString &path) const
{
    const auto run = m_page.run();
    return runInBackground(window(), tr("Saving %1 …").arg(QFileInfo(path).fileName()),
                           [&](auto &progress) { store::saveRunCopy(*remote::exactly(run, progress), path.toStdString(), progress.stop); });
}

QString PageOutput::saveCopy(const QString &path) const
{
    const RunPage *const page = m_page.openRuns() ? m_page.openRuns()->find(path) : nullptr;
    if (page && page->feed().isTraining())
        return tr("%1: is being recorded; choose another name").arg(path);
    try {
        writeCopy(path);
        return {};
    } catch (const store::RunFileError &error) {
        return messageText(error);
    }
}

QString PageOutput::write(const store::Selection &part, ExportFormat format, const QString &path) const
{
    if (!kindOf(format).isPicture)
        return writeData(part, format, path);
    try {
        widgets::BoardContents contents = m_page.board()->contents();
        if (part.isEverything()) {
            contents.hiddenTags.clear();
            contents.hiddenLayers.clear();
            contents.chosen.reset();
        }
        if (drawInSteps(window(), tr("Drawing %1 …").arg(QFileInfo(path).fileName()),
                        [&](auto &progress) { exportPicture(contents, format, path.toStdString(), kPictureWidth, progress); }))
            noteExported(path);
        return {};
    } catch (const std::exception &error) {
        return messageText(error);
    }
}

/// With several runs, an error in one does not stop the export of the others.
QString PageOutput::writeData(const store::Selection &part, ExportFormat format, const QString &path) const
{
    const auto runs = m_page.board()->state().visibleRuns();
    const auto places = placesOf(runs, format, path);
    QStringList errors;
    for (std::size_t i = 0; i < runs.size(); ++i)
        try {
            if (!runInBackground(window(), tr("Exporting %1 …").arg(text(places[i].filename().string())),
                                 [&](auto &progress) { exportData(*remote::exactly(runs[i]->run, progress), part, format, places[i], progress); }))
                return errors.join(QStringLiteral("\n\n")); // given up
        } catch (const std::exception &error) {
            errors << (runs.size() == 1 ? QString() : runs[i]->name + QStringLiteral(": ")) + messageText(error);
        }
    if (errors.isEmpty() && !places.empty())
        noteExported(text(places.front().string()));
    return errors.join(QStringLiteral("\n\n"));
}

void PageOutput::noteExported(const QString &path) const
{
    m_page.notice(tr("Exported to %1.").arg(QDir::toNativeSeparators(path)), path);
}

QString PageOutput::saveTensors(const QString &tag, const QString &folder) const
{
    try {
        const auto run = m_page.run();
        runInBackground(window(), tr("Saving the tensors of %1 …").arg(tag),
                        [&](auto &progress) {
                            session::saveTensors(*remote::exactly(run, progress), tag.toStdString(), folder.toStdString(), [&progress](std::size_t done, std::size_t total) {
                                progress.total = total;
                                progress.done = done;
                                if (progress.stop.stop_requested())
                                    throw session::Cancelled();
                            });
                        });
        return {};
    } catch (const session::Cancelled &) {
        return {};
    } catch (const std::exception &error) {
        return messageText(error);
    }
}

QString PageOutput::copyPicture() const
{
    try {
        const widgets::BoardContents contents = m_page.board()->contents();
        drawInSteps(window(), tr("Drawing %1 …").arg(m_page.title()), [&](auto &progress) {
            QGuiApplication::clipboard()->setImage(drawPicture(contents, kPictureWidth, progress));
        });
        return {};
    } catch (const std::exception &error) {
        return messageText(error);
    }
}

QString PageOutput::print(QPrinter &printer) const
{
    try {
        const widgets::BoardContents contents = m_page.board()->contents();
        drawInSteps(window(), tr("Printing %1 …").arg(m_page.title()),
                    [&](auto &progress) { printPicture(contents, printer, progress); });
        return {};
    } catch (const std::exception &error) {
        return messageText(error);
    }
}

QString PageOutput::askForCopy() const
{
    const QString suggested = Settings::lastFolder() + '/' + fileName(m_page.title()) + ".lbrun";
    return askSavePath(window(), tr("Save a Copy"), suggested, tr("Lensboard runs (*.lbrun)"), "lbrun");
}

void PageOutput::askAndSaveCopy() const
{
    if (const QString path = askForCopy(); !path.isEmpty())
        complainUnlessEmpty(window(), tr("Cannot save a copy"), saveCopy(path));
}

void PageOutput::askAndSaveTensors(const QString &tag) const
{
    const QString title = tr("Save the Tensors of %1 into a Folder").arg(tag);
    const QString folder = QFileDialog::getExistingDirectory(window(), title, Settings::lastFolder());
    if (!folder.isEmpty() && mayReplace(window(), title, folder))
        complainUnlessEmpty(window(), tr("Cannot save the tensors"), saveTensors(tag, folder));
}

void PageOutput::askAndSaveMedium(const QString &name, const QByteArray &content) const
{
    const QString path = askSavePath(window(), tr("Save As"), Settings::lastFolder() + '/' + name, {}, QFileInfo(name).suffix());
    if (path.isEmpty())
        return;
    try {
        bytes::writeWhole(path.toStdString(), {content.constData(), static_cast<std::size_t>(content.size())});
        noteExported(path);
    } catch (const bytes::WriteError &error) {
        complainUnlessEmpty(window(), tr("Cannot save the file"), messageText(error));
    }
}

void PageOutput::askAndWrite() const
{
    ExportDialog dialog(fileName(m_page.title()), m_page.board()->shown(), window());
    if (const auto plot = widgets::currentPlot(*m_page.board()))
        dialog.offerPlot(plot->name);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (dialog.wantsPlot())
        askAndWritePlot();
    else
        complainUnlessEmpty(window(), tr("Cannot export"), write(dialog.part(), dialog.format(), dialog.path()));
}

void PageOutput::askAndWritePlot() const
{
    const auto plot = widgets::currentPlot(*m_page.board());
    if (!plot)
        return;
    PlotExportDialog dialog(plot->contents, plot->address, plot->size, fileName(m_page.title() + ' ' + plot->name), plot->window);
    if (dialog.exec() == QDialog::Accepted)
        complainUnlessEmpty(dialog.parentWidget(), tr("Cannot export"), writePlot(dialog));
}

QString PageOutput::writePlot(const PlotExportDialog &dialog) const
{
    try {
        bytes::PartFile out(dialog.path().toStdString());
        const QByteArray picture = dialog.picture();
        if (picture.isEmpty())
            return tr("This plot is no longer on the page.");
        out.write({picture.constData(), static_cast<std::size_t>(picture.size())});
        out.commit();
        noteExported(dialog.path());
        return {};
    } catch (const std::exception &error) {
        return messageText(error);
    }
}

void PageOutput::copyPictureOrComplain() const
{
    complainUnlessEmpty(window(), tr("Cannot copy the picture"), copyPicture());
}

void PageOutput::askAndPrint() const
{
    QPrinter printer;
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setDocName(m_page.title());
    QPrintDialog dialog(&printer, window());
    dialog.setOption(QAbstractPrintDialog::PrintPageRange, false);
    if (dialog.exec() == QDialog::Accepted)
        complainUnlessEmpty(window(), tr("Cannot print"), print(printer));
}

} // namespace lensboard::app
