#include "app/pages/run_page.h"

#include "app/board_settings.h"
#include "app/dialogs/stop_question.h"
#include "app/pages/open_runs.h"
#include "app/pages/page_output.h"
#include "app/pages/run_tools.h"
#include "app/pages/run_watchers.h"
#include "app/remembered_splitter.h"
#include "app/settings.h"
#include "core/experiment/experiment.h"
#include "core/import/run_follower.h"
#include "core/import/run_summary.h"
#include "core/store/derived/run_replay.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/run_names.h"
#include "widgets/core_words.h"
#include "widgets/layer_panel.h"
#include "widgets/layer_view.h"
#include "widgets/lens_view.h"
#include "widgets/message_bar.h"
#include "widgets/models/layer_model.h"
#include "widgets/models/lens_model.h"
#include "widgets/plots/board_actions.h"
#include "widgets/plots/board_bar.h"
#include "widgets/plots/plot_board.h"
#include "widgets/plots/readout_panel.h"
#include "widgets/plots/runs_panel.h"
#include "widgets/qt_text.h"
#include "widgets/replay_controls.h"
#include "widgets/run_controls.h"
#include "widgets/run_status_text.h"
#include "widgets/tensors/tensor_view.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace lensboard::app {

using namespace std::chrono_literals;

using record::RunEvent;
using record::RunStatus;
using session::State;
using widgets::coreText;
using widgets::text;

namespace {

constexpr int kFollowIntervalMs = 40;
constexpr int kShowIntervalMs = 200;
constexpr int kSidePanelWidth = 340;
constexpr int kTensorsWidth = 480;

} // namespace

RunPage::RunPage(std::shared_ptr<const store::Run> run, QWidget *parent)
    : Page(parent), m_run(std::move(run)), m_layers(new widgets::LayerModel(this)), m_messages(new widgets::MessageBar(this)),
      m_board(new widgets::PlotBoard(this)), m_watchers(new RunWatchers(m_board, this)), m_boardActions(new widgets::BoardActions(m_board)),
      m_controls(new widgets::RunControls(this))
{
    OpenRuns::instance().add(this);
    buildPanels();
    rememberLooks(*m_board);
    widgets::LensModel *const lenses = m_watchers->model();
    connect(lenses, &widgets::LensModel::tagToggled, &m_board->visibility(), &widgets::BoardVisibility::setTagVisible);
    connect(&m_board->visibility(), &widgets::BoardVisibility::tagVisibilityChanged, lenses, &widgets::LensModel::setTagVisible);
    connect(m_board, &widgets::PlotBoard::tagsChanged, this, &RunPage::fillTrees);
    connect(m_board, &widgets::PlotBoard::cleared, lenses, &widgets::LensModel::dropTags); // the models go before the board
    connect(m_board, &widgets::PlotBoard::cleared, m_layers, &widgets::LayerModel::clear);
    m_board->addRun(m_run, text(m_run->info().name));
    connect(m_board, &widgets::PlotBoard::failed, this, &RunPage::warn);
    connect(&m_follow, &QTimer::timeout, this, &RunPage::follow);
    connect(m_watchers, &RunWatchers::refused, this, &RunPage::warn);
    connect(m_watchers, &RunWatchers::limitChanged, m_tensors, &widgets::TensorView::setLimit);
    connect(m_watchers, &RunWatchers::added, this, [this](const experiment::Choice &watcher) {
        m_tensors->showLens(text(watcher.name()));
        if (experiment::tensorLimitMb(watcher))
            setTensorsShown(true);
    });
    m_watchers->begin(m_run->info().experiment);
}

RunPage::RunPage(std::unique_ptr<session::RecordedTraining> training, QWidget *parent) : RunPage(training->run(), parent)
{
    m_training = std::move(training);
    m_path = text(m_training->file().string());
    m_startsWhenReady = m_training->isResumed();
    connectControls();
    m_watchers->control(session());
    m_follow.start(kFollowIntervalMs);
    follow();
}

void RunPage::connectControls()
{
    connect(m_controls->startAction(), &QAction::triggered, this, &RunPage::start);
    connect(m_controls->pauseAction(), &QAction::triggered, this, [this] { session()->pause(); });
    connect(m_controls->stepAction(), &QAction::triggered, this, [this] {
        beginRecording();
        session()->step();
    });
    connect(m_controls->tickAction(), &QAction::triggered, this, [this] {
        beginRecording();
        session()->stepToTick();
    });
    connect(m_controls->stopAction(), &QAction::triggered, this,
            [this] { session()->status().isStopping ? session()->interrupt() : session()->stop(); });
    connect(m_controls, &widgets::RunControls::learningRateChosen, this,
            [this](double rate) { session()->setLearningRate(rate); });
}

