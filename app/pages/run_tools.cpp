#include "app/pages/run_tools.h"

#include "app/background_task.h"
#include "app/dialogs/complaint.h"
#include "app/dialogs/differences_dialog.h"
#include "app/dialogs/model_trust.h"
#include "app/dialogs/notes_dialog.h"
#include "app/dialogs/run_details_dialog.h"
#include "app/experiment_source.h"
#include "app/page_window.h"
#include "app/pages/add_runs_dialog.h"
#include "app/pages/experiment_page.h"
#include "app/pages/followed_feed.h"
#include "app/pages/open_runs.h"
#include "app/pages/replay_feed.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "app/pages/run_trash.h"
#include "app/pages/training_feed.h"
#include "app/remembered_columns.h"
#include "app/settings.h"
#include "core/experiment/experiment.h"
#include "core/remote/remote_source.h"
#include "core/runs/run_summary.h"
#include "core/session/resumed_run.h"
#include "core/session/trusted_models.h"
#include "core/store/derived/run_replay.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/run_folder.h"
#include "core/store/run_names.h"
#include "widgets/board/plot_board.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/replay_controls.h"
#include "widgets/runs/divergence_view.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>

namespace lensboard::app {

using widgets::messageText;
using widgets::text;

namespace {

constexpr int kMaxNamed = 10; ///< runs named in a question
constexpr std::chrono::milliseconds kFirstPart{150}; ///< of reading a large file, before its page opens

QString shownName(const QString &path, const record::RunInfo &info)
{
    const std::string given = runs::givenName(path.toStdString(), info);
    return text(given.empty() ? store::runName(path.toStdString()) : given);
}

/// Returns the info of the run file at \p path; nullopt if it is not a run file or cannot be read.
std::optional<record::RunInfo> recordedInfo(const QString &path)
{
    if (QFileInfo(path).suffix() != QLatin1String("lbrun"))
        return std::nullopt;
    try {
        return store::RunFile(path.toStdString()).info();
    } catch (const store::RunFileError &) {
        return std::nullopt;
    }
}

} // namespace

RunTools::RunTools(PageWindow *window) : QObject(window), m_window(window) {}

const std::shared_ptr<OpenRuns> &RunTools::openRuns() const
{
    return m_window->openRuns();
}

QString RunTools::fileFilter()
{
    return tr("Runs (*.lbrun *tfevents* *.pkl *.csv *.tsv *.json *.jsonl *.ndjson *.log *.db *.gz);;All files (*)");
}

void RunTools::serve(RunListPage *list)
{
    connect(list, &RunListPage::openRequested, this, &RunTools::openListed);
    connect(list, &RunListPage::compareRequested, this, &RunTools::openTogether);
    connect(list, &RunListPage::replayRequested, this, &RunTools::replayListed);
    connect(list, &RunListPage::resumeRequested, this, &RunTools::resume);
    connect(list, &RunListPage::continueRequested, this, &RunTools::continueWithChanges);
    connect(list, &RunListPage::detailsRequested, this, &RunTools::showDetailsOf);
    connect(list, &RunListPage::differencesRequested, this, &RunTools::compareListed);
    connect(list, &RunListPage::trashRequested, this, &RunTools::moveToTrash);
    connect(list, &RunListPage::renameRequested, this, [this](const QString &path, const QString &name, const QString &notes) {
        complainUnlessEmpty(m_window, tr("Cannot rename"), label(path, {name.toStdString(), notes.toStdString()}));
    });
    connect(list, &RunListPage::notesRequested, this, &RunTools::editNotes);
}

void RunTools::serve(RunPage *page)
{
    connect(page, &RunPage::differencesRequested, this,
            [this, page](const QList<std::size_t> &runs) { compareOnBoard(*page, runs); });
    connect(page, &RunPage::overlayRequested, this, [this, page] { askAndOverlay(*page); });
}

void RunTools::serve(ExperimentPage *page)
{
    connect(page, &ExperimentPage::prepareRequested, this,
            [this, page](const experiment::Experiment &experiment) {
                if (RunPage *const training = prepare(experiment, page->checkpoint()))
                    training->feed().start();
            });
}

void RunTools::release(Page *page)
{
    disconnect(page, nullptr, this, nullptr);
}

RunPage *RunTools::prepare(const experiment::Experiment &experiment, const std::filesystem::path &checkpoint)
{
    const auto trusted = trustedPrograms(m_window, experiment);
    if (!trusted)
        return nullptr;
    const session::TrainingStart start{checkpoint, *trusted};
    auto training = std::make_unique<session::RecordedTraining>(experiment, start, session::Session::Priority::BelowWindow);
    auto *page = new RunPage(std::make_unique<TrainingFeed>(std::move(training)), m_window);
    m_window->addPage(page);
    return page;
}

/// Returns null, with a message, if the run cannot be read or the user cancelled.
std::unique_ptr<runs::RunSource> RunTools::read(const QString &path)
{
    try {
        std::unique_ptr<runs::RunSource> source;
        if (runInBackground(m_window, tr("Opening %1 …").arg(QFileInfo(path).fileName()), [&](auto &progress) {
                progress.until = std::chrono::steady_clock::now() + kFirstPart;
                source = openAsRemembered(path.toStdString(), progress);
            }))
            return source;
    } catch (const std::exception &error) {
        complain(m_window, tr("Cannot open"), messageText(error));
    }
    return nullptr;
}

bool RunTools::open(const QString &path)
{
    auto source = read(path);
    if (!source)
        return false;
    show(std::move(source), path);
    return true;
}

void RunTools::show(std::unique_ptr<runs::RunSource> source, const QString &path)
{
    m_window->addPage(new RunPage(std::make_unique<FollowedFeed>(std::move(source), path), m_window));
}

bool RunTools::openListed(const QString &path)
{
    RunPage *const page = openRuns()->find(path, m_window);
    if (page)
        m_window->showPage(page);
    return page || open(path);
}

void RunTools::openTogether(const QStringList &paths)
{
    if (!open(paths.front()))
        return;
    RunPage *page = m_window->currentPage();
    for (const QString &path : paths.mid(1))
        overlay(*page, path);
}

/// Offers the runs in the folder of the page's run; others can be chosen with a file dialog.
void RunTools::askAndOverlay(RunPage &page)
{
    QStringList shown;
    for (const store::NamedRun &run : page.namedRuns())
        shown << text(run.path.string());
    const QString folder = page.path().isEmpty() ? text(store::runFolder().string()) : text(remote::folderOf(page.path().toStdString()));
    auto *dialog = new AddRunsDialog(folder, shown, &page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AddRunsDialog::chosen, this, [this, at = QPointer(&page)](const QStringList &paths) { overlay(at, paths); });
    connect(dialog, &AddRunsDialog::browseRequested, this, [this, at = QPointer(&page)] { browseAndOverlay(at); });
    dialog->open();
}

void RunTools::browseAndOverlay(const QPointer<RunPage> &page)
{
    overlay(page, QFileDialog::getOpenFileNames(m_window, tr("Add Runs to the Plots"), Settings::lastFolder(), fileFilter()));
}

/// Ends early if the page was deleted: its tab may be closed while a run is read.
void RunTools::overlay(const QPointer<RunPage> &page, const QStringList &paths)
{
    for (const QString &path : paths)
        if (page)
            overlay(*page, path);
}

void RunTools::overlay(RunPage &page, const QString &path)
{
    if (auto source = read(path))
        page.overlay(std::move(source), path);
}

/// Returns an open run, or opens it. Returns null, with a message, if it cannot be read or the user cancelled.
std::shared_ptr<const store::Run> RunTools::runAt(const QString &path)
{
    if (const RunPage *page = openRuns()->find(path, m_window))
        return page->run();
    const auto source = read(path);
    return source ? source->run() : nullptr;
}

void RunTools::replayListed(const QString &path)
{
    if (const auto run = runAt(path))
        replay(run, shownName(path, run->info()));
}

/// Returns nullopt, with a message, after an error, or if the user cancelled.
std::optional<session::ResumedRun> RunTools::readResumed(const QString &path)
{
    try {
        std::optional<session::ResumedRun> resumed;
        const bool isRead = runInBackground(m_window, tr("Reading %1 …").arg(QFileInfo(path).fileName()), [&](auto &progress) {
            resumed = session::resumeRun(path.toStdString(), [&progress] {
                if (progress.stop.stop_requested())
                    throw session::Cancelled();
            });
        });
        return isRead ? std::move(resumed) : std::nullopt;
    } catch (const session::Cancelled &) {
        return std::nullopt;
    } catch (const std::exception &error) {
        complain(m_window, tr("Cannot resume"), messageText(error));
        return std::nullopt;
    }
}

void RunTools::resume(const QString &path)
{
    const auto info = recordedInfo(path);
    if (info && info->status == record::RunStatus::Unknown && !isDeclaredEnded(path, *info))
        return;
    if (RunPage *page = openRuns()->find(path)) {
        page->feed().closeFile();
        const bool isRecorded = page->feed().isBeingRecorded() && page->run()->info().status != record::RunStatus::Unknown;
        if (isRecorded || page->feed().unsaved().isAny())
            return complain(m_window, tr("Cannot resume"),
                            isRecorded ? tr("%1 is not over yet; it can be resumed when it was stopped.").arg(page->title())
                                                    : tr("%1 has points that could not be written to its file.").arg(page->title()));
    }
    auto resumed = readResumed(path);
    if (!resumed)
        return;
    for (const auto &[program, sha256] : resumed->start.programs)
        if (!mayRunModel(m_window, text(program.string()), sha256))
            return;
    while (RunPage *page = openRuns()->find(path)) {
        page->finish();
        Q_EMIT page->closeRequested();
    }
    auto training = std::make_unique<session::RecordedTraining>(std::move(*resumed), session::Session::Priority::BelowWindow);
    m_window->addPage(new RunPage(std::make_unique<TrainingFeed>(std::move(training)), m_window));
}

/// Returns null, with a message, if there is no checkpoint to continue from.
std::shared_ptr<const store::Run> RunTools::runToContinue(const QString &path)
{
    const auto run = runAt(path);
    if (!run)
        return nullptr;
    const bool hasExperiment = isExperiment(run->info().experiment);
    const std::filesystem::path checkpoint = session::checkpointPath(path.toStdString());
    if (hasExperiment && QFileInfo(path).suffix() == QLatin1String("lbrun") && QFileInfo::exists(text(checkpoint.string())))
        return run;
    complain(m_window, tr("Cannot continue"),
             (hasExperiment ? tr("%1 has no checkpoint to go on from.") : tr("%1 has no experiment: another tool recorded it."))
                 .arg(shownName(path, run->info())));
    return nullptr;
}

void RunTools::continueWithChanges(const QString &path)
{
    if (const auto run = runToContinue(path))
        m_window->newExperiment()->goOn(run->info().experiment, session::checkpointPath(path.toStdString()), shownName(path, run->info()));
}

void RunTools::trainMore(const QString &path)
{
    const auto run = runToContinue(path);
    if (!run)
        return;
    constexpr int kMaxEpochs = 1'000'000;
    auto experiment = experiment::Experiment::fromJson(experiment::parseJson(run->info().experiment));
    bool isChosen = false;
    const int more = QInputDialog::getInt(m_window, tr("Train More Epochs"),
                                          tr("How many more epochs?\nA new run trains them, from the end of %1.").arg(shownName(path, run->info())),
                                          static_cast<int>(std::min<std::int64_t>(experiment.epochs, kMaxEpochs)), 1, kMaxEpochs, 1, &isChosen);
    if (!isChosen)
        return;
    experiment.epochs += more;
    experiment.name = ExperimentPage::continuedName(experiment.name);
    if (RunPage *page = prepare(experiment, session::checkpointPath(path.toStdString())))
        page->feed().start();
}

void RunTools::trainAgain(const std::string &recorded)
{
    m_window->newExperiment()->repeat(recorded);
}

void RunTools::replay(std::shared_ptr<const store::Run> run, const QString &title)
{
    if (record::mayGrow(run->info().status))
        return complain(m_window, tr("Cannot replay"),
                        tr("%1 is not over yet. It can be replayed when it is finished or was stopped.").arg(title));
    try {
        std::unique_ptr<store::RunReplay> replay;
        if (!runInBackground(m_window, tr("Reading %1 …").arg(title), [&](auto &progress) { replay = std::make_unique<store::RunReplay>(remote::exactly(run, progress), progress.stop); }))
            return;
        auto *page = new RunPage(std::make_unique<ReplayFeed>(std::move(replay), title), m_window);
        m_window->addPage(page);
        page->replayControls()->playAction()->trigger();
    } catch (const std::exception &error) {
        complain(m_window, tr("Cannot replay"), messageText(error));
    }
}

void RunTools::showDetailsOf(const QString &path)
{
    if (const auto run = runAt(path))
        showDetails(path, *run);
}

void RunTools::showDetails(const QString &path, const store::Run &run)
{
    const record::RunInfo info = run.info();
    const auto save = [this, path, given = runs::givenName(path.toStdString(), info)](const QString &notes) {
        return label(path, {given, notes.toStdString()});
    };
    const RunPage *page = openRuns()->find(path, m_window);
    const QString name = page ? page->title() : path.isEmpty() ? text(info.name) : shownName(path, info);
    auto *details = new RunDetailsDialog(name, run, path.isEmpty() ? RunDetailsDialog::Save() : save, m_window);
    details->setAttribute(Qt::WA_DeleteOnClose);
    details->open();
}

void RunTools::compareListed(const QStringList &paths)
{
    std::vector<std::shared_ptr<const store::Run>> runs;
    std::vector<store::NamedRun> named;
    for (const QString &path : paths) {
        runs.push_back(runAt(path));
        if (!runs.back())
            return;
        named.push_back({path.toStdString(), runs::givenName(path.toStdString(), runs.back()->info())});
    }
    QStringList names;
    for (const std::string &name : store::runNames(named))
        names << text(name);
    compare(names, runs);
}

void RunTools::compareOnBoard(const RunPage &page, const QList<std::size_t> &numbers)
{
    std::vector<std::shared_ptr<const store::Run>> runs;
    QStringList names;
    for (const std::size_t number : numbers) {
        const auto &shown = *page.board()->state().runs[number];
        runs.push_back(shown.run);
        names << shown.name;
    }
    widgets::DivergenceView *values = compare(names, runs);
    if (!values)
        return;
    values->setToolTip(tr("Double-click a row to see its plot"));
    connect(values, &widgets::DivergenceView::chosen, page.board(), [board = page.board(), run = runs.front()](const runs::DivergedSeries &series) {
        const widgets::ShownRun *const shown = board->state().shownRun(run.get());
        if (!shown)
            return;
        widgets::ShownEvidence evidence{text(series.tag), {}, {}, std::nullopt};
        if (!series.layer.empty())
            evidence.layers.insert(text(series.layer));
        board->navigation().goToEvidence(*shown, std::move(evidence), series.step, series.step);
    });
}

widgets::DivergenceView *RunTools::compare(const QStringList &names, const std::vector<std::shared_ptr<const store::Run>> &runs)
{
    std::vector<const store::Run *> compared;
    for (const auto &run : runs)
        compared.push_back(run.get());
    try {
        auto rows = runs::compareRuns(compared);
        auto *values = runs.size() == 2 ? new widgets::DivergenceView(names, runs[0], runs[1]) : nullptr;
        auto *dialog = new DifferencesDialog(names, std::move(rows), values, m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
        return values;
    } catch (const std::exception &error) {
        complain(m_window, tr("Cannot compare"), messageText(error));
        return nullptr;
    }
}

/// Returns an error message, or an empty string.
QString RunTools::label(const QString &path, const record::RunLabel &label)
{
    try {
        if (RunPage *page = openRuns()->find(path))
            page->feed().setLabel(label);
        else
            runs::labelRun(path.toStdString(), label);
    } catch (const std::exception &error) {
        return messageText(error);
    }
    Q_EMIT openRuns()->labelled(path, label);
    return {};
}

void RunTools::editNotes(const QString &path, const QString &name, const QString &notes)
{
    const auto save = [this, path, name](const QString &written) { return label(path, {name.toStdString(), written.toStdString()}); };
    auto *dialog = new NotesDialog(name.isEmpty() ? text(store::runName(path.toStdString())) : name, notes, save, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

/// Asks about a run with a writer on another machine. Returns true if the user declares the run ended, and this was written into
/// the file.
bool RunTools::isDeclaredEnded(const QString &path, const record::RunInfo &info)
{
    QMessageBox box(QMessageBox::Warning, tr("Has Its Process Ended?"), tr("%1 is %2.").arg(QDir::toNativeSeparators(path), messageText(info.message)),
                    QMessageBox::NoButton, m_window);
    box.setInformativeText(tr("If the process still runs, changing its file destroys its recording. Check on that machine before you go on."));
    box.setObjectName("endedQuestion");
    const QPushButton *ended = box.addButton(tr("Process Has Ended"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    if (box.clickedButton() != ended)
        return false;
    try {
        store::markInterrupted(path.toStdString());
        return true;
    } catch (const std::exception &error) {
        complain(m_window, tr("Cannot change"), messageText(error));
        return false;
    }
}

void RunTools::moveToTrash(const QStringList &paths)
{
    QStringList items;
    for (const QString &path : paths) {
        if (openRuns()->find(path))
            return complain(m_window, tr("Cannot move to the trash"), tr("%1 is open; close its tab first.").arg(QDir::toNativeSeparators(path)));
        if (const RunPage *page = openRuns()->findOverlaid(path))
            return complain(m_window, tr("Cannot move to the trash"),
                            tr("%1 is shown on the plots of %2; take it off them first.").arg(QDir::toNativeSeparators(path), page->title()));
        const auto info = recordedInfo(path);
        if (info && info->status == record::RunStatus::Recording)
            return complain(m_window, tr("Cannot move to the trash"), tr("%1 is being recorded; stop its training first.").arg(QDir::toNativeSeparators(path)));
        if (info && info->status == record::RunStatus::Unknown && !isDeclaredEnded(path, *info))
            return;
        items << describeForTrash(path);
    }
    QMessageBox box(QMessageBox::Question, tr("Move to Trash"),
                    tr("Move %n run(s) to the trash? They can be restored from there.", nullptr, static_cast<int>(paths.size())),
                    QMessageBox::NoButton, m_window);
    box.setInformativeText(items.mid(0, kMaxNamed).join('\n')
                           + (items.size() > kMaxNamed ? '\n' + tr("and %n more", nullptr, static_cast<int>(items.size() - kMaxNamed)) : QString()));
    box.setObjectName("trashQuestion");
    const QPushButton *move = box.addButton(tr("Move to Trash"), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    if (box.clickedButton() != move)
        return;
    QStringList errors;
    for (const QString &path : paths)
        if (const QString error = moveRunToTrash(path); !error.isEmpty())
            errors << error;
    complainUnlessEmpty(m_window, tr("Cannot move to the trash"), errors.join("\n\n"));
}

} // namespace lensboard::app
