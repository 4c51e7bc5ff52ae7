#pragma once

#include "core/gatherer/channel_rule.h"
#include "core/gatherer/part_sums.h"
#include "core/gatherer/step_costs.h"
#include "core/hook/division.h"
#include "core/hook/model_tap.h"
#include "core/preprocessor/meter.h"
#include "core/preprocessor/preprocessor.h"
#include "core/record/message.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

/// Parts of Gatherers: hook points in a model, and the listeners at each hook point.
namespace lensboard::gatherer {

using preprocessor::ForwardPreprocessor;
using preprocessor::Measurement;
using preprocessor::Needs;
using preprocessor::OutputMeasurement;
using preprocessor::OutputNeeds;
using preprocessor::Slot;
using preprocessor::TensorPreprocessor;

enum class Moment { Forward, OutputGradient, ParameterGradient, Step, Call, Tick };

struct HookPoint
{
    Moment moment = Moment::Forward;
    hook::ModuleId module = 0;
    std::string parameter = {};

    bool operator==(const HookPoint &) const = default;

    record::Message what() const
    {
        switch (moment) {
        case Moment::Forward: return record::message("its output");
        case Moment::OutputGradient: return record::message("the gradient of its output");
        case Moment::ParameterGradient: return record::message("the gradient of its %1", parameter);
        default: return record::message("its %1", parameter);
        }
    }
};

/// Returns the memory of \p tensor without the factor \p scale in its values; undefined: 1.
inline double bytesOf(const Tensor &tensor, const Tensor &scale)
{
    return static_cast<double>(scale.defined() ? static_cast<std::size_t>(tensor.numel()) * sizeOf(wideType(tensor.type())) : tensor.nbytes());
}

/// Number of steps that one comparison of consecutive tensors takes.
inline std::size_t stepsOf(Moment moment, const Needs &needs)
{
    return 1 + (moment == Moment::Step ? 1 : 0) + (needs.product ? 1 : 0); // the first change has no predecessor
}

inline std::size_t stepsOf(Moment, const OutputNeeds &)
{
    return 1;
}

/// One hook at a hook point, and the listeners that get the measurement of its tensor.
template <typename Preprocessor, typename NeedsOf>
struct Source
{
    struct Listener
    {
        Preprocessor *preprocessor;
        Slot slot;
        std::uint64_t key;
        StepCosts::Account account;
        bool isOn = true; ///< measures this step
    };

    HookPoint point = {};
    std::vector<Listener> listeners = {};
    NeedsOf needs = {}; ///< union over all listeners
    NeedsOf now = {};   ///< union over the listeners that measure this step
    bool isOn = true;   ///< at least one listener measures this step
    bool hasTurn = true; ///< may keep a tensor for the next comparison
    hook::Hook hook = {};
    std::shared_ptr<preprocessor::DeviceSums> sums = {}; ///< buffer of results on a device; null if listeners are notified at once
    bool complained = false; ///< reported as unmeasurable
    bool isSeen = false; ///< a wanted tensor came in this tick
    /// For untaken results: the number of results so far, and the listeners that were on then.
    std::vector<std::pair<std::size_t, std::vector<bool>>> before = {};

    bool admit(const Listener &listener)
    {
        if (!join(needs, listener.preprocessor->needs()))
            return false;
        listeners.push_back(listener);
        choose();
        return true;
    }

    /// Updates isOn and the needs of this step.
    void choose()
    {
        now = {};
        isOn = false;
        for (const Listener &listener : listeners)
            if (listener.isOn && hasTurn) {
                join(now, listener.preprocessor->needs());
                isOn = true;
            }
    }

    /// Records the current listeners before they change. Waiting results are not taken now, since that may wait for a device.
    void remember(std::size_t waiting)
    {
        if (waiting == (before.empty() ? 0 : before.back().first))
            return;
        std::vector<bool> &on = before.emplace_back(waiting, std::vector<bool>()).second;
        for (const Listener &listener : listeners)
            on.push_back(listener.isOn);
    }

    bool isFor(StepCosts::Account account) const
    {
        return std::ranges::any_of(listeners, [account](const Listener &each) { return each.account == account; });
    }
    auto measuring() { return listeners | std::views::filter(&Listener::isOn); }

    /// Returns true if no listener is left.
    bool dismiss(std::uint64_t key)
    {
        std::erase_if(listeners, [key](const Listener &listener) { return listener.key == key; });
        needs = {};
        for (const Listener &listener : listeners)
            join(needs, listener.preprocessor->needs());
        choose();
        return listeners.empty();
    }
};

struct ForwardSource : Source<ForwardPreprocessor, OutputNeeds>
{
    ChannelRule channels;
    hook::Hook repeatHook;
    bool isLastEvaluation = false; ///< the module's last forward was an evaluation
    bool isSeenInEvaluation = false; ///< an unwanted output of an evaluation came in this tick
    std::unique_ptr<preprocessor::OutputMeter> meter = {};

    bool isReadOnHost() const { return needs.tensor; }
    void take(const Tensor &output, bool training, Lap &lap);
    void notify(Lap &lap);
};

/// A hook point with a tensor that several processes divide among them. Keeps the sums of parts until the tick ends.
struct DividedPlace
{
    const hook::Division *division = nullptr; ///< null if this process has the whole tensor
    double key = 0;           ///< of the hook point, the same in all processes; 0 if it is not divided
    std::uint64_t number = 0; ///< of the last tensor in this tick
    Parts parts = {};
    std::vector<std::uint64_t> waiting = {}; ///< numbers of the tensors with an untaken result
};

struct TensorSource : Source<TensorPreprocessor, Needs>, DividedPlace
{
    std::unique_ptr<preprocessor::Meter> meter = {};
    double tensorBytes = 0; ///< of the measured tensor; 0 if unknown
    hook::Hook autogradHook = {}; ///< keeps the hook for the gradient, paused, while this source measures no gradient

    bool isReadOnHost() const { return needs.tensor || needs.rounded; }
    /// \p scale: factor in the values; undefined: 1.
    void take(const Tensor &tensor, Lap &lap, const Tensor &scale = {});
    void notify(Lap &lap);
    /// Notifies listeners of a divided tensor, given the sums of all parts.
    void notify(const PartSums &whole);
    void restart();
    void release();
    double bytesKept() const;
    /// Calls are irregular, so they are not included in the rotation.
    double bytesInTurn() const { return point.moment == Moment::Call ? 0 : bytesKept(); }

private:
    preprocessor::MeterOf measuredOf() const;
    void keepParts(Lap &lap);
};

} // namespace lensboard::gatherer
