#pragma once

#include "app/run_export.h"

#include <QMainWindow>

class QMenu;
class QStackedWidget;
class QTabWidget;

namespace lensboard::widgets {
class BoardActions;
class RunControls;
}

namespace lensboard::app {

class ExperimentPage;
class RunPage;

/// The window: runs as tabs, menus, dropped files.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens an experiment (prepares it), a run, or the list of runs in a folder, by what the path is. False, with a
    /// message, if it cannot.
    bool openFile(const QString &path, bool start = false);
    RunPage *currentPage() const;
    QList<RunPage *> pages() const;
    /// An editor for another experiment, which begins with the defaults.
    ExperimentPage *newExperiment();
    /// Stops all trainings and closes their files, without asking.
    void finishAll();
    /// Errors: what went wrong, empty if nothing did.
    QString saveCopy(const QString &path);
    QString exportRun(const store::Selection &part, ExportFormat format, const QString &path);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildMenus();
    QWidget *buildWelcome();
    void fillExamples(QMenu *menu);
    void fillRecent();
    void fillRunMenu();
    void fillPlotsMenu();
    bool openRun(const QString &path);
    void openFolder(const QString &path);
    void openListed(const QString &path);
    void addPage(RunPage *page);
    void replayCurrent();
    void replay(std::shared_ptr<const store::Run> run, const QString &title);
    QList<ExperimentPage *> experimentPages() const;
    void trainAgain();
    void showWhetherAgain();
    void closeTab(int index);
    void updateTitles();
    void askAndOpen(const QString &title, const QString &filter);
    void askAndOpenFolder();
    void askAndOverlay(RunPage &page);
    void overlay(RunPage &page, const QString &path);
    void askAndSaveCopy();
    void askAndExport();
    void complain(const QString &title, const QString &message);
    bool mayLose(const QString &name);
    bool mayStop(const QList<RunPage *> &pages);

    QStackedWidget *m_stack;
    QTabWidget *m_tabs;
    QMenu *m_recent = nullptr;
    QMenu *m_run = nullptr;
    QMenu *m_plots = nullptr;
    QAction *m_clearRecent = nullptr;
    widgets::RunControls *m_noControls = nullptr; ///< whose actions the menu has while no run is open
    QAction *m_replay = nullptr;
    widgets::BoardActions *m_noBoardActions = nullptr; ///< the same of plots
    QList<QAction *> m_pageActions; ///< those that need a page
    QAction *m_closeTab = nullptr;
    QAction *m_again = nullptr;
};

} // namespace lensboard::app
