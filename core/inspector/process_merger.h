#pragma once

#include "core/experiment/experiment.h"
#include "core/gatherer/gatherers.h"
#include "core/gatherer/layer_share.h"
#include "core/gatherer/step_sampler.h"
#include "core/inspector/lens_entry.h"
#include "core/lens/plotter.h"
#include "core/lens/process_visualizer.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::inspector {

/// Processes that train the model together, each on its own samples.
struct Processes
{
    int rank = 0; ///< process 0 shows the results of all
    int count = 1;
    bool areReplicas = false; ///< parameters and their gradients are equal in all processes, so each may measure some layers for all
    bool gradientsComeLater = false; ///< gradients of parameters are measured in gradientsCame(), once they include all processes
    /// Called once per tick in all processes. In process 0, returns the numbers of each other process; an empty vector excludes a process. In
    /// the others, may return the numbers of process 0.
    /// \p isSameSize: all processes pass equally many numbers.
    std::function<std::vector<std::vector<double>>(const std::vector<double> &own, bool isSameSize)> gather;
    bool haveSameLenses = false; ///< lenses of parameters are equal in all processes, so each may measure its parts of divided parameters
};

/// Divides the layers of a model among the processes that train it, and merges their results at each tick. Without Processes, all layers
/// belong to this process.
/// Thread: the training thread.
class ProcessMerger
{
public:
    /// Settings and lenses outlive it.
    ProcessMerger(const experiment::InspectorSettings &settings, const LensEntries &lenses) : m_settings(settings), m_lenses(lenses) {}

    /// Call before attach().
    void setProcesses(Processes processes) { m_processes = std::move(processes); }
    /// Divides the layers and the owners of parameters of the tap. All arguments live until detach(). \p sampler: null without a budget.
    void attach(gatherer::Gatherers &gatherers, gatherer::StepSampler *sampler, visualizer::Visualizer &out, const std::vector<hook::ModuleId> &layers);
    void detach();
    /// Also divides \p layers and the owners of parameters of the gatherers.
    void addLayers(const std::vector<hook::ModuleId> &layers);
    /// Registers the tags of a lens that also shows each process.
    void registerTags(const LensEntry &entry);

    /// Returns false if process 0 alone measures the lens.
    bool isMeasured(const LensEntry &entry) const { return !m_processes || m_processes->rank == 0 || isMerged(entry); }
    /// Returns the layers that this process measures for the lens; null: all layers.
    const gatherer::LayerShare *shareOf(const LensEntry &entry) const;
    /// Call when a lens was attached: all processes measure it in the same steps if each measures parts of parameters.
    void follow(const LensEntry &entry);
    /// Returns true if parameters are divided among processes, and each measures its parts.
    bool isDivided() const { return m_isDivided; }

    /// Merges the aggregates of all processes in process 0. Call after Gatherers::endTick().
    void mergeTick();
    /// Plots the values of each process.
    void endTick(const record::TickStamp &stamp);

private:
    struct ProcessPlots
    {
        ProcessPlots(visualizer::Visualizer &out, std::size_t rank) : visualizer(out, rank), plotter(visualizer) {}
        void registerTags(const lens::Lens &lens);

        lens::ProcessVisualizer visualizer;
        lens::Plotter plotter;
    };

    void divide(const std::vector<hook::ModuleId> &layers);
    bool isMerged(const LensEntry &entry) const;
    template <typename Use> void forEachPlanned(const Use &use);
    void appendDivided(std::vector<double> &numbers);
    std::size_t readPlans(std::span<const double> numbers, bool follows);
    std::vector<std::vector<double>> takeDivided(std::vector<std::vector<double>> &others);
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) const;
    void merge(std::span<const double> numbers);
    void plotEach(const std::vector<double> &own, const std::vector<std::vector<double>> &others);
    void holdOnly(const std::vector<double> &numbers);

    const experiment::InspectorSettings &m_settings;
    const LensEntries &m_lenses;
    std::optional<Processes> m_processes; ///< nullopt: the model trains in one process
    bool m_isDivided = false;
    std::optional<gatherer::LayerShare> m_share; ///< division of layers for lenses of parameters; nullopt: the first process measures all
    gatherer::Gatherers *m_gatherers = nullptr;  ///< while attached
    gatherer::StepSampler *m_sampler = nullptr;  ///< while attached, if there is a budget
    visualizer::Visualizer *m_out = nullptr;     ///< while attached
    std::deque<ProcessPlots> m_plots; ///< while attached, if wanted; a deque, since the elements point into themselves
};

} // namespace lensboard::inspector
