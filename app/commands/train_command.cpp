#include "app/commands/train_command.h"

#include "app/commands/ending_signals.h"
#include "app/commands/exit_code.h"
#include "app/commands/program_trust.h"
#include "app/output/live_output.h"
#include "core/bytes/valid_utf8.h"
#include "core/control/control_server.h"
#include "core/experiment/experiment.h"
#include "core/health/news.h"
#include "core/session/engine_loader.h"
#include "core/session/other_process.h"
#include "core/session/recorded_training.h"
#include "core/session/trusted_models.h"
#include "core/session/worker_processes.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_folder.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <future>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace lensboard::app {

using namespace std::chrono_literals;
using session::Command;
using session::State;

namespace {

std::atomic<int> interruption = 0; ///< the signal that asked to stop; 0: none

bool isOnTerminal()
{
    static const bool is = isatty(STDERR_FILENO) == 1;
    return is;
}

/// Prints \p text with async-signal-safe calls only.
void reportNow(std::string_view text)
{
    const std::string_view clearLine = isOnTerminal() ? "\r\033[K" : "";
    (void)!write(STDERR_FILENO, clearLine.data(), clearLine.size());
    (void)!write(STDERR_FILENO, text.data(), text.size());
}

void onInterrupt(int signal)
{
    if (interruption.exchange(signal) == 0)
        return reportNow("lensboard: stopping; Ctrl-C again stops at once\n");
    reportNow("lensboard: stopped at once; what was written so far stays readable\n");
    _exit(128 + signal);
}

void takeSignals()
{
    (void)isOnTerminal(); // caches the answer before a signal handler needs it
    onEndingSignals(onInterrupt);
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe of a --print reader must not end the training
}

/// Throws if the user has interrupted the program.
/// Errors: session::Cancelled.
void leaveIfInterrupted()
{
    if (interruption > 0)
        throw session::Cancelled();
}

/// Exit code of a stopped training: 128 + signal number, as if a signal had ended the program.
int stoppedCode()
{
    return interruption > 0 ? 128 + interruption : kDone;
}

/// Progress of a training: one line redrawn in place on a terminal, one line per epoch in a log.
class ProgressLine
{
public:
    void show(const session::TrainingStatus &at)
    {
        if (!m_terminal) {
            if (at.epoch > m_epochShown && at.epoch <= at.epochs && at.step > 0)
                std::fprintf(stderr, "epoch %lld of %lld\n", static_cast<long long>(at.epoch),
                             static_cast<long long>(at.epochs));
            m_epochShown = std::max(m_epochShown, at.step > 0 ? at.epoch : 0);
            return;
        }
        if (at.state == State::Preparing) {
            std::fprintf(stderr, "\r\033[K%s …", at.activity.c_str());
            return;
        }
        constexpr int kWidth = 30;
        const auto total = static_cast<double>(std::max<std::int64_t>(1, at.epochs * at.batchesPerEpoch));
        const double done = static_cast<double>((std::max<std::int64_t>(at.epoch, 1) - 1) * at.batchesPerEpoch + at.batch) / total;
        const int filled = static_cast<int>(done * kWidth);
        std::fprintf(stderr, "\r\033[K[%.*s%*s] %3.0f %%  epoch %lld/%lld  %.0f steps/s", filled,
                     "##############################", kWidth - filled, "", 100 * done, static_cast<long long>(at.epoch),
                     static_cast<long long>(at.epochs), at.stepsPerSecond);
        if (at.secondsLeft >= 0)
            std::fprintf(stderr, "  %.0f s left", at.secondsLeft);
        std::fflush(stderr);
    }

