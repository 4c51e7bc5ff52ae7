#pragma once

#include "app/pages/run_export.h"

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
    /// The tensors of a tag into \p folder.
    QString saveTensors(const QString &tag, const QString &folder) const;
    QString copyPicture() const;
    QString print(QPrinter &printer) const;

    /// Returns false if the user gave it up; then there is no new file.
    /// Errors: store::RunFileError.
    bool writeCopy(const QString &path) const;
    /// Asks for the path of a copy; empty if the user wants none.
    QString askForCopy() const;

    /// The same after the user was asked where and how, as far as there is to ask. Errors are shown over the page.
    void askAndSaveCopy() const;
    void askAndWrite() const;
    /// Writes the plot that was last under the mouse.
    void askAndWritePlot() const;
    void askAndSaveTensors(const QString &tag) const;
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
