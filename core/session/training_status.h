#pragma once

#include "core/experiment/roster.h"
#include "core/record/message.h"
#include "core/session/command.h"
#include "core/session/trainer.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lensboard::session {

enum class State { Preparing, Ready, Running, Paused, Finished, Stopped, Failed };

const char *toText(State state);
bool isOver(State state);

/// Optional abilities of a training. All trainings can switch, change and add watchers.
struct Abilities
{
    bool pause = false; ///< pause, step and continue
    bool stop = false;
    bool learningRate = false;
    bool checkpoint = false; ///< checkpoints can be written now

    bool operator==(const Abilities &) const = default;
};

/// Status of a training, a snapshot. Values that a user's own training loop does not report keep their defaults.
struct TrainingStatus
{
    std::uint64_t revision = 0; ///< increases with each change; 0: no status has been received
    State state = State::Preparing;
    record::Message activity = {}; ///< current activity while Preparing; the error if Failed
    std::int64_t epoch = 0;    ///< from 1
    std::int64_t epochs = 0;
    std::int64_t batch = 0;           ///< done in this epoch, training and validation together
    std::int64_t batchesPerEpoch = 0; ///< training and validation together
    std::int64_t step = 0;            ///< optimizer steps done
    std::int64_t ticks = 0;
    double learningRate = 0;   ///< 0: unknown
    double stepsPerSecond = 0; ///< recent mean while Running, without validation; 0: unknown
    double secondsLeft = -1;   ///< -1: unknown
    bool isStopping = false;   ///< a command to stop was received
    bool isValidating = false;
    bool isInterruptible = false;
    bool hasTrained = false; ///< at least one batch is trained
    std::size_t hooks = 0;   ///< hooks of watchers that are attached to the model now
    Abilities abilities = {};
    LensCosts lensCosts = {};
    /// All watchers, including commands that are not followed yet. Another object after each change; never null.
    std::shared_ptr<const experiment::Roster> watchers = std::make_shared<const experiment::Roster>();

    bool operator==(const TrainingStatus &) const = default;
};

/// Returns the reason why a training in this state rejects \p command of another process; empty if it accepts it.
record::Message whyNot(const Command &command, const TrainingStatus &status);

} // namespace lensboard::session
