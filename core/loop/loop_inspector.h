#pragma once

#include "core/loop/lens_choice.h"
#include "core/loop/loop_commands.h"
#include "core/loop/run_recorder.h"
#include "core/record/phase.h"
#include "core/recorder/module_walk.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::custom {
class BaseLens;
}
namespace lensboard::hook {
class ModelSource;
class SteppedOptimizer;
}
namespace lensboard::monitor {
class Monitor;
}
namespace lensboard::recorder {
class TensorRecorder;
}
namespace lensboard::store {
class Run;
}

namespace lensboard {

using record::Phase;

/// Watches and records a custom training loop.
///
///     lensboard::Inspector inspector{{lens::LossMetrics(), lens::OutputNorm()}, RunRecorder{"my.lbrun"}};
///     inspector.attach(*model);
///     // in the loop
///     inspector.pushLoss(loss, Phase::Train);
///     optimizer.step();
///     inspector.stepped();
///     inspector.tick();
///
/// Models need no changes. Parameters are watched exactly; outputs are derived from LibTorch's operators, or
/// exact for a hook::Tapped<T> layer. Activations and dropout that are no layers are found in the first step; everything is measured
/// from its end on.
///
/// Thread: call this, and run attached models, from one thread at a time. Other threads may run other models.
/// Any thread may pause the loop, stop it and switch its lenses with commands().
/// Errors: std::invalid_argument if there is no such lens, or one of its settings is wrong.
/// Fork:   does nothing in a child process; the run stays the parent's.
class Inspector
{
public:
    /// Processes that train the same models, each on its own samples and with its own Inspector. Process 0 records a run of all samples:
    /// lenses of outputs and output gradients are merged at each tick, and pushed values are averaged over processes: all first
    /// values of a tick, all second values, and so on. For lenses of parameters, each process measures some layers, if the model's
    /// gradients are averaged. Monitors, recorders and the caller's lenses run in process 0. So do commands, and all processes follow
    /// them after the tick. All processes must push, step and tick alike.
    struct Processes
    {
        int rank = 0;
        int count = 1; ///< 1: a single process
        /// Called in all processes at once, at construction and in tick() for each model. Returns the strings of all processes, by rank.
        std::function<std::vector<std::string>(const std::string &own)> exchange = {};
    };

    /// Settings of an Inspector.
    struct Options
    {
        std::int64_t depth = -1;      ///< levels below a model to watch; -1: all
        std::int64_t activeEvery = 1; ///< measure only every n-th tick
        std::function<bool(std::int64_t tick)> isActive = {}; ///< overrides activeEvery: returns true to measure a tick, counted from 1
        bool evaluationFromGrad = false; ///< recognise evaluation by gradients being off, not by the module's mode
        /// Share of a step's time that the lenses of a model may take. They measure as many steps as fit; 0: every step. The plot
        /// "Steps Measured" shows the share of measured steps. Losses, monitors, recorders and the caller's lenses see every step.
        double budget = 0;
        /// Memory of the lenses of a model for tensors that are kept for a comparison: "1 GB", or "10 %" of the machine's. Beyond it, layers
        /// are measured in rotation. Empty: no limit.
        std::string memory = {};
        /// Called ten times per second while paused, in stepped() or tick(). An exception ends the pause and propagates.
        std::function<void()> whilePaused = {};
        bool byProcess = false; ///< also show each process's measurements of outputs and output gradients
        Processes processes = {}; ///< only process 0 has a recorder of a run file
        /// Accepts commands from windows that follow the run, and from `lensboard control`, if the user has a folder XDG_RUNTIME_DIR. Accepts only
        /// this user's commands, and none that loads a program. They can do the same as commands(), but pause only a loop of a single process,
        /// and stop only a loop that has called isStopRequested().
        bool control = true;
        /// Optional callbacks for commands: set the learning rate; write a checkpoint. Called in stepped() or tick(). An exception becomes a
        /// warning of the run.
        std::function<void(double rate)> setLearningRate = {};
        std::function<void()> saveCheckpoint = {};
    };

    /// Watches with \p lenses; \p recorder writes the run.
    /// Errors: std::invalid_argument also for invalid options or a moved-from recorder. Then no run is created, and a run that
    ///         was to be resumed is unchanged.
    Inspector(std::vector<LensChoice> lenses, RunRecorder recorder);
    /// The same with \p options.
    Inspector(std::vector<LensChoice> lenses, RunRecorder recorder, const Options &options);
    /// Ends the current tick, see finishTick(), detaches, and closes the run if it is still open: as failed during stack unwinding,
    /// otherwise as finished. Removes all hooks. Reports on stderr if tick() was never called, or if part of the run could not be written.
    ~Inspector();
    Inspector(const Inspector &) = delete;
    Inspector &operator=(const Inspector &) = delete;

    /// Watches \p model. It must outlive this or be detached. With several models, their layers are prefixed with
    /// \p name: generator.fc1.
    /// Errors: std::invalid_argument if the model is attached already, its name is taken, or it does not match the state that is
    ///         resumed; std::runtime_error with the file's path if the resumed run cannot be recorded. stepped() and tick() also throw
    ///         std::runtime_error, and also if models of the state are not attached.
    void attach(torch::nn::Module &model, const std::string &name = {});
    /// The same for a model that is not a C++ module, as in Lensboard's Python package. It is identified by model->model() here and below.
    /// \p optimizers: optimizers known to step it; others are known from their first step.
    void attach(std::unique_ptr<hook::ModelSource> model, const std::string &name = {}, const std::vector<const hook::SteppedOptimizer *> &optimizers = {});
    /// Removes all hooks from \p model.
    /// Errors: std::invalid_argument if it is not attached.
    void detach(const torch::nn::Module &model);
    /// The same for a model that is identified by ModelSource::model().
    void detach(const void *model);

    /// Pushes a scalar loss. Device tensors are read when the tick ends, so no step waits for the device.
    /// Errors: std::invalid_argument if the tensor does not have exactly one value. Exceptions of a monitor, recorder or lens in the forward
    ///         of a hook::Tapped<T> propagate out of that forward. For a plain module, LibTorch catches them: they propagate
    ///         out of the next pushLoss(), stepped() or tick(), or are reported at the end.
    void pushLoss(const Tensor &loss, Phase phase = Phase::Train);
    /// Pushes a loss as a number.
    void pushLoss(double loss, Phase phase = Phase::Train);
    /// Pushes a metric for the lens LossMetrics.
    void pushMetric(const std::string &name, double value);
    /// Targets of a training batch, classes or numbers, for the lens Data.
    void pushTargets(const Tensor &targets);
    /// Time that the loop waited for the next batch, pushed before its forward, for the lens Data.
    void pushDataWait(double seconds);
    /// Records a fault in the loop's code, see health::loopFault().
    void noteFault(const std::string &fault, const std::vector<std::string> &parameters, const std::vector<std::string> &numbers = {});
    /// Records that the learning rate was changed at once.
    void noteRate(double rate);
    /// Call after optimizer.step(), for all models or for the optimizer's model. Returns true if it counts as a step of the training:
    /// with several models, only a step of the first does. If several optimizers step one model, pass the optimizer: the step then
    /// measures the parameters that it owns. A step of the training begins when an optimizer steps again.
    bool stepped();
    /// The same for the step of an optimizer of \p model.
    bool stepped(const torch::nn::Module &model);
    /// The same for a step of \p optimizer, one of several of \p model.
    bool stepped(const torch::nn::Module &model, const torch::optim::Optimizer &optimizer);
    /// The same for a model that is not a C++ module. Null: an unknown optimizer.
    bool stepped(const void *model, const hook::SteppedOptimizer *optimizer = nullptr);
    /// Returns true if the next step of \p optimizer, an identity, begins a step of \p model's training. Null: an unknown optimizer; all models.
    bool beginsStep(const void *model, const void *optimizer) const;
    /// Notifies lenses that measure on explicit calls.
    void call();
    /// Epoch of the following ticks, from 1.
    void setEpoch(std::int64_t epoch);
    /// Adds \p count to the training samples so far. The axis Samples shows them.
    void addSamples(std::int64_t count);
    /// Ends a tick and records its measurements.
    void tick();
    /// Ends a tick if a loss, a metric or a step was pushed since the last one, as at the end of the run. Follows no commands. Does nothing
    /// with several processes, since all of them would have to end the tick.
    void finishTick();

    /// With several processes, only calls in process 0 count; they apply after the tick.
    void setEnabled(const std::string &lens, bool enabled);

    /// Returns a handle for other threads.
    LoopCommands commands() const;
    /// Returns true if a command to stop was received; the run is then closed as stopped.
    bool isStopRequested() const;

    /// Writes the state for RunRecorder::resume(), to be saved after a tick with a checkpoint of the model: counts, averages, histories,
    /// enabled watchers, and watchers that commands added or set. The latter override the lenses that the resumed Inspector is given. Follows
    /// pending commands first. Losses and metrics of an unfinished tick are lost. Waits until the run file has all ticks. With several
    /// processes, process 0 writes it.
    /// Errors: std::runtime_error with the path; an existing file is then unchanged.
    void saveState(const std::filesystem::path &path) const;

    /// Adds a lens of the caller, identified by \p name; see <lensboard/lens.h>. \p make is called once per attached model, and
    /// again if a model is watched from the start because its parameters were replaced or frozen.
    void add(const std::string &name, std::function<std::unique_ptr<custom::BaseLens>()> make);
    /// Registers \p monitor at \p module, a name as the run shows it, now or when that module is attached, until it is detached. The caller
    /// can read its history: monitor->reducer().view(5). See <lensboard/monitor.h>.
    void add(std::shared_ptr<monitor::Monitor> monitor, const std::string &module);
    /// Likewise registers \p recorder at \p module and the modules below it, or at all modules of all models if \p module is empty, as far
    /// as \p filter admits them and their forward can be observed.
    void add(std::shared_ptr<recorder::TensorRecorder> recorder, const recorder::ModuleFilter &filter = {}, const std::string &module = {});

    /// The run recorded so far, in memory; it may outlive this. Read it with <lensboard/run.h>.
    std::shared_ptr<const store::Run> run() const;
    /// Access to the writing of the run file.
    RunRecorder &recorder();
    /// The run file.
    const std::filesystem::path &path() const;
    /// Returns true if the last forward of the first model was in training mode with gradients; nullopt if it has not run, or its forward
    /// cannot be observed.
    std::optional<bool> isLastForwardForTraining() const;
    /// Returns true if it was in training mode without gradients; false also if that is not known.
    bool isLastForwardInTrainingWithoutGradients() const;
    /// Number of current hooks.
    std::size_t hookCount() const;

private:
    bool isOpen() const;

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard
