#include "core/session/session.h"

#include "core/record/clock.h"
#include "core/record/text_number.h"
#include "core/store/run_store.h"

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

/// On Linux each thread has a nice value of its own, which the threads it starts inherit: the computing threads
/// of LibTorch step aside whenever the window has something to draw.
void stepAside()
{
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceBelowWindow);
}

/// The lens, and what of its settings is not as it was.
std::string changeText(const experiment::Json &before, const experiment::Choice &lens)
{
    std::string changes;
    for (const auto &[key, value] : lens.settings.items())
        if (before.at(key) != value)
            changes += (changes.empty() ? ": " : ", ") + key + ' ' + value.dump();
    return lens.kind + changes;
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
      m_recorder(m_store)
{
    for (const experiment::Choice &lens : m_experiment.lenses)
        m_lensSettings[lens.kind] = lens.settings;
    m_thread = std::thread([this, priority] { run(priority); });
}

Session::~Session()
{
    stop();
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
    order([](Orders &orders) { orders.stop = true; });
}

void Session::setLearningRate(double rate)
{
    order([rate](Orders &orders) { orders.learningRate = rate; });
}

void Session::setLensEnabled(const std::string &lens, bool enabled)
{
    order([&](Orders &orders) {
        orders.lenses.emplace_back([this, lens, enabled](Trainer &trainer) {
            trainer.setLensEnabled(lens, enabled);
            note(enabled ? RunEvent::Kind::LensOn : RunEvent::Kind::LensOff, lens);
        });
    });
}

void Session::changeLens(const experiment::Choice &lens)
{
    order([&](Orders &orders) {
        orders.lenses.emplace_back([this, lens](Trainer &trainer) { changeLensNow(trainer, lens); });
    });
}

/// A lens that is added counts as changed from its defaults.
void Session::changeLensNow(Trainer &trainer, const experiment::Choice &lens)
{
    if (!m_lensSettings.contains(lens.kind))
        m_lensSettings[lens.kind] = experiment::lensChoice({{"kind", lens.kind}}).settings;
    experiment::Json &settings = m_lensSettings[lens.kind];
    trainer.changeLens(lens);
    note(RunEvent::Kind::LensSettings, changeText(settings, lens));
    settings = lens.settings;
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
    try {
        const auto report = [this](const std::string &activity) {
            setState(State::Preparing, activity);
            const std::lock_guard lock(m_mutex);
            if (m_orders.stop)
                throw Cancelled();
        };
        report("loading the training engine");
        const std::unique_ptr<Trainer> trainer = m_makeTrainer(m_experiment);
        const Preparation preparation = trainer->prepare(m_recorder, report);
        m_store->update([&](record::RunInfo &info) {
            info.layers = preparation.layers;
            info.environment.insert(info.environment.end(), preparation.environment.begin(),
                                    preparation.environment.end());
        });
        for (const std::string &notice : preparation.notices)
            note(RunEvent::Kind::Notice, notice);
        {
            const std::lock_guard lock(m_mutex);
            m_status.epochs = preparation.epochs;
            m_status.batchesPerEpoch = preparation.trainingBatches + preparation.validationBatches;
            m_status.learningRate = preparation.learningRate;
        }
        setState(State::Ready);
        train(*trainer);
    } catch (const Cancelled &) {
        end(State::Stopped);
    } catch (const std::exception &error) {
        end(State::Failed, error.what());
    }
}

void Session::train(Trainer &trainer)
{
    while (obey(trainer)) {
        const Position position = trainer.advance();
        if (++m_batchesDone == 1)
            tellOutputShapes(trainer);
        publish(position, trainer);
        checkLoss(position);
        if (position.finished)
            return end(State::Finished);
    }
    trainer.finishTick();
    end(State::Stopped);
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
            std::swap(orders.lenses, m_orders.lenses);
            std::swap(orders.learningRate, m_orders.learningRate);
            std::swap(orders.steps, m_orders.steps);
            std::swap(orders.toTick, m_orders.toTick);
            std::swap(orders.dropSteps, m_orders.dropSteps);
            orders.run = m_orders.run;
            orders.stop = m_orders.stop;
        }
        if (orders.stop)
            return false;
        for (const auto &change : orders.lenses)
            change(trainer);
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
        if (!m_running && orders.run)
            m_speedSince = {};
        m_running = orders.run;
        if (m_running || m_stepsLeft > 0) {
            setState(State::Running);
            return true;
        }
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_hasOrders.exchange(false, std::memory_order_acquire); });
    }
}

void Session::publish(const Position &position, const Trainer &trainer)
{
    constexpr auto kSpeedWindow = std::chrono::milliseconds(700);
    const auto now = steady_clock::now();
    const bool restart = m_speedSince == steady_clock::time_point();
    const std::lock_guard lock(m_mutex);
    m_status.position = position;
    if (!restart && now - m_speedSince < kSpeedWindow && m_running)
        return;
    m_status.lensCosts = trainer.lensCosts();
    if (!restart && now - m_speedSince < kSpeedWindow)
        return;
    if (!restart) {
        const double seconds = std::chrono::duration<double>(now - m_speedSince).count();
        const auto batches = static_cast<double>(m_batchesDone - m_batchesSince);
        if (position.step > m_stepsSince)
            m_status.stepsPerSecond = static_cast<double>(position.step - m_stepsSince) / seconds;
        const auto total = static_cast<double>(m_status.epochs * m_status.batchesPerEpoch);
        m_status.secondsLeft = (total - static_cast<double>(m_batchesDone)) * seconds / batches;
    }
    m_speedSince = now;
    m_batchesSince = m_batchesDone;
    m_stepsSince = position.step;
}

void Session::checkLoss(const Position &position)
{
    const bool finite = std::isfinite(position.loss);
    if (m_lossWasFinite && !finite)
        note(RunEvent::Kind::Warning,
             "The loss became " + record::numberText(position.loss) + " in epoch "
                 + std::to_string(position.epoch) + ", step " + std::to_string(position.step)
                 + ". Training goes on; a smaller learning rate may help.");
    m_lossWasFinite = finite;
}

void Session::note(RunEvent::Kind kind, const std::string &text)
{
    const std::int64_t step = status().position.step;
    m_recorder.note({kind, step, record::wallSeconds(), text});
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