session::Session *RunPage::session() const
{
    return m_training ? &m_training->session() : nullptr;
}

RunPage::RunPage(std::unique_ptr<imports::RunSource> source, const QString &path, QWidget *parent)
    : RunPage(source->run(), parent)
{
    m_path = path;
    m_watchers->end();
    m_follower = std::make_unique<imports::RunFollower>(std::move(source));
    m_follow.start(kFollowIntervalMs);
    follow();
}

RunPage::RunPage(std::unique_ptr<store::RunReplay> replay, const QString &title, QWidget *parent)
    : RunPage(replay->run(), parent)
{
    m_replayTitle = tr("%1, replayed").arg(title);
    m_replay = new widgets::ReplayControls(std::move(replay), this);
    delete layout()->replaceWidget(m_controls, m_replay);
    m_controls->hide();
    connect(m_replay, &widgets::ReplayControls::failed, this, &RunPage::warn);
    m_watchers->end();
    m_follow.start(kFollowIntervalMs);
    follow();
}

RunPage::~RunPage()
{
    OpenRuns::instance().remove(this);
}

QList<QAction *> RunPage::controlActions() const
{
    if (m_replay)
        return {m_replay->playAction(), m_replay->pauseAction(), m_replay->stepAction(), m_replay->stopAction()};
    return {m_controls->startAction(), m_controls->pauseAction(), m_controls->stepAction(), m_controls->tickAction(), m_controls->stopAction()};
}

void RunPage::buildPanels()
{
    m_layerPanel = new widgets::LayerPanel(m_layers, this);
    m_layerPanel->view()->setObjectName("layerView");
    connect(m_layers, &widgets::LayerModel::hiddenChanged, &m_board->visibility(), &widgets::BoardVisibility::setHiddenLayers);
    connect(&m_board->state(), &widgets::BoardState::layersChanged, this,
            [this] { m_layers->setHidden(m_board->state().hiddenLayers()); });
    connect(m_layerPanel, &widgets::LayerPanel::layerActivated, &m_board->navigation(), &widgets::BoardNavigation::goToLayer);
    connect(m_layerPanel, &widgets::LayerPanel::watchRequested, this, &RunPage::watchAttribute);
    buildTensorView();

    m_runsPanel = new widgets::RunsPanel(m_board, this);
    connect(m_runsPanel, &widgets::RunsPanel::addRequested, this, &RunPage::overlayRequested);
    connect(m_board, &widgets::PlotBoard::runsChanged, this, &RunPage::dropTakenOff);
    connect(m_runsPanel, &widgets::RunsPanel::differencesRequested, this, &RunPage::differencesRequested);
    auto *tabs = new QTabWidget(this);
    tabs->setDocumentMode(true);
    tabs->setAccessibleName(tr("Values, layers and runs"));
    tabs->addTab(new widgets::ReadoutPanel(m_board, tabs), tr("Values"));
    tabs->addTab(m_layerPanel, tr("Layers"));
    tabs->addTab(m_runsPanel, tr("Runs"));
    auto *side = new QSplitter(Qt::Vertical, this);
    side->setObjectName("side");
    side->addWidget(buildLensPanel());
    side->addWidget(tabs);
    side->setStretchFactor(0, 3);
    side->setStretchFactor(1, 2);
    auto *views = new QSplitter(Qt::Horizontal, this);
    views->setObjectName("views");
    views->addWidget(m_board);
    views->addWidget(m_tensors);
    views->setChildrenCollapsible(false);
    views->setSizes({kTensorsWidth, kTensorsWidth});
    rememberSizes(views);
    auto *across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName("across");
    across->addWidget(side);
    across->addWidget(views);
    across->setStretchFactor(0, 0);
    across->setStretchFactor(1, 1);
    across->setSizes({kSidePanelWidth, 4 * kSidePanelWidth});
    across->setChildrenCollapsible(false);
    rememberSizes(side);
    rememberSizes(across);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_controls);
    layout->addWidget(m_messages);
    layout->addWidget(new widgets::BoardBar(m_board, m_boardActions, this));
    layout->addWidget(across, 1);
}

