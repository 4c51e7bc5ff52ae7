#include "app/pages/run_page.h"

#include "app/board_settings.h"
#include "app/desktop_notification.h"
#include "app/pages/controlled_feed.h"
#include "app/pages/open_runs.h"
#include "app/pages/page_output.h"
#include "app/pages/plot_help_dialog.h"
#include "app/pages/run_health.h"
#include "app/pages/run_reading.h"
#include "app/pages/run_tools.h"
#include "app/pages/run_watchers.h"
#include "app/pages/stop_question.h"
#include "app/remembered_splitter.h"
#include "app/run_kind.h"
#include "app/settings.h"
#include "core/record/routine_notice.h"
#include "core/runs/run_follower.h"
#include "core/runs/run_summary.h"
#include "core/store/run_names.h"
#include "widgets/board/board_actions.h"
#include "widgets/board/board_bar.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/readout_panel.h"
#include "widgets/core_words.h"
#include "widgets/health/finding_text.h"
#include "widgets/health/health_panel.h"
#include "widgets/layer_panel.h"
#include "widgets/layer_view.h"
#include "widgets/media/media_view.h"
#include "widgets/message_bar.h"
#include "widgets/models/layer_model.h"
#include "widgets/models/lens_model.h"
#include "widgets/qt_text.h"
#include "widgets/replay_controls.h"
#include "widgets/run_controls.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/runs_panel.h"
#include "widgets/tensors/tensor_view.h"

#include <QDir>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

using record::RunEvent;
using widgets::messageText;
using widgets::text;

namespace {

constexpr int kFollowIntervalMs = 40;
constexpr int kSidePanelWidth = 340;
constexpr int kTensorsWidth = 480;
const QString kBesidePlots = QStringLiteral("beside plots");

/// Columns and their order are shared by all pages; filter, groups and colours belong to the page.
void rememberColumns(widgets::RunTable &table)
{
    table.setState(Settings::runTable(kBesidePlots));
    QObject::connect(&table, &widgets::RunTable::stateChanged, &table, [&table] {
        QVariantMap kept = table.state();
        for (const char *ofPage : {"filter", "baseline", "groupedBy", "insights"})
            kept.remove(ofPage);
        Settings::setRunTable(kBesidePlots, kept);
    });
}

} // namespace

RunPage::RunPage(std::unique_ptr<RunFeed> feed, QWidget *parent)
    : Page(parent), m_run(feed->run()), m_layers(new widgets::LayerModel(this)), m_board(new widgets::PlotBoard(this)),
      m_messages(new widgets::MessageBar(m_board)), m_watchers(new RunWatchers(m_board, this)),
      m_boardActions(new widgets::BoardActions(m_board)), m_controls(feed->makeControls(this)), m_feed(std::move(feed))
{
    buildPanels();
    rememberStyles(*m_board, kindOf(m_run->info(), path()));
    widgets::LensModel *const lenses = m_watchers->model();
    connect(&m_board->visibility(), &widgets::BoardVisibility::tagVisibilityChanged, lenses, &widgets::LensModel::setTagVisible);
    connect(m_board, &widgets::PlotBoard::tagsChanged, this, &RunPage::fillTrees);
    connect(m_board, &widgets::PlotBoard::cleared, lenses, &widgets::LensModel::dropTags); // the models are destroyed before the board
    connect(m_board, &widgets::PlotBoard::cleared, m_layers, &widgets::LayerModel::clear);
    m_board->addRun(m_run, text(m_run->info().name));
    m_health->add(*m_run, m_feed->judge(), kindOf(m_run->info(), path()));
    connect(m_board, &widgets::PlotBoard::failed, this, &RunPage::warn);
    connect(m_board, &widgets::PlotBoard::noticed, this, [this](const QString &message) { notice(message); });
    connect(&m_follow, &QTimer::timeout, this, &RunPage::follow);
    connect(m_watchers, &RunWatchers::refused, this, &RunPage::warn);
    connect(m_boardActions, &widgets::BoardActions::helpWanted, this, [this](const QString &tag) { PlotHelpDialog::open(*this, tag); });
    connect(m_boardActions, &widgets::BoardActions::exportWanted, this, [this] { PageOutput(*this).askAndWritePlot(); });
    connect(m_watchers, &RunWatchers::limitChanged, m_tensors, &widgets::TensorView::setLimit);
    connect(m_watchers, &RunWatchers::added, this, [this](const experiment::KindSettings &watcher) {
        m_tensors->showLens(text(watcher.name()));
        if (experiment::tensorLimitMb(watcher))
            setTensorsShown(true);
    });
    connectFeed();
    m_watchers->begin(m_run->info().experiment);
    m_follow.start(kFollowIntervalMs);
    follow();
}

