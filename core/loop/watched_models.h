#pragma once

#include "core/experiment/experiment.h"
#include "core/lens/lens_factory.h"
#include "core/loop/saved_watchers.h"
#include "core/record/frame.h"
#include "core/record/message.h"
#include "core/record/phase.h"
#include "core/record/run_info.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::hook {
class ModelTap;
class ModelSource;
class SteppedOptimizer;
}
namespace lensboard::inspector {
class ModelInspector;
struct Spending;
}
namespace lensboard::visualizer {
class Visualizer;
}

namespace lensboard {

/// Models with the same lenses, each with its own inspector, since optimizers step models one by one. A model is identified by the
/// address from its source. Its layers are prefixed with the model's name. Activations found behind a layer while the model runs
/// are watched from the end of that tick on.
/// Thread: one at a time.
class WatchedModels
{
public:
    /// Processes that train the models together.
    struct Processes
    {
        int rank = 0;
        int count = 1;
        bool haveSameLenses = false;
        /// Called at each tick for each model: passes the lenses' sums to process 0, and returns there the sums of the others, and in the others
        /// the sums of process 0.
        std::function<std::vector<std::vector<double>>(const std::vector<double> &own)> gather = {};
    };
    using LayersKnown = std::function<void(std::vector<record::LayerInfo>)>;

    /// \p isActive: see inspector::ModelInspector. \p out outlives this. \p layersKnown is called after more layers were found.
    WatchedModels(std::vector<experiment::KindSettings> lenses, const experiment::InspectorSettings &settings, visualizer::Visualizer &out,
                  LayersKnown layersKnown, lens::CustomLensMaker makeCustomLens, std::function<bool(std::int64_t tick)> isActive = {});
    ~WatchedModels();

    /// Makes models that are attached later measure tensors of the host like tensors of a device. For tests without a device.
    static void gatherOnHost(bool isOn) { s_gathersOnHost = isOn; }

    /// Sets the processes of the training. Call before attach().
    void trainWith(Processes processes) { m_processes = std::move(processes); }
    /// Errors: std::invalid_argument if the model is attached already, or the name is taken.
    void attach(std::unique_ptr<hook::ModelSource> model, const std::string &name);
    /// Learns the parameters of an optimizer of \p model. Reports it if none is known.
    void add(const hook::SteppedOptimizer &optimizer, const void *model);
    /// Errors, for this and all functions with a model: std::invalid_argument if it is not attached.
    void detach(const void *model);
    void detachAll();
    /// Rethrows an exception of a watcher in a forward; see hook::ModelSource.
    void rethrow();

    void pushLoss(double loss, record::Phase phase);
    void pushMetric(const std::string &name, double value);
    void pushTargets(const Tensor &targets);
    void pushDataWait(double seconds);
    /// Returns true if the next step of \p optimizer, on \p model, begins a step of the model's training; see hook::OptimizerSteps. Null: an
    /// unknown optimizer; all models.
    bool beginsStep(const void *model, const void *optimizer) const;
    /// \p model: the stepped model; null: all. Returns true if it counts as a step of the training: with several
    /// models, only a step of the first does; with several optimizers, only the one that begins a step.
    bool stepped(const void *model, const hook::SteppedOptimizer *optimizer = nullptr);
    void call();
    void tick(const record::TickStamp &stamp);
    /// Adds \p watcher to all models, or replaces the one of its name.
    /// Errors: std::invalid_argument if it would show another watcher's plot; rethrows an exception of a custom lens's maker. It is then off.
    void watch(const experiment::KindSettings &watcher);
    /// Makes a lens for a model, given the names of the model and of a module in it.
    using LensMaker = std::function<std::unique_ptr<lens::Lens>(const std::string &model, const std::string &module)>;
    /// Adds a lens that is always on to the model with \p module, a name as the run shows it; without a module, to all models.
    void add(const std::string &name, const std::optional<std::string> &module, LensMaker make);

    /// All watchers, on or off, except lenses of add(). After refused settings, a watcher keeps its earlier ones and is off.
    const std::vector<experiment::KindSettings> &lenses() const { return m_lenses; }
    /// The states of the watchers, by model name.
    std::map<std::string, SavedModel> save() const;
    /// Makes models that are attached later continue after the tick of \p stamp, with their state in \p saved.
    void resumeAfter(const record::TickStamp &stamp, std::map<std::string, SavedModel> saved);
    /// Errors: std::invalid_argument if resumeAfter() was given the state of another model of this name.
    void requireSaved(const hook::ModelSource &model, const std::string &name) const;
    /// Returns true if resumeAfter() was given the state of a model that is not attached yet, apart from \p name.
    bool awaitsOthersThan(const std::string &name) const { return m_saved.size() > m_saved.count(name); }

    struct Parameters
    {
        NamedTensors whole; ///< parameters that each process has as a whole
        std::uint32_t checksum = 0; ///< of the names and sizes of all, and of their division among processes
    };
    /// Parameters of all models, by the names that the run shows.
    Parameters parameters() const;
    struct LastForward
    {
        bool isInTrainingMode = false, hasGradients = false;

        bool isForTraining() const { return isInTrainingMode && hasGradients; }
    };
    /// Returns the last forward of the first model; nullopt if it is not known.
    std::optional<LastForward> lastForward() const;
    bool isEmpty() const { return m_models.empty(); }
    bool isAttached(const void *model) const { return known(model); }
    std::size_t hookCount() const;
    std::map<std::string, double> secondsPerStep() const;
    std::map<std::string, double> keptBytes() const;
    /// Sum over all models; they share the budget.
    inspector::Spending spending() const;

private:
    struct Model;
    struct OwnLens
    {
        std::string name;
        std::optional<std::string> module;
        LensMaker make;
    };
    inline static bool s_gathersOnHost = false;

    using LensFigures = std::map<std::string, double> (inspector::ModelInspector::*)() const; ///< figures by lens
    std::map<std::string, double> sums(LensFigures figures) const; ///< over models
    Model *known(const void *model) const;
    Model &find(const void *model) const;
    void watch(Model &model);
    void hooksChanged(Model &model);
    void shareAnew();
    void watchOwn(const experiment::KindSettings &lens, Model &model);
    void add(const OwnLens &own, Model &model);
    std::optional<std::string> within(const Model &model, const std::string &shown) const;
    std::optional<std::string> within(const Model &model, const OwnLens &own) const;
    static record::Message shownName(const std::string &model);
    void follow(Model &model);
    void chooseNext(Model &model);
    void showLensesThatAreOff(Model &model);
    void extend(Model &model);
    void reportLayers() const;
    void reportUnwatched();
    void note(const record::Message &text);
    bool stepped(Model &model, const hook::SteppedOptimizer *optimizer);
    void add(const hook::SteppedOptimizer &optimizer, Model &model);
    std::optional<experiment::KindSettings> lensFor(const experiment::KindSettings &lens, const Model &model) const;

    std::vector<experiment::KindSettings> m_lenses;
    std::vector<OwnLens> m_ownLenses;
    experiment::InspectorSettings m_settings;
    visualizer::Visualizer &m_out;
    LayersKnown m_layersKnown;
    lens::CustomLensMaker m_makeCustomLens;
    std::function<bool(std::int64_t)> m_isActive;
    Processes m_processes;
    std::vector<std::unique_ptr<Model>> m_models;
    bool m_mayBeUnwatched = false; ///< true if a lens or model is new, so that it may have nothing to watch
    std::set<std::string> m_unwatched; ///< lenses with a report that they watch nothing
    record::TickStamp m_lastTick;
    std::map<std::string, SavedModel> m_saved; ///< models that are not attached yet
};

} // namespace lensboard
