#pragma once

#include "core/gatherer/source.h"
#include "core/gatherer/step_costs.h"
#include "core/preprocessor/device_sums.h"
#include "core/preprocessor/moment_batch.h"

#include <memory>
#include <utility>
#include <vector>

namespace lensboard::gatherer {

/// Measures tensors on devices together, with one buffer of results per device, and the moments of optimizers.
/// Thread: the tap's.
class DeviceMeasuring
{
public:
    /// \p costs outlives it.
    explicit DeviceMeasuring(StepCosts &costs) : m_costs(costs) {}

    /// Moves the source's measurement to the device of \p tensor.
    template <typename SourceOf>
    void moveTo(SourceOf &source, const Tensor &tensor, bool gathersOnHost, Lap &lap)
    {
        auto sums = source.isReadOnHost() ? nullptr : sumsOf(tensor.device(), gathersOnHost);
        if (sums == source.sums)
            return;
        source.notify(lap);
        source.meter.reset();
        source.sums = std::move(sums);
    }
    /// Measures the newest tensor of \p source together with others, once all of a moment are there and before the training changes them.
    /// Compiled models write other values to the memory of an output's gradient, so these do not wait. Returns true if the tensor waits.
    bool measureTogether(TensorSource &source, Lap &lap);
    /// Charges the listeners of \p source for the next measureWaiting(), and calls that at once if enough values wait.
    template <typename SourceOf>
    void await(const SourceOf &source)
    {
        for (const auto &listener : source.listeners)
            if (listener.isOn)
                m_waiting.push_back({listener.account});
        if (source.sums->hasEnough())
            measureWaiting();
    }
    /// Measures all waiting tensors and moments, and charges their listeners.
    void measureWaiting();
    /// Adds the moments of a parameter. \p use gets the results, in readMoments() or before.
    void addMoments(hook::OptimizerMoments moments, StepCosts::Account account, preprocessor::MomentBatch::Use use);
    void readMoments();
    /// Charges \p lap to the accounts with moments in this tick.
    void chargeMoments(Lap &lap);
    /// Calls measureWaiting() at the end of the current backward pass. Skips the call if \p owner, the owner of this object, no longer exists.
    void measureAtEndOfBackward(std::weak_ptr<void> owner);
    bool areFull() const;

private:
    struct Charged
    {
        StepCosts::Account account;
    };
    using Sums = std::shared_ptr<preprocessor::DeviceSums>;
    Sums sumsOf(Device device, bool gathersOnHost);

    StepCosts &m_costs;
    std::vector<std::pair<Device, Sums>> m_sums;
    std::vector<Charged> m_waiting; ///< accounts of the waiting tensors
    preprocessor::MomentBatch m_moments;
    std::vector<Charged> m_waitingMoments; ///< accounts of the waiting moments
    std::vector<Charged> m_knownMoments;   ///< accounts of moments in this tick, each once
    std::weak_ptr<void> m_endOfBackward; ///< alive while measureWaiting() will be called at the end of a backward pass
};

} // namespace lensboard::gatherer
