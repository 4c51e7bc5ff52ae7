#pragma once

#include "app/output/run_export.h"

#include <QCoreApplication>

namespace lensboard::app {

class PlotExportDialog;
class RunPage;

/// Output of a page: copies of its run, exports, pictures, printing.
/// Thread: the window's.
/// Errors: functions return an error message, or an empty string after success or cancelling.
class PageOutput
{
    Q_DECLARE_TR_FUNCTIONS(PageOutput)

public:
    explicit PageOutput(RunPage &page) : m_page(page) {}

    QString saveCopy(const QString &path) const;
    QString write(const store::Selection &part, ExportFormat format, const QString &path) const;
    /// Saves the tensors of a tag in \p folder.
    QString saveTensors(const QString &tag, const QString &folder) const;
    QString copyPicture() const;
    QString print(QPrinter &printer) const;

    /// Writes a copy of the run. Returns false if the user cancelled; no new file is left then.
    /// Errors: store::RunFileError.
    bool writeCopy(const QString &path) const;
    /// Asks for the path of a copy; returns an empty string if the user cancels.
    QString askForCopy() const;

    /// The ask… functions ask for path and format, then write. They show errors over the page.
    void askAndSaveCopy() const;
    void askAndWrite() const;
    /// Writes the plot that was last under the mouse.
    void askAndWritePlot() const;
    void askAndSaveTensors(const QString &tag) const;
    /// Writes \p content unchanged. \p name is the suggested file name.
    void askAndSaveMedium(const QString &name, const QByteArray &content) const;
    void copyPictureOrComplain() const;
    void askAndPrint() const;

private:
    QWidget *window() const;
    void noteExported(const QString &path) const;
    QString writePlot(const PlotExportDialog &dialog) const;
    QString writeData(const store::Selection &part, ExportFormat format, const QString &path) const;

    RunPage &m_page;
};

} // namespace lensboard::app