/// The lenses, and below them the ways to more.
QWidget *RunPage::buildLensPanel()
{
    auto *panel = new QWidget(this);
    auto *lensView = new widgets::LensView(m_watchers->model(), panel);
    lensView->setObjectName("lensView");
    connect(lensView, &widgets::LensView::settingsRequested, m_watchers, &RunWatchers::showSettings);
    connect(lensView, &widgets::LensView::tagChosen, &m_board->navigation(), &widgets::BoardNavigation::setCurrentTag);
    m_watchButtons = new QWidget(panel);
    auto *row = new QHBoxLayout(m_watchButtons);
    row->setContentsMargins(4, 2, 4, 2);
    const auto add = [&](const QString &name, const QString &tip, auto slot) {
        auto *button = new QPushButton(name, m_watchButtons);
        button->setToolTip(tip);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, slot);
    };
    add(tr("Watch …"), tr("Watch a parameter, a buffer, or what goes through a module"), [this] { watchAttribute(); });
    add(tr("Record …"), tr("Record the tensors of layers, to look at them"), [this] { recordTensors(); });
    m_watchButtons->hide();
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(lensView, 1);
    layout->addWidget(m_watchButtons);
    return panel;
}

/// Beside the plots, once there are tensors.
void RunPage::buildTensorView()
{
    m_tensors = new widgets::TensorView(m_run, this);
    m_tensors->setObjectName("tensors");
    m_tensors->hide();
    connect(m_tensors, &widgets::TensorView::failed, this, &RunPage::warn);
    connect(m_tensors, &widgets::TensorView::saveRequested, this, [this](const QString &tag) { PageOutput(*this).askAndSaveTensors(tag); });
}

void RunPage::setTensorsShown(bool shown)
{
    Settings::setShowsTensors(shown);
    m_tensors->setVisible(shown);
}

bool RunPage::canWatch() const
{
    return m_training && !m_watchers->isOver() && m_shownState != State::Preparing;
}

void RunPage::watchAttribute(const QString &layer)
{
    m_watchers->watchAttribute(m_info.layers, layer);
}

void RunPage::recordTensors()
{
    m_watchers->recordTensors(m_info.layers);
}

QString RunPage::title() const
{
    if (m_replay)
        return m_replayTitle;
    if (m_path.isEmpty())
        return text(m_info.name);
    return m_name.isEmpty() ? text(store::runNames(namedRuns()).front()) : m_name;
}

QString RunPage::origin() const
{
    return m_replay           ? tr("A replay, which is not recorded")
           : m_path.isEmpty() ? tr("Not recorded yet")
                              : QDir::toNativeSeparators(m_path);
}

void RunPage::connectTo(RunTools &tools)
{
    tools.serve(this);
}

bool RunPage::mayClose()
{
    return mayStop({this}, window());
}

std::vector<store::NamedRun> RunPage::namedRuns() const
{
    std::vector<store::NamedRun> runs;
    const auto add = [&](const QString &path, const record::RunInfo &info) {
        runs.push_back({path.toStdString(), imports::givenName(path.toStdString(), info)});
    };
    if (!m_path.isEmpty())
        add(m_path, m_info);
    for (const Overlaid &overlaid : m_overlaid)
        add(overlaid.path, overlaid.run->info());
    return runs;
}

void RunPage::setRunNames(const QStringList &names)
{
    auto name = names.begin();
    if (!m_path.isEmpty())
        m_name = *name++;
    m_board->setRunName(0, title());
    const auto &shown = m_board->state().runs;
    for (const Overlaid &overlaid : m_overlaid) {
        const auto run = std::ranges::find(shown, overlaid.run, &widgets::ShownRun::run);
        if (run != shown.end())
            m_board->setRunName(static_cast<std::size_t>(run - shown.begin()), *name);
        ++name;
    }
}

void RunPage::setLabel(const record::RunLabel &label)
{
    if (!m_training)
        return imports::labelRun(m_path.toStdString(), label);
    checkLabel(label);
    if (m_training->isResumed() && !m_training->isRecording()) // its old file stands as long as nothing is trained
        imports::labelRun(m_path.toStdString(), label);
    m_training->run()->update([&](record::RunInfo &info) {
        info.name = label.name.empty() ? session()->experiment().name : label.name;
        info.notes = label.notes;
    });
    if (!m_training->isRecording() || !m_training->isOver())
        return; // what follows the run writes it
    m_training->closeFile();
    imports::labelRun(m_path.toStdString(), label);
}

void RunPage::start()
{
    beginRecording();
    session()->start();
}

