#include "app/main_window.h"

#include "app/actions/menu_actions.h"
#include "app/dialogs/field_commands.h"
#include "app/late_deletion.h"
#include "app/menus/help_menu.h"
#include "app/menus/language_menu.h"
#include "app/menus/recent_menu.h"
#include "app/menus/run_menus.h"
#include "app/menus/theme_menu.h"
#include "app/menus/window_menu.h"
#include "app/page_tabs.h"
#include "app/pages/experiment_page.h"
#include "app/pages/file_opener.h"
#include "app/pages/open_runs.h"
#include "app/pages/page_commands.h"
#include "app/pages/page_output.h"
#include "app/pages/run_list_actions.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "app/pages/stop_question.h"
#include "app/pages/welcome_page.h"
#include "app/restart.h"
#include "app/settings.h"
#include "core/store/file/run_folder.h"
#include "core/store/run_names.h"
#include "widgets/board/board_actions.h"
#include "widgets/board/plot_board.h"
#include "widgets/qt_text.h"
#include "widgets/tensors/tensor_view.h"
#include "widgets/wheel_guard.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>

#include <algorithm>
#include <iterator>

namespace lensboard::app {

using widgets::text;

namespace {

int freePlace(const QList<MainWindow *> &windows)
{
    int place = 0;
    for (const MainWindow *window : windows)
        place += window->place() == place;
    return place;
}

QList<MainWindow *> existingWindows()
{
    QList<MainWindow *> windows;
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *window = qobject_cast<MainWindow *>(widget))
            windows << window;
    return windows;
}

/// Returns the manual page that F1 opens for \p page.
QString manualPageOf(const QWidget *page)
{
    if (qobject_cast<const ExperimentPage *>(page))
        return QStringLiteral("experiments.md");
    return qobject_cast<const RunListPage *>(page) ? QStringLiteral("window.md#several-runs") : QStringLiteral("window.md");
}

constexpr QSize kSize(1280, 800), kFrame(20, 60); ///< maximum frame that a window manager adds

bool fitsInto(const QScreen &screen)
{
    const QSize room = screen.availableSize() - kFrame;
    return kSize.width() <= room.width() && kSize.height() <= room.height();
}

} // namespace

MainWindow::MainWindow(QWidget *parent)
    : PageWindow(parent), m_runTools(new RunTools(this)), m_opener(new FileOpener(*this, *m_runTools)),
      m_stack(new QStackedWidget(this)), m_tabs(new PageTabs(this))
{
    widgets::WheelGuard::install();
    m_place = freePlace(all());
    setWindowTitle(tr("Lensboard"));
    setAcceptDrops(true);
    m_tabs->setAccessibleName(tr("Open runs"));
    auto *welcome = new WelcomePage(*m_opener);
    connect(welcome, &WelcomePage::experimentWanted, this, &MainWindow::newExperiment);
    connect(welcome, &WelcomePage::resumeRequested, m_runTools, &RunTools::resume);
    m_stack->addWidget(welcome);
    m_stack->addWidget(m_tabs);
    setCentralWidget(m_stack);
    buildMenus();
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closeTab);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateTitles);
    resize(kSize.boundedTo(screen()->availableSize() - kFrame));
    restoreGeometry(Settings::windowGeometry(m_place));
    updateTitles();
}

MainWindow::~MainWindow() = default;

void MainWindow::deleteAll()
{
    qDeleteAll(existingWindows());
}

QList<MainWindow *> MainWindow::all()
{
    QList<MainWindow *> windows = existingWindows();
    windows.removeIf([](const MainWindow *window) { return window->m_isClosed; });
    std::sort(windows.begin(), windows.end(), [](const auto *a, const auto *b) { return a->m_place < b->m_place; });
    return windows;
}

/// Returns the open runs of the other windows, or none if this is the first window.
std::shared_ptr<OpenRuns> MainWindow::sharedRuns() const
{
    for (const MainWindow *window : existingWindows())
        if (window != this)
            return window->m_openRuns;
    return std::make_shared<OpenRuns>();
}

MainWindow *MainWindow::openAnother()
{
    constexpr int kAside = 32;
    const QWidget *before = QApplication::activeWindow();
    auto *window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (before && Settings::windowGeometry(window->m_place).isEmpty())
        window->move(before->pos() + QPoint(kAside, kAside));
    if (Settings::windowGeometry(window->m_place).isEmpty() && !fitsInto(*window->screen()))
        window->setWindowState(Qt::WindowMaximized); // fills a small screen
    window->show();
    return window;
}

void MainWindow::buildMenus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    const auto add = [this](QMenu *menu, const QString &name, const QKeySequence &keys, const QString &tip, auto slot) {
        return addMenuAction(menu, name, keys, tip, this, slot);
    };
    m_opener->addExamples(*file->addMenu(tr("&New from Example")));
    add(file, tr("New Experi&ment"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N),
        tr("Write an experiment, from the defaults or from another one"), [this] { newExperiment(); });
    add(file, tr("New from E&xperiment …"), QKeySequence::New, tr("Prepare a training from an experiment file, or from a TorchScript model"),
        [this] { m_opener->askAndOpen(tr("New from Experiment"), tr("Experiments and models (*.json *.pt);;All files (*)")); });
    add(file, tr("&Open Run …"), QKeySequence::Open, tr("Open a run: a recorded one, or a file of TensorBoard, monitorch, CSV or JSON lines"),
        [this] { m_opener->askAndOpen(tr("Open Run"), RunTools::fileFilter()); });
    add(file, tr("Open &Folder …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        tr("List the runs in a folder: recorded ones, TensorBoard logs, monitorch recordings"), [this] { m_opener->askAndOpenFolder(); });
    add(file, tr("Open Remo&te …"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O),
        tr("Show runs on another machine, through ssh"), [this] { m_opener->askAndOpenRemote(); });
    add(file, tr("Recorded R&uns"), QKeySequence(Qt::CTRL | Qt::Key_L), tr("List the runs that were recorded on this computer"),
        [this] { openFile(text(store::runFolder().string())); });
    auto *recent = new RecentMenu(this);
    file->addMenu(recent);
    connect(recent, &RecentMenu::chosen, this, [this](const QString &path) { openFile(path); });
    file->addSeparator();
    m_pageActions << add(file, tr("&Save a Copy …"), QKeySequence::Save, tr("Write the run as it stands into another file"),
                         [this] { output().askAndSaveCopy(); });
    m_pageActions << add(file, tr("&Export …"), QKeySequence(Qt::CTRL | Qt::Key_E),
                         tr("Write the shown data, or everything, as a picture, tables, JSON lines or for TensorBoard"),
                         [this] { output().askAndWrite(); });
    m_pageActions << add(file, tr("Cop&y Picture"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                         tr("Copy a picture of this page to the clipboard"),
                         [this] { output().copyPictureOrComplain(); });
    m_pageActions << add(file, tr("&Print …"), QKeySequence(Qt::CTRL | Qt::Key_P), tr("Print this page, with dark text on white"),
                         [this] { output().askAndPrint(); });
    file->addSeparator();
    m_closeTab = add(file, tr("&Close Tab"), QKeySequence(Qt::CTRL | Qt::Key_W), tr("Close this run or list"),
                     [this] { closeTab(m_tabs->currentIndex()); });
    add(file, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), tr("Close all runs and leave"), [this] { quit(); });

    m_runMenus = new RunMenus(*this, *m_runTools);
    m_listActions = new RunListActions(menuBar()->addMenu(tr("Run L&ist")));

    QMenu *view = menuBar()->addMenu(tr("&View"));
    m_pageActions << add(view, tr("Run &Details"), QKeySequence(Qt::CTRL | Qt::Key_I),
                         tr("Status, environment, events and experiment of this run"), [this] {
                             m_runTools->showDetails(currentPage()->path(), *currentPage()->run());
                         });
    QAction *tensors = add(view, tr("T&ensors"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_V), tr("Show the tensors that this run recorded beside its plots, or not"),
                           [this] { currentPage()->setTensorsShown(currentPage()->tensors()->isHidden()); });
    tensors->setCheckable(true);
    connect(view, &QMenu::aboutToShow, tensors, [this, tensors] { tensors->setChecked(currentPage() && !currentPage()->tensors()->isHidden()); });
    m_pageActions << tensors;
    m_pageActions << add(view, tr("Reset &Looks"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_0),
                         tr("Draw all plots of this run as they are drawn at first: views, scales, limits, smoothing and bands. Undo brings the looks back"),
                         [this] { currentPage()->board()->resetStyles(); });
    view->addMenu(new ThemeMenu(this));
    auto *language = new LanguageMenu(*this);
    connect(language, &LanguageMenu::restartRequested, this, [this] { restart(*this); });
    view->addMenu(language);
    QAction *fullScreen = add(view, tr("F&ull Screen"), QKeySequence(Qt::Key_F11), tr("Use the whole screen, or the window again"),
                              [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    fullScreen->setCheckable(true);
    connect(view, &QMenu::aboutToShow, fullScreen, [this, fullScreen] { fullScreen->setChecked(isFullScreen()); });

    auto *windows = new WindowMenu(*this, *m_tabs);
    connect(windows, &WindowMenu::newWindowRequested, this, &MainWindow::openAnother);
    connect(windows, &WindowMenu::moveTabRequested, this, &MainWindow::moveTabToNewWindow);
    connect(windows, &WindowMenu::reopenTabRequested, this, &MainWindow::reopenClosedTab);
    menuBar()->addMenu(windows);
    m_helpMenu = new HelpMenu(*menuBar(), [this](const std::vector<MenuAction> &menus) {
        std::vector<MenuAction> commands = tabCommands(*m_tabs);
        QWidget &onView = m_tabs->count() ? *m_tabs->currentWidget() : *m_stack->currentWidget();
        std::ranges::move(fieldCommands(onView, menus), std::back_inserter(commands));
        if (const RunPage *page = currentPage())
            std::ranges::copy(pageCommands(*page), std::back_inserter(commands));
        return commands;
    });
    menuBar()->addMenu(m_helpMenu);
}

RunPage *MainWindow::currentPage() const
{
    return qobject_cast<RunPage *>(m_tabs->currentWidget());
}

PageOutput MainWindow::output() const
{
    return PageOutput(*currentPage());
}

template <typename Kind>
QList<Kind *> MainWindow::pagesOf() const
{
    QList<Kind *> all;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (auto *page = qobject_cast<Kind *>(m_tabs->widget(i)))
            all << page;
    return all;
}

QList<RunPage *> MainWindow::pages() const
{
    return pagesOf<RunPage>();
}

bool MainWindow::openFile(const QString &path, bool start)
{
    return m_opener->open(path, start);
}

void MainWindow::reopenTabs()
{
    if (Settings::reopensTabs())
        for (const QString &path : Settings::openTabs())
            openFile(path);
}

void MainWindow::openTogether(const QStringList &paths)
{
    m_runTools->openTogether(paths);
}

void MainWindow::showPage(RunPage *page)
{
    m_tabs->setCurrentWidget(page);
}

void MainWindow::addPage(Page *page)
{
    m_tabs->setCurrentIndex(m_tabs->addTab(page, page->tabTitle()));
    connect(page, &Page::titleChanged, this, &MainWindow::updateTitles);
    connect(page, &Page::stateChanged, this, [this] { m_tabs->refresh(); });
    connect(page, &Page::closeRequested, this, [this, page] { closePage(page); });
    page->connectTo(*m_runTools);
    updateTitles();
}

ExperimentPage *MainWindow::newExperiment()
{
    auto *page = new ExperimentPage(this);
    addPage(page);
    return page;
}

/// Asks about unsaved edits of experiments. Returns false if the user cancels.
bool MainWindow::mayLeaveExperiments()
{
    return std::ranges::all_of(pagesOf<ExperimentPage>(), &Page::mayClose);
}

void MainWindow::moveTabToNewWindow()
{
    Page *const page = m_tabs->pageAt(m_tabs->currentIndex());
    if (!page || m_tabs->count() < 2)
        return;
    MainWindow *window = openAnother();
    m_tabs->removeTab(m_tabs->indexOf(page));
    disconnect(page, nullptr, this, nullptr);
    m_runTools->release(page);
    window->addPage(page);
    updateTitles();
}

/// Gives each run one name for all places in this window.
void MainWindow::nameRuns()
{
    std::vector<store::NamedRun> runs;
    std::vector<std::string> others; // runs without a file
    for (const RunPage *page : pages()) {
        std::ranges::move(page->namedRuns(), std::back_inserter(runs));
        if (page->path().isEmpty())
            others.push_back(page->title().toStdString());
    }
    QStringList names;
    for (const std::string &name : store::shortRunNames(runs, others))
        names << text(name);
    for (RunPage *page : pages()) {
        const auto count = static_cast<qsizetype>(page->namedRuns().size());
        page->setRunNames(names.mid(0, count));
        names.remove(0, count);
    }
}

void MainWindow::nameLists()
{
    const QList<RunListPage *> lists = pagesOf<RunListPage>();
    std::vector<store::NamedRun> folders;
    for (const RunListPage *list : lists)
        folders.push_back({list->folder().toStdString(), {}});
    const auto names = store::runNames(folders);
    for (qsizetype i = 0; i < lists.size(); ++i)
        lists[i]->setName(text(names[static_cast<std::size_t>(i)]));
}

void MainWindow::updateTitles()
{
    nameRuns();
    nameLists();
    m_tabs->refresh();
    const RunPage *page = currentPage();
    m_stack->setCurrentIndex(m_tabs->count() ? 1 : 0);
    for (QAction *action : m_pageActions)
        action->setEnabled(page);
    m_runMenus->setPage(currentPage());
    m_helpMenu->setPlotHelp(page ? page->boardActions()->explainAction() : nullptr);
    m_helpMenu->setManualPage(manualPageOf(m_tabs->currentWidget()));
    m_listActions->setList(qobject_cast<RunListPage *>(m_tabs->currentWidget()));
    m_closeTab->setEnabled(m_tabs->count());
    setWindowTitle(m_tabs->count() ? tr("%1 – Lensboard").arg(m_tabs->tabText(m_tabs->currentIndex())) : tr("Lensboard"));
}

void MainWindow::closePage(Page *page)
{
    page->finish();
    if (const QString path = page->reopenPath(); !path.isEmpty())
        m_closedPaths << path;
    m_tabs->removeTab(m_tabs->indexOf(page));
    deleteWhenUnused(page);
    updateTitles();
}

void MainWindow::reopenClosedTab()
{
    if (!m_closedPaths.isEmpty())
        openFile(m_closedPaths.takeLast());
}

void MainWindow::closeTab(int index)
{
    if (Page *const page = m_tabs->pageAt(index); page->mayClose())
        closePage(page);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_isFinished && (!mayLeaveExperiments() || !stopTrainings(pages(), this)))
        return event->ignore();
    if (!m_isFinished && all().size() == 1)
        Settings::openTabs.set(openPaths());
    finishAll();
    m_isClosed = true;
    event->accept();
    if (testAttribute(Qt::WA_DeleteOnClose) && isWaitingWithin()) {
        setAttribute(Qt::WA_DeleteOnClose, false);
        deleteWhenUnused(this);
    }
}

void MainWindow::finishAll()
{
    for (RunPage *page : pages())
        page->finish();
    Settings::setWindowGeometry(m_place, saveGeometry());
    m_isFinished = true;
}

void MainWindow::finishWindows()
{
    QStringList paths;
    for (MainWindow *window : all())
        paths += window->openPaths();
    Settings::openTabs.set(paths);
    for (MainWindow *window : all())
        window->finishAll();
}

void MainWindow::quit()
{
    QList<RunPage *> everywhere;
    for (MainWindow *window : all()) {
        if (!window->mayLeaveExperiments())
            return;
        everywhere += window->pages();
    }
    if (!stopTrainings(everywhere, this))
        return;
    finishWindows();
    QApplication::closeAllWindows();
}

/// Returns the paths of pages that can be reopened.
QStringList MainWindow::openPaths() const
{
    QStringList paths;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (const QString path = m_tabs->pageAt(i)->reopenPath(); !path.isEmpty())
            paths << path;
    return paths;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    for (const QUrl &url : event->mimeData()->urls())
        if (url.isLocalFile())
            openFile(url.toLocalFile());
    event->acceptProposedAction();
}

} // namespace lensboard::app
