#pragma once

#include "core/experiment/experiment.h"
#include "core/lens/lens_factory.h"
#include "core/loop/saved_watchers.h"
#include "core/record/frame.h"
#include "core/record/phase.h"
#include "core/record/run_info.h"

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
}
namespace lensboard::inspector {
class ModelInspector;
struct Spending;
}
namespace lensboard::visualizer {
class Visualizer;
}

namespace lensboard {

/// Models under the same lenses, each with an inspector of its own, since optimizers step models one by one; a model is named by the
/// address that its source gives. Their layers stand under the names of the models. What follows a layer becomes known as the model
/// runs, and is watched from the end of that tick on.
/// Thread: one at a time.
class WatchedModels
{
public:
    /// Those that train the models, of which this is one.
    struct Processes
    {
        int rank = 0;
        int count = 1;
        bool haveSameLenses = false;
        /// Called at each tick, for each model: passes what lenses gathered to the first process, which gets what the others passed.
        std::function<std::vector<std::vector<double>>(const std::vector<double> &own)> gather = {};
    };
    using LayersKnown = std::function<void(std::vector<record::LayerInfo>)>;

    /// \p isActive: whether to measure a tick; see inspector::ModelInspector. \p out outlives it. \p layersKnown is called whenever more is known of the models.
    WatchedModels(std::vector<experiment::Choice> lenses, const experiment::InspectorSettings &settings, visualizer::Visualizer &out,
                  LayersKnown layersKnown, lens::CustomLensMaker makeCustomLens, std::function<bool(std::int64_t tick)> isActive = {});
    ~WatchedModels();

    /// To be called before attach(): several processes train the models.
    void trainWith(Processes processes) { m_processes = std::move(processes); }
    /// Errors: std::invalid_argument if it is attached already, or the name is taken.
    void attach(std::unique_ptr<hook::ModelSource> model, const std::string &name);
    /// Errors, for this and all that name a model: std::invalid_argument if it is not attached.
    void detach(const void *model);
    void detachAll();
    /// Rethrows an exception of a watcher in a forward; see hook::ModelSource.
    void rethrow();

    void pushLoss(double loss, record::Phase phase);
    void pushMetric(const std::string &name, double value);
    void pushTargets(const Tensor &targets);
    void pushDataWait(double seconds);
    /// \p model: the one that was stepped, all if it is null. True if that is a step of the training: where optimizers take
    /// turns, one of the first.
    bool stepped(const void *model);
    void call();
    void tick(const record::TickStamp &stamp);
    /// Adds \p watcher, or has it take the place of the one of its name, in all models.
    /// Errors: std::invalid_argument if it would show another's plot, and what a custom lens's maker throws; it is off then.
    void watch(const experiment::Choice &watcher);
    /// Makes a lens for a model, given its name and that of a module in it.
    using LensMaker = std::function<std::unique_ptr<lens::Lens>(const std::string &model, const std::string &module)>;
    /// Adds a lens, which is always on, to the model that has \p module, a name as it is shown; without one, to all.
    void add(const std::string &name, const std::optional<std::string> &module, LensMaker make);

    /// All but those that add() added, on or off. One whose new settings were refused has those of before, and is off.
    const std::vector<experiment::Choice> &lenses() const { return m_lenses; }
    /// The states of the watchers, by the names of models.
    std::map<std::string, SavedModel> save() const;
    /// Models that are attached from here on go on after the tick of \p stamp, with their state in \p saved.
    void resumeAfter(const record::TickStamp &stamp, std::map<std::string, SavedModel> saved);
    /// Errors: std::invalid_argument if resumeAfter() was given the state of another model of this name.
    void requireSaved(const hook::ModelSource &model, const std::string &name) const;
    /// Returns true if resumeAfter() was given the state of a model that is neither attached yet nor called \p name.
    bool awaitsOthersThan(const std::string &name) const { return m_saved.size() > m_saved.count(name); }

    /// Parameters of all models, by the names under which they are shown.
    NamedTensors parameters() const;
    bool isEmpty() const { return m_models.empty(); }
    bool isAttached(const void *model) const { return known(model); }
    std::size_t hookCount() const;
    std::map<std::string, double> secondsPerStep() const;
    std::map<std::string, double> keptBytes() const;
    /// Of all models together, which share the budget.
    inspector::Spending spending() const;

private:
    struct Model;
    struct OwnLens
    {
        std::string name;
        std::optional<std::string> module;
        LensMaker make;
    };
    using LensFigures = std::map<std::string, double> (inspector::ModelInspector::*)() const; ///< by lens
    std::map<std::string, double> sums(LensFigures figures) const; ///< over models
    Model *known(const void *model) const;
    Model &find(const void *model) const;
    void watch(Model &model);
    void shareAnew();
    void watchOwn(const experiment::Choice &lens, Model &model);
    void add(const OwnLens &own, Model &model);
    std::optional<std::string> within(const Model &model, const std::string &shown) const;
    std::optional<std::string> within(const Model &model, const OwnLens &own) const;
    static std::string shownName(const std::string &model);
    void follow(Model &model);
    void extend(Model &model);
    void reportLayers() const;
    void reportUnwatched();
    void note(const std::string &text);
    void stepped(Model &model);
    std::optional<experiment::Choice> lensFor(const experiment::Choice &lens, const Model &model) const;

    std::vector<experiment::Choice> m_lenses;
    std::vector<OwnLens> m_ownLenses;
    experiment::InspectorSettings m_settings;
    visualizer::Visualizer &m_out;
    LayersKnown m_layersKnown;
    lens::CustomLensMaker m_makeCustomLens;
    std::function<bool(std::int64_t)> m_isActive;
    Processes m_processes;
    std::vector<std::unique_ptr<Model>> m_models;
    bool m_mayBeUnwatched = false; ///< a lens, since a model or it is new
    std::set<std::string> m_unwatched; ///< lenses of which that was reported
    record::TickStamp m_lastTick;
    std::map<std::string, SavedModel> m_saved; ///< of models that are not attached yet
};

} // namespace lensboard