void RunPage::saveCheckpoint()
{
    session()->saveCheckpoint([this](const std::string &error) {
        if (error.empty()) // else the run has a warning
            QMetaObject::invokeMethod(this, [this] {
                m_messages->tell(widgets::MessageBar::Kind::Notice, tr("The checkpoint is saved. This training can be resumed from here."));
            });
    });
}

void RunPage::saveModel(const QString &path)
{
    session()->saveModel(path.toStdString(), [this, path](const std::string &error) {
        QMetaObject::invokeMethod(this, [this, path, error = coreText(error)] {
            if (error.isEmpty())
                m_messages->tell(widgets::MessageBar::Kind::Notice, tr("The model is saved in %1.").arg(QDir::toNativeSeparators(path)));
            else
                warn(tr("The model could not be saved: %1").arg(error));
        });
    });
}

/// The run file exists from the first step on, so that looking at an experiment leaves nothing behind.
void RunPage::beginRecording()
{
    if (m_training->isRecording())
        return;
    try {
        m_training->record();
        m_path = text(m_training->file().string());
        Q_EMIT titleChanged();
    } catch (const store::RunFileError &error) {
        warn(tr("%1. The run is kept in memory: use Save a Copy before closing.").arg(coreText(error.what())));
    }
}

bool RunPage::isTraining() const
{
    if (!m_training)
        return false;
    const session::Status status = session()->status();
    return status.state == State::Running || (status.state == State::Paused && status.position.step > 0);
}

bool RunPage::isBeingRecorded() const
{
    return m_training ? !m_training->isOver() : m_run->info().status == RunStatus::Recording;
}

void RunPage::closeFile()
{
    if (m_training)
        m_training->closeFile();
}

bool RunPage::hasUnsavedTicks() const
{
    return m_training && m_training->hasUnsavedTicks();
}

void RunPage::finish()
{
    OpenRuns::instance().remove(this);
    if (!m_training)
        return;
    m_watchers->end();
    m_training->finish();
    m_training.reset();
    takeChanges();
    m_follow.stop();
}

void RunPage::warn(const QString &message)
{
    m_messages->tell(widgets::MessageBar::Kind::Warning, message);
}

void RunPage::overlay(std::unique_ptr<imports::RunSource> source, const QString &path)
{
    const auto run = source->run();
    m_overlaid.push_back({run, std::make_unique<imports::RunFollower>(std::move(source)), path});
    m_board->addRun(run, text(store::runName(path.toStdString())));
    m_follow.start(kFollowIntervalMs);
    Q_EMIT titleChanged();
}

bool RunPage::hasOverlaid(const QString &path) const
{
    return std::ranges::any_of(m_overlaid, [&](const Overlaid &overlaid) { return QFileInfo(overlaid.path) == QFileInfo(path); });
}

/// Runs that are on the plots no more are followed no more.
void RunPage::dropTakenOff()
{
    const auto &shown = m_board->state().runs;
    const auto taken = std::erase_if(m_overlaid, [&](const auto &overlaid) {
        return std::none_of(shown.begin(), shown.end(), [&](const auto &run) { return run->run == overlaid.run; });
    });
    if (taken > 0)
        Q_EMIT titleChanged(); // the others may be called by shorter names now
}

void RunPage::follow()
{
    takeChanges();
    if (m_training)
        showSession();
}

void RunPage::takeChanges()
{
    m_board->follow();
    m_watchers->showAwaited();
    for (Overlaid &overlaid : m_overlaid)
        if (overlaid.run->since(overlaid.cursor).info)
            Q_EMIT titleChanged(); // somebody may have named it
    const store::RunChanges changes = m_run->since(m_cursor);
    if (changes.empty())
        return;
    if (changes.restarted)
        forget();
    m_tensors->follow();
    const auto isOfTensors = [](const auto &tag) { return tag.second.kind == record::TagKind::Tensors; };
    if (std::ranges::any_of(changes.tags, isOfTensors) && Settings::showsTensors())
        m_tensors->show();
    if (changes.info)
        m_info = *changes.info;
    if (changes.info || changes.restarted || !changes.tags.empty() || !changes.series.empty())
        fillTrees();
    for (const RunEvent &event : changes.events)
        tell(event);
    if (!m_training && !changes.events.empty())
        m_watchers->takeUp(changes.events);
    if (changes.info) {
        m_board->setRunName(0, title());
        showInfo();
        Q_EMIT titleChanged();
    }
}

