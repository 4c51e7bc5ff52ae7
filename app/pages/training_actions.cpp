#include "app/pages/training_actions.h"

#include "app/actions/menu_actions.h"
#include "app/dialogs/save_path.h"
#include "app/experiment_source.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "app/pages/run_watchers.h"
#include "app/settings.h"
#include "core/session/resumed_run.h"
#include "core/session/transport.h"
#include "widgets/core_words.h"
#include "widgets/run_controls.h"

#include <QCoreApplication>

namespace lensboard::app {

using record::RunStatus;
using widgets::messageText;

namespace {

/// Enables \p action with tool tip \p tip if \p obstacle is empty; otherwise disables it and shows \p obstacle.
void enable(QAction *action, const QString &obstacle, const QString &tip)
{
    action->setEnabled(obstacle.isEmpty());
    action->setToolTip(obstacle.isEmpty() ? tip : obstacle);
    action->setStatusTip(action->toolTip());
}

/// Returns the name of the page's run for a menu; empty unless other runs are overlaid.
QString nameAmongOthers(const RunPage *page)
{
    constexpr qsizetype kMaxShown = 30;
    if (!page || !page->isOverlay())
        return {};
    QString name = page->title();
    if (name.size() > kMaxShown)
        name = name.left(kMaxShown / 2) + QChar(0x2026) + name.right(kMaxShown / 2);
    return name.replace('&', QLatin1String("&&"));
}

bool hasCheckpoint(const RunPage &page)
{
    return session::hasCheckpoint(page.path().toStdString());
}

bool isReplay(const RunPage &page)
{
    return page.replayControls();
}

struct Obstacle
{
    Q_DECLARE_TR_FUNCTIONS(TrainingActions)

public:
    static QString noTraining(const RunPage &page)
    {
        const QString known = page.feed().whyNoCommands();
        return known.isEmpty() ? tr("This run is over, or its training takes no commands") : known;
    }

    static QString toWatch(const RunPage *page)
    {
        if (!page)
            return tr("Watch more while a network trains; no run is open");
        if (page->feed().canWatch())
            return {};
        return page->feed().training() && page->feed().isBeingRecorded() ? tr("The training is not prepared yet") : noTraining(*page);
    }

    static QString toSaveCheckpoint(const RunPage *page)
    {
        if (!page)
            return tr("Write a checkpoint to resume a training from; no run is open");
        const auto training = page->feed().training();
        if (!training)
            return noTraining(*page);
        const session::TrainingStatus status = training->status();
        const bool isBegun = status.state == session::State::Running || isOver(status.state) || status.step > 0;
        if (!isBegun)
            return tr("The training did not begin yet");
        return messageText(session::whyNot({session::Command::Kind::Checkpoint}, status));
    }

    static QString toSaveModel(const RunPage *page)
    {
        if (!page)
            return tr("Write a trained model for PyTorch; no run is open");
        return page->session() ? QString() : tr("This run was not trained here, so its model is not at hand; resume it first");
    }

    static QString toResume(const RunPage *page)
    {
        if (!page)
            return tr("Train on where a run stopped, in its own file; no run is open");
        if (isReplay(*page))
            return tr("A replay cannot be resumed; open its run");
        if (page->feed().isBeingRecorded() && page->run()->info().status != RunStatus::Unknown) // Unknown status: the user is asked
            return tr("This run is not over: it can be resumed when it was stopped");
        if (page->run()->info().status == RunStatus::Finished)
            return tr("This run is finished; Continue with Changes trains on in a new run");
        return hasCheckpoint(*page) ? QString() : tr("This run has no checkpoint to go on from");
    }

    static QString toRepeat(const RunPage *page)
    {
        if (!page)
            return tr("Edit a run's experiment, and train it; no run is open");
        return isExperiment(page->run()->info().experiment) ? QString()
                                                           : tr("This run has no experiment: another tool recorded it");
    }

