#include "app/run_page.h"

#include "app/board_settings.h"
#include "app/page_output.h"
#include "app/remembered_splitter.h"
#include "app/settings.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/import/run_follower.h"
#include "core/import/run_summary.h"
#include "core/session/engine_loader.h"
#include "core/session/new_run.h"
#include "core/store/run_file_writer.h"
#include "core/store/run_names.h"
#include "core/store/run_replay.h"
#include "widgets/core_words.h"
#include "widgets/layer_panel.h"
#include "widgets/layer_view.h"
#include "widgets/lens_settings_dialog.h"
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
#include "widgets/watching/watcher_dialog.h"

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
constexpr int kMostScrolls = 50; ///< to a new plot; one that is hidden is let be
constexpr int kLooksUntilItStays = 10; ///< at a new plot on view

/// What the run's lenses were set to when it began.
std::vector<experiment::Choice> lensesOf(const std::string &experimentText)
{
    try {
        return experiment::Experiment::fromJson(experiment::parseJson(experimentText)).watchers();
    } catch (const experiment::ExperimentError &) { // recorded by a newer version: its tags still tell the lenses
        return {};
    }
}

} // namespace

RunPage::RunPage(std::shared_ptr<const store::Run> run, std::shared_ptr<store::RunStore> store, QWidget *parent)
    : QWidget(parent), m_run(std::move(run)), m_store(std::move(store)), m_lenses(new widgets::LensModel(this)),
      m_layers(new widgets::LayerModel(this)), m_messages(new widgets::MessageBar(this)),
      m_board(new widgets::PlotBoard(this)), m_boardActions(new widgets::BoardActions(m_board)), m_controls(new widgets::RunControls(this))
{
    buildPanels();
    rememberLooks(*m_board);
    connect(m_lenses, &widgets::LensModel::tagToggled, m_board, &widgets::PlotBoard::setTagVisible);
    connect(m_board, &widgets::PlotBoard::tagVisibilityChanged, m_lenses, &widgets::LensModel::setTagVisible);
    connect(m_board, &widgets::PlotBoard::tagsChanged, this, &RunPage::fillTrees);
    connect(m_board, &widgets::PlotBoard::cleared, m_lenses, &widgets::LensModel::dropTags); // the models go before the board
    connect(m_board, &widgets::PlotBoard::cleared, m_layers, &widgets::LayerModel::clear);
    m_board->addRun(m_run, text(m_run->info().name));
    connect(m_board, &widgets::PlotBoard::failed, this, &RunPage::warn);
    connect(&m_follow, &QTimer::timeout, this, &RunPage::follow);
    for (const experiment::Choice &lens : lensesOf(m_run->info().experiment))
        takeLens(lens);
}

/// A lens, monitor or recorder that the run has, and its settings.
void RunPage::takeLens(const experiment::Choice &lens)
{
    m_lensSettings[lens.name()] = lens;
    m_lenses->addLens(text(lens.name()), lens.get<bool>("enabled"), text(lens.kind));
    if (lens.settings.contains("limit_mb"))
        m_tensors->setLimit(text(lens.name()), lens.get<double>("limit_mb"));
}

RunPage::RunPage(const experiment::Experiment &experiment, const session::TrainingStart &start, QWidget *parent)
    : RunPage(std::make_shared<store::RunStore>(session::newRunInfo(experiment)), parent)
{
    prepare(experiment, start);
}

RunPage::RunPage(session::ResumedRun resumed, QWidget *parent) : RunPage(resumed.run, parent)
{
    m_path = text(resumed.file.string());
    m_framesBefore = m_store->frameCount();
    m_startsWhenReady = true;
    m_resumed = std::move(resumed);
    for (const experiment::Choice &lens : m_resumed->experiment.watchers()) { // as the user had them last, which the run's experiment does not tell
        takeLens(lens);
        m_lenses->setLensOn(text(lens.name()), lens.get<bool>("enabled"));
    }
    prepare(m_resumed->experiment, m_resumed->start);
}

