#pragma once

#include <QMainWindow>

#include <memory>

namespace lensboard::app {

class ExperimentPage;
class OpenRuns;
class Page;
class RunPage;

/// A window with pages, for the code that opens pages.
class PageWindow : public QMainWindow
{
public:
    using QMainWindow::QMainWindow;

    /// Opens an experiment, a run, or the list of runs in a folder, depending on \p path. Returns false after showing a message
    /// if opening fails.
    virtual bool openFile(const QString &path, bool start = false) = 0;
    virtual RunPage *currentPage() const = 0;
    virtual void addPage(Page *page) = 0;
    virtual void showPage(RunPage *page) = 0;
    /// Opens a page with a new experiment that has default values.
    virtual ExperimentPage *newExperiment() = 0;
    /// Returns the open runs of all windows.
    virtual const std::shared_ptr<OpenRuns> &openRuns() const = 0;
};

} // namespace lensboard::app
