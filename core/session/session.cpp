#include "core/session/session.h"

#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/session/lens_changes.h"
#include "core/store/columns/run_store.h"

#include <algorithm>
#include <cmath>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lensboard::session {

using record::RunEvent;
using record::RunStatus;
using std::chrono::steady_clock;

namespace {

constexpr int kNiceBelowWindow = 3;
constexpr std::chrono::seconds kBatchPatience(5); ///< time for the current batch in the destructor

/// On Linux each thread has its own nice value, inherited by the threads it starts: LibTorch's computing threads
/// then yield to the window's drawing.
void stepAside()
{
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceBelowWindow);
}

void setPosition(TrainingStatus &status, const Position &position)
{
    status.epoch = position.epoch;
    status.batch = position.batch;
    status.step = position.step;
    status.isValidating = position.validating;
    status.learningRate = position.learningRate;
}

double secondsOf(steady_clock::time_point moment)
{
    return std::chrono::duration<double>(moment.time_since_epoch()).count();
}

} // namespace

Session::Session(experiment::Experiment experiment, std::shared_ptr<store::RunStore> store,
                 MakeTrainer makeTrainer, Priority priority)
    : m_experiment(std::move(experiment)), m_store(std::move(store)), m_makeTrainer(std::move(makeTrainer)),
      m_recorder(m_store),
      m_control(std::make_shared<TrainingControl>(
          TrainingControl::Training{.setRunning =
                                        [this](bool isRunning) {
                                            if (isRunning)
                                                m_pace.resume(secondsOf(steady_clock::now()));
                                        },
                                    .tickCount = [this] { return m_store->committedCount(); },
                                    .watch = [this](const auto &change, const auto &watcher) { return watch(change, watcher); },
                                    .setLearningRate = [this](double rate) { setLearningRate(rate); },
                                    .saveCheckpoint = [this] { return saveCheckpoint(); },
                                    .interrupt = [this] { interrupt(); }},
          TrainingStatus{.ticks = static_cast<std::int64_t>(m_store->committedCount()),
                         .abilities = {.pause = true, .stop = true, .learningRate = true},
                         .watchers = std::make_shared<const experiment::Roster>(m_experiment.watchers)}))
{
    m_thread = std::thread([this, priority] { run(priority); });
}

Session::~Session()
{
    m_control->send({Command::Kind::Stop});
    m_control->detach();
    if (!waitUntilOver(kBatchPatience))
        interrupt();
    m_thread.join();
}

void Session::interrupt()
{
    const std::lock_guard lock(m_mutex);
    if (m_interruptible)
        m_interruptible->interrupt();
}

void Session::setInterruptible(Trainer *trainer)
{
    {
        const std::lock_guard lock(m_mutex);
        m_interruptible = trainer;
    }
    m_control->update([&](TrainingStatus &status) { status.isInterruptible = trainer && trainer->isInterruptible(); });
}

void Session::setLearningRate(double rate)
{
    if (isOver(status().state))
        return;
    m_trainer->setLearningRate(rate);
    note(RunEvent::Kind::LearningRate, record::numberText(rate));
    m_control->update([&](TrainingStatus &status) { status.learningRate = rate; });
}

void Session::keepCheckpoint(const std::filesystem::path &path, std::function<void()> settle)
{
    m_control->post([this, given = Checkpointing{path, std::move(settle)}] {
        m_checkpointing = given;
        m_control->update([&](TrainingStatus &status) { status.abilities.checkpoint = m_trainer && m_trainer->keepsCheckpoints(); });
    });
}

record::Message Session::saveCheckpoint()
{
    if (isOver(status().state)) // the last checkpoint is from the end, or from before the error
        return record::message("the training is over; its checkpoint stays as it is");
    return m_trainer ? writeCheckpoint(*m_trainer) : record::message("there is no training to go on from");
}

void Session::saveModel(const std::filesystem::path &path, Saved saved)
{
    m_control->post([this, path, saved = std::move(saved)] {
        try {
            if (!m_trainer)
                throw record::Error(record::message("there is no model: the training could not be prepared"));
            m_trainer->saveModel(path);
            saved({});
        } catch (const std::exception &error) {
            saved(record::messageOf(error));
        }
    });
}

bool Session::waitUntilOver(std::chrono::milliseconds patience) const
{
    return m_control->waitFor([](const TrainingStatus &status) { return isOver(status.state); }, patience);
}

void Session::run(Priority priority)
{
    if (priority == Priority::BelowWindow)
        stepAside();
    std::unique_ptr<Trainer> trainer;
    try {
        setState(State::Preparing, record::message("loading the training engine"));
        trainer = m_makeTrainer(m_experiment);
        setInterruptible(trainer.get());
        const Position start = prepare(*trainer);
        m_trainer = trainer.get();
        train(*trainer, start);
    } catch (const Cancelled &) {
        end(State::Stopped);
    } catch (const Interrupted &error) {
        end(State::Failed, record::messageOf(error), RunStatus::Interrupted);
    } catch (const std::exception &error) {
        end(State::Failed, record::messageOf(error));
    } catch (...) { // exceptions of a plug-in
        end(State::Failed, record::message("the training threw something that is no std::exception, and so says nothing"));
    }
    m_control->doTasksUntilDetached(); // tasks that need the model
    setInterruptible(nullptr);
}

/// Returns the position to train from.
Position Session::prepare(Trainer &trainer)
{
    const auto report = [this](const record::Message &activity) {
        setState(State::Preparing, activity);
        if (m_control->isStopRequested())
            throw Cancelled();
    };
    const Preparation preparation = trainer.prepare(m_recorder, report);
    m_store->update([&](record::RunInfo &info) {
        if (!preparation.position.finished) // no batch follows, so their output shapes would stay unknown
            info.layers = preparation.layers;
        for (const auto &entry : preparation.environment) { // a continued run already has them
            const auto known = std::find_if(info.environment.begin(), info.environment.end(),
                                            [&](const auto &other) { return other.first == entry.first; });
            if (known == info.environment.end())
                info.environment.push_back(entry);
            else
                *known = entry;
        }
    });
    for (const record::Message &notice : m_experiment.notices)
        note(RunEvent::Kind::Notice, notice);
    for (const record::Message &notice : preparation.notices)
        note(RunEvent::Kind::Notice, notice);
    const auto trainingBatches = preparation.trainingBatches, validationBatches = preparation.validationBatches;
    m_perEpoch = {static_cast<double>(trainingBatches), static_cast<double>(validationBatches)};
    m_batchesDone = (preparation.position.epoch - 1) * (trainingBatches + validationBatches) + preparation.position.batch;
    m_batchesAtCheckpoint = m_batchesDone;
    m_control->update([&](TrainingStatus &status) {
        status.epochs = preparation.epochs;
        status.batchesPerEpoch = trainingBatches + validationBatches;
        status.lensCosts = trainer.lensCosts();
        status.hooks = trainer.hookCount();
        setPosition(status, preparation.position);
    });
    if (m_batchesDone > 0 && !preparation.position.finished)
        note(RunEvent::Kind::Notice, record::message("Goes on from epoch %1, step %2.",
                                                     preparation.position.epoch, preparation.position.step));
    setState(State::Ready);
    return preparation.position;
}

void Session::train(Trainer &trainer, const Position &start)
{
    const bool hasTrainedAll = start.finished; // continues from its last checkpoint, only the end is missing
    bool shapesAreReported = false;
    while (followCommands(trainer)) {
        if (hasTrainedAll)
            return end(State::Finished);
        const Position position = trainer.advance();
        ++m_batchesDone;
        reportLayers(trainer);
        if (!shapesAreReported)
            reportOutputShapes(trainer);
        shapesAreReported = true;
        publish(position, trainer);
        checkLoss(position);
        checkpointIfDue(trainer, position);
        if (position.finished)
            return end(State::Finished);
    }
    if (m_checkpointing && trainer.keepsCheckpoints() && m_experiment.checkpoint.onStop && m_batchesDone > m_batchesAtCheckpoint)
        writeCheckpoint(trainer); // before the open tick is ended, so that a resumption continues it
    trainer.finishTick();
    reportLayers(trainer);
    end(State::Stopped);
}

/// Returns false to stop.
bool Session::followCommands(Trainer &trainer)
{
    return !trainer.mayTakeCommands(m_control->areWaiting()) || m_control->follow();
}

/// Called at the end of an epoch, or of the training.
void Session::checkpointIfDue(Trainer &trainer, const Position &position)
{
    const experiment::CheckpointRule &rule = m_experiment.checkpoint;
    if (!m_checkpointing || !trainer.keepsCheckpoints() || rule.every == 0 || position.batch < status().batchesPerEpoch)
        return;
    const std::chrono::duration<double> age = steady_clock::now() - m_lastCheckpoint;
    if (position.finished || (position.epoch % rule.every == 0 && age.count() >= rule.seconds))
        writeCheckpoint(trainer);
}

/// Returns the error, and adds it as a warning to the run; empty after success.
record::Message Session::writeCheckpoint(Trainer &trainer)
{
    if (!m_checkpointing)
        return record::message("the run is not recorded, so there is no place for its checkpoint");
    m_lastCheckpoint = steady_clock::now(); // delays the next attempt after a failure
    try {
        if (m_checkpointing->settle)
            m_checkpointing->settle();
        trainer.saveCheckpoint(m_checkpointing->path);
        m_batchesAtCheckpoint = m_batchesDone;
        return {};
    } catch (const std::exception &error) {
        note(RunEvent::Kind::Warning, record::message("The checkpoint could not be written; the training goes on. %1", record::messageOf(error)));
        return record::messageOf(error);
    }
}

void Session::reportLayers(Trainer &trainer)
{
    auto layers = trainer.newLayers();
    if (!layers.empty())
        m_store->update([&layers](record::RunInfo &info) { info.layers = std::move(layers); });
}

void Session::reportOutputShapes(const Trainer &trainer)
{
    const auto shapes = trainer.outputShapes();
    if (shapes.empty())
        return;
    m_store->update([&shapes](record::RunInfo &info) {
        for (std::size_t i = 0; i < std::min(shapes.size(), info.layers.size()); ++i)
            info.layers[i].outputShape = shapes[i];
    });
}

/// Returns false, and adds a warning, if the trainer refuses the watcher: a plug-in's lens may already show its plot.
bool Session::watch(const experiment::WatcherChange &change, const experiment::KindSettings &watcher)
{
    if (isOver(status().state))
        return true;
    try {
        m_trainer->watch(watcher);
    } catch (const std::invalid_argument &error) {
        note(RunEvent::Kind::Warning, record::messageOf(error));
        return false;
    }
    note(eventOf(change));
    m_control->update([this](TrainingStatus &status) { status.hooks = m_trainer->hookCount(); });
    return true;
}

void Session::publish(const Position &position, const Trainer &trainer)
{
    constexpr auto kFiguresInterval = std::chrono::milliseconds(700);
    const auto now = steady_clock::now();
    m_pace.add(position.validating, secondsOf(now));
    m_control->update([&](TrainingStatus &status) {
        setPosition(status, position);
        status.ticks = static_cast<std::int64_t>(m_store->committedCount());
        status.hasTrained = true;
        if (m_control->isRunning() && now - m_lastFigures < kFiguresInterval)
            return;
        m_lastFigures = now;
        status.lensCosts = trainer.lensCosts();
        status.hooks = trainer.hookCount(); // layers may have become known
        status.stepsPerSecond = m_pace.stepsPerSecond();
        status.secondsLeft = m_pace.secondsLeft(batchesLeft(position, status.epochs, m_perEpoch));
    });
}

void Session::checkLoss(const Position &position)
{
    const bool finite = std::isfinite(position.loss);
    if (m_lossWasFinite && !finite)
        note(RunEvent::Kind::Warning,
             record::message("The loss became %1 in epoch %2, step %3. Training goes on; a smaller learning rate may help.",
                             record::numberText(position.loss), position.epoch, position.step));
    m_lossWasFinite = finite;
}

void Session::note(RunEvent::Kind kind, const record::Message &text)
{
    note({kind, 0, 0, text});
}

/// Adds an event with the current time.
void Session::note(RunEvent event)
{
    event.step = status().step;
    event.wallSeconds = record::wallSeconds();
    m_recorder.note(event);
}

void Session::setState(State state, const record::Message &activity)
{
    m_control->update([&](TrainingStatus &status) {
        status.state = state;
        status.activity = activity;
        status.ticks = static_cast<std::int64_t>(m_store->committedCount());
    });
}

void Session::setLastLook(std::function<void()> judge)
{
    const std::lock_guard lock(m_mutex);
    m_lastLook = std::move(judge);
}

void Session::end(State state, const record::Message &message, std::optional<RunStatus> status)
{
    std::unique_lock lock(m_mutex);
    const auto lastLook = m_lastLook;
    lock.unlock();
    if (lastLook)
        lastLook();
    m_store->update([&](record::RunInfo &info) {
        info.message = message;
        info.status = status                     ? *status
                    : state == State::Finished ? RunStatus::Finished
                    : state == State::Failed   ? RunStatus::Failed
                                               : RunStatus::Stopped;
    });
    setState(state, message);
}

} // namespace lensboard::session