void RunPage::prepare(const experiment::Experiment &experiment, const session::TrainingStart &start)
{
    const auto makeTrainer = [start](const experiment::Experiment &prepared) { return session::makeTrainer(prepared, start); };
    m_session = std::make_unique<session::Session>(experiment, m_store, makeTrainer, session::Session::Priority::BelowWindow);
    connect(m_controls->startAction(), &QAction::triggered, this, &RunPage::start);
    connect(m_controls->pauseAction(), &QAction::triggered, this, [this] { m_session->pause(); });
    connect(m_controls->stepAction(), &QAction::triggered, this, [this] {
        beginRecording();
        m_session->step();
    });
    connect(m_controls->tickAction(), &QAction::triggered, this, [this] {
        beginRecording();
        m_session->stepToTick();
    });
    connect(m_controls->stopAction(), &QAction::triggered, this,
            [this] { m_session->status().isStopping ? m_session->interrupt() : m_session->stop(); });
    connect(m_controls, &widgets::RunControls::learningRateChosen, this,
            [this](double rate) { m_session->setLearningRate(rate); });
    connect(m_lenses, &widgets::LensModel::lensToggled, this, &RunPage::toggleLens);
    offerAllLenses();
    m_follow.start(kFollowIntervalMs);
    follow();
}

RunPage::RunPage(std::unique_ptr<imports::RunSource> source, const QString &path, QWidget *parent)
    : RunPage(source->run(), nullptr, parent)
{
    m_path = path;
    endLensChanges();
    m_follower = std::make_unique<imports::RunFollower>(std::move(source));
    m_follow.start(kFollowIntervalMs);
    follow();
}

RunPage::RunPage(std::unique_ptr<store::RunReplay> replay, const QString &title, QWidget *parent)
    : RunPage(replay->run(), nullptr, parent)
{
    m_replayTitle = tr("%1, replayed").arg(title);
    m_replay = new widgets::ReplayControls(std::move(replay), this);
    delete layout()->replaceWidget(m_controls, m_replay);
    m_controls->hide();
    connect(m_replay, &widgets::ReplayControls::failed, this, &RunPage::warn);
    endLensChanges();
    m_follow.start(kFollowIntervalMs);
    follow();
}

RunPage::~RunPage() = default;

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
    connect(m_layers, &widgets::LayerModel::hiddenChanged, m_board, &widgets::PlotBoard::setHiddenLayers);
    connect(&m_board->state(), &widgets::BoardState::layersChanged, this,
            [this] { m_layers->setHidden(m_board->state().hiddenLayers()); });
    connect(m_layerPanel, &widgets::LayerPanel::layerActivated, m_board, &widgets::PlotBoard::goToLayer);
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
    auto *lensView = new widgets::LensView(m_lenses, panel);
    lensView->setObjectName("lensView");
    connect(lensView, &widgets::LensView::settingsRequested, this, &RunPage::showLensSettings);
    connect(lensView, &widgets::LensView::tagChosen, m_board, &widgets::PlotBoard::setCurrentTag);
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

/// Those that the experiment does not list can be added by switching them on.
void RunPage::offerAllLenses()
{
    for (const experiment::Section &lens : experiment::lensSchemas())
        m_lenses->addLens(text(lens.kind), false);
}

void RunPage::toggleLens(const QString &lens, bool on)
{
    const std::string name = lens.toStdString();
    if (m_lensSettings.contains(name))
        m_session->setLensEnabled(name, on, takesBack(name));
    else // one that the experiment does not list, whose name is its kind
        changeLens(experiment::lensChoice({{"kind", name}}));
}

void RunPage::changeLens(const experiment::Choice &lens)
{
    const bool isNew = !m_lensSettings.contains(lens.name());
    takeLens(lens);
    if (isNew)
        m_lenses->setLensOn(text(lens.name()), true);
    m_session->changeLens(lens, takesBack(lens.name()));
}

session::Session::Refused RunPage::takesBack(const std::string &lens)
{
    return [this, lens](const std::optional<experiment::Choice> &stays) {
        QMetaObject::invokeMethod(this, [this, lens, stays] { takeBack(lens, stays); });
    };
}

/// What the training refused is shown as it stays there; the run's warning says why.
void RunPage::takeBack(const std::string &lens, const std::optional<experiment::Choice> &stays)
{
    const QString name = text(lens);
    const bool isOffered = std::ranges::find(experiment::lensSchemas(), lens, &experiment::Section::kind) != experiment::lensSchemas().end();
    auto *dialog = findChild<widgets::LensSettingsDialog *>(name);
    if (m_awaited == name)
        m_awaited.clear();
    if (stays)
        takeLens(*stays);
    else
        m_lensSettings.erase(lens);
    if (!stays && isOffered)
        m_lenses->setLensOn(name, false);
    else if (!stays)
        m_lenses->removeLens(name);
    if (dialog && (stays || isOffered))
        dialog->setApplied(stays ? *stays : experiment::lensChoice({{"kind", lens}}));
    else if (dialog)
        dialog->reject();
}

