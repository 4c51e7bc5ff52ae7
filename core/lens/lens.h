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

/// What a lens goes on from in a training that is resumed.
struct State
{
    std::map<std::string, std::int64_t> counts;
    std::vector<std::pair<std::string, Tensor>> tensors; ///< each of a name of its own

    bool empty() const { return counts.empty(); }
    /// None if there is nothing of this name, or it is no count.
    std::optional<std::int64_t> count(const std::string &name) const
    {
        const auto known = counts.find(name);
        constexpr std::int64_t kMost = std::int64_t{1} << 53;
        return known == counts.end() || known->second < 0 || known->second > kMost ? std::nullopt : std::optional(known->second);
    }
};

/// How a training is resumed.
struct Resumption
{
    bool isSameRun = true;  ///< what the lens has shown is in this run
    bool tickGoesOn = true; ///< the unfinished tick does; else it begins anew
};

struct SavedLens
{
    std::string name;
    std::string settings; ///< JSON: what the state was made with
    State state;
};

/// Which layers are watched, what is computed of them, and under which tags it is shown.
///
/// Life: attach(), then per tick whatever is gathered, then plot(), allPlotted() and endTick(), each once all lenses had the one
/// before, or skipTick() if the tick was not measured; detach(). A lens holds its preprocessors and the handles of what it asked for; after detach() it has
/// no hook anywhere. tests/lens/example_lens.h shows how to write one.
/// Thread: the one that trains.
class Lens
{
public:
    virtual ~Lens() = default;

    /// What it shows, in the order of plots.
    virtual const std::vector<record::TagSpec> &tags() const = 0;
    /// Asks \p gatherers, which outlive the lens, for data of \p layers, leaves or what stands in their place.
    virtual void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) = 0;
    /// Asks for data of \p layers as well, which were found since attach(); what was gathered of others stays.
    virtual void attachMore(gatherer::Gatherers &, const std::vector<hook::ModuleId> & /*layers*/) {}
    /// Lets all handles go and forgets what was gathered.
    virtual void detach() = 0;

    /// Shows what the tick gathered; a series without a value is not plotted.
    virtual void plot(Plotter &out) const = 0;
    virtual void endTick() = 0;
    virtual void skipTick() { endTick(); }
    /// This tick goes on in a training that was watched before. Called before restore().
    virtual void resumed(gatherer::Gatherers &) {}
    /// Adds what later ticks depend on, and nothing shows again, to \p state. Most have nothing.
    virtual void save(State & /*state*/) const {}
    /// Goes on from what save() of a lens of these settings added. False, and it is as it was, if that is not what \p state has.
    virtual bool restore(const State & /*state*/, const Resumption & /*resumption*/) { return true; }
    /// All lenses have plotted this tick into \p plots.
    virtual void allPlotted(const Plotter & /*plots*/) {}

    /// Whether its statistics are right if it sees only some steps, which lie in step with nothing. Blocks of consecutive ones are as long as
    /// what it asks its gatherers for.
    virtual bool mayBeSampled() const { return false; }

    /// Calls \p use with what the tick gathered, for lenses that several processes measure (experiment::isOfEachProcess()): they merge it.
    virtual void forEachAggregate(const std::function<void(stats::Aggregate &)> & /*use*/) {}

    /// Values that the training loop pushes. Most lenses ignore them, and need not be asked.
    virtual bool takesPushes() const { return false; }  ///< ever
    virtual bool wantsPushes() const { return false; } ///< now
    virtual void pushLoss(double, Phase) {}
    virtual void pushMetric(const std::string &, double) {}
    /// Of a batch, before its forward.
    virtual void pushTargets(const Tensor &) {}
    /// How long the loop waited for a batch, before its forward.
    virtual void pushDataWait(double /*seconds*/) {}
};

} // namespace lensboard::lens
