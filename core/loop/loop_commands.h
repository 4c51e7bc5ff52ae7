#pragma once

#include "core/loop/lens_choice.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::session {
class TrainingControl;
}

namespace lensboard {

/// Sends commands to a training loop. Its Inspector follows them in stepped(), or in tick() if no steps are pushed. Copies send commands to the
/// same loop, and may outlive it.
/// Thread: any.
class LoopCommands
{
public:
    /// Made by Inspector::commands().
    explicit LoopCommands(std::shared_ptr<session::TrainingControl> control);

    void pause(); ///< after the current step
    /// Continues after pause().
    void resume();
    void step(); ///< runs one step, then pauses
    void stepToTick(); ///< runs to the end of the next tick, then pauses
    /// Makes Inspector::isStopRequested() return true, so that the loop can end itself.
    void stop();

    /// Errors, for both: std::invalid_argument with the reason if there cannot be this lens.
    void setEnabled(const std::string &lens, bool enabled);
    /// Adds a lens, monitor or recorder, or changes the settings of the one with its name.
    void set(const LensChoice &lens);
    /// Returns all watchers with all requested changes: complete settings, including "enabled".
    std::vector<LensChoice> watchers() const;

private:
    std::shared_ptr<session::TrainingControl> m_control;
};

} // namespace lensboard