/// Lenses and plots: what is watched next must be told from them.
std::set<std::string> RunPage::takenNames() const
{
    std::set<std::string> names;
    for (const auto *schemas : {&experiment::lensSchemas(), &experiment::monitorSchemas()})
        for (const experiment::Section &lens : *schemas)
            names.insert(lens.kind);
    for (const auto &[name, lens] : m_lensSettings)
        names.insert(name);
    for (const QString &tag : m_board->tags())
        names.insert(tag.toStdString());
    return names;
}

bool RunPage::canWatch() const
{
    return m_session && !m_lensesFixed && m_shownState != State::Preparing;
}

void RunPage::watchAttribute(const QString &layer)
{
    auto *dialog = new widgets::WatcherDialog(widgets::WatcherDialog::Task::WatchAttribute, m_info.layers, takenNames(), this);
    if (!layer.isEmpty())
        dialog->choose(layer);
    openWatcherDialog(dialog);
}

void RunPage::recordTensors()
{
    openWatcherDialog(new widgets::WatcherDialog(widgets::WatcherDialog::Task::RecordTensors, m_info.layers, takenNames(), this));
}

/// The training goes on meanwhile.
void RunPage::openWatcherDialog(widgets::WatcherDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &widgets::WatcherDialog::chosen, this, [this](const experiment::Choice &watcher) {
        m_awaited = text(watcher.name());
        m_scrolls = m_looksOnView = 0;
        changeLens(watcher);
        m_tensors->showLens(m_awaited);
        if (watcher.settings.value("tensors", true))
            setTensorsShown(true);
    });
    dialog->open();
}

/// The plot of what was added comes into view when it is there. Plots that are laid out meanwhile may push it away again.
void RunPage::showAwaited()
{
    const auto plots = m_awaited.isEmpty() ? std::vector<widgets::TagPlot *>() : m_board->plots(m_awaited);
    if (plots.empty())
        return;
    if (!m_board->isOnView(*plots.front()) && m_scrolls++ < kMostScrolls) {
        m_looksOnView = 0;
        return m_board->scrollTo(*plots.front());
    }
    if (++m_looksOnView >= kLooksUntilItStays)
        m_awaited.clear();
}

