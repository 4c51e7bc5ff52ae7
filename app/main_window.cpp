#include "app/main_window.h"

#include "app/background_task.h"
#include "app/dialogs/command_palette.h"
#include "app/dialogs/complaint.h"
#include "app/dialogs/model_layers_dialog.h"
#include "app/dialogs/model_trust.h"
#include "app/dialogs/shortcut_sheet.h"
#include "app/dialogs/stop_question.h"
#include "app/experiment_source.h"
#include "app/late_deletion.h"
#include "app/menus/language_menu.h"
#include "app/menus/menu_actions.h"
#include "app/menus/theme_menu.h"
#include "app/menus/window_menu.h"
#include "app/pages/experiment_page.h"
#include "app/pages/page_output.h"
#include "app/pages/run_list_actions.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "app/pages/training_actions.h"
#include "app/settings.h"
#include "core/experiment/experiment.h"
#include "core/import/listed_runs.h"
#include "core/import/run_source.h"
#include "core/record/version.h"
#include "core/session/engine_loader.h"
#include "core/store/file/run_folder.h"
#include "core/store/run_names.h"
#include "widgets/core_words.h"
#include "widgets/layer_panel.h"
#include "widgets/plots/board_actions.h"
#include "widgets/plots/plot_board.h"
#include "widgets/plots/runs_panel.h"
#include "widgets/qt_text.h"
#include "widgets/replay_controls.h"
#include "widgets/run_controls.h"
#include "widgets/tensors/tensor_view.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace lensboard::app {

using widgets::coreText;
using widgets::text;

namespace {

/// An experiment if its name or its first character says so; else a run, whose reader knows what is wrong.
bool looksLikeExperiment(const QString &path)
{
    if (imports::isMeasurementDocument(path.toStdString()))
        return false;
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("json"))
        return true;
    if (suffix == QLatin1String("jsonl") || suffix == QLatin1String("ndjson"))
        return false;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(64).trimmed().startsWith('{');
}

bool looksLikeModel(const QString &path)
{
    static const QStringList kSuffixes = {"pt", "pth", "ts", "torchscript"};
    return kSuffixes.contains(QFileInfo(path).suffix().toLower());
}

experiment::Experiment readExperiment(const QString &path)
{
    return path.startsWith(':') ? experiment::Experiment::fromJson(readExample(path)) : experiment::readExperiment(path.toStdString());
}

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

constexpr QSize kSize(1280, 800), kFrame(20, 60); ///< that a window manager puts around it, at most

bool fitsInto(const QScreen &screen)
{
    const QSize room = screen.availableSize() - kFrame;
    return kSize.width() <= room.width() && kSize.height() <= room.height();
}

} // namespace

MainWindow::MainWindow(QWidget *parent)
    : QMainWindow(parent), m_runTools(new RunTools(this)), m_stack(new QStackedWidget(this)), m_tabs(new QTabWidget(this))
{
    m_place = freePlace(all());
    setWindowTitle(tr("Lensboard"));
    setAcceptDrops(true);
    m_tabs->setDocumentMode(true);
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setAccessibleName(tr("Open runs"));
    m_stack->addWidget(buildWelcome());
    m_stack->addWidget(m_tabs);
    setCentralWidget(m_stack);
    buildMenus();
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closeTab);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        updateTitles();
        fillRunMenu();
        fillLayersMenu();
    });
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

MainWindow *MainWindow::openAnother()
{
    constexpr int kAside = 32;
    const QWidget *before = QApplication::activeWindow();
    auto *window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (before && Settings::windowGeometry(window->m_place).isEmpty())
        window->move(before->pos() + QPoint(kAside, kAside));
    if (Settings::windowGeometry(window->m_place).isEmpty() && !fitsInto(*window->screen()))
        window->setWindowState(Qt::WindowMaximized); // a small screen is used whole
    window->show();
    return window;
}

QWidget *MainWindow::buildWelcome()
{
    auto *page = new QWidget(this);
    auto *label = new QLabel(tr("<h2>Watch a network train from the inside</h2>"
                                "<p>Train an example, write an experiment, open one (.json) or a recorded run (.lbrun),<br>"
                                "or drop a file here.</p>"),
                             page);
    label->setAlignment(Qt::AlignCenter);
    auto *examples = new QPushButton(tr("Train an example"), page);
    auto *menu = new QMenu(examples);
    fillExamples(menu);
    examples->setMenu(menu);
    auto *create = new QPushButton(tr("New experiment"), page);
    connect(create, &QPushButton::clicked, this, &MainWindow::newExperiment);
    auto *open = new QPushButton(tr("Open a run or experiment …"), page);
    connect(open, &QPushButton::clicked, this,
            [this] { askAndOpen(tr("Open"), tr("Runs, experiments and models (*.lbrun *.json *.pt)")); });
    for (QPushButton *button : {examples, create, open})
        button->setMinimumSize(260, 34);
    auto *layout = new QVBoxLayout(page);
    layout->addStretch();
    layout->addWidget(label);
    layout->addSpacing(12);
    layout->addWidget(examples, 0, Qt::AlignHCenter);
    layout->addWidget(create, 0, Qt::AlignHCenter);
    layout->addWidget(open, 0, Qt::AlignHCenter);
    layout->addStretch();
    return page;
}

