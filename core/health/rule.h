#pragma once

#include "core/health/finding.h"
#include "core/health/loss_track.h"
#include "core/health/rate_track.h"
#include "core/health/signals.h"
#include "core/record/run_event.h"

#include <cstdint>
#include <vector>

namespace lensboard::health {

/// What all rules know of a run at the end of a tick.
struct Moment
{
    std::int64_t step = 0;
    LossTrack train, validation;
    RateTrack rate;
    double trainAccuracy = 0;      ///< the last, 0 to 1; 0 if there is none
    bool hasNewTrain = false;      ///< a loss came in this tick
    bool hasNewValidation = false;
};

/// Behaviour of a rule in thinned ticks, in which each line has only its extremes (tick.keep).
enum class OfThinned {
    Reads,         ///< extremes say as much as all values
    BeginsAfter,   ///< it begins with the first tick that is whole
    NeedsBeginning ///< it cannot judge a run whose beginning is thinned
};

/// One thing that can be wrong with a training. A rule is shown a run tick by tick, once and in order, and keeps as
/// much as its layers are, however long the run is; so it judges saved runs as live ones.
/// Thread: one at a time, any.
class Rule
{
public:
    virtual ~Rule() = default;

    /// Which readings it is shown.
    virtual bool reads(Signal signal) const = 0;
    /// Whether it is shown values that are not finite, and how many there were of them.
    virtual bool readsNonFinite() const { return false; }
    virtual OfThinned ofThinned() const { return OfThinned::BeginsAfter; }
    /// Called before the first reading, and when more is known.
    virtual void learn(const RunFacts &) {}
    virtual void see(const Reading &) {}
    virtual void endTick(const Moment &) {}
    virtual void note(const record::RunEvent &) {}
    /// What it found so far; \c rule is left empty.
    virtual std::vector<Finding> findings() const = 0;
};

} // namespace lensboard::health