void RunPage::showLensSettings(const QString &lens)
{
    auto *dialog = findChild<widgets::LensSettingsDialog *>(lens);
    if (!dialog) {
        const auto known = m_lensSettings.find(lens.toStdString());
        dialog = new widgets::LensSettingsDialog(
            known != m_lensSettings.end() ? known->second : experiment::lensChoice({{"kind", lens.toStdString()}}), this);
        dialog->setObjectName(lens);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &widgets::LensSettingsDialog::applied, this, &RunPage::changeLens);
        if (m_lensesFixed)
            freeze(dialog);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void RunPage::freeze(widgets::LensSettingsDialog *dialog)
{
    dialog->setReadOnly(m_session ? tr("The training is over: nothing measures any more.")
                                  : tr("As the recorded training began. Later changes are listed under Run Details."));
}

/// Lenses are switched and set no more.
void RunPage::endLensChanges()
{
    m_lensesFixed = true;
    m_lenses->setSwitchable(false);
    for (auto *dialog : findChildren<widgets::WatcherDialog *>())
        dialog->reject();
    for (auto *dialog : findChildren<widgets::LensSettingsDialog *>())
        freeze(dialog);
}

QString RunPage::title() const
{
    if (m_replay)
        return m_replayTitle;
    if (m_path.isEmpty())
        return text(m_info.name);
    return m_name.isEmpty() ? text(store::runNames(namedRuns()).front()) : m_name;
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
    if (!m_store)
        return imports::labelRun(m_path.toStdString(), label);
    checkLabel(label);
    if (m_resumed && !m_file) // its old file stands as long as nothing is trained
        imports::labelRun(m_path.toStdString(), label);
    m_store->update([&](record::RunInfo &info) {
        info.name = label.name.empty() ? m_session->experiment().name : label.name;
        info.notes = label.notes;
    });
    if (!m_file || !isOver(m_session->status().state))
        return; // what follows the run writes it
    m_file->finish();
    imports::labelRun(m_path.toStdString(), label);
}

void RunPage::start()
{
    beginRecording();
    m_session->start();
}

void RunPage::saveCheckpoint()
{
    m_session->saveCheckpoint([this](const std::string &error) {
        if (error.empty()) // else the run has a warning
            QMetaObject::invokeMethod(this, [this] {
                m_messages->tell(widgets::MessageBar::Kind::Notice, tr("The checkpoint is saved. This training can be resumed from here."));
            });
    });
}

void RunPage::saveModel(const QString &path)
{
    m_session->saveModel(path.toStdString(), [this, path](const std::string &error) {
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
    if (m_file)
        return;
    try {
        m_file = m_resumed ? session::recordResumed(*m_resumed) : store::followRun(m_store, {}, m_session->experiment().name);
        m_session->keepCheckpoint(session::checkpointPath(m_file->path()), [file = m_file.get()] { file->waitUntilWritten(5s); });
        m_path = text(m_file->path().string());
        Q_EMIT titleChanged();
    } catch (const store::RunFileError &error) {
        warn(tr("%1. The run is kept in memory: use Save a Copy before closing.").arg(coreText(error.what())));
    }
}

bool RunPage::isTraining() const
{
    if (!m_session)
        return false;
    const session::Status status = m_session->status();
    return status.state == State::Running || (status.state == State::Paused && status.position.step > 0);
}

bool RunPage::isBeingRecorded() const
{
    return m_session ? !isOver(m_session->status().state) : m_run->info().status == RunStatus::Recording;
}

void RunPage::closeFile()
{
    if (m_file && !isBeingRecorded() && m_file->waitUntilWritten(2s)) // else its follower goes on trying
        m_file->finish();
}

bool RunPage::hasUnsavedTicks() const
{
    return m_session && m_store->frameCount() > (m_file ? m_file->acknowledgedFrames() : m_framesBefore)
        && (!m_file || isOver(m_session->status().state));
}

void RunPage::finish()
{
    if (!m_session)
        return;
    m_session.reset(); // stops after its batch
    takeChanges();
    if (m_file)
        m_file->finish();
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
    if (m_session)
        showSession();
}

void RunPage::takeChanges()
{
    m_board->follow();
    showAwaited();
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
        takeEvent(event);
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
                m_lenses->addTag(tag);
                m_lenses->setTagVisible(text(tag.name), m_board->isTagVisible(text(tag.name)));
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
    m_lenses->clear();
    for (const experiment::Choice &lens : lensesOf(m_run->info().experiment))
        takeLens(lens);
    if (m_replay) // it was sent back
        m_messages->clear();
    else
        m_messages->tell(widgets::MessageBar::Kind::Notice, tr("The file was replaced; this is what it holds now."));
}

void RunPage::takeEvent(const RunEvent &event)
{
    switch (event.kind) {
    case RunEvent::Kind::Notice: m_messages->tell(widgets::MessageBar::Kind::Notice, coreText(event.text)); break;
    case RunEvent::Kind::Warning: warn(coreText(event.text)); break;
    case RunEvent::Kind::LensOn: m_lenses->setLensOn(text(event.text), true); break;
    case RunEvent::Kind::LensOff: m_lenses->setLensOn(text(event.text), false); break;
    case RunEvent::Kind::LensSettings:
    case RunEvent::Kind::LearningRate:
    case RunEvent::Kind::Text: break;
    }
}

void RunPage::showInfo()
{
    if (m_info.status == RunStatus::Failed && m_session)
        warn(tr("The training failed: %1").arg(coreText(m_info.message)));
    if (m_session)
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
    const session::Status status = m_session->status();
    const bool isNews = status.state != m_shownState;
    if (!isNews && m_sinceShown.isValid() && m_sinceShown.elapsed() < kShowIntervalMs)
        return; // numbers that run faster than they can be read cost more than all plots
    m_shownState = status.state;
    m_sinceShown.start();
    m_controls->show(status);
    m_lenses->setCosts(status.lensCosts);
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
    if (isOver(status.state) && !m_lensesFixed)
        endLensChanges();
    if (status.state == State::Ready && std::exchange(m_startsWhenReady, false)) // only what can go on changes its file
        start();
    if (isNews) {
        m_watchButtons->setVisible(canWatch());
        m_layerPanel->setWatchable(canWatch());
        m_tensors->setLive(!isOver(status.state), canWatch());
        Q_EMIT stateChanged();
    }
    const bool allTaken = !m_store->hasBeyond(m_cursor);
    if (isOver(status.state) && (!m_file || m_file->isClosed()) && allTaken)
        m_follow.stop();
}

} // namespace lensboard::app
