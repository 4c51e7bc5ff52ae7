#include "app/menus/run_menus.h"

#include "app/pages/run_page.h"
#include "app/pages/run_reading.h"
#include "app/pages/run_tools.h"
#include "app/pages/training_actions.h"
#include "widgets/board/board_actions.h"
#include "widgets/board/plot_board.h"
#include "widgets/layer_panel.h"
#include "widgets/run_controls.h"
#include "widgets/runs/runs_panel.h"

#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace lensboard::app {

RunMenus::RunMenus(QMainWindow &window, RunTools &tools)
    : QObject(&window), m_tools(tools), m_run(window.menuBar()->addMenu(tr("&Run"))), m_plots(window.menuBar()->addMenu(tr("&Plots"))),
      m_layers(window.menuBar()->addMenu(tr("La&yers"))), m_noControls(new widgets::RunControls(&window)),
      m_replay(new QAction(tr("&Replay"), this)), m_trainingActions(new TrainingActions(m_run, tools, &window))
{
    m_noControls->showSaved({});
    m_noControls->hide();
    auto *noBoard = new widgets::PlotBoard(&window);
    noBoard->hide();
    m_noBoardActions = new widgets::BoardActions(noBoard);
    m_replay->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_replay->setToolTip(tr("Play this run in a tab of its own, as if it were live, at any speed"));
    m_replay->setStatusTip(m_replay->toolTip());
    m_layers->setToolTipsVisible(true);
    connect(m_replay, &QAction::triggered, this, &RunMenus::replay);
    connect(m_plots, &QMenu::aboutToShow, this, &RunMenus::fillPlots); // plot actions depend on the tag last under the mouse
}

void RunMenus::setPage(RunPage *page)
{
    m_trainingActions->setPage(page);
    m_replay->setEnabled(page && !page->replayControls());
    if (page && page == m_page)
        return;
    m_page = page;
    fillRun();
    fillPlots();
    fillLayers();
}

void RunMenus::fillRun()
{
    m_run->clear();
    if (m_page)
        m_run->addActions(m_page->feed().actions());
    else
        m_run->addActions(m_noControls->controlActions());
    m_run->addSeparator();
    m_run->addAction(m_replay);
    if (m_page)
        m_run->addAction(m_page->reading()->changeAction());
    m_run->addSeparator();
    m_run->addActions(m_trainingActions->actions());
}

void RunMenus::fillPlots()
{
    m_plots->clear();
    if (m_page) {
        m_page->boardActions()->fill(*m_plots);
        m_plots->addSeparator();
        m_plots->addActions(m_page->runsPanel()->actions());
    } else {
        m_noBoardActions->fill(*m_plots);
    }
    m_plots->setEnabled(m_page);
}

void RunMenus::fillLayers()
{
    m_layers->clear();
    m_layers->menuAction()->setEnabled(m_page);
    if (m_page)
        m_layers->addActions(m_page->layerPanel()->actions());
}

void RunMenus::replay()
{
    m_tools.replay(m_page->run(), m_page->title());
}

} // namespace lensboard::app