    static QString toContinue(const RunPage *page)
    {
        if (!page)
            return tr("Edit a run's experiment, and go on from its checkpoint; no run is open");
        if (const QString obstacle = toRepeat(page); !obstacle.isEmpty())
            return obstacle;
        if (page->feed().isBeingRecorded())
            return tr("This run is not over: it can be continued when it was stopped");
        return hasCheckpoint(*page) ? QString() : tr("This run has no checkpoint to go on from");
    }
};

} // namespace

TrainingActions::TrainingActions(QMenu *menu, RunTools &tools, QWidget *window) : QObject(window), m_window(window)
{
    const auto add = [this, menu](const QString &name, const QKeySequence &keys, const QString &tip, auto slot) {
        QAction *action = addMenuAction(menu, name, keys, tip, this, slot);
        action->setParent(this);
        action->setIconText(withoutMnemonic(name)); // text of buttons, also if the menu names the run
        m_actions << action;
        return action;
    };
    const auto recorded = [this] { return m_page->run()->info().experiment; };
    m_watch = add(tr("&Watch an Attribute …"), Qt::CTRL | Qt::ALT | Qt::Key_W, tr("Watch a parameter, a buffer, or a module's inputs or outputs"),
                  [this] { m_page->watchers().watchAttribute(); });
    m_record = add(tr("Recor&d Tensors …"), Qt::CTRL | Qt::ALT | Qt::Key_R, tr("Record the tensors of layers, to look at them"),
                   [this] { m_page->watchers().recordTensors(); });
    m_saveCheckpoint = add(tr("Save &Checkpoint"), Qt::CTRL | Qt::ALT | Qt::Key_P, tr("Write a checkpoint to resume this training from"),
                           [this] { m_page->feed().send({session::Command::Kind::Checkpoint}); });
    m_saveModel = add(tr("Save Trained &Model …"), Qt::CTRL | Qt::SHIFT | Qt::Key_P, tr("Write the model as it is now, for PyTorch"),
                      [this] { askAndSaveModel(); });
    m_resume = add(tr("Res&ume from Checkpoint"), Qt::CTRL | Qt::Key_F5, tr("Train on where this run stopped, in its own file"),
                   [this, &tools] { tools.resume(m_page->path()); });
    m_more = add(tr("Train More Epoc&hs …"), Qt::CTRL | Qt::ALT | Qt::Key_F5, tr("Go on from this run's checkpoint in a new run"),
                 [this, &tools] { tools.trainMore(m_page->path()); });
    m_again = add(tr("&Again with Changes …"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, tr("Edit this run's experiment, and train it"),
                  [&tools, recorded] { tools.trainAgain(recorded()); });
    m_continue = add(tr("Continue with Chan&ges …"), Qt::CTRL | Qt::SHIFT | Qt::Key_F5,
                     tr("Edit this run's experiment, and go on from its checkpoint in a new run"),
                     [this, &tools] { tools.continueWithChanges(m_page->path()); });
}

void TrainingActions::setPage(RunPage *page)
{
    if (m_page && m_page != page)
        disconnect(m_page, nullptr, this, nullptr);
    if (page && m_page != page) {
        connect(page, &RunPage::titleChanged, this, &TrainingActions::showWhatCanBeDone);
        connect(page, &RunPage::stateChanged, this, &TrainingActions::showWhatCanBeDone);
    }
    m_page = page;
    showWhatCanBeDone();
    if (page && page->controls())
        page->controls()->offer({m_resume, m_more, m_continue, m_again});
}

void TrainingActions::showWhatCanBeDone()
{
    nameRun();
    enable(m_watch, Obstacle::toWatch(m_page), tr("Watch a parameter, a buffer, or a module's inputs or outputs"));
    enable(m_record, Obstacle::toWatch(m_page), tr("Record the tensors of layers, to look at them"));
    enable(m_saveCheckpoint, Obstacle::toSaveCheckpoint(m_page), tr("Write a checkpoint to resume this training from"));
    enable(m_saveModel, Obstacle::toSaveModel(m_page), tr("Write the model as it is now, for PyTorch"));
    enable(m_resume, Obstacle::toResume(m_page), tr("Train on where this run stopped, in its own file"));
    enable(m_more, Obstacle::toContinue(m_page), tr("Go on from this run's checkpoint in a new run"));
    enable(m_again, Obstacle::toRepeat(m_page), tr("Edit this run's experiment, and train it"));
    enable(m_continue, Obstacle::toContinue(m_page), tr("Edit this run's experiment, and go on from its checkpoint in a new run"));
}

/// Adds the run's name to the menu if the tab shows several runs.
void TrainingActions::nameRun()
{
    const QString run = nameAmongOthers(m_page);
    const bool isNamed = !run.isEmpty();
    m_resume->setText(isNamed ? tr("Res&ume “%1” from Checkpoint").arg(run) : tr("Res&ume from Checkpoint"));
    m_more->setText(isNamed ? tr("Train More Epoc&hs of “%1” …").arg(run) : tr("Train More Epoc&hs …"));
    m_again->setText(isNamed ? tr("Train “%1” &Again with Changes …").arg(run) : tr("&Again with Changes …"));
    m_continue->setText(isNamed ? tr("Continue “%1” with Chan&ges …").arg(run) : tr("Continue with Chan&ges …"));
}

void TrainingActions::askAndSaveModel()
{
    QString name = m_page->title();
    name.replace('/', '-');
    const QString path = askSavePath(m_window, tr("Save Trained Model"), Settings::lastFolder() + '/' + name + ".pt",
                                     tr("PyTorch models (*.pt)"), "pt");
    if (!path.isEmpty() && m_page)
        m_page->feed().saveModel(path);
}

} // namespace lensboard::app
