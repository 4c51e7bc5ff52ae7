#include "app/pages/run_watchers.h"

#include "app/pages/controlled_feed.h"
#include "app/settings.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/session/lens_changes.h"
#include "core/session/transport.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/tag_section.h"
#include "widgets/core_words.h"
#include "widgets/forms/lens_settings_dialog.h"
#include "widgets/lens_view.h"
#include "widgets/models/lens_model.h"
#include "widgets/qt_text.h"
#include "widgets/watching/watcher_dialog.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace lensboard::app {

using experiment::ExperimentError;
using experiment::KindSettings;
using experiment::WatcherChange;
using record::RunEvent;
using widgets::LensSettingsDialog;
using widgets::text;
using widgets::WatcherDialog;

namespace {

constexpr int kMaxScrolls = 50;        ///< attempts to scroll to a new plot; gives up for a hidden plot
constexpr int kLooksUntilItStays = 10; ///< consecutive checks with the new plot visible before scrolling ends

/// Text that says why settings are read-only.
QString recordedText()
{
    return RunWatchers::tr("Settings of the recorded training. All changes are listed under Run Details.");
}

} // namespace

RunWatchers::RunWatchers(widgets::PlotBoard *board, QWidget *page)
    : QObject(page), m_board(board), m_page(page), m_model(new widgets::LensModel(this))
{
    m_model->setSwitchable(false);
    connect(m_model, &widgets::LensModel::lensToggled, this, &RunWatchers::setOn);
}

void RunWatchers::begin(const std::string &experiment)
{
    m_recorded = {};
    m_areKnown = true;
    try {
        m_recorded = experiment::Experiment::fromJson(experiment::parseJson(experiment)).watchers;
    } catch (const ExperimentError &) { // recorded by a newer version, or not by an experiment: the tags still name the lenses
        m_areKnown = false;
    }
    showWatchers();
}

void RunWatchers::apply(const std::vector<RunEvent> &events)
{
    bool areOthers = false;
    for (const RunEvent &event : events) {
        const bool isInWordsAlone = event.kind == RunEvent::Kind::LensSettings && event.change.empty(); // in files of older versions
        if (!m_areKnown || isInWordsAlone || !session::isLensChange(event.kind))
            continue;
        try {
            session::apply(m_recorded, event);
            areOthers = true;
        } catch (const ExperimentError &) { // from a newer version
            continue;
        }
    }
    if (areOthers && !m_training)
        showWatchers();
}

void RunWatchers::setTraining(std::shared_ptr<session::Transport> training, const QString &whyNot)
{
    m_model->setSwitchable(training != nullptr, whyNot);
    if (training == m_training)
        return;
    if (!m_areKnown && !training)
        m_recorded = *watchers();
    m_training = std::move(training);
    for (auto *dialog : m_page->findChildren<WatcherDialog *>())
        dialog->reject();
    for (auto *dialog : m_page->findChildren<LensSettingsDialog *>())
        m_training ? dialog->reject() : dialog->setReadOnly(recordedText());
    showWatchers();
}

std::shared_ptr<const experiment::Roster> RunWatchers::watchers() const
{
    return m_training ? m_training->status().watchers : std::make_shared<const experiment::Roster>(m_recorded);
}

void RunWatchers::showWatchers()
{
    if (m_training)
        for (const experiment::Section &lens : experiment::lensSchemas()) // lenses missing in the experiment can be added
            m_model->addLens(text(lens.kind));
    const auto shown = watchers();
    m_model->setWatchers(shown);
    for (const KindSettings &watcher : shown->all())
        if (const auto limit = experiment::tensorLimitMb(watcher))
            Q_EMIT limitChanged(text(watcher.name()), *limit);
    for (auto *dialog : m_page->findChildren<LensSettingsDialog *>())
        if (const std::string name = dialog->objectName().toStdString(); shown->find(name) || experiment::isLens(name))
            dialog->setApplied(shownSettings(dialog->objectName()));
        else
            dialog->reject();
}

/// Switches a watcher; adds it if the run does not have it.
void RunWatchers::setOn(const QString &watcher, bool on)
{
    const std::string name = watcher.toStdString();
    if (on)
        await(watcher);
    watchers()->find(name) ? change(WatcherChange::switched(name, on)) : set(experiment::lensChoice({{"kind", name}}));
}

void RunWatchers::switchOn(const QString &kind)
{
    if (m_training)
        setOn(kind, true);
}

void RunWatchers::change(const WatcherChange &change, const std::function<void()> &then)
{
    m_training->send({session::Command::Kind::Watcher, 0, change}, inWindow(this, [this, then](const record::Message &error) {
                         showWatchers();
                         if (!error.empty())
                             Q_EMIT refused(widgets::messageText(error));
                         else if (then)
                             then();
                     }));
}

void RunWatchers::set(const KindSettings &watcher, const std::function<void()> &then)
{
    change(watchers()->changeTo(watcher), then);
}