/// The tags and layers of all runs on the plots.
void RunPage::fillTrees()
{
    const auto &runs = m_board->state().runs;
    std::vector<record::LayerInfo> modules = m_info.layers;
    for (const auto &run : runs) {
        const bool isOwn = run->run == m_run;
        for (const record::TagSpec &tag : run->tagSpecs)
            if (isOwn || tag.kind != record::TagKind::Tensors) { // those of others are not looked at here
                m_watchers->model()->addTag(tag);
                m_watchers->model()->setTagVisible(text(tag.name), m_board->visibility().isTagVisible(text(tag.name)));
            }
        for (const record::LayerInfo &module : isOwn ? std::vector<record::LayerInfo>() : run->run->info().layers)
            if (std::ranges::find(modules, module.name, &record::LayerInfo::name) == modules.end())
                modules.push_back(module);
    }
    m_layers->setLayers(modules);
    for (const auto &run : runs)
        for (const QString &layer : run->layers)
            m_layers->addMeasured(layer);
}

/// Another run took the place of this one.
void RunPage::forget()
{
    m_watchers->model()->clear();
    m_watchers->begin(m_run->info().experiment);
    if (m_replay) // it was sent back
        m_messages->clear();
    else
        m_messages->tell(widgets::MessageBar::Kind::Notice, tr("The file was replaced; this is what it holds now."));
}

void RunPage::tell(const RunEvent &event)
{
    if (event.kind == RunEvent::Kind::Notice)
        m_messages->tell(widgets::MessageBar::Kind::Notice, coreText(event.text));
    else if (event.kind == RunEvent::Kind::Warning)
        warn(coreText(event.text));
}

void RunPage::showInfo()
{
    if (m_info.status == RunStatus::Failed && m_training)
        warn(tr("The training failed: %1").arg(coreText(m_info.message)));
    if (m_training)
        return;
    m_tensors->setLive(m_replay || isBeingRecorded());
    QString status = m_info.status == RunStatus::Recording ? tr("Followed live") : tr("Saved run, %1").arg(widgets::statusText(m_info.status));
    if (!m_info.message.empty())
        status += QStringLiteral(" — ") + coreText(m_info.message);
    m_controls->showSaved(status);
    if (m_replay)
        return m_board->setPlaceholder(tr("<h3>Ready to replay</h3>Press <b>Play</b> (F5). Plots appear as they did when the run was recorded."));
    m_board->setPlaceholder(m_run->frameCount() ? tr("<h3>This run has no points</h3>It was recorded without lenses.")
                                          : tr("<h3>This run has no points</h3>No tick was measured."));
}

void RunPage::showSession()
{
    const session::Status status = session()->status();
    const bool isNews = status.state != m_shownState;
    if (!isNews && m_sinceShown.isValid() && m_sinceShown.elapsed() < kShowIntervalMs)
        return; // numbers that run faster than they can be read cost more than all plots
    m_shownState = status.state;
    m_sinceShown.start();
    m_controls->show(status);
    m_watchers->model()->setCosts(status.lensCosts);
    switch (status.state) {
    case State::Preparing:
        m_board->setPlaceholder(tr("<h3>Preparing</h3>%1 …").arg(coreText(status.activity).toHtmlEscaped()));
        break;
    case State::Ready:
        m_board->setPlaceholder(tr("<h3>Ready to train</h3>Press <b>Start</b> (F5). Plots appear here with the first tick; "
                             "lenses can be switched on and off at the left at any time."));
        break;
    case State::Running:
    case State::Paused: m_board->setPlaceholder(tr("<h3>Training</h3>Plots appear with the first tick.")); break;
    case State::Failed: m_board->setPlaceholder(tr("<h3>The training failed</h3>%1").arg(coreText(status.activity).toHtmlEscaped())); break;
    case State::Finished:
    case State::Stopped: m_board->setPlaceholder(tr("<h3>Ended before the first tick</h3>There is nothing to plot.")); break;
    }
    if (isOver(status.state))
        m_watchers->end();
    if (status.state == State::Ready && std::exchange(m_startsWhenReady, false)) // only what can go on changes its file
        start();
    if (isNews) {
        m_watchButtons->setVisible(canWatch());
        m_layerPanel->setWatchable(canWatch());
        m_tensors->setLive(!isOver(status.state), canWatch());
        Q_EMIT stateChanged();
    }
    if (m_training->isWritten() && !m_training->run()->hasBeyond(m_cursor))
        m_follow.stop();
}

} // namespace lensboard::app
