#pragma once

#include "core/gatherer/step_costs.h"
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

/// What Gatherers are made of: the places at which a model is looked at, and who looks there.
namespace lensboard::gatherer {

using preprocessor::ForwardPreprocessor;
using preprocessor::Measurement;
using preprocessor::Needs;
using preprocessor::OutputMeasurement;
using preprocessor::OutputNeeds;
using preprocessor::Slot;
using preprocessor::TensorPreprocessor;

enum class Moment { Forward, OutputGradient, ParameterGradient, Step, Call, Tick };

struct Place
{
    Moment moment = Moment::Forward;
    hook::ModuleId module = 0;
    std::string parameter = {};

    bool operator==(const Place &) const = default;

    std::string what() const
    {
        switch (moment) {
        case Moment::Forward: return record::message("its output");
        case Moment::OutputGradient: return record::message("the gradient of its output");
        case Moment::ParameterGradient: return record::message("the gradient of its %1", parameter);
        default: return record::message("its %1", parameter);
        }
    }
};

/// What one comparison of consecutive tensors takes.
inline std::size_t stepsOf(Moment moment, const Needs &needs)
{
    return 1 + (moment == Moment::Step ? 1 : 0) + (needs.product ? 1 : 0); // the first change only begins
}

inline std::size_t stepsOf(Moment, const OutputNeeds &)
{
    return 1;
}

/// One hook at a place, and the listeners that get the measurement of its tensor.
template <typename Preprocessor, typename NeedsOf>
struct Source
{
    struct Listener
    {
        Preprocessor *preprocessor;
        Slot slot;
        std::uint64_t key;
        StepCosts::Account account;
        bool isOn = true; ///< it measures this step
    };

    Place place = {};
    std::vector<Listener> listeners = {};
    NeedsOf needs = {}; ///< of all listeners
    NeedsOf now = {};   ///< of those that measure this step
    bool isOn = true;   ///< one does
    bool hasTurn = true; ///< it may keep what the next is compared with
    hook::Hook hook = {};
    std::shared_ptr<preprocessor::DeviceSums> sums = {}; ///< where what is found gathers; null if listeners are notified at once
    bool complained = false; ///< that it cannot be measured
    /// Which listeners were on for what was found by then and is not taken yet.
    std::vector<std::pair<std::size_t, std::vector<bool>>> before = {};

    bool admit(const Listener &listener)
    {
        if (!join(needs, listener.preprocessor->needs()))
            return false;
        listeners.push_back(listener);
        choose();
        return true;
    }

    /// Takes up which listeners measure this step.
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

    /// Others will measure from here on. What waits is not taken for that: it may be on a device.
    void remember(std::size_t waiting)
    {
        if (waiting == (before.empty() ? 0 : before.back().first))
            return;
        std::vector<bool> &on = before.emplace_back(waiting, std::vector<bool>()).second;
        for (const Listener &listener : listeners)
            on.push_back(listener.isOn);
    }

    auto measuring() { return listeners | std::views::filter(&Listener::isOn); }

    /// True if no listener is left.
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
    std::unique_ptr<preprocessor::OutputMeter> meter = {};

    bool isReadOnHost() const { return needs.tensor; }
    void take(const Tensor &output, bool training, Lap &lap);
    void notify(Lap &lap);
};

struct TensorSource : Source<TensorPreprocessor, Needs>
{
    std::unique_ptr<preprocessor::Meter> meter = {};
    double tensorBytes = 0; ///< of what is measured; 0 while that is not known

    bool isReadOnHost() const { return needs.tensor || needs.rounded; }
    void take(const Tensor &tensor, Lap &lap);
    void notify(Lap &lap);
    void restart();
    void release();
    double bytesKept() const;
    /// From call to call may be any number of steps, so those have no turns.
    double bytesInTurn() const { return place.moment == Moment::Call ? 0 : bytesKept(); }

private:
    preprocessor::MeterOf measuredOf() const;
};

} // namespace lensboard::gatherer
