#include "core/loop/loop_inspector.h"

#include "core/experiment/memory_limit.h"
#include "core/health/rules/loop_fault.h"
#include "core/hook/model_source.h"
#include "core/lens/parameter_sums.h"
#include "core/loop/loop_processes.h"
#include "core/loop/own_watchers.h"
#include "core/loop/parsed_lens.h"
#include "core/loop/run_recorder_private.h"
#include "core/loop/watched_models.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/session/lens_changes.h"
#include "core/session/training_control.h"
#include "core/store/columns/store_visualizer.h"
#include "core/tensor/library.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

namespace lensboard {

namespace {

constexpr std::size_t kMaxUnread = 1024; ///< losses on a device

/// Returns the loop's watchers, for a resumed run with its commands: watchers that they added or set, and switches.
/// Errors: std::invalid_argument if a commanded watcher would show the plot of another watcher of the loop.
experiment::Roster withCommandsOf(experiment::Roster watchers, const std::optional<LoopState> &resumed)
{
    if (!resumed)
        return watchers;
    try {
        for (const LensChoice &requested : resumed->requested)
            watchers.apply(watchers.changeTo(parsed(requested)));
    } catch (const experiment::ExperimentError &error) {
        throw record::InvalidArgument(record::messageOf(error));
    }
    for (const auto &[name, isOn] : resumed->enabled)
        if (watchers.find(name))
            watchers.apply(experiment::WatcherChange::switched(name, isOn));
    return watchers;
}

/// Errors: std::invalid_argument if \p loss is not a single number.
void requireNumber(const Tensor &loss)
{
    record::Message found;
    if (!loss.defined())
        found = record::message("an undefined tensor");
    else if (isComplex(loss.type()))
        found = record::message("a complex tensor");
    else if (loss.numel() != 1)
        found = record::counted(static_cast<std::uint64_t>(loss.numel()), "a tensor of %n value", "a tensor of %n values");
    if (!found.empty())
        throw record::InvalidArgument(record::message("a loss is one number, found %1", found));
}

/// Errors: std::runtime_error with the first sentence of PyTorch's message.
double numberOf(const Tensor &loss)
{
    if (loss.isOnHost() && loss.hasMemory() && loss.type() == ElementType::Float32)
        return *loss.data<float>(); // a call of PyTorch's operators takes longer
    try {
        return loss.item();
    } catch (const std::exception &error) {
        const record::Message why = record::messageOf(error);
        throw record::Error(record::message("a loss on %1 cannot be read: %2", toText(loss.device()), why.substr(0, std::min(why.find(". "), why.find('\n')))));
    }
}

} // namespace

struct Inspector::Private
{
    Private(const std::vector<LensChoice> &choices, RunRecorder &given, const Options &options)
        : chosen(rosterOf(choices)),
          control(std::make_shared<session::TrainingControl>(
              training(options), session::TrainingStatus{.state = session::State::Running,
                                                         .ticks = static_cast<std::int64_t>(given.d->run->committedCount()),
                                                         .abilities = {.pause = options.processes.count == 1,
                                                                       .learningRate = static_cast<bool>(options.setLearningRate),
                                                                       .checkpoint = static_cast<bool>(options.saveCheckpoint)},
                                                         .watchers = std::make_shared<const experiment::Roster>(withCommandsOf(chosen, given.d->resumed))})),
          out(makeOut(given.d->run, options.processes)),
          models(control->status().watchers->all(), {options.depth, options.activeEvery, options.evaluationFromGrad, options.budget, options.byProcess, options.memory}, *out,
                 [run = given.d->run](std::vector<record::LayerInfo> layers) {
                     run->update([&](record::RunInfo &info) { info.layers = std::move(layers); });
                 },
                 [this](const settings::CustomLens &lens) { return makers.at(lens.name)(); }, options.isActive),
          recorder(std::move(given)), isControlled(options.control)
    {
        if (options.processes.count > 1) {
            processes.emplace(options.processes);
            processes->compareLenses(lensesThat(lens::isOfParameterSums), {options.depth, options.budget, options.memory});
            models.trainWith({processes->rank(), processes->count(), processes->haveSameLenses(),
                              [this](const std::vector<double> &own) { return exchange(own); }});
        }
        if (auto resumed = std::exchange(recorder.d->resumed, std::nullopt))
            goOnFrom(std::move(*resumed));
        else
            begin();
        recorder.d->atEnd = [this](record::RunStatus status) { end(status); };
    }

