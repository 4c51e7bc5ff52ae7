#pragma once

#include <QMainWindow>

#include <memory>

class QAction;
class QStackedWidget;

namespace lensboard::app {

class ExperimentPage;
class FileOpener;
class HelpMenu;
class OpenRuns;
class Page;
class PageOutput;
class PageTabs;
class RunListActions;
class RunMenus;
class RunPage;
class RunTools;

/// Main window: runs as tabs, menus, dropped files.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Returns all open windows of the program, oldest first.
    static QList<MainWindow *> all();
    /// Deletes all windows, including closed ones that still wait for a nested event loop.
    static void deleteAll();
    /// Opens another window; it deletes itself when closed.
    static MainWindow *openAnother();
    /// Stops all trainings in all windows and closes their files, without asking.
    static void finishWindows();

    /// Opens an experiment, a run, or the list of runs in a folder, depending on \p path. Returns false after showing a message
    /// if opening fails.
    bool openFile(const QString &path, bool start = false);
    /// Reopens the files and folders of the last session, if the setting is on.
    void reopenTabs();
    /// Opens several runs together on a new page of plots.
    void openTogether(const QStringList &paths);
    RunPage *currentPage() const;
    QList<RunPage *> pages() const;
    void addPage(Page *page);
    void showPage(RunPage *page);
    /// Opens a page with a new experiment that has default values.
    ExperimentPage *newExperiment();
    /// Lowest number not used by another window when this one was opened; the key of its stored geometry.
    int place() const { return m_place; }
    /// Returns the open runs of all windows.
    const std::shared_ptr<OpenRuns> &openRuns() const { return m_openRuns; }
    /// Stops the trainings of this window and closes their files, without asking.
    void finishAll();
    void moveTabToNewWindow();
    /// Reopens the run or list that was closed last, if any.
    void reopenClosedTab();
    /// Ends the program, unless the user keeps a training running.
    void quit();

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildMenus();
    PageOutput output() const;
    template <typename Kind>
    QList<Kind *> pagesOf() const;
    bool mayLeaveExperiments();
    QStringList openPaths() const;
    void closeTab(int index);
    void closePage(Page *page);
    void nameRuns();
    void nameLists();
    void updateTitles();

    std::shared_ptr<OpenRuns> sharedRuns() const;

    const std::shared_ptr<OpenRuns> m_openRuns = sharedRuns();
    int m_place = -1;
    bool m_isFinished = false;
    bool m_isClosed = false;
    QStringList m_closedPaths; ///< paths of closed tabs, last closed at the end
    RunTools *m_runTools;
    FileOpener *m_opener;
    QStackedWidget *m_stack;
    PageTabs *m_tabs;
    RunMenus *m_runMenus = nullptr;
    RunListActions *m_listActions = nullptr;
    HelpMenu *m_helpMenu = nullptr;
    QList<QAction *> m_pageActions; ///< need an open page
    QAction *m_closeTab = nullptr;
};

} // namespace lensboard::app