void MainWindow::fillExamples(QMenu *menu)
{
    for (const QString &path : examplePaths())
        menu->addAction(QFileInfo(path).completeBaseName(), this, [this, path] { openFile(path); });
}

void MainWindow::buildMenus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    const auto add = [this](QMenu *menu, const QString &name, const QKeySequence &keys, const QString &tip, auto slot) {
        return addMenuAction(menu, name, keys, tip, this, slot);
    };
    fillExamples(file->addMenu(tr("&New from Example")));
    add(file, tr("New Experi&ment"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N),
        tr("Write an experiment, from the defaults or from another one"), [this] { newExperiment(); });
    add(file, tr("New from E&xperiment …"), QKeySequence::New, tr("Prepare a training from an experiment file, or from a TorchScript model"),
        [this] { askAndOpen(tr("New from Experiment"), tr("Experiments and models (*.json *.pt);;All files (*)")); });
    add(file, tr("&Open Run …"), QKeySequence::Open, tr("Open a run: a recorded one, or what TensorBoard, monitorch, CSV or JSON lines hold"),
        [this] { askAndOpen(tr("Open Run"), RunTools::fileFilter()); });
    add(file, tr("Open &Folder …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        tr("List the runs in a folder: recorded ones, TensorBoard logs, monitorch recordings"), [this] { askAndOpenFolder(); });
    add(file, tr("Recorded R&uns"), QKeySequence(Qt::CTRL | Qt::Key_L), tr("List the runs that were recorded on this computer"),
        [this] { openFile(text(store::runFolder().string())); });
    m_recent = file->addMenu(tr("Open &Recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    m_clearRecent = add(m_recent, tr("&Clear"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete),
                        tr("Forget which files and folders were opened"), [] { Settings::clearRecentFiles(); });
    m_clearRecent->setParent(this); // stays when the menu is filled anew
    fillRecent();
    file->addSeparator();
    m_pageActions << add(file, tr("&Save a Copy …"), QKeySequence::Save, tr("Write the run as it stands into another file"),
                         [this] { output().askAndSaveCopy(); });
    m_pageActions << add(file, tr("&Export …"), QKeySequence(Qt::CTRL | Qt::Key_E),
                         tr("Write what is shown, or everything, as a picture, tables, JSON lines or for TensorBoard"),
                         [this] { output().askAndWrite(); });
    m_pageActions << add(file, tr("Cop&y Picture"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                         tr("Put a picture of what is shown on the clipboard"),
                         [this] { output().copyPictureOrComplain(); });
    m_pageActions << add(file, tr("&Print …"), QKeySequence(Qt::CTRL | Qt::Key_P), tr("Print what is shown, with dark text on white"),
                         [this] { output().askAndPrint(); });
    file->addSeparator();
    m_closeTab = add(file, tr("&Close Tab"), QKeySequence(Qt::CTRL | Qt::Key_W), tr("Close this run or list"),
                     [this] { closeTab(m_tabs->currentIndex()); });
    add(file, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), tr("Close all runs and leave"), [this] { quit(); });

    m_run = menuBar()->addMenu(tr("&Run"));
    m_noControls = new widgets::RunControls(this);
    m_noControls->showSaved({});
    m_noControls->hide();
    m_replay = new QAction(tr("&Replay"), this);
    m_replay->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_replay->setToolTip(tr("Play this run in a tab of its own, as if it were live, at any speed"));
    m_replay->setStatusTip(m_replay->toolTip());
    connect(m_replay, &QAction::triggered, this, [this] { m_runTools->replay(currentPage()->run(), currentPage()->title()); });
    m_pageActions << m_replay;
    m_trainingActions = new TrainingActions(m_run, *m_runTools, this);
    auto *noBoard = new widgets::PlotBoard(this);
    noBoard->hide();
    m_noBoardActions = new widgets::BoardActions(noBoard);

    m_plots = menuBar()->addMenu(tr("&Plots"));
    connect(m_plots, &QMenu::aboutToShow, this, &MainWindow::fillPlotsMenu);

    m_layers = menuBar()->addMenu(tr("La&yers"));
    m_layers->setToolTipsVisible(true);
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
    view->addMenu(new ThemeMenu(this));
    view->addMenu(new LanguageMenu(this));
    QAction *fullScreen = add(view, tr("F&ull Screen"), QKeySequence(Qt::Key_F11), tr("Use the whole screen, or the window again"),
                              [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    fullScreen->setCheckable(true);
    connect(view, &QMenu::aboutToShow, fullScreen, [this, fullScreen] { fullScreen->setChecked(isFullScreen()); });

    menuBar()->addMenu(new WindowMenu(*this, *m_tabs));

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&Command Palette …"), QKeySequence(Qt::CTRL | Qt::Key_K), tr("Find any action by a few letters, and run it"),
        [this] { (new CommandPalette(*menuBar(), this))->show(); });
    add(help, tr("&Keyboard Shortcuts"), QKeySequence(), tr("List all shortcuts, and what the mouse does in plots"), [this] {
        auto *sheet = findChild<ShortcutSheet *>();
        if (!sheet)
            sheet = new ShortcutSheet(*menuBar(), this);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->show();
        sheet->raise();
        sheet->activateWindow();
    })->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    help->addSeparator();
    add(help, tr("&About Lensboard"), QKeySequence(Qt::CTRL | Qt::Key_F1), tr("Version and license"), [this] {
        QMessageBox::about(this, tr("About Lensboard"),
                           tr("<h3>Lensboard %1</h3><p>Watch a neural network train from the inside.</p>"
                              "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                               .arg(QLatin1String(record::version())));
    });
}

void MainWindow::fillRecent()
{
    m_recent->clear();
    for (const QString &path : Settings::recentFiles())
        m_recent->addAction(QDir::toNativeSeparators(path).replace('&', "&&"), this, [this, path] { openFile(path); });
    if (m_recent->isEmpty())
        m_recent->addAction(tr("Nothing was opened yet"))->setEnabled(false);
    m_recent->addSeparator();
    m_recent->addAction(m_clearRecent);
    m_clearRecent->setEnabled(!Settings::recentFiles().isEmpty());
}

void MainWindow::fillRunMenu()
{
    m_run->clear();
    if (const RunPage *page = currentPage())
        m_run->addActions(page->feed().actions());
    else
        m_run->addActions({m_noControls->startAction(), m_noControls->pauseAction(), m_noControls->stepAction(), m_noControls->tickAction(), m_noControls->stopAction()});
    m_run->addSeparator();
    m_run->addAction(m_replay);
    m_run->addSeparator();
    m_run->addActions(m_trainingActions->actions());
    fillPlotsMenu();
}

/// Also as it is about to show: what there is of a tag depends on the one that the mouse was over.
void MainWindow::fillPlotsMenu()
{
    m_plots->clear();
    if (const RunPage *page = currentPage()) {
        page->boardActions()->fill(*m_plots);
        m_plots->addSeparator();
        m_plots->addActions(page->runsPanel()->actions());
    } else {
        m_noBoardActions->fill(*m_plots);
    }
    m_plots->setEnabled(currentPage());
}

void MainWindow::fillLayersMenu()
{
    m_layers->clear();
    const RunPage *page = currentPage();
    m_layers->menuAction()->setEnabled(page);
    if (page)
        m_layers->addActions(page->layerPanel()->actions());
}

RunPage *MainWindow::currentPage() const
{
    return qobject_cast<RunPage *>(m_tabs->currentWidget());
}

PageOutput MainWindow::output() const
{
    return PageOutput(*currentPage());
}

/// All tabs are pages.
Page *MainWindow::pageAt(int tab) const
{
    return static_cast<Page *>(m_tabs->widget(tab));
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
    const QString absolute = path.startsWith(':') ? path : QFileInfo(path).absoluteFilePath();
    try {
        if (imports::holdsRuns(absolute.toStdString())) {
            openFolder(absolute);
        } else if (looksLikeExperiment(absolute)) {
            if (!openExperiment(absolute, start))
                return false;
        } else if (looksLikeModel(absolute)) {
            if (!openModel(absolute))
                return false;
        } else if (!m_runTools->open(absolute)) {
            return false;
        }
    } catch (const std::exception &error) {
        complain(this, tr("Cannot open"), coreText(error.what()));
        return false;
    }
    if (!path.startsWith(':')) {
        Settings::addRecentFile(absolute);
        Settings::setLastFolder(QFileInfo(absolute).absolutePath());
    }
    return true;
}

/// False if its model is a program that is not to run.
bool MainWindow::openExperiment(const QString &path, bool start)
{
    RunPage *const page = m_runTools->prepare(readExperiment(path));
    if (page && start)
        page->feed().start();
    return page;
}

/// An editor for an experiment with this model, and what the model is made of. False if it is not to run.
bool MainWindow::openModel(const QString &path)
{
    if (path.endsWith(QLatin1String(".checkpoint.pt")))
        throw std::runtime_error(tr("%1 is the checkpoint of a run; open the run beside it, and resume it.").arg(QDir::toNativeSeparators(path)).toStdString());
    session::ModelInspection model;
    const auto inspect = [&](bool onlyCheck, const std::string &sha256) {
        return runInBackground(this, tr("Opening %1 …").arg(QFileInfo(path).fileName()), [&](auto &) {
            model = session::inspectModel({path.toStdString(), {}, "float32", onlyCheck, sha256});
        });
    };
    if (!inspect(true, {}))
        return false;
    const auto trusted = trustedModel(this, path);
    if (!trusted || !inspect(false, *trusted))
        return false;
    newExperiment()->startWithModel(path);
    auto *layers = new ModelLayersDialog(path, model, this);
    layers->setAttribute(Qt::WA_DeleteOnClose);
    layers->show();
    return true;
}

/// Lists the runs of a folder; if there is just one, it is opened as well.
void MainWindow::openFolder(const QString &path)
{
    auto *list = new RunListPage(path, this);
    addPage(list);
    connect(list, &RunListPage::listed, this, [this, list] {
        if (const QStringList runs = list->runs(); runs.size() == 1)
            m_runTools->openListed(runs.front());
    });
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
    m_tabs->setCurrentIndex(m_tabs->addTab(page, page->title()));
    connect(page, &Page::titleChanged, this, &MainWindow::updateTitles);
    connect(page, &Page::closeRequested, this, [this, page] { closePage(page); });
    page->connectTo(*m_runTools);
    updateTitles();
    fillRunMenu();
    fillLayersMenu();
}

ExperimentPage *MainWindow::newExperiment()
{
    auto *page = new ExperimentPage(this);
    addPage(page);
    return page;
}

/// Asks about edits that were not saved.
bool MainWindow::mayLeaveExperiments()
{
    return std::ranges::all_of(pagesOf<ExperimentPage>(), &Page::mayClose);
}

void MainWindow::moveTabToNewWindow()
{
    Page *const page = pageAt(m_tabs->currentIndex());
    if (!page || m_tabs->count() < 2)
        return;
    MainWindow *window = openAnother();
    m_tabs->removeTab(m_tabs->indexOf(page));
    disconnect(page, nullptr, this, nullptr);
    m_runTools->release(page);
    window->addPage(page);
    updateTitles();
}

/// A run has one name wherever it is shown in this window.
void MainWindow::nameRuns()
{
    std::vector<store::NamedRun> runs;
    for (const RunPage *page : pages())
        std::ranges::move(page->namedRuns(), std::back_inserter(runs));
    QStringList names;
    for (const std::string &name : store::runNames(runs))
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
    for (int i = 0; i < m_tabs->count(); ++i) {
        m_tabs->setTabText(i, pageAt(i)->title());
        m_tabs->setTabToolTip(i, pageAt(i)->origin());
    }
    const RunPage *page = currentPage();
    m_stack->setCurrentIndex(m_tabs->count() ? 1 : 0);
    for (QAction *action : m_pageActions)
        action->setEnabled(page);
    m_replay->setEnabled(page && !page->replayControls());
    m_trainingActions->setPage(currentPage());
    m_listActions->setList(qobject_cast<RunListPage *>(m_tabs->currentWidget()));
    m_closeTab->setEnabled(m_tabs->count());
    setWindowTitle(m_tabs->count() ? tr("%1 – Lensboard").arg(m_tabs->tabText(m_tabs->currentIndex())) : tr("Lensboard"));
    if (!page) {
        fillRunMenu();
        fillLayersMenu();
    }
}

void MainWindow::closePage(Page *page)
{
    page->finish();
    m_tabs->removeTab(m_tabs->indexOf(page));
    deleteWhenUnused(page);
    updateTitles();
}

void MainWindow::closeTab(int index)
{
    if (Page *const page = pageAt(index); page->mayClose())
        closePage(page);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_isFinished && (!mayLeaveExperiments() || !mayStop(pages(), this)))
        return event->ignore();
    if (!m_isFinished && all().size() == 1)
        Settings::setOpenTabs(openPaths());
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
    Settings::setOpenTabs(paths);
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
    if (!mayStop(everywhere, this))
        return;
    finishWindows();
    QApplication::closeAllWindows();
}

/// What can be opened again as it is.
QStringList MainWindow::openPaths() const
{
    QStringList paths;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (const QString path = pageAt(i)->reopenPath(); !path.isEmpty())
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

void MainWindow::askAndOpen(const QString &title, const QString &filter)
{
    for (const QString &path : QFileDialog::getOpenFileNames(this, title, Settings::lastFolder(), filter))
        openFile(path);
}

void MainWindow::askAndOpenFolder()
{
    if (const QString folder = QFileDialog::getExistingDirectory(this, tr("Open Folder"), Settings::lastFolder()); !folder.isEmpty())
        openFile(folder);
}

} // namespace lensboard::app
