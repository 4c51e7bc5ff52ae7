#pragma once

#include "core/loop/lens_choice.h"
#include "core/loop/loop_orders.h"
#include "core/loop/run_recorder.h"
#include "core/record/phase.h"
#include "core/recorder/module_walk.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::custom {
class Lens;
}
namespace lensboard::hook {
class ModelSource;
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

/// For a training loop of one's own: what lenses look at, and where it is recorded.
///
///     lensboard::Inspector inspector{{lens::LossMetrics(), lens::OutputNorm()}, RunRecorder{"my.lbrun"}};
///     inspector.attach(*model);
///     // in the loop
///     inspector.pushLoss(loss, Phase::Train);
///     optimizer.step();
///     inspector.stepped();
///     inspector.tick();
///
/// Models stay as they are. Parameters are watched exactly; outputs are derived from the operators that LibTorch runs, those
/// of a hook::Tapped<T> layer exactly. Activations and dropout that are no layers become known in the first step, from
/// whose end on all is measured.
///
/// Thread: models that are attached are run, and this is called, by one thread at a time; what other threads do with
/// other models does not matter. Any thread may pause the loop, stop it and switch its lenses with orders().
/// Errors: std::invalid_argument if there is no such lens, or one of its settings is wrong.
/// Fork:   in a child process it does nothing; the run stays the parent's.
class Inspector
{
public:
    /// The others that train the same models, each on its own samples and with an Inspector of its own. The first one's has a run of all
    /// samples: lenses of outputs and of their gradients are merged at each tick, and of what is pushed the mean over processes is shown:
    /// of each first value of a tick, each second, and so on. Of lenses of parameters each process measures some layers, if the gradients of
    /// the model are averaged. Monitors, recorders and lenses of one's own are the first's, and so are orders, which all follow after the
    /// tick. All processes push, step and tick alike.
    struct Processes
    {
        int rank = 0;
        int count = 1; ///< 1: it trains alone
        /// Called in all processes at once, when an Inspector is made and in tick(), for each model: returns what all of them passed, by rank.
        std::function<std::vector<std::string>(const std::string &own)> exchange = {};
    };

    struct Options
    {
        std::int64_t depth = -1;      ///< levels below a model to look at; -1: all
        std::int64_t activeEvery = 1; ///< measure in every so many-th tick only
        std::function<bool(std::int64_t tick)> isActive = {}; ///< instead: whether to measure a tick, counted from 1; asked when it begins
        bool evaluationFromGrad = false; ///< recognise evaluation by gradients being off, not by the module's mode
        /// Share of a step's time that the lenses of a model may take, which measure as many steps as fit; 0: they measure every step. The plot
        /// "Steps Measured" says how many that are. Losses, monitors, recorders and lenses of one's own see every step.
        double budget = 0;
        /// That lenses of a model may keep tensors in, to compare the next with: "1 GB", "10 %" of the machine's; beyond it they look at layers
        /// in turns. Empty: as much as they need.
        std::string memory = {};
        /// Called ten times a second in stepped() or tick() while the loop is paused, which what it throws leaves.
        std::function<void()> whilePaused = {};
        bool byProcess = false; ///< also show what the lenses of each process measured of outputs and their gradients
        Processes processes = {}; ///< all but the first have RunRecorder::elsewhere()
        /// Takes orders of windows that follow the run, and of `lensboard control`, if the user has a folder XDG_RUNTIME_DIR: of this user alone,
        /// and nothing that would load a program. They may do what other threads do with orders(), but pause only a loop that trains alone,
        /// and stop only one that has called isStopOrdered().
        bool control = true;
        /// For them, if the loop can: sets the learning rate; writes a checkpoint. Called in stepped() or tick(); what they throw becomes a
        /// warning of the run.
        std::function<void(double rate)> setLearningRate = {};
        std::function<void()> saveCheckpoint = {};
    };

    /// Errors: std::invalid_argument also for options that cannot be and a recorder that was moved from. Then there is no run, and a run that
    /// was to be resumed is as it was.
    Inspector(std::vector<LensChoice> lenses, RunRecorder recorder);
    Inspector(std::vector<LensChoice> lenses, RunRecorder recorder, const Options &options);
    /// Ends the tick that was begun, see finishTick(), detaches, and closes the run unless that was done: failed if an exception is on its way,
    /// else finished. Leaves no hook. Reports on stderr if tick() was never called, or if some of the run could not be written.
    ~Inspector();
    Inspector(const Inspector &) = delete;
    Inspector &operator=(const Inspector &) = delete;