    /// Starts to record and to accept commands. Truncates a resumed run after the state, so its models must have been checked before.
    void begin()
    {
        if (!isOpen() || hasBegun)
            return;
        recorder.d->goOn();
        hasBegun = true;
        if (isControlled)
            recorder.d->takeCommands(control);
    }

    void goOnFrom(LoopState saved)
    {
        saved.requested.clear(); // the control has them
        models.resumeAfter({saved.ticks, saved.epoch, saved.steps, saved.samples, record::wallSeconds()}, std::move(saved.models));
        saved.models.clear();
        state = std::move(saved);
        tickedSteps = state.steps;
    }

    bool isOpen() const { return recorder.d->isOpen(); }

    session::TrainingControl::Training training(const Options &options)
    {
        return {.tickCount = [this] { return static_cast<std::size_t>(state.ticks); },
                .watch = [this](const auto &change, const auto &watcher) { return watch(change, watcher); },
                .whilePaused = options.whilePaused,
                .setLearningRate =
                    [this, set = options.setLearningRate](double rate) {
                        if (!tried([&] { set(rate); }).empty())
                            return;
                        control->update([&](auto &status) { status.learningRate = rate; });
                        note({record::RunEvent::Kind::LearningRate, 0, 0, record::numberText(rate)});
                    },
                .saveCheckpoint = [this, save = options.saveCheckpoint] { return tried(save); }};
    }

    /// Runs a callback of the loop. Returns its error text, since an exception must not end the loop.
    record::Message tried(const std::function<void()> &work) const
    {
        try {
            work();
            return {};
        } catch (const std::exception &error) {
            recorder.d->warn(record::message("A command of another program failed: %1", record::messageOf(error)), state.steps);
            return record::messageOf(error);
        }
    }

    void setPlace(std::int64_t step)
    {
        control->update([&](auto &status) {
            status.epoch = state.epoch;
            status.step = step;
        });
    }

    /// The loop has asked if it shall stop: it now accepts commands to stop.
    void acceptStop()
    {
        if (!std::exchange(acceptsStop, true))
            control->update([](auto &status) { status.abilities.stop = true; });
    }

    void setHooks()
    {
        control->update([this](auto &status) { status.hooks = models.hookCount(); });
    }

    static std::unique_ptr<visualizer::Visualizer> makeOut(const std::shared_ptr<store::RunStore> &run, const Processes &processes)
    {
        if (processes.rank > 0)
            return std::make_unique<visualizer::Visualizer>(); // process 0 shows it
        return std::make_unique<store::StoreVisualizer>(run);
    }

    template <typename IsOne>
    LoopProcesses::Watchers lensesThat(const IsOne &isOne) const
    {
        LoopProcesses::Watchers some;
        std::ranges::copy_if(models.lenses(), std::back_inserter(some), [&](const auto &watcher) { return isOne(watcher.kind); });
        return some;
    }

    /// Returns true if all processes must measure this kind with equal settings.
    bool isOfAll(const std::string &kind) const
    {
        return experiment::isOfSamples(kind) || (processes->haveSameLenses() && lens::isOfParameterSums(kind));
    }

    /// With several processes: called at each tick, before it is shown.
    std::vector<std::vector<double>> exchange(const std::vector<double> &sums)
    {
        std::ranges::move(std::exchange(requested, {}), std::back_inserter(announced));
        const LoopProcesses::Watchers watching = lensesThat([this](const std::string &kind) { return isOfAll(kind); });
        LoopProcesses::Watchers wanted = watching;
        for (const auto &[change, watcher] : announced)
            if (const auto known = std::ranges::find(wanted, watcher.name(), &experiment::KindSettings::name); known != wanted.end())
                *known = watcher;
            else
                wanted.push_back(watcher);
        LoopProcesses::Received received = processes->exchange({models.parameters(), watching, wanted, control->isStopRequested()}, sums);
        for (const record::Message &text : received.warnings)
            recorder.d->warn(text, state.steps);
        processes->takePushed([this](double loss, Phase phase) { models.pushLoss(loss, phase); },
                              [this](const std::string &name, double value) { models.pushMetric(name, value); });
        return std::move(received.sums);
    }