QWidget *RunWatchers::makePanel(QWidget *parent)
{
    auto *panel = new QWidget(parent);
    auto *lenses = new widgets::LensView(m_model, panel);
    lenses->setObjectName("lensView");
    lenses->setCostsWanted(Settings::showsCosts());
    connect(lenses, &widgets::LensView::costsWanted, this, [](bool on) { Settings::showsCosts.set(on); });
    connect(lenses, &widgets::LensView::settingsRequested, this, &RunWatchers::showSettings);
    connect(lenses, &widgets::LensView::tagChosen, &m_board->navigation(), &widgets::BoardNavigation::setCurrentTag);
    connect(lenses, &widgets::LensView::tagSought, &m_board->navigation(), &widgets::BoardNavigation::goToTag);
    connect(m_model, &widgets::LensModel::tagToggled, lenses, [this](const QString &tag, bool visible) {
        m_board->visibility().setTagVisible(tag, visible);
        if (visible) // after the page has grown to include the new plots
            QTimer::singleShot(0, m_page, [this, tag] { m_board->navigation().goToTag(tag); });
    });
    connect(lenses, &widgets::LensView::tensorsChosen, this, &RunWatchers::tensorsChosen);
    connect(lenses, &widgets::LensView::tensorsClicked, this, &RunWatchers::tensorsClicked);
    m_buttons = new QWidget(panel);
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(4, 2, 4, 2);
    const auto add = [&](const QString &name, const QString &tip, auto slot) {
        auto *button = new QPushButton(name, m_buttons);
        button->setToolTip(tip);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, slot);
    };
    add(tr("Watch …"), tr("Watch a parameter, a buffer, or a module's inputs or outputs"), [this] { watchAttribute(); });
    add(tr("Record …"), tr("Record the tensors of layers, to look at them"), [this] { recordTensors(); });
    m_buttons->hide();
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(lenses, 1);
    layout->addWidget(m_buttons);
    return panel;
}

void RunWatchers::setWatchable(bool watchable)
{
    m_buttons->setVisible(watchable);
}

/// Names of lenses and plots, not available for a new watcher.
std::set<std::string> RunWatchers::takenNames() const
{
    std::set<std::string> names;
    for (const auto *schemas : {&experiment::lensSchemas(), &experiment::monitorSchemas()})
        for (const experiment::Section &lens : *schemas)
            names.insert(lens.kind);
    for (const auto known = watchers(); const KindSettings &watcher : known->all())
        names.insert(watcher.name());
    for (const QString &tag : m_board->sections().tags())
        names.insert(tag.toStdString());
    return names;
}

void RunWatchers::watchAttribute(const QString &layer)
{
    auto *dialog = new WatcherDialog(WatcherDialog::Task::WatchAttribute, m_modules, takenNames(), m_page);
    if (!layer.isEmpty())
        dialog->choose(layer);
    openDialog(dialog);
}

void RunWatchers::recordTensors()
{
    openDialog(new WatcherDialog(WatcherDialog::Task::RecordTensors, m_modules, takenNames(), m_page));
}

/// Opens a dialog that does not block; the training continues.
void RunWatchers::openDialog(WatcherDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &WatcherDialog::chosen, this, [this](const KindSettings &watcher) {
        set(watcher, [this, watcher] {
            await(text(watcher.name()));
            Q_EMIT added(watcher);
        });
    });
    dialog->open();
}

void RunWatchers::await(const QString &watcher)
{
    m_awaited = watcher;
    m_scrolls = m_looksOnView = 0;
}

/// Returns the first plot of the watcher last added or switched on; null if there is none yet.
widgets::TagPlot *RunWatchers::awaitedPlot() const
{
    if (!m_awaited.isEmpty())
        for (const widgets::TagSection *section : m_board->sections().visible())
            if (text(section->tag().lens) == m_awaited)
                return section->plotOf({});
    return nullptr;
}

/// Scrolls again while other plots being laid out push the new one away.
void RunWatchers::showAwaited()
{
    const widgets::TagPlot *const plot = awaitedPlot();
    if (!plot)
        return;
    if (!m_board->sections().isOnView(*plot) && m_scrolls++ < kMaxScrolls) {
        m_looksOnView = 0;
        return m_board->sections().scrollTo(*plot);
    }
    if (++m_looksOnView >= kLooksUntilItStays)
        m_awaited.clear();
}

/// Returns the defaults for a lens that is offered but was never on.
KindSettings RunWatchers::shownSettings(const QString &watcher) const
{
    const auto all = watchers();
    const KindSettings *const known = all->find(watcher.toStdString());
    return known ? *known : experiment::lensChoice({{"kind", watcher.toStdString()}});
}

QString RunWatchers::kindOf(const QString &watcher) const
{
    const auto all = watchers();
    const KindSettings *const known = all->find(watcher.toStdString());
    return known ? QString::fromStdString(known->kind) : watcher;
}

void RunWatchers::showSettings(const QString &watcher)
{
    auto *dialog = m_page->findChild<LensSettingsDialog *>(watcher);
    if (!dialog) {
        dialog = new LensSettingsDialog(shownSettings(watcher), m_page);
        dialog->setObjectName(watcher);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &LensSettingsDialog::applied, this, [this](const KindSettings &wanted) { set(wanted); });
        if (!m_training)
            dialog->setReadOnly(recordedText());
        else if (experiment::watcherType(shownSettings(watcher).kind) == experiment::WatcherType::CustomLens)
            dialog->setReadOnly(tr("A lens of a plug-in keeps the settings that its training began with."));
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace lensboard::app