    void clear() const
    {
        if (m_terminal)
            std::fprintf(stderr, "\r\033[K");
    }

private:
    bool m_terminal = isOnTerminal();
    std::int64_t m_epochShown = 0;
};

/// The experiment to train, and its starting point.
struct Plan
{
    experiment::Experiment experiment;
    session::TrainingStart start;
    std::optional<session::ResumedRun> resumed;  ///< nullopt: train a new run
};

std::filesystem::path checkpointOf(const std::filesystem::path &runOrCheckpoint)
{
    return runOrCheckpoint.extension() == ".lbrun" ? session::checkpointPath(runOrCheckpoint) : runOrCheckpoint;
}

/// Reads the experiment or run named by \p options.
/// Errors: std::exception.
Plan planOf(const TrainOptions &options)
{
    Plan plan;
    if (!options.resume.empty()) {
        plan.resumed = session::resumeRun(options.resume, leaveIfInterrupted);
        plan.experiment = plan.resumed->experiment;
        plan.start = plan.resumed->start;
        return plan;
    }
    if (!options.from.empty())
        plan.start.checkpoint = checkpointOf(options.from);
    const std::string &named = options.experiment.empty() ? options.from : options.experiment;
    experiment::Json json = options.experiment.empty()
                              ? experiment::parseJson(session::readCheckpointInfo(plan.start.checkpoint).experiment)
                              : experiment::readJsonFile(options.experiment);
    for (const std::string &assignment : options.assignments)
        experiment::setValue(json, assignment);
    if (json.is_object() && options.epochs > 0)
        json["epochs"] = options.epochs;
    if (json.is_object() && options.withoutLenses)
        json["lenses"] = experiment::Json::array();
    try {
        plan.experiment = experiment::Experiment::fromJson(json);
    } catch (const experiment::ExperimentError &error) {
        throw experiment::ExperimentError(named + ": " + error.what());
    }
    return plan;
}

/// Stops the training on the rules in \p triggers, and enables these rules even if the experiment disables them.
/// Errors: std::invalid_argument that names an unknown rule.
void stopOn(const std::vector<std::string> &triggers, settings::Health &health)
{
    for (const std::string &trigger : triggers) {
        if (trigger != "problem" && trigger != "warning")
            (void)health::rulesNamed({trigger});
        if (std::ranges::find(health.stop, trigger) == health.stop.end())
            health.stop.push_back(trigger);
        for (experiment::KindSettings &rule : health.rules)
            if (trigger == rule.kind)
                rule.settings["enabled"] = true;
    }
}

/// Allows programs to run only with their present content.
/// Errors: std::runtime_error if the user has not allowed them to run.
void decideTrust(Plan &plan, bool areTrusted)
{
    for (const std::filesystem::path &program : session::programsOf(plan.experiment)) {
        std::string &sha256 = plan.start.programs[program];
        if (sha256.empty())
            sha256 = session::fileSha256(program);
        requireTrust(program, sha256, areTrusted);
    }
}

/// Prevents the trained model from overwriting a program of the experiment.
/// Errors: std::runtime_error if it would.
void requireNoProgram(const std::string &saveModel, const experiment::Experiment &experiment)
{
    std::error_code unknown;
    for (const std::filesystem::path &program : session::programsOf(experiment))
        if (std::filesystem::equivalent(program, saveModel, unknown))
            throw std::runtime_error("--save-model " + saveModel + ": is a file that the experiment needs; choose another name");
}

std::unique_ptr<session::RecordedTraining> prepared(Plan plan)
{
    if (!plan.resumed)
        return std::make_unique<session::RecordedTraining>(plan.experiment, plan.start);
    plan.resumed->start = plan.start; // includes the programs allowed to run
    plan.resumed->experiment = plan.experiment;
    return std::make_unique<session::RecordedTraining>(std::move(*plan.resumed));
}

/// Returns the experiment without watchers, to compare the training alone.
experiment::Json unwatched(experiment::Experiment experiment)
{
    experiment.watchers = {};
    experiment.health = {};
    return experiment.toJson();
}

/// Returns true if a launcher restarted this process and \p out holds a checkpoint of the plan's experiment. The run is then
/// resumed.
bool isBegunRun(const Plan &plan, const std::string &out, const std::optional<session::ProcessRank> &place)
{
    if (!place || place->attempt == 0 || !session::hasCheckpoint(out))
        return false;
    const std::string begun = session::readCheckpointInfo(session::checkpointPath(out)).experiment;
    return unwatched(experiment::Experiment::fromJson(experiment::parseJson(begun))) == unwatched(plan.experiment);
}

/// The launcher asks all processes to stop; the first one decides when.
void onFurtherInterrupts(int signal)
{
    constexpr int kOfLauncher = 2; // Ctrl-C in a terminal, and the signal that the launcher then sends
    if (++interruption > kOfLauncher)
        _exit(128 + signal);
}

/// Trains as a process of rank 1 or above; returns its exit code.
template <typename Train>
int trainAsOther(int rank, const Train &train)
{
    try {
        train();
        return kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: in process %d: %s\n", rank, error.what());
        return kTrainingFailed;
    }
}

/// Saves the model to \p path. Returns an error message, or an empty string.
std::string savedModel(session::Session &session, const std::string &path)
{
    std::promise<std::string> saved;
    session.saveModel(path, [&saved](const std::string &error) { saved.set_value(error); });
    return saved.get_future().get();
}

/// Prints the events recorded since \p cursor.
void printEvents(const store::RunStore &store, store::RunCursor &cursor, const ProgressLine &line)
{
    for (const record::RunEvent &event : store.since(cursor).events)
        if (event.kind == record::RunEvent::Kind::Notice || event.kind == record::RunEvent::Kind::Warning) {
            line.clear();
            std::fprintf(stderr, "lensboard: %s: %s\n", toText(event.kind), bytes::printable(event.text).c_str());
        }
}

/// Prints new findings of \p judgement.
void printFindings(const health::Judgement *judgement, health::News &news, const ProgressLine &line)
{
    if (!judgement)
        return;
    for (const health::Finding &finding : judgement->findings) {
        if (!news.has(finding))
            continue;
        line.clear();
        std::fprintf(stderr, "lensboard: %s: %s since step %lld: %s\n", toText(finding.severity), finding.rule.c_str(),
                     static_cast<long long>(finding.firstStep), bytes::printable(finding.values).c_str());
    }
}

/// Prints the health summary of a finished run: "health: 1 problem, 2 warnings: lensboard check run.lbrun says more".
void reportHealth(const health::Judgement &judgement, const std::filesystem::path &run)
{
    const std::string summary = health::summaryOf(health::verdictOf(judgement.findings));
    if (!summary.empty())
        std::fprintf(stderr, "lensboard: health: %s; lensboard check %s says more\n", summary.c_str(), run.c_str());
}

/// Returns the exit code of a training that was stopped before its first step.
int reportStoppedBefore(const TrainOptions &options)
{
    if (options.resume.empty())
        std::fprintf(stderr, "lensboard: stopped before the first batch; nothing was recorded, there is no run\n");
    else
        std::fprintf(stderr, "lensboard: stopped before the training went on; %s is as it was\n", options.resume.c_str());
    return stoppedCode();
}

void reportStopped(const session::TrainingStatus &at, const std::filesystem::path &run)
{
    std::error_code unknown;
    const bool canGoOn = std::filesystem::exists(session::checkpointPath(run), unknown);
    std::fprintf(stderr, "lensboard: stopped in epoch %lld after step %lld; the run is kept%s%s\n", static_cast<long long>(at.epoch),
                 static_cast<long long>(at.step), canGoOn ? ", and goes on with lensboard train --resume " : "", canGoOn ? run.c_str() : "");
}

/// Output of a training: its values with --print, otherwise its events and findings; and a line of progress.
class TrainingOutput
{
public:
    TrainingOutput(const TrainOptions &options, session::RecordedTraining &training) : m_options(options), m_training(training) {}

