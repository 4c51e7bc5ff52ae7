#include "core/session/session.h"

#include "core/record/clock.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/session/lens_changes.h"
#include "core/store/columns/run_store.h"

#include <algorithm>
#include <limits>
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
constexpr std::chrono::seconds kBatchPatience(5); ///< that the destructor has

/// On Linux each thread has a nice value of its own, which the threads it starts inherit: the computing threads
/// of LibTorch step aside whenever the window has something to draw.
void stepAside()
{
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceBelowWindow);
}

double secondsOf(steady_clock::time_point moment)
{
    return std::chrono::duration<double>(moment.time_since_epoch()).count();
}

} // namespace

const char *toText(State state)
{
    switch (state) {
    case State::Preparing: return "preparing";
    case State::Ready: return "ready";
    case State::Running: return "training";
    case State::Paused: return "paused";
    case State::Finished: return "finished";
    case State::Stopped: return "stopped";
    case State::Failed: return "failed";
    }
    return "";
}

bool isOver(State state)
{
    return state == State::Finished || state == State::Stopped || state == State::Failed;
}

Session::Session(experiment::Experiment experiment, std::shared_ptr<store::RunStore> store,
                 MakeTrainer makeTrainer, Priority priority)
    : m_experiment(std::move(experiment)), m_store(std::move(store)), m_makeTrainer(std::move(makeTrainer)),
      m_recorder(m_store), m_watchers(m_experiment.watchers)
{
    m_thread = std::thread([this, priority] { run(priority); });
}

Session::~Session()
{
    order([](Orders &orders) {
        orders.stop = true;
        orders.leave = true;
    });
    if (!waitUntilOver(kBatchPatience))
        interrupt();
    m_thread.join();
}

void Session::order(const std::function<void(Orders &)> &change)
{
    {
        const std::lock_guard lock(m_mutex);
        change(m_orders);
        m_hasOrders.store(true, std::memory_order_release); // under the lock, or a waiter could miss it
    }
    m_changed.notify_all();
}

void Session::start()
{
    order([](Orders &orders) {
        orders.run = true;
        orders.steps = 0;
    });
}

void Session::pause()
{
    order([](Orders &orders) {
        orders.run = false;
        orders.steps = 0;
        orders.dropSteps = true;
    });
}

void Session::step()
{
    order([](Orders &orders) {
        orders.run = false;
        ++orders.steps;
    });
}

void Session::stepToTick()
{
    order([](Orders &orders) {
        orders.run = false;
        orders.toTick = true;
    });
}

void Session::stop()
{
    order([this](Orders &orders) {
        orders.stop = true;
        m_status.isStopping = !isOver(m_status.state);
    });
}

void Session::interrupt()
{
    stop();
    const std::lock_guard lock(m_mutex);
    if (m_interruptible)
        m_interruptible->interrupt();
}

void Session::setInterruptible(Trainer *trainer)
{
    const std::lock_guard lock(m_mutex);
    m_interruptible = trainer;
    m_status.isInterruptible = trainer && trainer->isInterruptible();
}

void Session::setLearningRate(double rate)
{
    order([rate](Orders &orders) { orders.learningRate = rate; });
}

void Session::change(const experiment::WatcherChange &change)
{
    order([&](Orders &orders) { orders.watchers.push_back({change, m_watchers.apply(change)}); });
}

experiment::Roster Session::watchers() const
{
    const std::lock_guard lock(m_mutex);
    return m_watchers;
}

void Session::keepCheckpoint(const std::filesystem::path &path, std::function<void()> settle)
{
    order([&](Orders &orders) { orders.checkpointing = Checkpointing{path, std::move(settle)}; });
}

void Session::saveCheckpoint(Saved saved)
{
    order([&](Orders &orders) {
        orders.saves.emplace_back([this, saved = std::move(saved)](Trainer *trainer) {
            const std::string error = trainer ? writeCheckpoint(*trainer) : record::message("there is no training to go on from");
            if (saved)
                saved(error);
        });
    });
}

void Session::saveModel(const std::filesystem::path &path, Saved saved)
{
    order([&](Orders &orders) {
        orders.saves.emplace_back([path, saved = std::move(saved)](Trainer *trainer) {
            try {
                if (!trainer)
                    throw std::runtime_error(record::message("there is no model: the training could not be prepared"));
                trainer->saveModel(path);
                saved({});
            } catch (const std::exception &error) {
                saved(error.what());
            }
        });
    });
}

Status Session::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

bool Session::waitUntilOver(std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, patience, [&] { return isOver(m_status.state); });
}

