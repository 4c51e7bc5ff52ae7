#pragma once

#include "core/loop/lens_choice.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::session {
class Orders;
}

namespace lensboard {

/// Orders to a training loop, which its Inspector follows in stepped(), or, where no steps are pushed, in tick(). Copies order the same
/// loop, and may outlive it.
/// Thread: any.
class LoopOrders
{
public:
    explicit LoopOrders(std::shared_ptr<session::Orders> orders);

    void pause(); ///< after the step that runs
    void resume();
    void step(); ///< one, then pauses
    void stepToTick(); ///< to the end of the next tick, then pauses
    /// Has Inspector::isStopOrdered() return true, so that the loop ends itself.
    void stop();

    /// Errors, for both: std::invalid_argument saying why there cannot be such a lens.
    void setEnabled(const std::string &lens, bool enabled);
    /// Adds a lens, monitor or recorder, or gives the one of its name these settings.
    void set(const LensChoice &lens);
    /// All that there are, as they were ordered to be: with whole settings, "enabled" among them.
    std::vector<LensChoice> watchers() const;

private:
    std::shared_ptr<session::Orders> m_orders;
};

} // namespace lensboard
