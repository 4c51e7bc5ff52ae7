#pragma once

#include "core/experiment/experiment.h"
#include "core/gatherer/step_sampler.h"
#include "core/inspector/lens_entry.h"
#include "core/inspector/process_merger.h"
#include "core/lens/lens.h"
#include "core/lens/lens_factory.h"
#include "core/record/message.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::inspector {

/// Budget of the lenses and their recent share, including costs that are charged to no lens. Units: shares of a step's time.
struct Spending
{
    double budget = 0;
    double share = 0;
};

/// The lenses of one model: attaches them to its tap, passes on losses and metrics from the loop, and has the lenses plot
/// into a visualizer at each tick.
/// Thread: the training thread. The destructor and detach() remove all hooks.
/// Errors: a lens that cannot be set, or throws when it is attached, is then off.
class ModelInspector
{
public:
    using IsActive = std::function<bool(std::int64_t tick)>;

    /// Measures a tick, counted from 1, if \p isActive returns true for it. Without \p isActive, \p settings select the ticks.
    explicit ModelInspector(const experiment::InspectorSettings &settings, lens::CustomLensMaker makeCustomLens = {}, IsActive isActive = {})
        : m_settings(settings), m_makeCustomLens(std::move(makeCustomLens)), m_isActive(std::move(isActive))
    {}
    ~ModelInspector();

    /// Adds a lens of the caller, identified by \p name.
    /// Errors: std::invalid_argument if another lens already has one of its plots.
    void add(const std::string &name, std::unique_ptr<lens::Lens> lens, bool enabled = true);
    /// Adds \p watcher, or replaces the one of this name, and registers its tags. If only "enabled" differs, switches the watcher on or
    /// off. Discards data of the replaced watcher from this tick.
    /// Errors: std::invalid_argument if there is no such custom lens, or another lens already has one of its plots.
    void watch(const experiment::KindSettings &watcher);

    /// Switches the watcher of this name off, if there is one.
    void disable(const std::string &name);
    /// Detaches and removes the watcher of this name, if it was the last one added.
    void remove(const std::string &name);

    /// MoreFollow: some layers become known only in the first tick.
    enum class Layers { AllKnown, MoreFollow };

    /// Registers all tags at \p out and attaches the enabled lenses to \p tap; both outlive the attachment. A notice names each lens
    /// that finds no layer: at once, or with MoreFollow after the first tick.
    /// Errors: rethrows an exception of a lens; then none is attached.
    void attach(hook::ModelTap &tap, visualizer::Visualizer &out, Layers layers = Layers::AllKnown);
    void detach(); ///< Reports exceptions of lenses as notices.
    /// Also watches new layers of the tap; keeps the data of the others.
    void watchNewLayers();
    /// Call after unobserved backward passes: the next gradients of parameters are not compared with earlier ones.
    void gradientsMissed();
    /// Attaches or detaches one lens; discards its data of this tick.
    /// Errors: std::invalid_argument if there is no such lens.
    void setEnabled(const std::string &name, bool enabled);