void Session::run(Priority priority)
{
    if (priority == Priority::BelowWindow)
        stepAside();
    std::unique_ptr<Trainer> trainer;
    bool isPrepared = false;
    try {
        setState(State::Preparing, record::message("loading the training engine"));
        trainer = m_makeTrainer(m_experiment);
        setInterruptible(trainer.get());
        prepare(*trainer);
        isPrepared = true;
        train(*trainer);
    } catch (const Cancelled &) {
        end(State::Stopped);
    } catch (const std::exception &error) {
        end(State::Failed, error.what());
    } catch (...) { // of a plug-in
        end(State::Failed, record::message("the training threw something that is no std::exception, and so tells nothing"));
    }
    serveSaves(isPrepared ? trainer.get() : nullptr);
    setInterruptible(nullptr);
}

void Session::prepare(Trainer &trainer)
{
    const auto report = [this](const std::string &activity) {
        setState(State::Preparing, activity);
        const std::lock_guard lock(m_mutex);
        if (m_orders.stop)
            throw Cancelled();
    };
    const Preparation preparation = trainer.prepare(m_recorder, report);
    m_store->update([&](record::RunInfo &info) {
        info.layers = preparation.layers;
        for (const auto &entry : preparation.environment) { // a run that goes on has them already
            const auto known = std::find_if(info.environment.begin(), info.environment.end(),
                                            [&](const auto &other) { return other.first == entry.first; });
            if (known == info.environment.end())
                info.environment.push_back(entry);
            else
                *known = entry;
        }
    });
    for (const std::string &notice : preparation.notices)
        note(RunEvent::Kind::Notice, notice);
    {
        const std::lock_guard lock(m_mutex);
        m_status.position = preparation.position;
        m_status.epochs = preparation.epochs;
        m_status.batchesPerEpoch = preparation.trainingBatches + preparation.validationBatches;
        m_status.learningRate = preparation.position.learningRate;
        m_perEpoch = {static_cast<double>(preparation.trainingBatches), static_cast<double>(preparation.validationBatches)};
        m_batchesDone = (preparation.position.epoch - 1) * m_status.batchesPerEpoch + preparation.position.batch;
        m_batchesAtCheckpoint = m_batchesDone;
    }
    if (m_batchesDone > 0)
        note(RunEvent::Kind::Notice, record::message("Goes on from epoch %1, step %2.",
                                                     preparation.position.epoch, preparation.position.step));
    setState(State::Ready);
}

void Session::train(Trainer &trainer)
{
    bool shapesAreTold = false;
    while (obey(trainer)) {
        const Position position = trainer.advance();
        ++m_batchesDone;
        if (!shapesAreTold)
            tellOutputShapes(trainer);
        shapesAreTold = true;
        publish(position, trainer);
        checkLoss(position);
        checkpointIfDue(trainer, position);
        if (position.finished)
            return end(State::Finished);
    }
    if (m_checkpointing && trainer.keepsCheckpoints() && m_experiment.checkpoint.onStop && m_batchesDone > m_batchesAtCheckpoint)
        writeCheckpoint(trainer); // before the tick that is not over is ended, for it to go on
    trainer.finishTick();
    end(State::Stopped);
}

/// At the end of an epoch, or of the training.
void Session::checkpointIfDue(Trainer &trainer, const Position &position)
{
    const experiment::CheckpointRule &rule = m_experiment.checkpoint;
    if (!m_checkpointing || !trainer.keepsCheckpoints() || rule.every == 0 || position.batch < m_status.batchesPerEpoch)
        return;
    const std::chrono::duration<double> age = steady_clock::now() - m_lastCheckpoint;
    if (position.finished || (position.epoch % rule.every == 0 && age.count() >= rule.seconds))
        writeCheckpoint(trainer);
}

/// What went wrong, which is also told as a warning; empty if nothing did.
std::string Session::writeCheckpoint(Trainer &trainer)
{
    if (!m_checkpointing)
        return record::message("the run is not recorded, so there is no place for its checkpoint");
    if (m_checkpointing->settle)
        m_checkpointing->settle();
    m_lastCheckpoint = steady_clock::now();
    m_batchesAtCheckpoint = m_batchesDone;
    try {
        trainer.saveCheckpoint(m_checkpointing->path);
        return {};
    } catch (const std::exception &error) {
        note(RunEvent::Kind::Warning, record::message("The checkpoint could not be written; the training goes on. %1", error.what()));
        return error.what();
    }
}

/// The training is over: what is asked of its model is done until the session goes.
void Session::serveSaves(Trainer *trainer)
{
    std::unique_lock lock(m_mutex);
    while (true) {
        const auto saves = std::exchange(m_orders.saves, {});
        lock.unlock();
        for (const auto &save : saves)
            save(trainer);
        lock.lock();
        m_changed.wait(lock, [&] { return m_orders.leave || !m_orders.saves.empty(); });
        if (m_orders.leave && m_orders.saves.empty())
            return;
    }
}