    /// After a tick, applies the changes that process 0 announced. Commands in other processes are ignored.
    void followFirst()
    {
        processes->endTick();
        if (processes->mayStop() && !control->isStopRequested())
            control->send({session::Command::Kind::Stop});
        if (!processes->isFirst()) {
            requested.clear();
            for (const experiment::KindSettings &watcher : processes->takeWanted().value_or(LoopProcesses::Watchers()))
                if (const auto own = std::ranges::find(models.lenses(), watcher.name(), &experiment::KindSettings::name);
                    own == models.lenses().end() || own->settings != watcher.settings)
                    control->send({session::Command::Kind::Watcher, 0, {watcher.name(), watcher.settings}}, [](const record::Message &error) {
                        if (!error.empty())
                            throw record::Error(error);
                    });
            control->doTasks();
            announced = std::exchange(requested, {});
        }
        for (const auto &[change, watcher] : std::exchange(announced, {}))
            watchNow(change, watcher);
    }

    /// Applies a change, or queues it until the tick ends if it affects all processes.
    bool watch(const experiment::WatcherChange &change, const experiment::KindSettings &watcher)
    {
        if (!processes || !isOfAll(watcher.kind))
            return watchNow(change, watcher);
        requested.emplace_back(change, watcher);
        return true;
    }

    /// Applies a change at once. Refuses a lens that cannot be made, or that shows another lens's plot.
    bool watchNow(const experiment::WatcherChange &change, const experiment::KindSettings &watcher)
    {
        try {
            models.watch(watcher);
        } catch (const std::exception &error) {
            recorder.d->warn(record::messageOf(error));
            return false;
        }
        note(session::eventOf(change));
        setHooks();
        return true;
    }

    /// Adds \p event with the current time.
    void note(record::RunEvent event)
    {
        event.step = state.steps;
        event.wallSeconds = record::wallSeconds();
        out->note(event);
    }

    bool stepped(const void *model, const hook::SteppedOptimizer *optimizer)
    {
        if (!isOpen())
            return false;
        begin();
        if (!models.stepped(model, optimizer))
            return false;
        setPlace(++state.steps);
        control->follow();
        return true;
    }

    void push(double loss, Phase phase)
    {
        hasPushed = true;
        state.trainingLosses += phase == Phase::Train;
        processes ? processes->pushLoss(loss, phase) : models.pushLoss(loss, phase);
    }

    /// Returns true if a push or a step came since the last tick.
    bool isPending() const { return hasPushed || !unread.empty() || state.steps != tickedSteps; }

    void endTick()
    {
        takeLosses();
        if (std::exchange(hasPushed, false) && models.isEmpty() && !std::exchange(hasWarned, true))
            recorder.d->warn(record::message("no model is attached, so pushed values are not recorded; call attach() first"));
        tickedSteps = state.steps;
        models.tick({++state.ticks, state.epoch, state.lastStep(), state.samples, record::wallSeconds()});
        setPlace(state.lastStep());
        control->update([this](auto &status) {
            status.ticks = static_cast<std::int64_t>(recorder.d->run->committedCount());
            status.hooks = models.hookCount(); // layers may have been found
        });
    }

    void finishTick()
    {
        models.rethrow();
        if (!isPending() || processes)
            return;
        begin();
        endTick();
    }