    /// Call when the training is recorded.
    /// Errors: std::runtime_error, as LiveOutput's constructor.
    void begin() { m_live = std::make_unique<LiveOutput>(m_options.print, m_options.tensorboard); }
    /// Shows news of the running training.
    void follow()
    {
        if (m_options.print)
            m_line.clear();
        followValues();
        m_line.show(m_training.session().status());
        if (m_options.print)
            return;
        printEvents(*m_training.run(), m_noted, m_line);
        printFindings(m_training.judge()->judgement().get(), m_news, m_line);
    }
    /// Removes the line of progress.
    void clear() const { m_line.clear(); }
    /// Shows the last news. Returns an error message if TensorBoard's events are not complete on disk.
    record::Message finish()
    {
        followValues();
        if (!m_options.print || !m_live)
            printEvents(*m_training.run(), m_noted, m_line);
        return m_live ? m_live->problem() : record::Message();
    }
    /// Shows findings at the end of the run, and the summary.
    void show(const health::Judgement &judgement)
    {
        if (!m_options.print)
            printFindings(&judgement, m_news, m_line);
        reportHealth(judgement, m_training.file());
    }

private:
    void followValues()
    {
        if (m_live)
            m_live->follow(*m_training.run());
    }

    const TrainOptions &m_options;
    session::RecordedTraining &m_training;
    std::unique_ptr<LiveOutput> m_live;
    ProgressLine m_line;
    store::RunCursor m_noted;
    health::News m_news;
};

/// Returns the plan of this process. If a launcher restarted it, changes \p options so that they resume its run.
/// Errors: std::exception of bad input; session::Cancelled after an interrupt.
Plan checkedPlan(TrainOptions &options)
{
    const auto place = session::processRank();
    if (place && options.processes > 1)
        throw std::runtime_error("--processes: this is one of several processes already, as RANK and WORLD_SIZE or the like say");
    Plan plan = planOf(options);
    if (isBegunRun(plan, options.out, place)) {
        options.resume = std::exchange(options.out, {});
        plan = planOf(options);
    }
    stopOn(options.stopOn, plan.experiment.health);
    decideTrust(plan, options.trustModel);
    requireNoProgram(options.saveModel, plan.experiment);
    leaveIfInterrupted();
    plan.start.place = place;
    if (place)
        plan.start.place->joinPatience = std::chrono::seconds(options.joinSeconds);
    if (options.processes > 0)
        plan.experiment.processes = options.processes;
    return plan;
}

/// Starts the training, with its outputs and its server for commands. Returns the server; null if it is not wanted.
/// Errors: std::runtime_error if the run or an output cannot be written.
std::unique_ptr<control::ControlServer> begun(session::RecordedTraining &training, const TrainOptions &options, TrainingOutput &output)
{
    output.begin();
    training.record(options.out);
    session::Session &session = training.session();
    std::unique_ptr<control::ControlServer> server;
    if (!options.withoutControl)
        server = control::listenFor(*session.control(), training.file(), training.run()->info().createdSeconds,
                                    [](const std::string &why) { std::fprintf(stderr, "lensboard: %s\n", why.c_str()); });
    session.control()->send({Command::Kind::Start});
    return server;
}

/// Ends the run and prints how it ended. Returns the exit code.
int finished(session::RecordedTraining &training, const TrainOptions &options, TrainingOutput &output)
{
    const session::TrainingStatus status = training.session().status();
    const bool isStopped = status.state == State::Stopped, hasFailed = status.state == State::Failed;
    const auto judgement = training.judge()->lookNow();
    if (isStopped)
        training.discardUnlessTrained();
    const bool isRecorded = training.isRecording();
    const std::string modelError = isRecorded && !options.saveModel.empty() ? savedModel(training.session(), options.saveModel) : std::string();
    const std::string fileError = training.finish();
    const std::string eventsError = output.finish();
    if (isStopped && !isRecorded)
        return reportStoppedBefore(options);
    if (isStopped)
        reportStopped(status, training.file());
    if (hasFailed)
        std::fprintf(stderr, "lensboard: %s%s\n", isRecorded ? "the training failed: " : "", status.activity.c_str());
    for (const auto &[error, what] : {std::pair(fileError, "the run is not complete on disk"), std::pair(modelError, "the model could not be saved"),
                                      std::pair(eventsError, "TensorBoard's events are not complete on disk")})
        if (!error.empty())
            std::fprintf(stderr, "lensboard: %s: %s\n", what, error.c_str());
    if (isRecorded) {
        output.show(*judgement);
        std::printf("%s\n", training.file().c_str());
    }
    if (hasFailed)
        return isRecorded ? kTrainingFailed : kBadInput; // without a file, preparing the training failed
    if (!fileError.empty() || !eventsError.empty() || !modelError.empty())
        return kTrainingFailed;
    if (!training.reactions().stoppedBy().empty())
        return kFound;
    return isStopped ? stoppedCode() : kDone;
}

} // namespace