    /// Returns true if a lens takes a loss or a metric now. If not, they need not be computed.
    bool wantsPushes() const;
    void pushLoss(double value, lens::Phase phase);
    void pushMetric(const std::string &name, double value);
    /// Calls \p push if any lens takes it, and charges its cost to the lenses that do.
    void takePushes(lens::Phase phase, const std::function<void()> &push);
    /// Gathers measurements of host tensors as for a device, to measure the cost and compare the results.
    void gatherOnHost() { m_state.gathersOnHost = true; }
    /// Set if the model runs faster in steps that measure no outputs; see measuresForward(). Call before attach().
    void setCanSkipForwards(bool on) { m_state.canSkipForwards = on; }
    /// Call before attach().
    void trainWith(Processes processes);
    void gradientsCame();
    /// Set if the next batches have no samples of this process: their outputs and output gradients are not measured.
    void leaveSamplesOut(bool on) { m_state.isWithoutSamples = on; }
    /// Number of samples of a batch in all processes. Call before attach().
    void setBatchSize(double samples) { m_state.batchSize = samples; }
    /// Sets the targets of a batch for recorders of one class and for lenses. They outlive the batch's forward and backward. Undefined: no targets.
    void setTargets(const Tensor &targets);
    /// Time that the loop waited for a training or evaluation batch.
    void pushDataWait(double seconds);
    /// See Gatherers.
    std::pair<bool, bool> measuresForward(std::size_t watchers) const;
    /// Call after each optimizer step; see hook::ModelTap.
    void stepped(const hook::OptimizerSteps *steps = nullptr, const hook::SteppedOptimizer *optimizer = nullptr);
    /// Call at each forward of the model for training, if forwards are known.
    void ran() { m_forwards += m_state.active; }
    /// Makes the tick after \p tick the next one, for a training that was not watched until then.
    void goOnAfter(std::int64_t tick) { beginTick(tick + 1); }
    /// The same as goOnAfter() for a watched training that is resumed: parameters are as its last step left them. The next
    /// tick skips comparisons with earlier tensors.
    void resumeAfter(std::int64_t tick);
    /// Returns the states of all enabled watchers.
    std::vector<lens::SavedLens> save() const;
    /// Restores the states of enabled watchers. A watcher with other settings than in \p saved starts again, with a notice.
    void restore(const std::vector<lens::SavedLens> &saved, const lens::Resumption &resumption);
    /// Notifies lenses that measure on explicit calls.
    void call();
    /// Ends a tick: plots it with \p stamp and begins the next. An inactive tick plots nothing.
    void tick(const record::TickStamp &stamp);

    /// Recent cost of each enabled lens. Units: seconds per training step, averaged also over unmeasured ticks.
    std::map<std::string, double> secondsPerStep() const;

    /// Memory of each enabled lens for tensors that are kept for a comparison, if their sizes are known. Shared tensors count
    /// for each lens. Units: bytes.
    std::map<std::string, double> keptBytes() const;
    /// Changes the budget, for example to share it among models. Has no effect without a budget.
    void setBudget(double budget);
    /// Returns zeros without a budget, and before the duration of a step is known.
    Spending spending() const;

    /// Returns true if the current tick is measured.
    bool active() const { return m_state.active; }

private:
    LensEntry *find(const std::string &name);
    void setEnabled(LensEntry &entry, bool enabled);
    void registerAndAttach(LensEntry &entry);
    void registerTags(const LensEntry &entry);
    void attachLens(LensEntry &entry);
    void detachLens(const LensEntry &entry);
    void forgetLens(LensEntry &entry);
    void reportRefused(LensEntry &entry, std::size_t count);
    void plotCoverage();
    void reportIfUnwatched(const LensEntry &entry);
    void reportIfEmpty(LensEntry &entry);
    void beginTick(std::int64_t number);
    void reportNotices();
    std::size_t watcherCount() const;

    experiment::InspectorSettings m_settings;
    lens::CustomLensMaker m_makeCustomLens;
    IsActive m_isActive;
    gatherer::InspectorState m_state;
    std::optional<gatherer::StepSampler> m_sampler; ///< while attached, if there is a budget
    LensEntries m_lenses;
    ProcessMerger m_merger{m_settings, m_lenses};
    std::unique_ptr<gatherer::Gatherers> m_gatherers; ///< null while detached
    visualizer::Visualizer *m_out = nullptr;
    std::optional<lens::Plotter> m_plots; ///< plots into m_out
    std::vector<record::Message> m_notices; ///< not yet reported
    record::TickStamp m_lastTick;
    std::size_t m_steps = 0, m_forwards = 0; ///< in measured ticks
    std::vector<hook::ModuleId> m_layers, m_parameterOwners;
    bool m_moreFollow = false; ///< more layers may follow in this tick
};

} // namespace lensboard::inspector
