#pragma once

#include "core/experiment/experiment.h"
#include "core/gatherer/layer_share.h"
#include "core/gatherer/step_sampler.h"
#include "core/lens/lens.h"
#include "core/lens/lens_factory.h"
#include "core/lens/process_visualizer.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::inspector {

/// What lenses may take and took of late, with what is not charged to any. Units: shares of a step's time.
struct Spending
{
    double budget = 0;
    double share = 0;
};

/// The lenses of one model: attaches them to its tap, passes on the losses and metrics that a loop pushes, and at each tick has them
/// plot into a visualizer.
/// Thread: the one that trains. Destroyed or detached, it leaves no hook.
/// Errors: a lens that cannot be set, or throws where it is attached, is off after that.
class ModelInspector
{
public:
    using IsActive = std::function<bool(std::int64_t tick)>;

    /// Measures the ticks, counted from 1, of which \p isActive is true; without it, those that \p settings name.
    explicit ModelInspector(const experiment::InspectorSettings &settings, lens::CustomLensMaker makeCustomLens = {}, IsActive isActive = {})
        : m_settings(settings), m_makeCustomLens(std::move(makeCustomLens)), m_isActive(std::move(isActive))
    {}
    ~ModelInspector();

    /// A lens of one's own, known by \p name.
    /// Errors: std::invalid_argument if one of its plots is another lens's.
    void add(const std::string &name, std::unique_ptr<lens::Lens> lens, bool enabled = true);
    /// Adds \p watcher, or has it take the place of the one of its name, and registers its tags; if that is the same but for being on
    /// or off, it is switched. What it gathered in this tick is dropped.
    /// Errors: std::invalid_argument if there is no such custom lens, or one of its plots is another lens's.
    void watch(const experiment::Choice &watcher);

    /// Switches the watcher of this name off, if there is one.
    void leave(const std::string &name);
    /// Detaches and forgets the watcher of this name, if there is one and it was the last to be added.
    void remove(const std::string &name);

    /// What is known of a model when lenses look for their layers.
    enum class Layers { AllKnown, MoreFollow };

    /// Registers all tags at \p out and attaches the enabled lenses to \p tap; both outlive the attachment. A notice says which lens
    /// finds no layer, at once, or after the first tick if more layers follow in it.
    /// Errors: what a lens throws; none is attached then.
    void attach(hook::ModelTap &tap, visualizer::Visualizer &out, Layers layers = Layers::AllKnown);
    void detach(); ///< Reports the exceptions of lenses, each as a notice.
    /// Also watches layers that the tap has found since; what was gathered of others stays.
    void watchNewLayers();
    /// Backward passes went by unseen, so the next gradients of parameters have none before them to be compared with.
    void gradientsMissed();
    /// Attaches or detaches one lens; forgets what it gathered in this tick.
    /// Errors: std::invalid_argument if there is no such lens.
    void setEnabled(const std::string &name, bool enabled);

    /// Whether any lens would take a loss or a metric now; saves computing them.
    bool wantsPushes() const;
    void pushLoss(double value, lens::Phase phase);
    void pushMetric(const std::string &name, double value);
    /// Calls \p push if any lens takes it, and charges them what that costs.
    void takePushes(lens::Phase phase, const std::function<void()> &push);
    /// Tensors in the host's memory are measured as those on a device are, to see what that costs and finds.
    void gatherOnHost() { m_state.gathersOnHost = true; }
    /// The others that train the model, each on its own samples.
    struct Processes
    {
        int rank = 0; ///< the first, 0, shows what all of them measured
        int count = 1;
        bool areReplicas = false; ///< parameters and their gradients are the same in all of them: each may measure some layers for all
        bool gradientsComeLater = false; ///< gradients of parameters are measured in gradientsCame(), which the others have a part in
        /// Called once a tick in all of them: returns what each of the others passed to the first, nothing of one to be left out. \p isSameSize: all of them pass as many.
        std::function<std::vector<std::vector<double>>(const std::vector<double> &own, bool isSameSize)> gather;
    };
    /// To be called before attach().
    void trainWith(Processes processes);
    void gradientsCame();
    /// Whether the batches that come have no samples of this process: what outputs and their gradients are counts for nothing.
    void leaveSamplesOut(bool on) { m_state.isWithoutSamples = on; }
    /// How many samples a batch has, in all processes. To be called before attach().
    void setBatchSize(double samples) { m_state.batchSize = samples; }
    /// Sets the targets of a batch, which recorders of one class ask for and lenses look at; they outlive what is done with the batch. Undefined: it has none.
    void setTargets(const Tensor &targets);
    /// How long the loop waited for a batch that is trained or evaluated.
    void pushDataWait(double seconds);
    /// To be called after each optimizer step.
    void stepped();
    /// The next tick is the one after \p tick: for a training that is watched from there on.
    void goOnAfter(std::int64_t tick) { beginTick(tick + 1); }
    /// As goOnAfter(), for a training that was watched before and is resumed: parameters are as its last step left them. That
    /// tick leaves out what would be compared with tensors of before.
    void resumeAfter(std::int64_t tick);
    /// The states of the watchers that are on.
    std::vector<lens::SavedLens> save() const;
    /// Restores the states of watchers that are on; a notice names those that have other settings than \p saved, and begin anew.
    void restore(const std::vector<lens::SavedLens> &saved, const lens::Resumption &resumption);
    /// Notifies lenses that measure on explicit calls.
    void call();
    /// Ends a tick: plots it under \p stamp and begins the next. An inactive tick plots nothing.
    void tick(const record::TickStamp &stamp);

    /// The recent cost of each lens that is on. Units: seconds a training step, those of ticks that are not measured included.
    std::map<std::string, double> secondsPerStep() const;

    /// Of the tensors that each lens that is on keeps to compare the next with, as far as their sizes are known; what several share
    /// is counted for each. Units: bytes.
    std::map<std::string, double> keptBytes() const;
    /// To share one with others. Of no effect without a budget.
    void setBudget(double budget);
    /// Zero without a budget, and until it is known what a step takes.
    Spending spending() const;

    /// Whether the tick being gathered is measured.
    bool active() const { return m_state.active; }

private:
    struct Entry
    {
        std::string name;
        std::unique_ptr<lens::Lens> lens;
        bool enabled = true;
        experiment::Json settings = {}; ///< of \c lens; null of one of the caller's own
        std::size_t watchers = 0;       ///< that it has

        bool mayBeSampled() const;
        bool isOfSamples() const;
        bool isOfParameters() const;
    };
    Entry *find(const std::string &name);
    void checkPlots(const std::string &name, const lens::Lens &lens) const;
    void setEnabled(Entry &entry, bool enabled);
    gatherer::StepCosts::Account accountOf(const Entry &entry) const;
    void registerAndAttach(Entry &entry);
    void registerTags(const Entry &entry);
    void attachLens(Entry &entry);
    void detachLens(const Entry &entry);
    void forgetLens(Entry &entry);
    void divideLayers();
    bool isMerged(const Entry &entry) const;
    const gatherer::LayerShare *shareOf(const Entry &entry) const;
    void mergeProcesses();
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) const;
    void merge(std::span<const double> numbers);
    void plotEach(const std::vector<double> &own, const std::vector<std::vector<double>> &others);
    void holdOnly(const std::vector<double> &numbers);
    void plotCoverage();
    void reportIfUnwatched(const Entry &entry);
    void beginTick(std::int64_t number);
    void reportNotices();
    std::size_t watcherCount() const;

    experiment::InspectorSettings m_settings;
    lens::CustomLensMaker m_makeCustomLens;
    IsActive m_isActive;
    gatherer::InspectorState m_state;
    std::optional<Processes> m_processes; ///< none: it trains alone
    std::optional<gatherer::LayerShare> m_share; ///< of what lenses of parameters measure; none: all of it is the first one's
    struct ProcessPlots
    {
        ProcessPlots(visualizer::Visualizer &out, std::size_t rank) : visualizer(out, rank), plotter(visualizer) {}
        void registerTags(const lens::Lens &lens)
        {
            for (const record::TagSpec &tag : lens.tags())
                plotter.registerTag(tag);
        }
        lens::ProcessVisualizer visualizer;
        lens::Plotter plotter;
    };
    std::deque<ProcessPlots> m_plotsByProcess; ///< while attached, if wanted; they point into themselves
    std::optional<gatherer::StepSampler> m_sampler; ///< while attached, if there is a budget
    std::vector<Entry> m_lenses;
    std::unique_ptr<gatherer::Gatherers> m_gatherers; ///< null while detached
    visualizer::Visualizer *m_out = nullptr;
    std::optional<lens::Plotter> m_plots; ///< to m_out
    std::vector<std::string> m_notices; ///< not yet reported
    record::TickStamp m_lastTick;
    std::vector<hook::ModuleId> m_layers;
    bool m_moreFollow = false; ///< layers, in this tick
};

} // namespace lensboard::inspector
