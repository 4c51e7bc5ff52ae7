#pragma once

#include "app/page_window.h"

class QAction;
class QStackedWidget;

namespace lensboard::app {

class FileOpener;
class HelpMenu;
class PageOutput;
class PageTabs;
class RunListActions;
class RunMenus;
class RunTools;

/// Main window: runs as tabs, menus, dropped files.
class MainWindow final : public PageWindow
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

    bool openFile(const QString &path, bool start = false) override;
    /// Reopens the files and folders of the last session, if the setting is on.
    void reopenTabs();
    /// Opens several runs together on a new page of plots.
    void openTogether(const QStringList &paths);
    RunPage *currentPage() const override;
    QList<RunPage *> pages() const;
    void addPage(Page *page) override;
    void showPage(RunPage *page) override;
    ExperimentPage *newExperiment() override;
    /// Lowest number not used by another window when this one was opened; the key of its stored geometry.
    int place() const { return m_place; }
    const std::shared_ptr<OpenRuns> &openRuns() const override { return m_openRuns; }
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
