#pragma once

#include "core/experiment/settings/training_kind.h"
#include "core/health/finding.h"
#include "core/health/loss_track.h"
#include "core/health/rate_track.h"
#include "core/health/signals.h"
#include "core/record/run_event.h"

#include <cstdint>
#include <vector>

namespace lensboard::health {

using settings::TrainingKind;

/// State of the run at the end of a tick, for all rules.
struct TickState
{
    std::int64_t step = 0, epoch = 0;
    TrainingKind kind = TrainingKind::Unknown; ///< as far as it is known by now
    LossTrack train, validation;
    RateTrack rate;
    double trainAccuracy = 0;      ///< the last, 0 to 1; 0 if there is none
    double validationAccuracy = 0; ///< the last, 0 to 1; 0 if there is none
    bool hasNewTrain = false;      ///< true if a loss came in this tick
    bool hasNewValidation = false;
    bool isFinite = true; ///< false if outputs of this tick, or two losses in a row, are not finite
};

/// Behaviour of a rule in thinned ticks. A thinned tick has only the extremes of each line (tick.keep).
enum class OfThinned {
    Reads,         ///< extremes give the same result as all values
    BeginsAfter,   ///< starts with the first tick that is not thinned
    NeedsBeginning ///< cannot judge a run if its beginning is thinned
};

/// A check for one fault of a training. Receives each tick once, in order, and uses memory by number of layers, not by length of the run.
/// Saved and live runs are therefore judged alike.
/// Thread: any, but one at a time.
class Rule
{
public:
    virtual ~Rule() = default;

    /// Returns true if the rule reads \p signal.
    virtual bool reads(Signal signal) const = 0;
    /// Returns true if the rule also receives values that are not finite and their counts.
    virtual bool readsNonFinite() const { return false; }
    virtual OfThinned ofThinned() const { return OfThinned::BeginsAfter; }
    /// Called before the first reading, and again when more facts are known.
    virtual void learn(const RunFacts &) {}
    virtual void see(const Reading &) {}
    virtual void endTick(const TickState &) {}
    virtual void note(const record::RunEvent &) {}
    /// Returns the findings so far, with \c rule empty.
    virtual std::vector<Finding> findings() const = 0;
};

} // namespace lensboard::health