    /// Called before the run is closed, by the Inspector or its recorder. Does not throw.
    void end(record::RunStatus status)
    {
        const bool isTicked = state.ticks > 0, wasPending = isPending();
        try {
            finishTick();
        } catch (const std::exception &error) {
            recorder.d->warn(record::message("Losses and steps after the last tick are not recorded: %1", record::messageOf(error)), state.steps);
        }
        if (isTicked || status == record::RunStatus::Failed || models.isEmpty() || recorder.path().empty())
            return;
        if (state.ticks > 0)
            recorder.d->warn(record::message("tick() was never called, so the whole run is one tick; call it every so many steps, or at the end of each epoch"),
                             state.steps);
        else
            recorder.d->warn(wasPending ? record::message("nothing was recorded: tick() was never called; call it every so many steps, or at the end of each epoch")
                                        : record::message("nothing was recorded: no loss was pushed, no step reported and tick() never called; see "
                                                          "Inspector::pushLoss(), stepped() and tick()"));
    }

    /// Reads pending device losses; waits for the device.
    void takeLosses()
    {
        for (const auto &[loss, phase] : std::exchange(unread, {}))
            push(numberOf(loss), phase);
    }

    /// Returns true if a command added \p watcher or changed settings other than "enabled".
    bool isRequested(const experiment::KindSettings &watcher) const
    {
        if (experiment::watcherType(watcher.kind) == experiment::WatcherType::CustomLens)
            return false; // the caller adds custom lenses
        return !chosen.find(watcher.name()) || !chosen.changeTo(watcher).settings.empty();
    }

