#pragma once

#include <QObject>

class QMenu;

namespace lensboard::app {

class PageWindow;
class RunTools;

/// Opens files and folders in a window by their kind: prepares an experiment, creates an experiment for a model, opens a run,
/// lists the runs in a folder. Shows a message if something cannot be opened.
class FileOpener final : public QObject
{
    Q_OBJECT

public:
    FileOpener(PageWindow &window, RunTools &tools);

    /// \p start: trains an experiment at once. Returns false if \p path cannot be opened, or is a program that may not run.
    bool open(const QString &path, bool start = false);
    void askAndOpen(const QString &title, const QString &filter);
    void askAndOpenFolder();
    void askAndOpenRemote();
    /// Adds an action for each example that comes with the program.
    void addExamples(QMenu &menu);

private:
    bool openExperiment(const QString &path, bool start);
    bool openModel(const QString &path);
    bool openRemote(const QString &url);
    void openFolder(const QString &path);

    PageWindow &m_window;
    RunTools &m_tools;
};

} // namespace lensboard::app
