#pragma once

#include <QMainWindow>

class QAction;
class QStackedWidget;

namespace lensboard::app {

class ExperimentPage;
class FileOpener;
class HelpMenu;
class Page;
class PageOutput;
class PageTabs;
class RunListActions;
class RunMenus;
class RunPage;
class RunTools;

/// The window: runs as tabs, menus, dropped files.
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
    /// A window that deletes itself when it is closed.
    static MainWindow *openAnother();
    /// Stops all trainings in all windows and closes their files, without asking.
    static void finishWindows();

    /// Opens an experiment, a run, or the list of runs in a folder, depending on \p path. Returns false after showing a message
    /// if opening fails.
    bool openFile(const QString &path, bool start = false);
    /// The files and folders that were open at the end of the last time, if the user wants them.
    void reopenTabs();
    /// Opens several runs together on a new page of plots.
    void openTogether(const QStringList &paths);
    RunPage *currentPage() const;
    QList<RunPage *> pages() const;
    void addPage(Page *page);
    void showPage(RunPage *page);
    /// Opens a page with a new experiment that has default values.
    ExperimentPage *newExperiment();
    /// The lowest that no other window had when this one was opened; its geometry is kept under it.
    int place() const { return m_place; }
    /// Stops the trainings of this window and closes their files, without asking.
    void finishAll();
    void moveTabToNewWindow();
    /// The run or list that was closed last, if one was.
    void reopenClosedTab();
    /// Ends the program, unless a training is to go on.
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

    int m_place = -1;
    bool m_isFinished = false;
    bool m_isClosed = false;
    QStringList m_closedPaths; ///< of tabs, the last one at the end
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