    /// Watches \p model, which must outlive this or be detached. Where there are several models, their layers stand under
    /// \p name: generator.fc1.
    /// Errors: std::invalid_argument if the model is attached already, its name is taken, or it is not the model of a state that is
    ///         resumed; std::runtime_error naming the file, if the run that is resumed cannot be recorded. stepped() and tick() throw the latter
    ///         too, where models of the state are not attached.
    void attach(torch::nn::Module &model, const std::string &name = {});
    /// The same of what is no C++ module; here and below it is named by model->model().
    void attach(std::unique_ptr<hook::ModelSource> model, const std::string &name = {});
    void detach(const torch::nn::Module &model);
    void detach(const void *model);

    /// Pushes a scalar loss. A tensor on a device is read when the tick ends, so that no step waits for the device.
    /// Errors: std::invalid_argument if the tensor does not have exactly one value. Exceptions of a monitor, recorder or lens in the forward
    ///         of a hook::Tapped<T> propagate out of that forward. LibTorch lets none out of the forward of a plain module: they propagate
    ///         out of the next pushLoss(), stepped() or tick(), or are reported at the end.
    void pushLoss(const Tensor &loss, Phase phase = Phase::Train);
    void pushLoss(double loss, Phase phase = Phase::Train);
    void pushMetric(const std::string &name, double value);
    /// Of a batch that is trained: its classes, or numbers. For the lens Data.
    void pushTargets(const Tensor &targets);
    /// How long the loop waited for the next batch, before its forward. For the lens Data.
    void pushDataWait(double seconds);
    /// After optimizer.step(): of all models, or of the one it is for. Returns whether that is a step of the training: where optimizers
    /// take turns, one of the first model.
    bool stepped();
    bool stepped(const torch::nn::Module &model);
    bool stepped(const void *model);
    /// Notifies lenses that measure on explicit calls.
    void call();
    /// The epoch that ticks from here on belong to; from 1.
    void setEpoch(std::int64_t epoch);
    void addSamples(std::int64_t count);
    /// Ends a tick: what was measured since the last one is recorded.
    void tick();
    /// Ends a tick if a loss, a metric or a step came since the last one, as the end of the run does. Follows no orders. Does nothing if
    /// several processes train, since all of them would have to end the tick.
    void finishTick();

    /// Of several processes the first one's call counts, after the tick.
    void setEnabled(const std::string &lens, bool enabled);

    /// For other threads.
    LoopOrders orders() const;
    /// Whether one of them ordered the loop to stop; the run is closed as stopped then.
    bool isStopOrdered() const;

    /// Writes what RunRecorder::resume() takes, with a checkpoint of the model, when a tick has ended: counts, averages, histories, what
    /// is on, and what orders added or set, which goes before the lenses that the Inspector is given then. Follows orders that wait.
    /// Of a tick that is not over, loss and metrics so far are lost. Waits until the run file has all ticks. Of several processes the first
    /// writes it.
    /// Errors: std::runtime_error naming the path; what was there is as it was.
    void saveState(const std::filesystem::path &path) const;

    /// Adds a lens of one's own, known by \p name; see <lensboard/lens.h>. \p make is called once for each model that is attached, and
    /// again where a model's watching begins again since its parameters were replaced or frozen.
    void add(const std::string &name, std::function<std::unique_ptr<custom::Lens>()> make);
    /// Registers \p monitor at \p module, a name as the run shows it, now or once that module is attached, until it is detached. Its
    /// history stays the caller's to read: monitor->reducer().view(5). See <lensboard/monitor.h>.
    void add(std::shared_ptr<monitor::Monitor> monitor, const std::string &module);
    /// Has \p recorder record modules of \p module and below it, or, if that is empty, of all models, likewise: those that \p filter
    /// admits and whose forward can be observed.
    void add(std::shared_ptr<recorder::TensorRecorder> recorder, const recorder::ModuleFilter &filter = {}, const std::string &module = {});

    /// What was recorded so far, from memory; it may outlive this. <lensboard/run.h> reads it.
    std::shared_ptr<const store::Run> run() const;
    /// What of the run is in its file.
    RunRecorder &recorder();
    /// The run file.
    const std::filesystem::path &path() const;
    /// Watchers that are in place now.
    std::size_t hookCount() const;

private:
    bool isOpen() const;

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard
