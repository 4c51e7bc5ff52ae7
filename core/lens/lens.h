#pragma once

#include "core/gatherer/gatherers.h"
#include "core/lens/plotter.h"
#include "core/record/phase.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::lens {

using record::Phase;

/// State of a lens in a checkpoint, for a resumed training.
struct State
{
    std::map<std::string, std::int64_t> counts;
    std::vector<std::pair<std::string, Tensor>> tensors; ///< names are unique

    bool empty() const { return counts.empty(); }
    /// Returns nullopt if there is no count of this name, or it is not in 0 … 2^53.
    std::optional<std::int64_t> count(const std::string &name) const
    {
        const auto known = counts.find(name);
        constexpr std::int64_t kMax = std::int64_t{1} << 53;
        return known == counts.end() || known->second < 0 || known->second > kMax ? std::nullopt : std::optional(known->second);
    }
};

/// How a training is resumed.
struct Resumption
{
    bool isSameRun = true;  ///< the resumed run contains earlier plots of the lens
    bool tickGoesOn = true; ///< true: the unfinished tick continues; false: it starts again
};

struct SavedLens
{
    std::string name;
    std::string settings; ///< JSON: settings of the lens with this state
    State state;
};

/// A lens chooses the layers to watch, the numbers to compute and their tags.
///
/// Life: attach(); in each tick its gatherers, then plot(), allPlotted() and endTick(), each after all lenses have finished the call
/// before, or skipTick() in an unmeasured tick; detach(). A lens owns its preprocessors and the handles of its requests; after detach()
/// it has no hook. See tests/lens/example_lens.h for an example.
/// Thread: the training thread.
class Lens
{
public:
    virtual ~Lens() = default;

    /// Returns its tags, in the order of plots.
    virtual const std::vector<record::TagSpec> &tags() const = 0;
    /// Requests data of \p layers from \p gatherers. They outlive the lens. Layers are leaves, or modules in place of their descendants.
    virtual void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) = 0;
    /// Requests data of further \p layers that were found after attach(); keeps the data of others.
    virtual void attachMore(gatherer::Gatherers &, const std::vector<hook::ModuleId> & /*layers*/) {}
    /// Releases all handles and discards the data.
    virtual void detach() = 0;

    /// Plots the data of the tick; series without a value are skipped.
    virtual void plot(Plotter &out) const = 0;
    /// Returns true if the lens had no data in this tick that did not come from its Gatherers, but waits for some.
    virtual bool isEmpty() const { return false; }
    virtual void endTick() = 0;
    virtual void skipTick() { endTick(); }
    /// Called before restore() if this tick continues one of an earlier, watched training.
    virtual void resumed(gatherer::Gatherers &) {}
    /// Adds data to \p state that later ticks depend on and that cannot be measured again. Most lenses have none.
    virtual void save(State & /*state*/) const {}
    /// Restores the data from save() of a lens with these settings. Returns false, without a change, if \p state does not fit.
    virtual bool restore(const State & /*state*/, const Resumption & /*resumption*/) { return true; }
    /// Called after all lenses have plotted this tick into \p plots.
    virtual void allPlotted(const Plotter & /*plots*/) {}

    /// Returns true if the statistics remain correct with a random sample of steps. Sampled blocks are as long as
    /// the lens's requests need.
    virtual bool mayBeSampled() const { return false; }

    /// Calls \p use with the aggregates of the tick. Processes merge them for lenses of experiment::isOfEachProcess().
    virtual void forEachAggregate(const std::function<void(stats::Aggregate &)> & /*use*/) {}

    /// Values pushed by the training loop. Most lenses ignore them.
    virtual bool takesPushes() const { return false; }  ///< may ever take values
    virtual bool wantsPushes() const { return false; } ///< takes values now
    virtual void pushLoss(double, Phase) {}
    virtual void pushMetric(const std::string &, double) {}
    /// Targets of a batch, before its forward.
    virtual void pushTargets(const Tensor &) {}
    /// Time that the loop waited for a batch, before its forward.
    virtual void pushDataWait(double /*seconds*/) {}
};

} // namespace lensboard::lens