void RunPage::connectFeed()
{
    RunFeed *const feed = m_feed.get();
    connect(feed, &RunFeed::pathChanged, this, &RunPage::titleChanged);
    connect(feed, &RunFeed::stateChanged, this, &RunPage::showState);
    connect(feed, &RunFeed::callbacksChanged, m_watchers, &RunWatchers::showWatchers);
    connect(feed, &RunFeed::costsChanged, m_watchers->model(), &widgets::LensModel::setCosts);
    connect(feed, &RunFeed::placeholderChanged, m_board, &widgets::PlotBoard::setPlaceholder);
    connect(feed, &RunFeed::noticed, this, [this](const QString &message) { notice(message); });
    connect(feed, &RunFeed::warned, this, &RunPage::warn);
}

RunPage::~RunPage()
{
    if (m_openRuns)
        m_openRuns->remove(this);
}

widgets::RunControls *RunPage::controls() const
{
    return qobject_cast<widgets::RunControls *>(m_controls);
}

widgets::ReplayControls *RunPage::replayControls() const
{
    return qobject_cast<widgets::ReplayControls *>(m_controls);
}

void RunPage::buildPanels()
{
    m_layerPanel = new widgets::LayerPanel(m_layers, this);
    m_layerPanel->view()->setObjectName("layerView");
    connect(m_layers, &widgets::LayerModel::hiddenChanged, &m_board->visibility(), &widgets::BoardVisibility::setHiddenLayers);
    connect(&m_board->state(), &widgets::BoardState::layersChanged, this,
            [this] { m_layers->setHidden(m_board->state().hiddenLayers()); });
    connect(m_layerPanel, &widgets::LayerPanel::layerActivated, &m_board->navigation(), &widgets::BoardNavigation::goToLayer);
    connect(m_layerPanel, &widgets::LayerPanel::watchRequested, m_watchers, &RunWatchers::watchAttribute);
    buildTensorView();

    m_runsPanel = new widgets::RunsPanel(m_board, this);
    rememberColumns(*m_runsPanel->table());
    rememberSizes(m_runsPanel->table()->findChild<QSplitter *>("insightsBesidePlots"));
    connect(m_runsPanel, &widgets::RunsPanel::addRequested, this, &RunPage::overlayRequested);
    connect(m_board, &widgets::PlotBoard::runsChanged, this, &RunPage::dropTakenOff);
    connect(m_runsPanel, &widgets::RunsPanel::differencesRequested, this, &RunPage::differencesRequested);
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Values, layers, runs and health"));
    m_tabs->addTab(new widgets::ReadoutPanel(m_board, m_tabs), tr("Values"));
    m_tabs->addTab(m_layerPanel, tr("Layers"));
    m_tabs->addTab(m_runsPanel, tr("Runs"));
    buildHealth();
    const auto showRuns = [this] { m_tabs->setCurrentWidget(m_runsPanel); };
    connect(m_runsPanel, &widgets::RunsPanel::searchRequested, m_tabs, showRuns);
    connect(this, &RunPage::overlaid, m_tabs, showRuns); // names are known now
    auto *side = new QSplitter(Qt::Vertical, this);
    side->setObjectName("side");
    side->addWidget(m_watchers->makePanel(side));
    side->addWidget(m_tabs);
    side->setStretchFactor(0, 3);
    side->setStretchFactor(1, 2);
    auto *views = new QSplitter(Qt::Horizontal, this);
    views->setObjectName("views");
    views->addWidget(m_board);
    views->addWidget(m_tensors);
    views->setChildrenCollapsible(false);
    views->setSizes({kTensorsWidth, kTensorsWidth});
    rememberSizes(views);
    m_views = new QTabWidget(this);
    m_views->setDocumentMode(true);
    m_views->setTabBarAutoHide(true);
    m_views->setAccessibleName(tr("Plots and media"));
    m_views->addTab(views, tr("Plots"));
    auto *across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName("across");
    across->addWidget(side);
    across->addWidget(m_views);
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
    auto *bar = new widgets::BoardBar(m_board, m_boardActions, this);
    layout->addWidget(bar);
    connect(m_views, &QTabWidget::currentChanged, bar, [this, bar, views] {
        const bool showsPlots = m_views->currentWidget() == views;
        bar->setEnabled(showsPlots);
        m_messages->setOver(showsPlots ? m_board : m_media->content());
    });
    layout->addWidget(m_reading = new RunReading(*m_feed, this));
    layout->addWidget(across, 1);
}