    experiment::Roster chosen; ///< by the loop's code
    std::map<std::string, std::function<std::unique_ptr<custom::BaseLens>()>> makers; ///< makers of the caller's lenses, by name
    std::shared_ptr<session::TrainingControl> control; ///< other holders of this pointer only send commands
    std::optional<LoopProcesses> processes; ///< only if there are several processes
    using Changes = std::vector<std::pair<experiment::WatcherChange, experiment::KindSettings>>;
    Changes requested, announced; ///< with several processes, for the end of a tick: not yet announced, and announced to the others
    std::unique_ptr<visualizer::Visualizer> out;
    WatchedModels models;
    RunRecorder recorder;
    LoopState state; ///< counts so far
    std::vector<std::pair<Tensor, Phase>> unread; ///< losses on a device
    const bool isControlled; ///< accepts commands of other processes
    bool hasBegun = false;   ///< has begun to record
    bool hasPushed = false; ///< since the last tick
    std::int64_t tickedSteps = 0; ///< number of steps at the end of the last tick
    bool acceptsStop = false;
    bool hasWarned = false; ///< warned that no model is attached
    int exceptionsAtStart = std::uncaught_exceptions();
};

Inspector::Inspector(std::vector<LensChoice> lenses, RunRecorder recorder) : Inspector(std::move(lenses), std::move(recorder), Options()) {}

Inspector::Inspector(std::vector<LensChoice> lenses, RunRecorder recorder, const Options &options)
{
    if (!recorder.d)
        throw record::InvalidArgument(record::message("this RunRecorder was moved from"));
    try {
        if (options.activeEvery < 1 || options.depth < -1)
            throw record::InvalidArgument(record::message("activeEvery is 1 or more, depth is 0 or more, or -1 for all"));
        if (!experiment::memoryLimit(options.memory))
            throw record::InvalidArgument(record::message("memory is \"%1\", expected such as \"1 GB\", \"500 MB\" or \"10 %\"", options.memory));
        const auto &[rank, count, exchange] = options.processes;
        if (count < 1 || rank < 0 || rank >= count || (count > 1 && !exchange) || (rank > 0) != recorder.path().empty())
            throw record::InvalidArgument(record::message("processes: a rank is from 0 to one below their count; the first records, the others elsewhere"));
        if (!(options.budget >= 0 && options.budget <= 1))
            throw record::InvalidArgument(record::message("budget is a share of a step's time, from 0 (every step is measured) to 1"));
        recorder.d->run->update([](record::RunInfo &info) { info.environment.push_back(Library::current().version()); });
        d = std::make_unique<Private>(lenses, recorder, options);
    } catch (...) {
        if (recorder.d && !recorder.d->resumed) // leaves a run that was to be resumed unchanged
            recorder.d->discard();
        throw;
    }
}

Inspector::~Inspector()
{
    if (d->recorder.d->isForked()) {
        d->models.detachAll();
        (void)d.release(); // leaks in a child process: the run is the parent's, and its mutexes may be locked forever
        return;
    }
    const bool failed = std::uncaught_exceptions() > d->exceptionsAtStart;
    const auto ended = failed ? record::RunStatus::Failed : isStopRequested() ? record::RunStatus::Stopped : record::RunStatus::Finished;
    d->recorder.d->endLoop(ended);
    d->models.detachAll();
    const record::Message problem = d->recorder.d->close(ended, failed ? record::message("the training loop was left by an exception") : "");
    if (!problem.empty())
        RunRecorder::Private::complain(problem);
}

bool Inspector::isOpen() const
{
    return d->isOpen();
}

void Inspector::attach(std::unique_ptr<hook::ModelSource> model, const std::string &name, const std::vector<const hook::SteppedOptimizer *> &optimizers)
{
    if (!d->isOpen())
        return;
    const void *const attached = model->model();
    d->takeLosses();
    d->models.requireSaved(*model, name);
    if (!d->models.awaitsOthersThan(name))
        d->begin();
    d->models.attach(std::move(model), name);
    for (const hook::SteppedOptimizer *optimizer : optimizers)
        d->models.add(*optimizer, attached);
    d->setHooks();
}

void Inspector::detach(const void *model)
{
    if (!d->recorder.d->isForked()) {
        d->models.detach(model);
        d->setHooks();
    } else if (d->models.isAttached(model)) { // a child process attaches nothing
        d->models.detachAll(); // otherwise another model's lenses would take over in the parent's run
    }
}

void Inspector::pushLoss(const Tensor &loss, Phase phase)
{
    requireNumber(loss);
    if (!d->isOpen())
        return;
    d->models.rethrow();
    if (loss.isOnHost() || d->unread.size() >= kMaxUnread)
        d->takeLosses();
    if (loss.isOnHost())
        d->push(numberOf(loss), phase);
    else
        d->unread.emplace_back(loss.detach().clone(), phase); // the caller may overwrite its tensor
}

void Inspector::pushLoss(double loss, Phase phase)
{
    if (!d->isOpen())
        return;
    d->models.rethrow();
    d->takeLosses();
    d->push(loss, phase);
}

void Inspector::pushMetric(const std::string &name, double value)
{
    if (!d->isOpen())
        return;
    d->hasPushed = true;
    d->processes ? d->processes->pushMetric(name, value) : d->models.pushMetric(name, value);
}

void Inspector::pushTargets(const Tensor &targets)
{
    if (!targets.defined())
        throw record::InvalidArgument(record::message("found an undefined tensor, expected one of a batch's targets"));
    if (d->isOpen())
        d->models.pushTargets(targets);
}

void Inspector::pushDataWait(double seconds)
{
    if (d->isOpen())
        d->models.pushDataWait(seconds);
}

void Inspector::noteFault(const std::string &fault, const std::vector<std::string> &parameters, const std::vector<std::string> &numbers)
{
    const record::RunEvent event = health::loopFault(fault, parameters, numbers);
    if (d->isOpen())
        d->note(event);
}

void Inspector::noteRate(double rate)
{
    if (d->isOpen())
        d->note({record::RunEvent::Kind::LearningRate, 0, 0, record::numberText(rate)});
}

bool Inspector::stepped()
{
    return d->stepped(nullptr, nullptr);
}

bool Inspector::stepped(const void *model, const hook::SteppedOptimizer *optimizer)
{
    return d->stepped(model, optimizer);
}

bool Inspector::beginsStep(const void *model, const void *optimizer) const
{
    return !d->isOpen() || d->models.beginsStep(model, optimizer);
}

void Inspector::call()
{
    if (d->isOpen())
        d->models.call();
}

void Inspector::setEpoch(std::int64_t epoch)
{
    d->state.epoch = epoch;
}

void Inspector::addSamples(std::int64_t count)
{
    d->state.samples += count;
}

void Inspector::tick()
{
    if (!d->isOpen())
        return;
    d->begin();
    if (d->processes) // announces pending commands in this tick
        d->control->doTasks();
    d->endTick();
    if (d->processes)
        d->followFirst();
    d->control->follow(d->state.steps > 0 ? 0 : 1);
}

void Inspector::finishTick()
{
    if (d->isOpen())
        d->finishTick();
}

void Inspector::setEnabled(const std::string &lens, bool enabled)
{
    if (!d->isOpen())
        return;
    commands().setEnabled(lens, enabled);
    d->control->doTasks();
}

LoopCommands Inspector::commands() const
{
    return LoopCommands(d->control);
}

bool Inspector::isStopRequested() const
{
    if (d->recorder.d->isForked())
        return false;
    d->acceptStop();
    return d->processes ? d->processes->mayStop() : d->control->isStopRequested(); // all processes end after the same tick
}

void Inspector::add(const std::string &name, std::function<std::unique_ptr<custom::BaseLens>()> make)
{
    if (!d->isOpen())
        return;
    if (name.empty() || !make || d->control->status().watchers->find(name))
        throw record::InvalidArgument(record::message("a lens needs a maker, and a name that no other lens has; found \"%1\"", name));
    settings::CustomLens settings;
    settings.name = settings.lens = name;
    if (const auto before = d->state.enabled.find(name); before != d->state.enabled.end())
        settings.enabled = before->second; // as in the resumed loop
    const auto lens = experiment::KindSettings::of(std::variant<settings::CustomLens>(settings));
    d->makers[name] = std::move(make);
    try {
        d->models.watch(lens);
    } catch (...) {
        d->makers.erase(name);
        throw;
    }
    d->control->add(lens);
}

void Inspector::add(std::shared_ptr<monitor::Monitor> monitor, const std::string &module)
{
    if (!monitor)
        throw record::InvalidArgument(record::message("the monitor of \"%1\" is null", module));
    if (d->isOpen())
        d->models.add(record::message("The monitor of %1", module), module,
                      [monitor](const std::string &, const std::string &within) { return std::make_unique<OwnMonitor>(monitor, within); });
}

void Inspector::add(std::shared_ptr<recorder::TensorRecorder> recorder, const recorder::ModuleFilter &filter, const std::string &module)
{
    if (!recorder)
        throw record::InvalidArgument(record::message("the recorder of \"%1\" is null", module));
    if (d->isOpen())
        d->models.add(record::message("The recorder of %1", module.empty() ? record::message("all modules") : module),
                      module.empty() ? std::nullopt : std::optional(module), [recorder, filter](const std::string &model, const std::string &within) {
                          return std::make_unique<OwnRecorder>(recorder, filter, model, within);
                      });
}

void Inspector::saveState(const std::filesystem::path &path) const
{
    if (d->recorder.d->isForked())
        return;
    if (d->isOpen()) {
        d->takeLosses();
        d->control->doTasks(); // pending commands become part of the state
    }
    if (d->processes && !d->processes->isFirst())
        return;
    d->recorder.flush(); // the file must have everything before the state
    LoopState state = d->state;
    state.runCreated = d->recorder.d->run->info().createdSeconds;
    state.models = d->models.save();
    for (const experiment::KindSettings &watcher : d->models.lenses()) {
        state.enabled[watcher.name()] = experiment::isOn(watcher);
        if (d->isRequested(watcher))
            state.requested.push_back({watcher.kind, watcher.settings.dump()});
    }
    writeLoopState(path, state);
}

std::shared_ptr<const store::Run> Inspector::run() const
{
    return d->recorder.d->run;
}

RunRecorder &Inspector::recorder()
{
    return d->recorder;
}

const std::filesystem::path &Inspector::path() const
{
    return d->recorder.path();
}

std::optional<bool> Inspector::isLastForwardForTraining() const
{
    const auto last = d->models.lastForward();
    return last ? std::optional(last->isForTraining()) : std::nullopt;
}

bool Inspector::isLastForwardInTrainingWithoutGradients() const
{
    const auto last = d->models.lastForward();
    return last && last->isInTrainingMode && !last->hasGradients;
}

std::size_t Inspector::hookCount() const
{
    return d->models.hookCount();
}

} // namespace lensboard