void Session::tellOutputShapes(const Trainer &trainer)
{
    const auto shapes = trainer.outputShapes();
    if (shapes.empty())
        return;
    m_store->update([&shapes](record::RunInfo &info) {
        for (std::size_t i = 0; i < std::min(shapes.size(), info.layers.size()); ++i)
            info.layers[i].outputShape = shapes[i];
    });
}

/// Does what was ordered since the last batch, and waits while paused. False: stop.
bool Session::obey(Trainer &trainer)
{
    const bool tickEnded = m_pauseAtFrame > 0 && m_store->frameCount() >= m_pauseAtFrame;
    if (m_stepsLeft > 0 && (--m_stepsLeft == 0 || tickEnded) && !m_running) {
        m_stepsLeft = 0;
        m_pauseAtFrame = 0;
        setState(State::Paused);
    }
    if (!m_hasOrders.exchange(false, std::memory_order_acquire) && (m_running || m_stepsLeft > 0))
        return true;
    while (true) {
        Orders orders;
        {
            std::unique_lock lock(m_mutex);
            std::swap(orders.watchers, m_orders.watchers);
            std::swap(orders.saves, m_orders.saves);
            if (m_orders.checkpointing)
                m_checkpointing = std::exchange(m_orders.checkpointing, std::nullopt);
            std::swap(orders.learningRate, m_orders.learningRate);
            std::swap(orders.steps, m_orders.steps);
            std::swap(orders.toTick, m_orders.toTick);
            std::swap(orders.dropSteps, m_orders.dropSteps);
            orders.run = m_orders.run;
            orders.stop = m_orders.stop;
        }
        for (const auto &save : orders.saves)
            save(&trainer);
        if (orders.stop)
            return false;
        for (const auto &[change, watcher] : orders.watchers)
            watch(trainer, change, watcher);
        if (orders.learningRate) {
            trainer.setLearningRate(*orders.learningRate);
            note(RunEvent::Kind::LearningRate, record::numberText(*orders.learningRate));
            const std::lock_guard lock(m_mutex);
            m_status.learningRate = *orders.learningRate;
        }
        m_stepsLeft = (orders.run || orders.dropSteps ? 0 : m_stepsLeft) + orders.steps;
        if (orders.run || orders.dropSteps)
            m_pauseAtFrame = 0;
        if (orders.toTick && !orders.run) {
            m_stepsLeft = std::numeric_limits<std::int64_t>::max();
            m_pauseAtFrame = m_store->frameCount() + 1;
        }
        if (m_running && !orders.run)
            setState(State::Paused);
        m_running = orders.run;
        if (m_running || m_stepsLeft > 0) {
            setState(State::Running);
            m_pace.resume(secondsOf(steady_clock::now()));
            return true;
        }
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_hasOrders.exchange(false, std::memory_order_acquire); });
    }
}

/// What shows a plot that a plug-in's lens turned out to have stays off.
void Session::watch(Trainer &trainer, const experiment::WatcherChange &change, const experiment::Choice &watcher)
{
    try {
        trainer.watch(watcher);
        note(eventOf(change));
    } catch (const std::invalid_argument &error) {
        note(RunEvent::Kind::Warning, error.what());
        const std::lock_guard lock(m_mutex);
        m_watchers.apply(experiment::WatcherChange::switched(change.watcher, false));
    }
}

void Session::publish(const Position &position, const Trainer &trainer)
{
    constexpr auto kFiguresInterval = std::chrono::milliseconds(700);
    const auto now = steady_clock::now();
    m_pace.add(position.validating, secondsOf(now));
    const std::lock_guard lock(m_mutex);
    m_status.position = position;
    m_status.hasTrained = true;
    m_status.learningRate = position.learningRate;
    if (m_running && now - m_lastFigures < kFiguresInterval)
        return;
    m_lastFigures = now;
    m_status.lensCosts = trainer.lensCosts();
    m_status.stepsPerSecond = m_pace.stepsPerSecond();
    m_status.secondsLeft = m_pace.secondsLeft(batchesLeft(position, m_status.epochs, m_perEpoch));
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

void Session::note(RunEvent::Kind kind, const std::string &text)
{
    note({kind, 0, 0, text});
}

/// Now.
void Session::note(RunEvent event)
{
    event.step = status().position.step;
    event.wallSeconds = record::wallSeconds();
    m_recorder.note(event);
}

void Session::setState(State state, const std::string &activity)
{
    {
        const std::lock_guard lock(m_mutex);
        m_status.state = state;
        m_status.activity = activity;
    }
    m_changed.notify_all();
}

void Session::end(State state, const std::string &message)
{
    m_store->update([&](record::RunInfo &info) {
        info.message = message;
        info.status = state == State::Finished ? RunStatus::Finished
                    : state == State::Failed   ? RunStatus::Failed
                                               : RunStatus::Stopped;
    });
    setState(state, message);
}

} // namespace lensboard::session