/// Creates the view beside the plots when the first tensors arrive.
void RunPage::buildTensorView()
{
    m_tensors = new widgets::TensorView(m_run, this);
    m_tensors->setObjectName("tensors");
    m_tensors->hide();
    connect(m_tensors, &widgets::TensorView::failed, this, &RunPage::warn);
    connect(m_watchers, &RunWatchers::tensorsChosen, m_tensors, &widgets::TensorView::showTag);
    connect(m_watchers, &RunWatchers::tensorsClicked, this, [this] { setTensorsShown(true); });
    connect(m_tensors, &widgets::TensorView::saveRequested, this, [this](const QString &tag) { PageOutput(*this).askAndSaveTensors(tag); });
}

/// Adds the tab of media with the first ones. A copy of a run has none, but its details name them.
void RunPage::followMedia()
{
    const auto isMedia = [](const auto &detail) { return detail.first == "media"; };
    if (!m_media && (m_run->media() || std::ranges::any_of(m_info.environment, isMedia))) {
        m_media = new widgets::MediaView(m_run, this);
        rememberSizes(m_media->splitter());
        connect(m_media, &widgets::MediaView::saveRequested, this,
                [this](const QString &name, const QByteArray &content) { PageOutput(*this).askAndSaveMedium(name, content); });
        m_views->addTab(m_media, tr("Media"));
        if (m_run->frameCount() == 0 && !record::mayGrow(m_run->info().status)) // there will be no plots
            m_views->setCurrentWidget(m_media);
    }
    if (m_media)
        m_media->follow();
}

void RunPage::buildHealth()
{
    m_health = new RunHealth(m_board, m_layers, this);
    m_tabs->addTab(m_health->panel(), tr("Health"));
    connect(m_health, &RunHealth::changed, this, &RunPage::showFindings);
    if (controls())
        connect(controls(), &widgets::RunControls::healthWanted, this, &RunPage::showHealth);
    connect(m_health, &RunHealth::judged, m_runsPanel, &widgets::RunsPanel::setVerdict);
    connect(m_health->panel(), &widgets::HealthPanel::lensWanted, m_watchers, &RunWatchers::switchOn);
    connect(m_feed.get(), &RunFeed::notified, this, [this](const health::Finding &finding) {
        notifyDesktop(tr("%1: %2").arg(title(), widgets::titleOf(finding)), messageText(finding.values));
    });
}

void RunPage::showHealth()
{
    m_tabs->setCurrentWidget(m_health->panel());
    m_health->panel()->setFocus();
}