int work(const std::string &plan, int rank)
{
    return trainAsOther(rank, [&] { session::trainAsWorker(plan, rank); });
}

int train(const TrainOptions &given)
{
    takeSignals();
    TrainOptions options = given;
    Plan plan;
    try {
        plan = checkedPlan(options);
    } catch (const session::Cancelled &) {
        return reportStoppedBefore(options);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
    if (plan.start.place && !plan.start.place->isFirst()) {
        onEndingSignals(onFurtherInterrupts);
        return trainAsOther(plan.start.place->rank, [&] { session::trainAlong(plan.experiment, plan.start); });
    }
    const auto training = prepared(std::move(plan));
    session::Session &session = training->session();
    std::unique_ptr<control::ControlServer> server;
    TrainingOutput output(options, *training);
    for (bool stopping = false; !session.waitUntilOver(100ms); output.follow()) {
        if (interruption > 0 && !std::exchange(stopping, true))
            session.control()->send({Command::Kind::Stop});
        if (training->isRecording() || stopping || session.status().state != State::Ready)
            continue;
        try { // the file is created only for a training that can start
            server = begun(*training, options, output);
        } catch (const std::runtime_error &error) {
            std::fprintf(stderr, "lensboard: %s\n", error.what());
            return kBadInput;
        }
    }
    output.clear();
    server.reset();
    return finished(*training, options, output);
}

} // namespace lensboard::app
