#pragma once

#include <QObject>
#include <QPointer>

class QAction;
class QMainWindow;
class QMenu;
class QMenuBar;

namespace lensboard::widgets {
class BoardActions;
class RunControls;
}

namespace lensboard::app {

class RunPage;
class RunTools;
class TrainingActions;

/// The menus of the current run: Run, Plots and Layers. Without an open run, the menus show disabled actions.
class RunMenus final : public QObject
{
    Q_OBJECT

public:
    /// Adds the menus to the bar of \p window. \p tools must outlive this object.
    RunMenus(QMainWindow &window, RunTools &tools);

    /// Sets the current page; null if it does not show a run.
    void setPage(RunPage *page);

private:
    void fillRun();
    void fillPlots();
    void fillLayers();
    void replay();

    RunTools &m_tools;
    QPointer<RunPage> m_page;
    QMenu *m_run;
    QMenu *m_plots;
    QMenu *m_layers;
    widgets::RunControls *m_noControls; ///< provides the menu's actions while no run is open
    widgets::BoardActions *m_noBoardActions; ///< disabled plot actions, as above
    QAction *m_replay;
    TrainingActions *m_trainingActions;
};

} // namespace lensboard::app