/// The tab shows the number of warnings and problems in all shown runs, the controls the number in the page's own run.
void RunPage::showFindings()
{
    const auto iconFor = [](health::Severity worst, bool isAny) { return isAny ? QIcon(controlIcon(widgets::iconOf(worst))) : QIcon(); };
    const int severe = m_health->count(), tab = m_tabs->indexOf(m_health->panel());
    m_tabs->setTabText(tab, severe > 0 ? tr("Health (%1)").arg(severe) : tr("Health"));
    m_tabs->setTabIcon(tab, iconFor(m_health->worst(), severe > 0));
    m_tabs->setTabToolTip(tab, m_health->summary());
    if (!controls())
        return;
    const auto &own = m_health->findings(*m_run);
    const QString summary = widgets::summaryText(own);
    controls()->showHealth(summary, iconFor(own.empty() ? health::Severity::Note : own.front().severity, !summary.isEmpty()));
}

void RunPage::setTensorsShown(bool shown)
{
    Settings::showsTensors.set(shown);
    m_tensors->setVisible(shown);
}

QString RunPage::title() const
{
    if (const QString own = m_feed->title(); !own.isEmpty())
        return own;
    if (path().isEmpty())
        return text(m_info.name);
    return m_name.isEmpty() ? text(store::shortRunNames(namedRuns()).front()) : m_name;
}

QString RunPage::tabTitle() const
{
    return isOverlay() ? tr("%1 and %n more", nullptr, static_cast<int>(m_overlaid.size())).arg(title()) : title();
}

QString RunPage::origin() const
{
    QStringList origins(m_feed->origin());
    for (const Overlaid &overlaid : m_overlaid)
        origins << QDir::toNativeSeparators(overlaid.path);
    constexpr qsizetype kMaxListed = 12;
    if (const qsizetype more = origins.size() - kMaxListed; more > 1) {
        origins.resize(kMaxListed);
        origins << tr("and %n more", nullptr, static_cast<int>(more));
    }
    return origins.join(QChar('\n'));
}

void RunPage::connectTo(RunTools &tools)
{
    tools.serve(this);
    m_openRuns = tools.openRuns();
    m_openRuns->add(this);
    connect(m_openRuns.get(), &OpenRuns::labelled, this, &RunPage::takeChanges, Qt::UniqueConnection); // also updates runs no longer followed
}

bool RunPage::mayClose()
{
    return stopTrainings({this}, window());
}

std::vector<store::NamedRun> RunPage::namedRuns() const
{
    std::vector<store::NamedRun> runs;
    const auto add = [&](const QString &path, const record::RunInfo &info) {
        runs.push_back({path.toStdString(), runs::givenName(path.toStdString(), info)});
    };
    if (!path().isEmpty())
        add(path(), m_info);
    for (const Overlaid &overlaid : m_overlaid)
        add(overlaid.path, overlaid.run->info());
    return runs;
}

void RunPage::setRunNames(const QStringList &names)
{
    auto name = names.begin();
    if (!path().isEmpty())
        m_name = *name++;
    m_board->setRunName(0, title(), path());
    const auto &shown = m_board->state().runs;
    for (const Overlaid &overlaid : m_overlaid) {
        const auto run = std::ranges::find(shown, overlaid.run, &widgets::ShownRun::run);
        if (run != shown.end())
            m_board->setRunName(static_cast<std::size_t>(run - shown.begin()), *name, overlaid.path);
        ++name;
    }
    if (controls())
        controls()->setRunName(isOverlay() ? title() : QString());
}

void RunPage::finish()
{
    if (m_openRuns)
        m_openRuns->remove(this);
    if (!session())
        return;
    m_watchers->setTraining(nullptr);
    m_feed->finish();
    takeChanges();
    m_follow.stop();
}

void RunPage::notice(const QString &message, const QString &file)
{
    m_messages->report(widgets::MessageBar::Kind::Notice, message, file);
}

void RunPage::warn(const QString &message)
{
    m_messages->report(widgets::MessageBar::Kind::Warning, message);
}

void RunPage::overlay(std::unique_ptr<runs::RunSource> source, const QString &path)
{
    const auto run = source->run();
    const auto onError = inWindow(this, [this, path](const record::Message &error) { warn(QStringLiteral("%1: %2").arg(path, messageText(error))); });
    m_overlaid.push_back({run, std::make_unique<runs::RunFollower>(std::move(source), onError), path});
    m_board->addRun(run, text(store::runName(path.toStdString())));
    m_health->add(*run, m_overlaid.back().follower->judge(), kindOf(run->info(), path));
    Q_EMIT overlaid();
    m_follow.start(kFollowIntervalMs);
    Q_EMIT titleChanged();
}

bool RunPage::hasOverlaid(const QString &path) const
{
    return std::ranges::any_of(m_overlaid, [&](const Overlaid &overlaid) { return isSameRun(overlaid.path, path); });
}

/// Stops following runs removed from the plots.
void RunPage::dropTakenOff()
{
    const auto taken = std::erase_if(m_overlaid, [this](const auto &overlaid) { return !m_board->state().shownRun(overlaid.run.get()); });
    if (taken > 0)
        Q_EMIT titleChanged(); // shorter names may now be unique
}

void RunPage::follow()
{
    takeChanges();
    if (!m_feed->follow(m_cursor) && m_overlaid.empty()) // overlaid runs may still grow
        m_follow.stop();
}

void RunPage::takeChanges()
{
    const store::RunChanges changes = m_run->since(m_cursor); // first: anything the board reads after this is read again at the next call
    m_board->follow();
    m_watchers->showAwaited();
    for (Overlaid &overlaid : m_overlaid)
        if (overlaid.run->since(overlaid.cursor).info)
            Q_EMIT titleChanged(); // the name may have changed
    followMedia();
    if (changes.empty())
        return;
    if (changes.restarted)
        forget();
    m_tensors->follow();
    const auto isOfTensors = [](const auto &tag) { return tag.second.kind == record::TagKind::Tensors; };
    if (std::ranges::any_of(changes.tags, isOfTensors) && Settings::showsTensors())
        m_tensors->show();
    if (changes.info) {
        m_info = *changes.info;
        m_watchers->setModules(m_info.layers);
        followMedia();
    }
    if (changes.info || changes.restarted || !changes.tags.empty() || !changes.series.empty())
        fillTrees();
    for (const RunEvent &event : changes.events)
        report(event);
    m_watchers->apply(changes.events);
    if (changes.info) {
        m_board->setRunName(0, title(), path());
        m_feed->takeInfo(m_info);
        Q_EMIT titleChanged();
    }
}

/// Adds the tags and layers of all runs on the plots.
void RunPage::fillTrees()
{
    const auto &runs = m_board->state().runs;
    std::vector<record::LayerInfo> modules = m_info.layers;
    for (const auto &run : runs) {
        const bool isOwn = run->run == m_run;
        for (const record::TagSpec &tag : run->tagSpecs)
            if (isOwn || tag.kind != record::TagKind::Tensors) { // tensors of other runs are not shown here
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

/// Clears everything after another run replaced this one.
void RunPage::forget()
{
    m_watchers->model()->clear();
    m_watchers->begin(m_run->info().experiment);
    if (const QString restarted = m_feed->restartNotice(); !restarted.isEmpty())
        notice(restarted);
    else
        m_messages->clear();
}

void RunPage::report(const RunEvent &event)
{
    if (event.kind == RunEvent::Kind::Notice && !record::isRoutine(event))
        notice(messageText(event.text));
    else if (event.kind == RunEvent::Kind::Warning)
        warn(messageText(event.text));
}

void RunPage::showState()
{
    m_watchers->setTraining(m_feed->isLive() ? m_feed->training() : nullptr, m_feed->whyNoCommands());
    m_watchers->setWatchable(m_feed->canWatch());
    m_layerPanel->setWatchable(m_feed->canWatch());
    m_health->panel()->setSwitchable(m_feed->canWatch());
    m_tensors->setLive(m_feed->isLive(), m_feed->canWatch());
    Q_EMIT stateChanged();
}

} // namespace lensboard::app
